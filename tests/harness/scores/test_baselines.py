"""Baselines on graphs written by hand."""

from __future__ import annotations

import pytest

from coindex.harness.scores.baselines import baselines
from coindex.reasoner.answer import Answer, Reading
from kparse.notation.penman import decode

GRAPH = """# ::snt When Ivo had fed the old cat, Eva brushed it.
# ::tok When Ivo had fed the old cat , Eva brushed it .
# ::spans 0-4 5-8 9-12 13-16 17-20 21-24 25-28 28-29 30-33 34-41 42-44 44-45
(d1 / text
   :snt1 (e2 / brush~9 :form fin
      :subj (x4 / Eva~8 :proper +)
      :obj (p1 / it~10)
      :link.when (e1 / feed~3 :form fin
         :subj (x1 / Ivo~1 :proper +)
         :obj (x2 / cat~6))))
"""


def answer(*candidates: tuple[str, str | None], start: int = 42) -> Answer:
    readings = tuple(Reading(i, c, node, 0, {}) for i, (c, node) in enumerate(candidates))
    names = tuple(c for c, _ in candidates)
    return Answer(
        decode(GRAPH).metadata["snt"], "it", start, start + 2, names, 0, "tie", 0.5, readings
    )


@pytest.mark.parametrize(
    ("candidates", "recency", "parallelism", "subject"),
    [
        ((("Ivo", "x1"), ("the cat", "x2")), 1, 1, 0),
        ((("the cat", "x2"), ("Ivo", "x1"), ("Eva", "x4")), 2, 0, 1),
        ((("Eva", "x4"), ("the old cat", "x2")), 0, 1, None),
        ((("Zoe", None), ("Max", None)), None, None, None),
    ],
)
def test_baselines(
    candidates: tuple[tuple[str, str | None], ...],
    recency: int | None,
    parallelism: int | None,
    subject: int | None,
) -> None:
    found = baselines(answer(*candidates), decode(GRAPH))
    assert found == {"first": 0, "recency": recency, "parallelism": parallelism, "subject": subject}


def test_what_comes_after_the_pronoun_is_not_before_it() -> None:
    found = baselines(answer(("Eva", "x4"), ("Ivo", "x1"), start=10), decode(GRAPH))
    assert (found["recency"], found["parallelism"]) == (1, None)


def test_without_a_graph_there_is_the_first() -> None:
    found = baselines(answer(("Ivo", "x1"), ("the cat", "x2")), None)
    assert found == {"first": 0, "recency": None, "parallelism": None, "subject": None}


def test_members_of_a_coordination() -> None:
    graph = decode(
        """# ::snt Ann and Bea met him.
# ::spans 0-3 4-7 8-11 12-15 16-19 19-20
(d1 / text :snt1 (e1 / meet~3 :form fin :subj (g1 / and~1 :op (x1 / Ann~0) :op (x2 / Bea~2)) :obj (p1 / he~4)))"""
    )
    both = Answer(
        graph.metadata["snt"], "him", 16, 19, ("Ann", "Bea"), 0, "tie", 0.5,
        (Reading(0, "Ann", "x1", 0, {}), Reading(1, "Bea", "x2", 0, {})),
    )  # fmt: skip
    assert baselines(both, graph)["subject"] is None  # both are
