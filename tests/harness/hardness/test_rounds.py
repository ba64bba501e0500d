"""Rounds over samples of sentences."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from coindex.harness.hardness.rounds import Plan, course
from coindex.mining.querying.query import Conclusion, Tried


@dataclass
class Pool:
    """Lines of a query."""

    query: Any
    start: int
    end: int


@dataclass
class Ground:
    """Answers by a function of number and seed."""

    found: int
    answer: Any
    calls: list[tuple[int, int]] = field(default_factory=list)

    @property
    def asked(self) -> Any:
        class Asked:
            candidates = ("a", "b")

        return Asked

    @property
    def pools(self) -> list[Pool]:
        class Query:
            name = "both predicates"

        return [Pool(Query, 0, self.found)]

    def load(self) -> None:
        self.calls.clear()

    def conclude(self, sentences: int, seed: int) -> Conclusion:
        self.calls.append((sentences, seed))
        answer = self.answer(sentences, seed)
        scores = (1.0, 0.0) if answer == 0 else (0.0, 1.0) if answer == 1 else (0.0, 0.0)
        used = min(sentences, self.found)
        tried = (Tried("both predicates", "x", self.found, used),)
        return Conclusion(("a", "b"), answer, scores, (), tried, used)


def test_votes_are_counted_by_halves() -> None:
    ground = Ground(1000, lambda _, seed: (0, 1, None, 0)[seed % 4])
    made = course(ground, Plan((10,), 8, seed=1))  # type: ignore[arg-type]
    [votes] = made.votes
    assert sum(votes.even) == sum(votes.odd) == 4
    assert sorted(votes.all) == [2, 2, 4]
    assert votes.label == 0
    assert votes.answered == 0.75
    assert votes.margins == (0.25, -0.25)
    assert votes.used == 10
    assert [(f.query, f.sentences) for f in made.found] == [("both predicates", 1000)]


def test_no_two_rounds_share_a_seed() -> None:
    ground = Ground(10**6, lambda *_: 0)
    course(ground, Plan((10, 20, 50), 40, seed=3))  # type: ignore[arg-type]
    seeds = [seed for _, seed in ground.calls]
    assert len(set(seeds)) == len(seeds) == 120
    course(ground, Plan((10, 20, 50), 40, seed=4))  # type: ignore[arg-type]
    assert not set(seeds) & {seed for _, seed in ground.calls}


def test_a_round_that_took_all_is_made_once() -> None:
    ground = Ground(15, lambda *_: 1)
    made = course(ground, Plan((10, 20), 30, seed=1))  # type: ignore[arg-type]
    assert [size for size, _ in ground.calls] == [10] * 30 + [20]
    assert [votes.all for votes in made.votes] == [(0, 30, 0)] * 2
