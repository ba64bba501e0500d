"""What a text says of a participant, as it is said of many."""

from __future__ import annotations

import pytest

from coindex.reasoner.english import OwnWords
from coindex.reasoner.running.own_words import own_words
from kparse.graph import Node
from kparse.notation.penman import decode


def graph_of(text: str, notation: str) -> object:
    """A graph with the words of a text."""
    words, at = [], 0
    for word in text.split():
        words.append(f"{at}-{at + len(word)}")
        at += len(word) + 1
    head = f"# ::snt {text}\n# ::tok {text}\n# ::spans {' '.join(words)}\n"
    return decode(f"{head}(d1 / text :kind text :snt1 {notation})")


def people(node: Node) -> str:
    """Call names people, and nothing else."""
    return "people" if node.attrs.get("proper") == "+" else ""


def said(text: str, notation: str, situation: str, one: str) -> OwnWords | None:
    """What a text says of one of its mentions."""
    return own_words(graph_of(text, notation), situation, [one], people)  # type: ignore[arg-type]


KICK = """(e1 / give_kick~3,6 :kind event :voice pass :iobj (x1 / striker~1 :kind entity :def def)
    :mod (m1 / free~5 :kind property))"""
RAT = """(e1 / rat_out~1,2 :kind event :subj (x1 / Sophie~0 :kind entity :proper +)
    :obj (x2 / Lily~3 :kind entity :proper +) :obl.to (x3 / dean~6 :kind entity :def def))"""
MOCK = """(e1 / mock~1 :kind event :subj (x1 / Brett~0 :kind entity :proper +)
    :obj (x2 / stutter~3 :kind entity :poss (p1 / he~2 :kind pronoun :case poss)))"""
LIFT = """(e1 / lift~3 :kind event :modal could :polarity - :subj (x1 / Ann~0 :kind entity :proper +)
    :obj (x2 / crate~5 :kind entity :def def :num sg))"""
WANT = """(e1 / want~1 :kind event :subj (x1 / Ann~0 :kind entity :proper +)
    :comp (e2 / grab~3 :kind event :form inf :subj x1 :obj (x2 / land~5 :kind entity
        :mod (m1 / new~4 :kind property))))"""


@pytest.mark.parametrize(
    ("text", "notation", "situation", "one", "words"),
    [
        ("The striker was given a free kick", KICK, "e1", "x1", "are given a free kick"),
        ("Sophie ratted out Lily to the dean", RAT, "e1", "x1", "rat out others"),
        ("Sophie ratted out Lily to the dean", RAT, "e1", "x2", "are ratted out"),
        ("Brett mocked his stutter", MOCK, "e1", "p1", "have their stutter mocked"),
        ("Ann could not lift the crate", LIFT, "e1", "x1", "cannot lift something"),
        ("Ann could not lift the crate", LIFT, "flip(e1)", "x2", "can be lifted"),
        ("Ann wanted to grab new land", WANT, "e1", "x1", "want to grab new land"),
    ],
)
def test_its_words(text: str, notation: str, situation: str, one: str, words: str) -> None:
    found = said(text, notation, situation, one)
    assert found is not None
    assert found.present == words


def test_nothing_of_one_that_takes_no_part() -> None:
    assert said("Sophie ratted out Lily to the dean", RAT, "e1", "x9") is None


def test_nothing_of_what_the_text_may_deny() -> None:
    refuse = WANT.replace("want~1", "refuse~1")
    assert said("Ann refused to grab new land", refuse, "e2", "x1") is None
