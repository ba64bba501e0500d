"""A run: text to shards, shards to a store; what is done is kept, what is lost is named."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import kparse
from coindex.files.cache import program_digest
from coindex.files.corpora import STDIN
from coindex.files.locking import exclusive_lock
from coindex.files.progress import Progress
from coindex.files.shipped import PACKAGE
from coindex.files.textfile import write_text
from coindex.mining.counting.executor import Result, results
from coindex.mining.counting.manifest import (
    MANIFEST,
    Manifest,
    Options,
    Shard,
    open_run,
    read_manifest,
)
from coindex.mining.counting.reduce import Counts, ReduceSettings, count, digest_of, repeated
from coindex.mining.extracting.mapper import Mapped, MapSettings, map_piece
from coindex.mining.extracting.shards import Report
from coindex.mining.text.corpus import sources
from coindex.reasoner.evidence.store import write_store
from coindex.reasoner.evidence.tables import SCHEMA_VERSION
from coindex.reasoner.jobs.executor import Place
from coindex.reasoner.jobs.journal import knowledge_state
from coindex.reasoner.jobs.workers import Lost, Settings
from kparse.errors import InputError

LOST = "lost.jsonl"
"""What could not be mined, and why; there is no such file if nothing is missing."""
SHARD_LINES = 4000  # lines of text
_SPOOL = "stdin.txt"
_TRIES = 2  # of a shard whose worker died
_KPARSE = Path(kparse.__file__).parent
_MINING = PACKAGE / "mining"
_EVIDENCE = PACKAGE / "reasoner" / "evidence"


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be mined, and how."""

    corpora: tuple[str, ...]
    out: str
    store: str | None = None
    workers: Place = 1
    lines: int = SHARD_LINES
    model: str | None = None
    licence: str = ""
    extractor: str = "coindex.mining.extracting.extractor"
    counter: str = "coindex.mining.querying.counts"
    thorough: bool = False
    """Build the graph of every sentence, not only of those that can give a pair."""
    anyway: bool = False
    """Go on although the program has changed since the run was begun."""


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a run."""

    report: Report
    shards: int
    resumed: int
    """Shards that an earlier run had done."""
    lost: tuple[str, ...]
    """What is missing, and why, in words."""
    repeated: int = 0
    """Sentences that several shards have records of."""


def mine(job: Job, *, show: bool = True) -> Done:
    """Mine text: make the shards that are missing and then, if it is wanted, the store.

    Args:
        job: what is to be done.
        show: whether to draw progress bars.

    Raises:
        InputError: the text cannot be read, or has changed; the directory is another run's; a file cannot be written.
        ModelError, KnowledgeError, SolveError: the workers cannot start.
    """
    _module(job.extractor, "extractor")
    if job.store is not None:
        _module(job.counter, "counter")
    folder = Path(job.out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot write {folder}: {error.strerror}") from error
    with exclusive_lock(folder / "lock", str(folder)), _standard_input(job, folder) as spool:
        _sweep(folder)
        found = sources(job.corpora, spool)
        options = _options(job, folder, any(s.kind == "text" for s in found))
        manifest = open_run(folder, found, options, show=show)
        done, resumed, lost = _map(manifest, job, show)
        lost = [*_damaged(manifest), *lost]
        if not lost:
            _something(sum((r for _, r in done), Report()), manifest)
        again = 0
        if job.store is not None:
            again, uncounted = _reduce(manifest, done, job, lost, show)
            lost += uncounted
        _note(folder, lost)
    report = sum((r for _, r in done), Report())
    return Done(report, len(manifest.shards), resumed, tuple(lost), again)


@contextmanager
def _standard_input(job: Job, folder: Path) -> Iterator[str | None]:
    """Keep the text of standard input until the run is done: it is read twice, and again if the run goes on later."""
    if STDIN not in job.corpora:
        yield None
        return
    import shutil
    import sys

    path = folder / _SPOOL
    try:
        with open(path, "wb") as stream:
            shutil.copyfileobj(sys.stdin.buffer, stream, 1 << 20)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise InputError(f"cannot write {path}: {error.strerror}") from error
    try:
        yield str(path)
    finally:
        path.unlink(missing_ok=True)


def _sweep(folder: Path) -> None:
    """Remove what a run that was killed left half written."""
    for path in folder.glob("*/.*"):
        path.unlink(missing_ok=True)
    for path in folder.glob(".*.*"):
        path.unlink(missing_ok=True)


# ------------------------------------------------------------------------------------------ state


def _options(job: Job, folder: Path, parses: bool) -> Options:
    model = model_state(job.model) if parses else ""
    options = Options(job.lines, model, job.extractor, job.thorough, program_state(job.extractor))
    if job.anyway and (folder / MANIFEST).exists():
        options = replace(options, program=read_manifest(folder).options.program)
    return options


def model_state(model: str | None) -> str:
    """Return a digest of the parser: its files, or the name of an installed one."""
    from kparse.input.pipeline import SHIPPED

    path = SHIPPED if model is None else Path(model)
    if not path.is_dir():
        return str(model)
    digest = hashlib.sha256()
    for file in sorted(p for p in path.rglob("*") if p.is_file()):
        digest.update(file.relative_to(path).as_posix().encode())
        with open(file, "rb") as stream:
            digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()[:12]


def program_state(extractor: str) -> str:
    """Tell the program that parses and extracts, and the knowledge it asks, from others."""
    parser = sorted(path for path in _KPARSE.iterdir() if path.name != "model")
    program = program_digest(*parser, _MINING / "text", _MINING / "extracting")
    digest = hashlib.sha256(program.encode())
    state: Callable[[], str] | None = getattr(_module(extractor, "extractor"), "state", None)
    digest.update((state() if state else "").encode())
    return digest.hexdigest()[:12]


def _something(report: Report, manifest: Manifest) -> None:
    """See that there is a sentence in the text.

    Raises:
        InputError: all of it was dropped.
    """
    if report.sentences:
        return
    names = ", ".join(file.name for file in manifest.files[:5])
    if not report.lines:
        raise InputError(f"there is no text in {names}")
    dropped = max(report.dropped, key=lambda reason: report.dropped[reason])
    raise InputError(
        f"there is nothing to be mined in {names}: of {report.lines:,} lines none is left,"
        f" most were dropped as “{dropped}”",
        hint="Save the text as UTF-8."
        if dropped == "undecodable"
        else "docs/statistics.md says what is dropped.",
    )


def _module(name: str, needed: str) -> ModuleType:
    """Import an extractor or a counter.

    Raises:
        InputError: there is no such module, or it lacks the function.
    """
    try:
        module = import_module(name)
    except ImportError as error:
        raise InputError(
            f"cannot import {name}: {error}", hint=f"Name a module with a function `{needed}`."
        ) from error
    if not callable(getattr(module, needed, None)):
        raise InputError(f"{name} has no function `{needed}`", hint="docs/statistics.md says more.")
    return module


def _damaged(manifest: Manifest) -> list[str]:
    return [
        f"{file.name}: {file.damaged}; what comes after line {file.lines} is missing"
        for file in manifest.files
        if file.damaged
    ]


def _note(folder: Path, lost: Iterable[str]) -> None:
    text = "".join(json.dumps({"lost": one}, ensure_ascii=False) + "\n" for one in lost)
    if text:
        write_text(folder / LOST, text)
    else:
        (folder / LOST).unlink(missing_ok=True)


# ------------------------------------------------------------------------------------ map, reduce


def _map(
    manifest: Manifest, job: Job, show: bool
) -> tuple[list[tuple[Shard, Report]], int, list[str]]:
    """Make the shards that are missing; give those that are there, how many were, and what is lost."""
    reports = {
        s.number: r
        for s in manifest.shards
        if (r := manifest.report(s)) is not None and manifest.sound(s)
    }
    waiting = [shard for shard in manifest.shards if shard.number not in reports]
    resumed = len(reports)
    settings = MapSettings(
        job.model,
        extractor=job.extractor,
        thorough=job.thorough,
        parses=any(f.kind == "text" for f in manifest.files),
    )
    total = sum(s.lines for s in manifest.shards)
    with Progress(total, total - sum(s.lines for s in waiting), show=show) as progress:

        def work(numbers: Sequence[int], why: dict[int, str]) -> Iterator[Result]:
            shards = [manifest.shards[number] for number in numbers]
            return results(manifest.pieces(shards, why), map_piece, settings, job.workers)

        def keep(number: int, mapped: Mapped) -> None:
            manifest.keep(manifest.shards[number], mapped.tables)
            reports[number] = mapped.report
            progress.done += manifest.shards[number].lines - 1

        def where(number: int) -> str:
            return f"{manifest.where(manifest.shards[number])} (shard {number})"

        lost = _tried([shard.number for shard in waiting], work, keep, where, progress)
    done = [(s, reports[s.number]) for s in manifest.shards if s.number in reports]
    return done, resumed, lost


def _tried(
    numbers: Sequence[int],
    work: Callable[[Sequence[int], dict[int, str]], Iterator[Result]],
    keep: Callable[[int, Any], None],
    where: Callable[[int], str],
    progress: Progress,
) -> list[str]:
    """Do tasks, a second time if they fail; say which are lost, and why.

    Args:
        numbers: the tasks.
        work: does tasks; it notes those that cannot even be begun.
        keep: takes a result.
        where: says what a task is of.
        progress: its bar.
    """
    why: dict[int, str] = {}
    for _ in range(_TRIES if numbers else 0):
        why = {}
        for number, result in progress.over(work(numbers, why)):
            if isinstance(result, Lost):
                why[number] = _reason(result)
                progress.note(f"{where(number)}: {why[number]}")
            else:
                keep(number, result)
        numbers = sorted(why)
        if not numbers:
            break
    return [f"{where(number)}: {why[number]}" for number in numbers]


def _reason(lost: Lost) -> str:
    return {
        "died": "the worker process died (out of memory?)",
        "time": "the worker process took too long",
    }.get(lost.kind, lost.reason)


def _reduce(
    manifest: Manifest,
    done: Sequence[tuple[Shard, Report]],
    job: Job,
    lost: Sequence[str],
    show: bool,
) -> tuple[int, list[str]]:
    """Make the store; give how many sentences are repeated, and what could not be counted."""
    assert job.store is not None
    if not done:
        raise InputError(
            "nothing could be mined, so there is no store", hint=lost[0] if lost else ""
        )
    again = repeated(manifest, done)
    duplicates = sum(len(some) for some in again.values())
    report = sum((r for _, r in done), Report())
    files = [(f.name, f.sha256, f.lines, job.licence) for f in manifest.files]
    names = ("lines", "sentences", "graphs", "records", "dropped")
    meta: dict[str, Any] = {name: getattr(report, name) for name in names}
    meta["repeated"] = duplicates
    made_by = digest_of(SCHEMA_VERSION, job.counter, _counting_state(job.counter))
    counts = Counts(manifest, done, again, made_by)
    uncounted = _count(counts, ReduceSettings(job.model, counter=job.counter), job.workers, show)
    write_store(job.store, counts.rows(), files, {**meta, "lost": [*lost, *uncounted]})
    _clear(manifest.folder)
    return duplicates, uncounted


def _counting_state(counter: str) -> str:
    """Return a digest of the counter, and of the program and knowledge that it may use."""
    path = getattr(_module(counter, "counter"), "__file__", None)
    code = [Path(path)] if path else []
    digest = hashlib.sha256(knowledge_state(Settings()).encode())
    digest.update(program_digest(_EVIDENCE, _MINING / "counting", _KPARSE / "mentions").encode())
    for file in code:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _count(counts: Counts, settings: ReduceSettings, workers: Place, show: bool) -> list[str]:
    waiting = counts.missing()

    def work(numbers: Sequence[int], _: dict[int, str]) -> Iterator[Result]:
        return results(counts.tasks(numbers), count, settings, workers)

    with Progress(len(waiting), show=show) as progress:
        return _tried(waiting, work, counts.keep, counts.where, progress)


def _clear(folder: Path) -> None:
    for path in folder.glob("counts/*"):
        path.unlink(missing_ok=True)
    counts = folder / "counts"
    if counts.is_dir():
        counts.rmdir()


def summary(done: Done) -> list[str]:
    """Summarise a run in lines of text."""
    from coindex.mining.text.filters import REASONS

    report = done.report
    lines = [
        f"{report.sentences:,} sentences of {report.lines:,} lines, {report.graphs:,} of them looked into,"
        f" gave {report.records:,} records; {done.shards - done.resumed:,} of {done.shards:,} shards made now"
    ]
    dropped = dict(report.dropped)
    lines += [f"dropped {dropped[r]:,}: {what}" for r, what in REASONS.items() if dropped.get(r)]
    if done.repeated:
        lines.append(f"left out {done.repeated:,}: sentences that other shards have as well")
    lines += [f"failed: {place}" for place in report.failed]
    lines += [f"lost: {one}" for one in done.lost]
    return lines


def state_of(folder: Path) -> Done:
    """Say how far a run is.

    Raises:
        InputError: the directory is none of a run.
    """
    manifest = read_manifest(folder)
    reports = [r for s in manifest.shards if (r := manifest.report(s)) is not None]
    lost: list[str] = []
    if (folder / LOST).exists():
        lines = (folder / LOST).read_text(encoding="utf-8").splitlines()
        lost = [json.loads(line)["lost"] for line in lines]
    return Done(sum(reports, Report()), len(manifest.shards), len(reports), tuple(lost))
