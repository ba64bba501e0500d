"""Many questions: JSON lines in, JSON lines out, in worker processes that may be killed.

Line n of the output answers line n of the input, whatever happens. A worker process
(:mod:`coindex.reasoner.jobs.workers`) parses each question alone, so an answer depends only on its question, not on
the number of workers. It gets one line at a time from a pipe, and some lines of a file, which clingo grounds in one
program.
"""

from __future__ import annotations

import hashlib
import json
import math
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from coindex.files.locking import open_file
from coindex.reasoner.answer import Answer, Outcome
from coindex.reasoner.item import Item
from coindex.reasoner.jobs.executor import Place, in_chunks
from coindex.reasoner.jobs.journal import Summary, check_paths, digest_of, write_lines
from coindex.reasoner.jobs.workers import Settings
from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner

KEYS = ("id", "answer", "candidate", "confidence", "decided_by", "costs", "rules", "ms", "error")
"""The keys of an output line. ``sentence_uses`` is there if sentences of knowledge were given, ``left_out`` if rules
were left out, ``undecided`` with a least confidence, ``would_decide`` if an answer is below it."""
RULE_KEYS = ("id", "file", "line", "text", "weight", "source")
"""The keys of each element of ``rules``."""
LIMIT = 60.0
"""Seconds a question may take."""
RECYCLE = 3000
"""Questions after which a worker is replaced."""
AT_ONCE = 16
"""Most lines of a file that a worker gets at once."""
MAX_LINE = 4_000_000
"""Bytes of a line that are read; longer ones are refused."""


# ----------------------------------------------------------------------------------------- a line


@dataclass(frozen=True, slots=True)
class Entry:
    """An input line, as read: the question, or why it is none."""

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
        if not _is_identity(identity):
            identity = None
        if _are_phrases(record.get("candidates")):
            candidates = tuple(record["candidates"])
        return Entry(identity, _item(record), candidates)
    except _Refused as refused:
        return Entry(identity, None, candidates, f"line {number}: {refused}")


class _Refused(Exception):
    """The line is no question; the message says why."""


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


def _is_identity(given: object) -> bool:
    """Whether JSON can write it back unchanged; 1e400, for example, was read as infinity."""
    if isinstance(given, float):
        return math.isfinite(given)
    return isinstance(given, (str, int)) and not isinstance(given, bool)


def _are_phrases(given: object) -> bool:
    return isinstance(given, list) and bool(given) and all(isinstance(c, str) for c in given)


def _item(record: dict[str, Any]) -> Item:
    for key in ("id", "text", "pron_start", "pron_end", "candidates"):
        if key not in record:
            raise _Refused(f'no "{key}"')
    identity, text, candidates = record["id"], record["text"], record["candidates"]
    if not _is_identity(identity):
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
    knowledge = record.get("knowledge", [])
    if isinstance(knowledge, str):
        knowledge = [knowledge]
    if not isinstance(knowledge, list) or not all(isinstance(k, str) for k in knowledge):
        raise _Refused('"knowledge" is neither a sentence nor a list of sentences')
    if not all(_encodable(k) for k in knowledge):
        raise _Refused("half a surrogate pair is no character")
    return Item(str(identity), text, start, end, tuple(candidates), tuple(knowledge))


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def entries_of(path: str) -> Iterator[Entry]:
    """Read the lines of a file.

    Raises:
        InputError: the file cannot be read.
    """
    if not Path(path).exists():
        raise InputError(f"there is no file {path}")
    with open_file(path, "rb") as stream:
        for number, line in enumerate(_lines(stream), 1):
            yield read_entry(line, number)


def answer_line(
    reasoner: Reasoner,
    line: bytes,
    number: int,
    *,
    explain: bool = False,
    least: float | None = None,
) -> str:
    """Answer an input line by an output line; there is always one.

    With ``least`` the line says whether the answer is less sure than that, and what would decide it then.
    """
    started = time.perf_counter()
    entry = read_entry(line, number)
    if entry.item is None:
        return refusal(entry)
    try:
        answer = next(reasoner.solve_many([entry.item], explain=explain))
        doubts = None if least is None else _doubts(reasoner, answer, least)
    except Exception as error:  # a bug must not cost the other answers
        answer = entry.item.failed(f"internal error: {type(error).__name__}: {error}")
        doubts = None
    return _output(entry, number, answer, doubts, _since(started))


def answer_group(
    reasoner: Reasoner,
    lines: Sequence[tuple[int, bytes]],
    *,
    explain: bool = False,
    least: float | None = None,
) -> list[str]:
    """Answer input lines, each with its number, as :func:`answer_line` does, but in one program."""
    started = time.perf_counter()
    entries = [(number, read_entry(line, number)) for number, line in lines]
    try:
        items = [entry.item for _, entry in entries if entry.item is not None]
        parsed = [(*next(reasoner.graphs_of([item])), 0.0) for item in items]
        answers = reasoner.answer_items(parsed, explain=explain)
        doubts = [None if least is None else _doubts(reasoner, one, least) for one in answers]
    except Exception:  # whichever line it is will say so
        return [answer_line(reasoner, line, n, explain=explain, least=least) for n, line in lines]
    share = _since(started, len(lines))
    found = iter(zip(answers, doubts, strict=True))
    return [
        refusal(entry) if entry.item is None else _output(entry, number, *next(found), share)
        for number, entry in entries
    ]


