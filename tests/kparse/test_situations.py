"""Situations of a graph, and how they are joined."""

from __future__ import annotations

import pytest

from kparse.graph import SemanticGraph
from kparse.mentions.situations import Joint, Situation, joined, joints, participants, situation
from kparse.notation.penman import decode

GRAPH = """
(d1 / text
   :snt1 (e1 / lend
      :subj (x1 / Ann :num sg :proper +)
      :iobj (p1 / he :num sg :gender masc :person 3)
      :obj (x2 / coat :num sg
         :poss p2
         :mod (m1 / warm))
      :link.because (e2 / want
         :subj (p2 / she :num sg :gender fem :person 3)
         :comp (e3 / help :polarity - :modal could
            :subj p2
            :obj (p3 / he :num sg :gender masc :person 3)))))
"""


@pytest.fixture
def graph() -> SemanticGraph:
    return decode(GRAPH)


def test_participants_and_their_owners(graph: SemanticGraph) -> None:
    assert list(participants(graph, "e1")) == [
        ("subj", "x1"),
        ("iobj", "p1"),
        ("obj", "x2"),
        ("obj.poss", "p2"),
    ]


def test_a_situation_has_names_from_specific_to_general(graph: SemanticGraph) -> None:
    assert situation(graph, graph.nodes["e1"]).keys == ("lend coat", "lend")
    assert situation(graph, graph.nodes["e2"]).keys == ("want help", "want")
    assert situation(graph, graph.nodes["e3"]) == Situation("help", denied=True, able=True)
    assert situation(graph, graph.nodes["e3"]).keys == ("can help-", "help-")


def test_joints_are_connectives_and_complements(graph: SemanticGraph) -> None:
    assert list(joints(graph)) == [Joint("because", "e1", "e2"), Joint("comp", "e2", "e3")]


def test_situations_are_joined_through_those_that_embed_them(graph: SemanticGraph) -> None:
    assert list(joined(graph, "e1", "e3")) == [Joint("because", "e1", "e3")]
    assert list(joined(graph, "e3", "e1")) == [Joint("because", "e1", "e3")]
    assert list(joined(decode("(d1 / text :snt1 (e1 / run) :snt2 (e2 / fall))"), "e1", "e2")) == []


def test_the_default_of_an_open_attachment_is_a_joint() -> None:
    graph = decode(
        "(d1 / text :snt1 (e1 / say :comp (e2 / leave :link.because?1! (s1 / late)) :link.because?1 s1))"
    )
    assert Joint("because", "e2", "s1") in list(joints(graph))
    assert Joint("because", "e1", "s1") not in list(joints(graph))
