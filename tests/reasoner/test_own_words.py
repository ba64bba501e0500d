"""What a text says of a participant, as it is said of many."""

from __future__ import annotations

import pytest

from coindex.reasoner.english.classes import OwnWords
from coindex.reasoner.wording.own_words import own_words
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
LIFT = """(e1 / lift~3 :kind event :modal could :polarity - :subj (x1 / Ann~0 :kind entity :proper +)
    :obj (x2 / crate~5 :kind entity :def def :num sg))"""
WANT = """(e1 / want~1 :kind event :subj (x1 / Ann~0 :kind entity :proper +)
    :comp (e2 / grab~3 :kind event :form inf :subj x1 :obj (x2 / land~5 :kind entity
        :mod (m1 / new~4 :kind property))))"""

FED_UP = """(s1 / fed_up~2 :kind state :pos adj :subj (x1 / Ann~0 :kind entity :proper +)
    :obl.with (x2 / noise~7 :kind entity :num sg :def def :mod (m1 / loud~6 :kind property)))"""
COURT = """(e1 / take~1 :kind event :subj (x1 / Ann~0 :kind entity :proper +)
    :obj (x2 / Bob~2 :kind entity :proper +) :obl.to (x3 / court~4 :kind entity :num sg))"""
ROOM = """(e1 / leave~2 :kind event :modal can :subj (x1 / Ann~0 :kind entity :proper +)
    :obj (x2 / room~4 :kind entity :num sg :def def))"""
PHONE = """(e1 / steal~1 :kind event :subj (x1 / Ann~0 :kind entity :proper +)
    :obj (x2 / phone~4 :kind entity :num sg :poss (x3 / Bob~2 :kind entity :proper +)))"""
STOP = """(e1 / stop~3 :kind event :modal would :polarity - :subj (x1 / Ann~0 :kind entity :proper +)
    :comp (e2 / shout~4 :kind event :form ing :subj x1))"""
TALLER = """(s1 / tall~2 :kind state :pos adj :degree more :subj (x1 / Ann~0 :kind entity :proper +)
    :than (x2 / Bob~4 :kind entity :proper +))"""
KNOW = """(e1 / know~1 :kind event :subj (x1 / Ann~0 :kind entity :proper +)
    :comp (e2 / bake~4 :kind event :form inf :subj x1 :obj (x2 / bread~5 :kind entity)))"""
HIKE = """(e1 / walk~1 :kind event :subj (x1 / Ann~0 :kind entity :proper +)
    :obl.for (x2 / mile~6 :kind entity :num pl :def def :quant 2 :mod (m1 / last~4 :kind property)))"""
PUT = """(e1 / put~1 :kind event :subj (x1 / Ann~0 :kind entity :proper +)
    :obj (x2 / vase~3 :kind entity :num sg :def def) :obl.on (x3 / shelf~6 :kind entity :def def))"""


@pytest.mark.parametrize(
    ("text", "notation", "situation", "one", "words"),
    [
        ("The striker was given a free kick", KICK, "e1", "x1", "are given a free kick"),
        ("Sophie ratted out Lily to the dean", RAT, "e1", "x1", "rat out others"),
        ("Sophie ratted out Lily to the dean", RAT, "e1", "x2", "are ratted out"),
        ("Ann could not lift the crate", LIFT, "e1", "x1", "cannot lift a crate"),
        ("Ann could not lift the crate", LIFT, "contrary(e1)", "x2", "can be lifted"),
        ("Ann wanted to grab new land", WANT, "e1", "x1", "want to grab new land"),
        ("Ann was fed up with the loud noise", FED_UP, "s1", "x1", "are fed up with a loud noise"),
        ("Ann took Bob to court", COURT, "e1", "x1", "take others to court"),
        ("Ann took Bob to court", COURT, "e1", "x2", "are taken to court"),
        ("Ann can leave the room", ROOM, "e1", "x1", "can leave a room"),
        ("Ann stole Bob 's phone", PHONE, "e1", "x1", "steal a phone"),
        ("Ann walked for the last two miles", HIKE, "e1", "x1", "walk"),
        ("Ann put the vase on the shelf", PUT, "e1", "x2", "are put somewhere"),
        ("Ann would not stop shouting", STOP, "e1", "x1", "do not stop shouting"),
        ("Ann would not stop shouting", STOP, "e2", "x1", "do not stop shouting"),
        ("Ann is taller than Bob", TALLER, "s1", "x2", "are less tall"),
        ("Ann knows how to bake bread", KNOW, "e1", "x1", "know how to bake bread"),
    ],
)
def test_its_words(text: str, notation: str, situation: str, one: str, words: str) -> None:
    found = said(text, notation, situation, one)
    assert found is not None
    assert found.present == words


def test_nothing_of_one_that_takes_no_part() -> None:
    assert said("Sophie ratted out Lily to the dean", RAT, "e1", "x9") is None


def test_what_the_text_denies_is_told_as_denied() -> None:
    refuse = WANT.replace("want~1", "refuse~1")
    found = said("Ann refused to grab new land", refuse, "e2", "x1")
    assert found is not None
    assert found.present == "refuse to grab new land"
    assert said("Ann refused to grab new land", refuse, "contrary(e2)", "x1") is None
