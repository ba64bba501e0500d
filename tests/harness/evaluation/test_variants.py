"""Answers stay when nothing that matters changes: names, order, a sentence more, the connective, the tense."""

from __future__ import annotations

import pytest

from coindex.harness.evaluation.variants import counted, variants
from coindex.reasoner.item import Item
from coindex.reasoner.running.engine import Reasoner
from kparse.mentions.candidates import strip_brackets


def item(text: str, *candidates: str) -> Item:
    """A question about the word in brackets."""
    plain, [start] = strip_brackets(text)
    return Item("1", plain, start, text.index("]") - 1, candidates)


ITEMS = [
    item("The plumber fixed the pipe because [it] was leaking.", "the plumber", "the pipe"),
    item("Ruth thanked Clara because [she] had found the ring.", "Ruth", "Clara"),
    item("The nurse comforted the child because [she] was crying.", "The nurse", "the child"),
    item("Kurt envied Lars because [he] had won a new boat.", "Kurt", "Lars"),
    item("The thief ran from the guard because [he] was afraid.", "The thief", "the guard"),
    item("The pillow burst out of the sack because [it] was too thick.", "The pillow", "the sack"),
]
CHANGED = {
    "names": "Laura thanked Helen because she had found the ring.",
    "order": "Ruth thanked Clara because she had found the ring.",
    "since": "Ruth thanked Clara since she had found the ring.",
    "as": "Ruth thanked Clara as she had found the ring.",
    "tense": "Ruth thanks Clara because she has found the ring.",
}


@pytest.mark.parametrize("kind", CHANGED)
def test_variants_ask_about_the_same_pronoun(reasoner: Reasoner, kind: str) -> None:
    made = variants(reasoner)[kind](ITEMS[1])
    assert made is not None
    assert made.text == CHANGED[kind]
    assert made.text[made.pron_start : made.pron_end] == "she"


def test_there_is_not_always_a_variant(reasoner: Reasoner) -> None:
    kinds = variants(reasoner)
    assert kinds["names"](ITEMS[0]) is None
    assert kinds["since"](item("Ann left, so [she] was late.", "Ann", "Bea")) is None
    assert kinds["as"](item("As Ann left because [she] was ill.", "Ann", "Bea")) is None


@pytest.mark.parametrize("kind", ["names", "order", "before", "after", "since", "as", "tense"])
def test_answers_do_not_change(reasoner: Reasoner, kind: str) -> None:
    count = counted(reasoner, ITEMS, [kind])[kind]
    assert count.asked >= 2
    assert count.alike == count.asked, count.changed
