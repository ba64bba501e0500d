"""Many questions: JSON lines in, JSON lines out, in worker processes that may be killed.

Line n of the output answers line n of the input, whatever happens to it. clingo cannot be interrupted while it grounds
and never frees its symbols; hence every question is answered in a worker process that is killed when a question takes
too long, and replaced after some thousand of them. A worker gets one question at a time and parses it on its own, so
an answer depends on nothing but its question, however many workers there are.

Worker processes are spawned: a script that calls :func:`run` or :func:`answer_lines` has to do so under
``if __name__ == "__main__":``.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, Self, TypeVar

from kparse.errors import AntecedentError, InputError, SolveError
from reasoner.answer import Answer, Outcome
from reasoner.item import Item

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

    from reasoner.engine import Reasoner

T = TypeVar("T")

KEYS = ("id", "answer", "candidate", "confidence", "decided_by", "costs", "rules", "ms", "error")
"""The keys of an output line."""
RULE_KEYS = ("id", "file", "line", "text", "weight", "source")
"""The keys of each of its ``rules``."""
LIMIT = 60.0
"""Seconds a question may take."""
RECYCLE = 3000
"""Questions after which a worker is replaced."""
MAX_LINE = 4_000_000
"""Bytes of a line that are read; longer ones are refused."""
_AHEAD = 256
"""Answered lines kept at most while an earlier one is being worked on."""
_START = 300.0
"""Seconds a worker may take to load the model and the knowledge."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What every worker makes its reasoner of."""

    model: str | None = None
    extra: tuple[str, ...] = ()
    """Knowledge read besides the shipped one."""
    explain: bool = False
    """Whether the sentences of the rules are filled in."""

    def reasoner(self) -> Reasoner:
        """Make the reasoner, ready to answer."""
        from reasoner.engine import Reasoner

        made = Reasoner(model=self.model, extra=self.extra)
        made.nlp  # noqa: B018  loads the parser: what is wrong with it is to be said at the start
        return made


# ----------------------------------------------------------------------------------------- a line


@dataclass(frozen=True, slots=True)
class Entry:
    """What could be read of an input line: the question, or why there is none."""

    id: Any
    item: Item | None
    candidates: tuple[str, ...] = ()
    error: str = ""


def read_entry(line: bytes, number: int) -> Entry:
    r"""Read an input line.

    >>> read_entry(b'{"id": 7, "text": "It slept."}\n', 3).error
    'line 3: no "pron_start"'
    """
    identity: Any = None
    candidates: tuple[str, ...] = ()
    try:
        record = _record(line)
        identity = record.get("id")
        if not isinstance(identity, (str, int, float)) or isinstance(identity, bool):
            identity = None
        if _are_phrases(record.get("candidates")):
            candidates = tuple(record["candidates"])
        return Entry(identity, _item(record), candidates)
    except _Refused as refused:
        return Entry(identity, None, candidates, f"line {number}: {refused}")


class _Refused(Exception):
    """Why a line is no question."""


