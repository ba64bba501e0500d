"""Many questions: find those that want rules, in worker processes; ask for them all from here, some at a time.

Workers never wait for a model, so that no limit of time strikes them. What was asked is in the file before the work
that uses it begins.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from coindex.asking.asked_file import Asked, digest_of
from coindex.asking.asking import Asking
from coindex.asking.source import Reply, Request, Source, SourceError
from coindex.files.progress import Progress
from coindex.reasoner.answer import Answer
from coindex.reasoner.asks import Query
from coindex.reasoner.item import Item
from coindex.reasoner.jobs.executor import Place, in_order
from coindex.reasoner.jobs.workers import Limits, Lost, Settings
from coindex.reasoner.solving.choice import Choice
from kparse.errors import CoindexError

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner

Task: TypeAlias = "Item | Choice"
_T = TypeVar("_T")
_R = TypeVar("_R")
CHUNK = 16
"""Questions that a worker gets at a time."""
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


def wanted(
    tasks: Iterable[Task], below: float, settings: Settings, workers: Place, seconds: float
) -> list[Query]:
    """Find the questions for which rules are wanted, in the order of the tasks, each once.

    A question whose worker is lost wants none: the work itself will say what is wrong with it.

    Args:
        tasks: the questions.
        below: confidence of an answer by knowledge below which rules are wanted, too.
        settings: what the workers' reasoners are made of.
        workers: how many processes.
        seconds: what a question may take.

    Raises:
        ModelError, KnowledgeError, SolveError: the workers cannot start.
    """
    source = iter(tasks)
    chunks = iter(lambda: tuple(islice(source, CHUNK)), ())
    plain = replace(settings, asks=Noting(below), explain=False)
    limits = Limits(seconds=seconds * CHUNK)
    found: dict[str, Query] = {}
    for result in in_order(chunks, _undecided, plain, workers=workers, limits=limits):
        for query in () if isinstance(result, Lost) else result:
            found.setdefault(digest_of(query), query)
    return list(found.values())


@dataclass(frozen=True, slots=True)
class Noting:
    """Makes, in a worker, what only notes the questions that want rules."""

    below: float

    def __call__(self) -> Notes:
        """Begin with none."""
        return Notes(self.below)


class Notes(Asking):
    """Notes questions that want rules, and gives none for them.

    Args:
        below: confidence of an answer by knowledge below which rules are wanted, too; ``None``: they never are.
        judges: whether statements of rules that spoke are noted, too.
    """

    def __init__(self, below: float | None, *, judges: bool = False) -> None:
        self.below = below or 0.0
        self._asks, self._judges = below is not None, judges
        self.judging = None
        self.missing: dict[str, Query] = {}
        self.statements: dict[str, str] = {}
        """Statements to be judged, with the rule that says each."""

    @property
    def noted(self) -> list[Query]:
        """The questions that want rules, each once, in the order in which they came."""
        return list(self.missing.values())

    @property
    def judges(self) -> bool:
        """Whether statements are noted."""
        return self._judges

    def wants(self, answer: Answer) -> bool:
        """Tell whether rules are wanted."""
        return self._asks and super().wants(answer)

    def left_out(self, statements: Mapping[str, str]) -> Mapping[str, str]:
        """Note the statements, and leave out nothing."""
        self.statements.update(statements)
        return {}

    def rules_for(self, query: Query) -> None:
        """Note the question."""
        self.missing.setdefault(digest_of(query), query)


def _undecided(reasoner: Reasoner, tasks: Sequence[Task]) -> list[Query]:
    """Answer questions and give those that want rules (the job of a worker)."""
    notes = reasoner.asks
    assert isinstance(notes, Notes)
    notes.missing.clear()
    answer_for_what_is_asked(reasoner, tasks)
    return notes.noted


def answer_for_what_is_asked(reasoner: Reasoner, tasks: Sequence[Task]) -> None:
    """Answer questions for the sake of what their answering asks for."""
    for _ in reasoner.solve_many([task for task in tasks if isinstance(task, Item)]):
        pass
    for task in tasks:
        if isinstance(task, Choice):
            reasoner.choose(task)


def ask_all(queries: Sequence[Query], asking: Asking, *, show: bool = True) -> Summary:
    """Ask for rules for questions, some at a time; each reply is kept as soon as it is there.

    An interruption loses what is under way, nothing else. After :data:`MOST_FAILURES` failures one after another, or
    one that will not pass, the rest is left.

    Raises:
        InputError: the file cannot be written.
    """
    with Progress(0, show=show) as bar:
        held = f"another process asks into {asking.file.path}; waiting for it"
        if asking.source is None:
            known = sum(asking.known(query) is not None for query in queries)
            return Summary(len(queries), known, left=len(queries) - known)
        with asking.file.locked(lambda: bar.note(held)):
            new = [query for query in queries if asking.known(query) is None]
            source = asking.source

            def work_on(query: Query) -> Asked:
                return asking.ask(query, lambda request: one_reply(source, request))

            most = len(new) if asking.left is None else min(len(new), asking.left)
            bar.total = most
            done = Summary(len(queries), len(queries) - len(new))
            row = 0
            for outcome in bar.over(in_threads(new[:most], work_on, source)):
                if isinstance(outcome, Asked):
                    asking.keep(outcome)
                    row = 0
                    good = len(outcome.accepted)
                    done = replace(
                        done,
                        asked=done.asked + 1,
                        sentences=done.sentences + good,
                        refused=done.refused + len(outcome.sentences) - good,
                        tokens=done.tokens + outcome.tokens,
                    )
                    continue
                row += 1
                done = replace(done, failed=done.failed + 1, why=str(outcome))
                lasting = isinstance(outcome, SourceError) and not outcome.again
                if row >= MOST_FAILURES or lasting:
                    break
    return replace(done, left=len(new) - done.asked - done.failed)


def in_threads(
    tasks: Sequence[_T], work_on: Callable[[_T], _R], source: Source
) -> Iterator[_R | CoindexError]:
    """Send what a source is asked in threads; give the outcomes as they come.

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

    threads = [
        threading.Thread(target=work, daemon=True)
        for _ in range(max(1, min(source.at_once, len(tasks))))
    ]
    for thread in threads:
        thread.start()
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


def one_reply(source: Source, request: Request) -> Reply:
    """Send one request."""
    return next(iter(source.ask([request])))
