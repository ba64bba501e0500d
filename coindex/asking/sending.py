"""Send many requests, some at a time: ask for rules, have statements judged; each reply is kept as soon as it is there.

An interruption loses what is under way, nothing else. After :data:`MOST_FAILURES` failures one after another, or one
that will not pass, the rest is left.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TypeVar

from coindex.asking.asked_file import Asked, AskedFile
from coindex.asking.asking import Asking
from coindex.asking.judged import Judged
from coindex.asking.judging import Judging, together
from coindex.asking.source import Reply, Request, Source, SourceError
from coindex.files.progress import Progress
from coindex.reasoner.asks import Query
from kparse.errors import CoindexError

_T = TypeVar("_T")
_R = TypeVar("_R")
TIMEOUT = 180.0
"""Seconds after which a question is given up that its source has not answered."""
MOST_FAILURES = 5
"""Failures one after another from which the source counts as out of reach."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What became of the questions for which rules were wanted."""

    wanted: int = 0
    known: int = 0
    """They were in the file already."""
    asked: int = 0
    failed: int = 0
    left: int = 0
    """They were not asked: the budget was used up, there was nobody to ask, or the source was out of reach."""
    sentences: int = 0
    """Accepted, of the questions asked now."""
    refused: int = 0
    tokens: int = 0
    why: str = ""
    """The last failure."""

    def __add__(self, other: Summary) -> Summary:
        """Add up two rounds; what was left in the second is so in the end."""
        return Summary(
            wanted=self.wanted + other.wanted,
            known=self.known + other.known,
            asked=self.asked + other.asked,
            failed=self.failed + other.failed,
            left=other.left,
            sentences=self.sentences + other.sentences,
            refused=self.refused + other.refused,
            tokens=self.tokens + other.tokens,
            why=other.why or self.why,
        )


@dataclass(frozen=True, slots=True)
class Judgements:
    """What became of statements that were to be judged."""

    known: int = 0
    judged: int = 0
    """Now."""
    dropped: int = 0
    """Of these: what is left out of answers."""
    left: int = 0
    """Not judged: the budget was used up, or the source failed."""
    tokens: int = 0
    why: str = ""
    """The last failure."""

    def __add__(self, other: Judgements) -> Judgements:
        """Join two rounds; what is known in the second was judged in the first."""
        return Judgements(
            self.known or other.known,
            self.judged + other.judged,
            self.dropped + other.dropped,
            other.left,
            self.tokens + other.tokens,
            other.why or self.why,
        )


def ask_all(queries: Sequence[Query], asking: Asking, *, show: bool = True) -> Summary:
    """Ask for rules for questions.

    Raises:
        InputError: the file cannot be written.
    """
    source = asking.source
    if source is None:
        known = sum(asking.known(query) is not None for query in queries)
        return Summary(len(queries), known, left=len(queries) - known)
    with _holding(asking.file, show) as bar:
        new = [query for query in queries if asking.known(query) is None]
        done = Summary(len(queries), len(queries) - len(new))

        def work_on(query: Query) -> Asked:
            return asking.ask(query, lambda request: _one_reply(source, request))

        for outcome in _outcomes(new[: asking.left], work_on, source, bar):
            if isinstance(outcome, CoindexError):
                done = replace(done, failed=done.failed + 1, why=str(outcome))
                continue
            asking.keep(outcome)
            good = len(outcome.accepted)
            done = replace(
                done,
                asked=done.asked + 1,
                sentences=done.sentences + good,
                refused=done.refused + len(outcome.sentences) - good,
                tokens=done.tokens + outcome.tokens,
            )
    return replace(done, left=len(new) - done.asked - done.failed)


def judge_all(
    statements: Sequence[tuple[str, str]], judging: Judging, *, show: bool = True
) -> Judgements:
    """Have statements judged, some in a request.

    Raises:
        InputError: the file cannot be written.
    """
    source = judging.source
    if source is None:
        return Judgements(left=len(statements))
    with _holding(judging.file, show) as bar:
        new = judging.unknown(dict(statements))
        requests = list(together(new))
        done = Judgements(len(statements) - len(new), left=len(new))

        def work_on(some: dict[str, str]) -> list[Judged]:
            return judging.judge(some, lambda request: _one_reply(source, request))

        for outcome in _outcomes(requests[: judging.left], work_on, source, bar):
            if isinstance(outcome, CoindexError):
                done = replace(done, why=str(outcome))
                continue
            judging.keep(outcome)
            done = replace(
                done,
                judged=done.judged + len(outcome),
                dropped=done.dropped + sum(map(judging.drops, outcome)),
                left=done.left - len(outcome),
                tokens=done.tokens + sum(one.tokens for one in outcome),
            )
    return done


@contextmanager
def _holding(file: AskedFile, show: bool) -> Iterator[Progress]:
    """Hold the lock on a file, with a progress bar."""
    held = f"another process asks into {file.path}; waiting for it"
    with Progress(0, show=show) as bar, file.locked(lambda: bar.note(held)):
        yield bar


def _outcomes(
    tasks: Sequence[_T], work_on: Callable[[_T], _R], source: Source, bar: Progress
) -> Iterator[_R | CoindexError]:
    """Give the outcomes as they come, until the source is out of reach."""
    bar.total = len(tasks)
    failures = 0
    for outcome in bar.over(_in_threads(tasks, work_on, source)):
        yield outcome
        failures = failures + 1 if isinstance(outcome, CoindexError) else 0
        lasting = isinstance(outcome, SourceError) and not outcome.again
        if failures >= MOST_FAILURES or lasting:
            return


def _in_threads(
    tasks: Sequence[_T], work_on: Callable[[_T], _R], source: Source
) -> Iterator[_R | CoindexError]:
    """Send what a source is asked in threads.

    The threads are daemons, and a question is given up after :data:`TIMEOUT`: a source that never answers holds up
    neither the others nor the end of the program.
    """
    todo: queue.SimpleQueue[_T] = queue.SimpleQueue()
    outcomes: queue.SimpleQueue[_R | CoindexError] = queue.SimpleQueue()
    for task in tasks:
        todo.put(task)
    stopped = threading.Event()

    def work() -> None:
        while not stopped.is_set():
            try:
                task = todo.get_nowait()
            except queue.Empty:
                return
            outcomes.put(_outcome(task, work_on, source))

    for _ in range(min(source.at_once, len(tasks))):
        threading.Thread(target=work, daemon=True).start()
    try:
        for _ in tasks:
            try:
                yield outcomes.get(timeout=TIMEOUT)
            except queue.Empty:
                yield SourceError(f"{source.name} has not answered within {TIMEOUT:g} seconds")
                return
    finally:
        stopped.set()


def _outcome(task: _T, work_on: Callable[[_T], _R], source: Source) -> _R | CoindexError:
    try:
        return work_on(task)
    except CoindexError as error:
        return error
    except Exception as error:  # a fault of a source must not cost the other questions
        return SourceError(f"{source.name} failed: {type(error).__name__}: {error}", again=True)


def _one_reply(source: Source, request: Request) -> Reply:
    return next(iter(source.ask([request])))