def _record(line: bytes) -> dict[str, Any]:
    if len(line) > MAX_LINE:
        raise _Refused(f"longer than {MAX_LINE:,} bytes")
    try:
        record = json.loads(line.decode("utf-8-sig"), parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise _Refused(f"not UTF-8 (byte {error.start + 1})") from error
    except json.JSONDecodeError as error:
        raise _Refused(f"not JSON: {error.msg} (column {error.colno})") from error
    except (ValueError, RecursionError) as error:
        raise _Refused(f"not JSON: {error}") from error
    if not isinstance(record, dict):
        raise _Refused("not a JSON object")
    return record


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not a JSON number")


def _are_phrases(given: object) -> bool:
    return isinstance(given, list) and bool(given) and all(isinstance(c, str) for c in given)


def _item(record: dict[str, Any]) -> Item:
    for key in ("id", "text", "pron_start", "pron_end", "candidates"):
        if key not in record:
            raise _Refused(f'no "{key}"')
    identity, text, candidates = record["id"], record["text"], record["candidates"]
    if not isinstance(identity, (str, int, float)) or isinstance(identity, bool):
        raise _Refused('"id" is neither a string nor a number')
    if not isinstance(text, str):
        raise _Refused('"text" is not a string')
    for key in ("pron_start", "pron_end"):
        if not isinstance(record[key], int) or isinstance(record[key], bool):
            raise _Refused(f'"{key}" is not a whole number')
    start, end = record["pron_start"], record["pron_end"]
    if not _are_phrases(candidates):
        raise _Refused('"candidates" is not a list of strings with something in it')
    if len(candidates) < 2 or not all(c.strip() for c in candidates):
        raise _Refused('"candidates" has less than two phrases, or an empty one')
    if not all(_encodable(s) for s in (text, *candidates)):
        raise _Refused("half a surrogate pair is no character")
    if not 0 <= start < end <= len(text):
        raise _Refused(
            f"the pronoun's place {start}-{end} is not in the text ({len(text)} characters)"
        )
    return Item(str(identity), text, start, end, tuple(candidates))


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def answer_line(reasoner: Reasoner, line: bytes, number: int, *, explain: bool = False) -> str:
    """Answer an input line by an output line; there is always one."""
    started = time.perf_counter()
    entry = read_entry(line, number)
    if entry.item is None:
        return refusal(entry)
    try:
        answer = next(reasoner.solve_many([entry.item], explain=explain))
    except Exception as error:  # a bug must not cost the other answers
        answer = entry.item.failed(f"internal error: {type(error).__name__}: {error}")
    if answer.error is not None:
        message = f"line {number}: {answer.error}"
        return refusal(entry, message, _since(started), answer.decided_by)
    return _written(entry.id, answer, _since(started))


def _since(started: float) -> float:
    return round((time.perf_counter() - started) * 1e3, 3)


def refusal(
    entry: Entry, message: str | None = None, ms: float = 0.0, outcome: Outcome = "error"
) -> str:
    """Write the output line for a line that has no answer: the first candidate, if any, as a guess that says so."""
    empty = Item("", "", 0, 0, entry.candidates)
    return _written(entry.id, empty.failed(message or entry.error, outcome), ms)


def _written(identity: Any, answer: Answer, ms: float) -> str:
    best = answer.best
    fired = [r for r in best.rules if r.sign > 0] if best else []
    record = {
        "id": identity,
        "answer": answer.answer,
        "candidate": answer.candidate,
        "confidence": round(answer.confidence, 6),
        "decided_by": answer.decided_by,
        "costs": answer.costs,
        "rules": [{key: getattr(rule, key) for key in RULE_KEYS} for rule in fired],
        "ms": ms,
        "error": answer.error,
    }
    return json.dumps(record, allow_nan=False)


# ------------------------------------------------------------------------------------- the workers


def _work(pipe: Connection, settings: Settings) -> None:
    """Answer lines until there are no more. The first message tells that all is ready, or what is wrong."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interruption means
    try:
        reasoner = settings.reasoner()
    except AntecedentError as error:
        pipe.send(error)
        return
    except Exception as error:
        pipe.send(SolveError(f"a worker process cannot start: {type(error).__name__}: {error}"))
        return
    with suppress(EOFError, OSError):
        pipe.send(None)
        while True:
            number, line = pipe.recv()
            pipe.send(answer_line(reasoner, line, number, explain=settings.explain))


class _Worker:
    """A worker process and the one line it is working on."""

    def __init__(self, settings: Settings) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process: SpawnProcess = context.Process(
            target=_work, args=(other, settings), daemon=True, name="antecedent-worker"
        )
        self.process.start()
        other.close()
        self.ready = False
        self.answered = 0
        self.task: tuple[int, bytes] | None = None
        self.since = time.monotonic()

    @property
    def idle(self) -> bool:
        """Whether it waits for a line."""
        return self.ready and self.task is None

    def give(self, number: int, line: bytes) -> None:
        """Hand it a line."""
        self.task, self.since = (number, line), time.monotonic()
        with suppress(OSError):  # it has died: its pipe will say so
            self.pipe.send((number, line))

    def left(self, limit: float) -> float:
        """Seconds that it may still take."""
        if self.idle:
            return float("inf")
        return self.since + (limit if self.ready else _START) - time.monotonic()

    def stop(self) -> None:
        """End the process at once."""
        if self.pipe.closed:
            return
        self.pipe.close()
        self.process.kill()
        self.process.join()
        self.process.close()


class _Pool:
    """The workers, and who is to be replaced."""

    def __init__(self, settings: Settings, size: int, limit: float, recycle: int) -> None:
        self.settings, self.limit, self.recycle = settings, limit, recycle
        self.workers: list[_Worker] = []
        try:
            for _ in range(size):
                self.workers.append(_Worker(settings))
        except BaseException:
            self.stop()
            raise

    def idle(self) -> _Worker | None:
        """Give a worker that waits for a line."""
        return next((w for w in self.workers if w.idle), None)

    def busy(self) -> bool:
        """Whether any line is being worked on."""
        return any(w.task is not None for w in self.workers)

    def finished(self) -> Iterator[tuple[int, str]]:
        """Wait for something to happen; give the numbers and output lines of what is done."""
        pause = max(0.0, min(w.left(self.limit) for w in self.workers))
        heard = wait([w.pipe for w in self.workers], None if pause == float("inf") else pause)
        for place, worker in enumerate(self.workers):
            message: object = None
            lost = ""
            if worker.pipe in heard:
                try:
                    message = worker.pipe.recv()
                except (EOFError, OSError):
                    lost = "the worker process died of this question (out of memory?)"
            elif worker.left(self.limit) <= 0:
                lost = f"no answer within {self.limit:g} seconds"
            else:
                continue
            yield from self._heard(place, message, lost)

    def _heard(self, place: int, message: object, lost: str) -> Iterator[tuple[int, str]]:
        worker = self.workers[place]
        if isinstance(message, AntecedentError):
            raise message
        if lost and not worker.ready:
            raise SolveError(
                "a worker process could not start", hint="Is there memory enough for --workers?"
            )
        if not worker.ready:
            worker.ready = True
            return
        if worker.task is not None:
            number, line = worker.task
            worker.task = None
            worker.answered += 1
            yield (
                number,
                refusal(read_entry(line, number), f"line {number}: {lost}")
                if lost
                else str(message),
            )
        if lost or worker.answered >= self.recycle:
            worker.stop()
            self.workers[place] = _Worker(self.settings)

    def stop(self) -> None:
        """End all workers."""
        for worker in self.workers:
            worker.stop()


def answer_lines(
    lines: Iterable[bytes],
    settings: Settings | None = None,
    *,
    workers: int = 1,
    limit: float = LIMIT,
    recycle: int = RECYCLE,
    first: int = 1,
) -> Iterator[str]:
    """Answer input lines by output lines, in their order; memory does not grow with their number.

    Args:
        lines: the input lines. One is read when a worker waits for it, so that with a single worker each line is
            answered before the next one is read.
        settings: what the reasoner is made of.
        workers: how many processes.
        limit: seconds a question may take.
        recycle: questions after which a process is replaced.
        first: number of the first line, for messages.

    Raises:
        ModelError, KnowledgeError, SolveError: the workers cannot start.
    """
    source = iter(lines)
    pool = _Pool(settings or Settings(), workers, limit, recycle)
    done: dict[int, str] = {}
    reading = following = first
    more = True
    try:
        while more or pool.busy():
            while more and reading < following + _AHEAD and (worker := pool.idle()):
                line = next(source, None)
                if line is None:
                    more = False
                else:
                    worker.give(reading, line)
                    reading += 1
            if more or pool.busy():
                done.update(pool.finished())
            while following in done:
                yield done.pop(following)
                following += 1
    finally:
        pool.stop()


# ----------------------------------------------------------------------------------- from and to files


@dataclass(frozen=True, slots=True)
class Summary:
    """How many lines were answered, and how many of them by an error message."""

    lines: int
    failed: int
    resumed: int = 0
    """How many an earlier, interrupted run had answered."""


def run(
    source: str,
    target: str,
    settings: Settings | None = None,
    *,
    workers: int = 1,
    limit: float = LIMIT,
    progress: bool = True,
) -> Summary:
    """Answer a file of questions; ``-`` is standard input or output.

    A target that is a file appears when all is done; until then the answers are in a ``.part`` file beside it, whose
    name holds a digest of input, settings and knowledge, and from which the same call goes on after an interruption.

    Raises:
        InputError: the source cannot be read, or the target cannot be written, or another run of
            the same questions is writing it.
        ModelError, KnowledgeError, SolveError: see :func:`answer_lines`.
    """
    settings = settings or Settings()
    _check_paths(source, target)
    opened = nullcontext(sys.stdin.buffer) if source == "-" else _file(source, "rb")
    with opened as stream, ExitStack() as alone:
        digest, total = _digest(stream, settings) if stream.seekable() else ("", None)
        part = _part(target, digest)
        alone.enter_context(_alone(part, target))
        resumed, failed = _resume(part) if part and digest else (0, 0)
        lines = _lines(stream)
        for _ in range(resumed):
            next(lines, None)
        answers = answer_lines(lines, settings, workers=workers, limit=limit, first=resumed + 1)
        count = resumed
        with _sink(part, target) as sink, Progress(total, count, show=progress) as bar:
            try:
                for answer in bar.over(answers):
                    sink.write(answer.encode() + b"\n")
                    sink.flush()
                    count += 1
                    failed += _has_failed(answer)
            except BaseException:
                if part and count:
                    again = "; the same command goes on from there" if digest else ""
                    bar.note(f"{count} answers are kept in {part}{again}")
                raise
        if part:
            os.replace(part, os.path.realpath(target))
    return Summary(count, failed, resumed)


def _check_paths(source: str, target: str) -> None:
    if source != "-" and not Path(source).exists():
        raise InputError(f"there is no file {source}")
    if target == "-":
        return
    if Path(target).is_dir() or not Path(os.path.realpath(target)).parent.is_dir():
        raise InputError(f"cannot write {target}: not a file in a directory that exists")
    if source != "-" and Path(target).exists() and os.path.samefile(source, target):
        raise InputError(
            "the answers would overwrite the questions", hint="Give --out another name."
        )


def _file(path: str | Path, mode: Literal["rb", "wb", "ab"]) -> BinaryIO:
    try:
        return open(path, mode)
    except OSError as error:
        verb = "read" if mode == "rb" else "write"
        raise InputError(f"cannot {verb} {path}: {error.strerror}") from error


def _part(target: str, digest: str) -> Path | None:
    """Where the answers are kept until all are there; nowhere for what is no plain file."""
    if target == "-" or (Path(target).exists() and not Path(target).is_file()):
        return None
    final = Path(os.path.realpath(target))
    return final.with_name(f"{final.name}.{digest or os.getpid()}.part")


@contextmanager
def _alone(part: Path | None, target: str) -> Iterator[None]:
    """Keep other processes from writing the same answers (where files can be locked)."""
    if part is None or sys.platform == "win32":
        yield
        return
    import fcntl

    with _file(part, "ab") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise InputError(
                f"another run is writing the same answers to {target}",
                hint="Wait until it is done, or give --out another name.",
            ) from error
        yield


@contextmanager
def _sink(part: Path | None, target: str) -> Iterator[BinaryIO]:
    if part is None and target == "-":
        yield sys.stdout.buffer
        return
    with _file(part or target, "ab" if part else "wb") as sink:
        try:
            yield sink
        except BaseException:
            if part and not part.stat().st_size:
                part.unlink()
            raise
        if part:
            sink.flush()
            os.fsync(sink.fileno())


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Give the lines of a stream; of one that is too long only so much that it is seen to be."""
    while line := stream.readline(MAX_LINE + 1):
        rest = line
        while len(rest) > MAX_LINE and not rest.endswith(b"\n"):
            rest = stream.readline(MAX_LINE + 1)
        yield line


def _digest(stream: BinaryIO, settings: Settings) -> tuple[str, int]:
    """Tell input and settings from others, and count the lines."""
    from reasoner.engine import KNOWLEDGE
    from reasoner.program import ENCODINGS

    digest = hashlib.sha256(repr(settings).encode())
    for root in (KNOWLEDGE, ENCODINGS, *map(Path, settings.extra)):
        for path in sorted(p for p in (root, *root.rglob("*.lp")) if p.is_file()):
            digest.update(f"{path.name} {path.stat().st_size} {path.stat().st_mtime_ns}\n".encode())
    start, count, last = stream.tell(), 0, b"\n"
    while block := stream.read(1 << 20):
        digest.update(block)
        count += block.count(b"\n")
        last = block
    stream.seek(start)
    return digest.hexdigest()[:12], count + (not last.endswith(b"\n"))


def _resume(part: Path) -> tuple[int, int]:
    """Count the whole lines of an interrupted run, and those with an error; a torn last line is cut off."""
    count = failed = size = 0
    with suppress(FileNotFoundError), open(part, "rb+") as stream:
        for line in stream:
            if not line.endswith(b"\n"):
                break
            count, size, failed = count + 1, size + len(line), failed + _has_failed(line.decode())
        stream.truncate(size)
    return count, failed


def _has_failed(line: str) -> bool:
    return not line.rstrip().endswith('"error": null}')


# ------------------------------------------------------------------------------------- progress


class Progress:
    """A progress bar on standard error, if that is a terminal."""

    def __init__(self, total: int | None, done: int = 0, *, show: bool = True) -> None:
        self.total, self.done, self._before = total, done, done
        self._started = time.monotonic()
        self._drawn = 0.0
        self._show = show and sys.stderr.isatty()

    def __enter__(self) -> Self:
        """Give the bar itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the last state on its line."""
        if self._show and self._drawn:
            self._draw()
            print(file=sys.stderr)

    def over(self, things: Iterable[T]) -> Iterator[T]:
        """Give the things, counting them."""
        for thing in things:
            yield thing
            self.done += 1
            if self._show and time.monotonic() - self._drawn > 0.2:
                self._draw()

    def note(self, message: str) -> None:
        """Say something on a line of its own."""
        print(
            f"{chr(10) if self._show and self._drawn else ''}antecedent: {message}", file=sys.stderr
        )
        self._drawn = 0.0

    def _draw(self) -> None:
        self._drawn = time.monotonic()
        speed = (self.done - self._before) / max(self._drawn - self._started, 1e-9)
        text = f"{self.done} {speed:.1f}/s"
        if self.total:
            share = min(1.0, self.done / self.total)
            left = (self.total - self.done) / speed if speed else 0
            full = round(30 * share)
            clock = f"{int(left // 60)}:{int(left % 60):02d} left"
            text = (
                f"[{'#' * full}{'.' * (30 - full)}] {self.done}/{self.total} {speed:.1f}/s {clock}"
            )
        print(f"\r{text:<78}", end="", file=sys.stderr, flush=True)