def _output(
    entry: Entry, number: int, answer: Answer, doubts: dict[str, Any] | None, ms: float
) -> str:
    if answer.error is not None:
        return refusal(entry, f"line {number}: {answer.error}", ms, answer.decided_by)
    return written(entry.id, answer, ms, doubts)


def _doubts(reasoner: Reasoner, answer: Answer, least: float) -> dict[str, Any]:
    """What a line says of an answer where a least confidence is asked for."""
    if not answer.is_undecided(least):
        return {"undecided": False}
    found = reasoner.suggestions(answer)
    return {
        "undecided": True,
        "would_decide": [
            {
                "candidate": s.candidate,
                "sentence": s.sentence,
                "rows": list(s.rows),
                "advice": s.advice,
            }
            for s in found
        ],
    }


def _since(started: float, questions: int = 1) -> float:
    return round((time.perf_counter() - started) * 1e3 / questions, 3)


def refusal(
    entry: Entry, message: str | None = None, ms: float = 0.0, outcome: Outcome = "error"
) -> str:
    """Write the output line of an unanswered question: the first candidate, if any, as a guess, with the error."""
    empty = Item("", "", 0, 0, entry.candidates)
    return written(entry.id, empty.failed(message or entry.error, outcome), ms)


def written(identity: Any, answer: Answer, ms: float, doubts: dict[str, Any] | None = None) -> str:
    """Write an answer as an output line (without its line end)."""
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
    if answer.sentence_uses:
        record["sentence_uses"] = [asdict(use) for use in answer.sentence_uses]
    if answer.left_out:
        record["left_out"] = [asdict(one) for one in answer.left_out]
    record |= doubts or {}
    return json.dumps(record, allow_nan=False)


# ------------------------------------------------------------------------------------- the workers


def answer_lines(
    lines: Iterable[bytes],
    settings: Settings | None = None,
    *,
    workers: Place = 1,
    limit: float = LIMIT,
    recycle: int = RECYCLE,
    first: int = 1,
    at_once: int = 1,
) -> Iterator[str]:
    """Answer input lines by output lines, in their order; memory does not grow with their number.

    Args:
        lines: the input lines. Lines are read when a worker is free, so with one line at once a single worker answers
            each before the next one is read.
        settings: what the reasoner is made of.
        workers: how many processes, or the address of a Dask scheduler.
        limit: seconds a question may take.
        recycle: questions after which a process is replaced.
        first: number of the first line, for messages.
        at_once: how many lines a worker gets at once. If they take as long as one may take, or more memory than there
            is, they are asked again one by one.

    Raises:
        ModelError, KnowledgeError, SolveError: the workers cannot start.
        InputError: there is no scheduler at the address.
    """
    settings = settings or Settings()
    numbered = enumerate(lines, first)
    return in_chunks(
        iter(lambda: tuple(islice(numbered, at_once)), ()),
        partial(answer_group, explain=settings.explain, least=settings.min_confidence),
        settings,
        _lost,
        workers=workers,
        seconds=limit,
        recycle=max(1, recycle // at_once),
    )


def _lost(numbered: tuple[int, bytes], reason: str) -> str:
    number, line = numbered
    return refusal(read_entry(line, number), f"line {number}: {reason}")


# ----------------------------------------------------------------------------------- from and to files


def run(
    source: str,
    target: str,
    settings: Settings | None = None,
    *,
    workers: Place = 1,
    limit: float = LIMIT,
    progress: bool = True,
) -> Summary:
    """Answer a file of questions; ``-`` is standard input or output.

    A target that is a file appears when all is done. Until then the answers are in a journal beside it
    (:mod:`coindex.reasoner.jobs.journal`), from which the same call continues after an interruption. A run on
    questions from a pipe cannot be continued, but its journal stays.

    Raises:
        InputError: the source cannot be read, or the target cannot be written, or another run of
            the same questions is writing it.
        ModelError, KnowledgeError, SolveError: see :func:`answer_lines`.
    """
    settings = settings or Settings()
    check_paths(source, target)
    opened = nullcontext(sys.stdin.buffer) if source == "-" else open_file(source, "rb")
    with opened as stream:
        digest, total = _digest(stream, settings) if stream.seekable() else ("", None)

        def answers(done: int) -> Iterator[str]:
            left = 0 if total is None else total - done
            return answer_lines(
                islice(_lines(stream), done, None),
                settings,
                workers=workers,
                limit=limit,
                first=done + 1,
                at_once=_at_once(left, workers),
            )

        return write_lines(target, digest, answers, total, progress=progress)


def _at_once(left: int, workers: Place) -> int:
    """Choose how many lines a worker gets, so that each of them gets some."""
    return AT_ONCE if isinstance(workers, str) else max(1, min(AT_ONCE, left // workers))


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Give the lines of a stream; one that is too long is cut just above the limit."""
    while line := stream.readline(MAX_LINE + 1):
        rest = line
        while len(rest) > MAX_LINE and not rest.endswith(b"\n"):
            rest = stream.readline(MAX_LINE + 1)
        yield line


def _digest(stream: BinaryIO, settings: Settings) -> tuple[str, int]:
    """Give the digest of a run (:func:`digest_of`), and count the lines."""
    digest = hashlib.sha256()
    start, count, last = stream.tell(), 0, b"\n"
    while block := stream.read(1 << 20):
        digest.update(block)
        count += block.count(b"\n")
        last = block
    stream.seek(start)
    return digest_of(digest.digest(), settings=settings), count + (not last.endswith(b"\n"))
