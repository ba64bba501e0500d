"""Mentions of one referent are one candidate, and each is paired with every other."""

from __future__ import annotations

import pytest

from kparse.graph import SemanticGraph
from kparse.mentions.candidates import find_questions
from kparse.mentions.same_mentions import same_mentions
from kparse.notation.penman import decode


def graph_of(text: str, notation: str) -> SemanticGraph:
    """Read a graph and add the tokens of its text, which has blanks between them."""
    graph = decode(f"# ::snt {text}\n{notation}")
    place, spans = 0, []
    for word in text.split(" "):
        spans.append(f"{place}-{place + len(word)}")
        place += len(word) + 1
    graph.metadata |= {"tok": text, "spans": " ".join(spans)}
    return graph


SISTERS = graph_of(
    "Eve and Ann were sisters . Eve sang and Ann danced . Then Ann saw her .",
    """(d1 / text
   :snt1 (s1 / sister~4 :kind state :pos noun
      :subj (g1 / and~1 :kind group :num pl
         :op (x1 / Eve~0 :num sg :proper +)
         :op (x2 / Ann~2 :num sg :proper +)))
   :snt2 (e1 / sing~7 :subj (x3 / Eve~6 :num sg :proper +)
      :link.and (e2 / dance~10 :subj (x4 / Ann~9 :num sg :proper +)))
   :snt3 (e3 / see~14 :subj (x5 / Ann~13 :num sg :proper +)
      :obj (p1 / she~15 :kind pronoun :num sg :gender fem :person 3)))""",
)
DOGS = graph_of(
    "An old dog met a dog . The old dog barked , and the other dog ran , as it was old .",
    """(d1 / text
   :snt1 (e1 / meet~3
      :subj (x1 / dog~2 :num sg :def indef :mod (m1 / old~1))
      :obj (x2 / dog~5 :num sg :def indef))
   :snt2 (e2 / bark~10 :subj (x3 / dog~9 :num sg :def def :mod (m2 / old~8))
      :link.and (e3 / run~15 :subj (x4 / dog~14 :num sg :def def :mod (m3 / other~13))
         :link.as (s1 / old~19 :pos adj
            :subj (p1 / it~17 :kind pronoun :num sg :gender neut :person 3)))))""",
)
DOCTOR = graph_of(
    "Ann , a doctor , met Eve because she was ill .",
    """(d1 / text
   :snt1 (e1 / meet~5
      :subj (x1 / Ann~0 :num sg :proper + :appos (x2 / doctor~3 :num sg :def indef))
      :obj (x3 / Eve~6 :num sg :proper +)
      :link.because (s1 / ill~10 :pos adj
         :subj (p1 / she~8 :kind pronoun :num sg :gender fem :person 3))))""",
)


def test_every_two_mentions_are_a_pair() -> None:
    found = list(same_mentions(SISTERS))
    assert found == [("x1", "x3"), ("x2", "x4"), ("x2", "x5"), ("x4", "x5")]
    assert list(same_mentions(DOGS)) == [("x1", "x3")]
    assert list(same_mentions(DOCTOR)) == [("x1", "x2")]


@pytest.mark.parametrize(
    ("graph", "wanted"),
    [
        (
            SISTERS,
            ["x3"],
        ),  # the last Eve; not Ann, because one mention of her is the subject of "see"
        (DOGS, ["x3", "x2", "x4"]),
        (DOCTOR, ["x1", "x3"]),
    ],
)
def test_one_candidate_for_each_referent(graph: SemanticGraph, wanted: list[str]) -> None:
    (question,) = find_questions(graph, pronoun="her" if graph is SISTERS else None)
    assert [c.node for c in question.candidates] == wanted
