"""A stub reasoner, for tests of the code around it.

``python -m tests.harness.contest.stubs IN.xml DIR`` runs a contest with it, slowly.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from coindex.harness.contest.run import Task, answer_problem, run
from coindex.reasoner.answer import Answer, FiredRule, Reading
from coindex.reasoner.item import Item
from coindex.reasoner.jobs.workers import Settings

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner


class StubReasoner:
    """Answers at once, by a rule that looks at the text's length only."""

    def solve_together(self, items: Sequence[Item], *, explain: bool = False) -> list[Answer]:
        assert len({item.text for item in items}) == 1
        return list(self.solve_many(items))

    def solve_many(self, items: Iterable[Item], *, explain: bool = False) -> Iterator[Answer]:
        for item in items:
            assert 0 <= item.pron_start < item.pron_end <= len(item.text)
            assert len(item.candidates) >= 2
            assert all(item.candidates)
            chosen = len(item.text) % len(item.candidates)
            rule = FiredRule("length", "axioms/length.lp", 3, "the text is so long", 5, "stub")
            readings = tuple(
                Reading(i, text, None, int(i != chosen), {"knowledge": int(i != chosen)}, (rule,))
                for i, text in enumerate(item.candidates)
            )
            yield Answer(
                text=item.text,
                pronoun=item.text[item.pron_start : item.pron_end],
                start=item.pron_start,
                end=item.pron_end,
                candidates=item.candidates,
                answer=chosen,
                decided_by="knowledge",
                confidence=0.75,
                readings=readings,
            )


@dataclass(frozen=True, slots=True)
class StubSettings(Settings):
    """Workers with such a reasoner."""

    def reasoner(self) -> Reasoner:
        return cast("Reasoner", StubReasoner())


def failing(reasoner: Reasoner, task: Task) -> Any:
    """Lose problems in all the ways there are; the numbers say which."""
    problem = task.problem
    if problem.number == 1:
        time.sleep(60)
    if problem.number == 2:
        sys.exit(3)
    if problem.number == 3:
        raise RuntimeError("no luck")
    if problem.number == 4:
        raise MemoryError
    return answer_problem(reasoner, task)


def slow(reasoner: Reasoner, task: Task) -> str:
    """Take long enough to be killed in the middle."""
    time.sleep(0.02 + 0.02 * (task.problem.number % 3))
    return answer_problem(reasoner, task)


if __name__ == "__main__":
    from tests.harness.contest import stubs  # the workers must find the functions under this name

    run(sys.argv[1], "T", sys.argv[2], stubs.StubSettings(explain=True), workers=2, job=stubs.slow)
