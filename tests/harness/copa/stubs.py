"""A stub reasoner; ``python -m tests.harness.copa.stubs IN.jsonl OUT`` answers questions with it."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from coindex.harness.copa.answering import Task, answer_task, run
from coindex.harness.questions.copa import read_copa
from coindex.reasoner.answer import Answer, FiredRule, Reading
from coindex.reasoner.jobs.workers import Settings
from coindex.reasoner.solving.choice import Choice

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner


class StubReasoner:
    """Answers at once, by a rule that looks at the premise's length only."""

    def choose(self, choice: Choice, *, explain: bool = False) -> Answer:
        if explain and choice.premise.startswith("Untold"):
            raise RuntimeError("this cannot be explained")
        chosen = len(choice.premise) % 2
        rule = FiredRule("length", "axioms/length.lp", 3, "the premise is so long", 5, "stub")
        readings = tuple(
            Reading(i, text, None, int(i != chosen), {"knowledge": int(i != chosen)}, (rule,))
            for i, text in enumerate(choice.alternatives)
        )
        return Answer(
            text=choice.premise,
            pronoun=f"the {choice.asks}",
            start=0,
            end=0,
            candidates=choice.alternatives,
            answer=chosen,
            decided_by="knowledge",
            confidence=0.75,
            readings=readings,
            timings={"parse": time.perf_counter()},
        )


@dataclass(frozen=True, slots=True)
class StubSettings(Settings):
    """Workers with such a reasoner."""

    def reasoner(self) -> Reasoner:
        return cast("Reasoner", StubReasoner())


def failing(reasoner: Reasoner, task: Task) -> Any:
    """Lose questions in all the ways there are; the ids say which."""
    if task.choice.id == "1":
        time.sleep(60)
    if task.choice.id == "2":
        sys.exit(3)
    if task.choice.id == "3":
        raise RuntimeError("no luck")
    if task.choice.id == "4":
        raise MemoryError
    return answer_task(reasoner, task)


def slow(reasoner: Reasoner, task: Task) -> str:
    """Take long enough to be killed in the middle."""
    time.sleep(0.02 + 0.02 * (len(task.choice.id) % 3))
    return answer_task(reasoner, task)


if __name__ == "__main__":
    from tests.harness.copa import stubs  # the workers must find the functions under this name

    run(
        [gold.choice for gold in read_copa(sys.argv[1])],
        sys.argv[2],
        stubs.StubSettings(),
        workers=2,
        job=stubs.slow,
    )
