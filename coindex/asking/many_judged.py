"""Statements of many questions: find those that nobody has judged, in worker processes; have them judged from here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from coindex.asking.asked_file import digest_of
from coindex.asking.asking import Asking
from coindex.asking.judged import Judged
from coindex.asking.judging import Judging, together
from coindex.asking.many import (
    CHUNK,
    MOST_FAILURES,
    Task,
    answer_for_what_is_asked,
    in_threads,
    one_reply,
)
from coindex.asking.source import SourceError
from coindex.files.progress import Progress
from coindex.reasoner.asks import AsksFactory, Query
from coindex.reasoner.jobs.executor import Place, in_order
from coindex.reasoner.jobs.workers import Limits, Lost, Settings

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner


@dataclass(frozen=True, slots=True)
class Lacking:
    """What answers to some questions lack in a file."""

    queries: tuple[Query, ...] = ()
    """The questions that want rules."""
    statements: tuple[tuple[str, str], ...] = ()
    """The statements that nobody has judged, with the rule that says each."""


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


def lacking(
    tasks: Iterable[Task], asks: AsksFactory, settings: Settings, workers: Place, seconds: float
) -> Lacking:
    """Answer questions by a file alone, and find what is not in it, in the order of the tasks.

    Args:
        tasks: the questions.
        asks: makes what has the file, or what only notes what is wanted.
        settings: what the workers' reasoners are made of.
        workers: how many processes.
        seconds: what a question may take.

    Raises:
        ModelError, KnowledgeError, SolveError: the workers cannot start.
    """
    source = iter(tasks)
    chunks = iter(lambda: tuple(islice(source, CHUNK)), ())
    plain = replace(settings, asks=asks, explain=False)
    limits = Limits(seconds=seconds * CHUNK)
    return joined(in_order(chunks, _missing, plain, workers=workers, limits=limits))


def joined(results: Iterable[Lacking | Lost]) -> Lacking:
    """Put together what workers have found to lack, each once; a lost one lacks nothing."""
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


def _missing(reasoner: Reasoner, tasks: Sequence[Task]) -> Lacking:
    """Answer questions and give what was missing (the job of a worker)."""
    return lacking_for(reasoner, lambda: answer_for_what_is_asked(reasoner, tasks))


def lacking_for(reasoner: Reasoner, work: Callable[[], object]) -> Lacking:
    """Do what makes a reasoner ask, and give what it did not get."""
    asking = reasoner.asks
    assert isinstance(asking, Asking)
    judged = {} if asking.judging is None else asking.judging.missing
    asking.missing.clear()
    judged.clear()
    work()
    return Lacking(tuple(asking.missing.values()), tuple(judged.items()))


def judge_all(
    statements: Sequence[tuple[str, str]], judging: Judging, *, show: bool = True
) -> Judgements:
    """Have statements judged, some in a request; each reply is kept as soon as it is there.

    Raises:
        InputError: the file cannot be written.
    """
    source = judging.source
    if source is None:
        return Judgements(left=len(statements))
    with Progress(0, show=show) as bar:
        held = f"another process asks into {judging.file.path}; waiting for it"
        with judging.file.locked(lambda: bar.note(held)):
            new = judging.unknown(dict(statements))
            requests = list(together(new))
            most = len(requests) if judging.left is None else min(len(requests), judging.left)
            bar.total = most
            done = Judgements(len(statements) - len(new), left=len(new))

            def work_on(some: dict[str, str]) -> list[Judged]:
                return judging.judge(some, lambda request: one_reply(source, request))

            row = 0
            for outcome in bar.over(in_threads(requests[:most], work_on, source)):
                if isinstance(outcome, list):
                    judging.keep(outcome)
                    row = 0
                    done = replace(
                        done,
                        judged=done.judged + len(outcome),
                        dropped=done.dropped + sum(map(judging.drops, outcome)),
                        left=done.left - len(outcome),
                        tokens=done.tokens + sum(one.tokens for one in outcome),
                    )
                    continue
                row += 1
                done = replace(done, why=str(outcome))
                lasting = isinstance(outcome, SourceError) and not outcome.again
                if row >= MOST_FAILURES or lasting:
                    break
    return done
