"""Many questions: find in worker processes what their answers want, rules or judgements on statements of rules.

Workers never wait for a model, so that no limit of time strikes them. What was asked (:mod:`coindex.asking.sending`) is
in the file before the work that uses it begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias

from coindex.asking.asked_file import digest_of
from coindex.asking.asking import Asking
from coindex.asking.sending import Summary, ask_all
from coindex.reasoner.answer import Answer
from coindex.reasoner.asks import AsksFactory, Query
from coindex.reasoner.item import Item
from coindex.reasoner.jobs.executor import Place, in_order
from coindex.reasoner.jobs.long_texts import RECYCLE, Section
from coindex.reasoner.jobs.workers import Limits, Lost, Settings
from coindex.reasoner.solving.choice import Choice

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner

Task: TypeAlias = "Item | Choice"
CHUNK = 16
"""Questions that a worker gets at a time."""
ROUNDS = 3
"""How often a running text is read at most to find questions."""


@dataclass(frozen=True, slots=True)
class Lacking:
    """What answers to some questions lack in a file."""

    queries: tuple[Query, ...] = ()
    """The questions that want rules."""
    statements: tuple[tuple[str, str], ...] = ()
    """The statements that nobody has judged, with the rule that says each."""


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


def noting(below: float) -> AsksFactory:
    """Give what makes, in a worker, what only notes the questions that want rules (see :class:`Notes`)."""
    return partial(Notes, below)


def lacking(
    tasks: Iterable[Task], asks: AsksFactory, settings: Settings, workers: Place, seconds: float
) -> Lacking:
    """Find what the answers to questions lack: rules that are wanted and not known, and judgements; in their order.

    A question whose worker is lost lacks nothing: the work itself will say what is wrong with it.

    Args:
        tasks: the questions.
        asks: makes what has the file, or what only notes what is wanted (:func:`noting`).
        settings: what the workers' reasoners are made of.
        workers: how many processes.
        seconds: what a question may take.

    Raises:
        ModelError, KnowledgeError, SolveError: the workers cannot start.
    """
    source = iter(tasks)
    chunks = iter(lambda: tuple(islice(source, CHUNK)), ())
    noted = replace(settings, asks=asks, explain=False)
    limits = Limits(seconds=seconds * CHUNK)
    return _joined(in_order(chunks, _in_chunk, noted, workers=workers, limits=limits))


def lacking_in(
    parts: Iterable[Section], asks: AsksFactory, settings: Settings, workers: Place, limit: float
) -> Lacking:
    """Do what :func:`lacking` does for the sections of a running text, each of which may take ``limit`` seconds."""
    limits = Limits(seconds=limit, recycle=RECYCLE)
    noted = replace(settings, asks=asks, explain=False)
    return _joined(in_order(parts, _in_section, noted, workers=workers, limits=limits))


def ask_about(
    asking: Asking, find: Callable[[AsksFactory], Lacking], *, show: bool = True
) -> Summary:
    """Ask for the rules that the pronouns of a running text want.

    What a pronoun stands for decides how later ones are asked about. So the text is read again after its questions have
    been asked, until no new question comes up, at most :data:`ROUNDS` times.

    Args:
        asking: whom to ask (see :func:`coindex.asking.sending.ask_all`).
        find: finds what the text lacks (:func:`lacking_in`).
        show: whether to show progress.
    """
    total = Summary()
    for _ in range(ROUNDS):
        done = ask_all(find(asking.replayed()).queries, asking, show=show)
        total += done
        if not done.asked or done.left or done.failed:
            break
    return total


def _joined(results: Iterable[Lacking | Lost]) -> Lacking:
    """Put together what workers have found to lack, each once."""
    queries: dict[str, Query] = {}
    statements: dict[str, str] = {}
    for result in results:
        if isinstance(result, Lost):
            continue
        for query in result.queries:
            queries.setdefault(digest_of(query), query)
        for statement, rule in result.statements:
            statements.setdefault(statement, rule)
    return Lacking(tuple(queries.values()), tuple(statements.items()))


def _in_chunk(reasoner: Reasoner, tasks: Sequence[Task]) -> Lacking:
    """Answer questions and give what was missing (the job of a worker)."""

    def answer() -> None:
        for _ in reasoner.solve_many([task for task in tasks if isinstance(task, Item)]):
            pass
        for task in tasks:
            if isinstance(task, Choice):
                reasoner.choose(task)

    return _lacking_for(reasoner, answer)


def _in_section(reasoner: Reasoner, section: Section) -> Lacking:
    """Read a section and give what its answers lack (the job of a worker)."""
    from coindex.reasoner.documents.resolve import resolve

    begin = section.start - section.offset
    return _lacking_for(reasoner, lambda: resolve(section.text, reasoner=reasoner, begin=begin))


def _lacking_for(reasoner: Reasoner, work: Callable[[], object]) -> Lacking:
    """Do what makes a reasoner ask, and give what it did not get."""
    asking = reasoner.asks
    assert isinstance(asking, Asking)
    judged = {} if asking.judging is None else asking.judging.missing
    asking.missing.clear()
    judged.clear()
    work()
    return Lacking(tuple(asking.missing.values()), tuple(judged.items()))
