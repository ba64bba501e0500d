"""Paraphrases of examples by synonyms."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex.files.shipped import KNOWLEDGE
from coindex.reasoner import Reasoner
from coindex.reasoner.authoring.paraphrases import paraphrases
from coindex.reasoner.authoring.watch import Watcher
from coindex.reasoner.item import Item
from kparse.semantics.build import parse_text

pytestmark = pytest.mark.model


def asked(text: str, *candidates: str) -> list[Item]:
    at = text.index("[")
    plain = text.replace("[", "").replace("]", "")
    item = Item("x", plain, at, text.index("]") - 1, candidates)
    return paraphrases(parse_text(Reasoner().nlp, plain), item, 20)


LAZY = (
    "The clerk annoyed the tired porter because [he] was lazy.",
    "The clerk",
    "the tired porter",
)


def test_one_word_is_replaced_in_its_form_and_the_pronoun_stays() -> None:
    found = asked(*LAZY)
    texts = [item.text for item in found]
    assert any(text.startswith("The clerk bothered the tired porter") for text in texts)
    assert all("the tired porter because he was" in text for text in texts)  # (as candidates are)
    assert {item.text[item.pron_start : item.pron_end] for item in found} == {"he"}
    assert texts == [item.text for item in asked(*LAZY)]


def test_articles_follow_and_vague_verbs_stay() -> None:
    assert asked("Ann gave Bea a thing because [she] went.", "Ann", "Bea") == []
    for item in asked("Ann saw a big dog because [she] looked.", "Ann", "a dog"):
        assert " a e" not in item.text
        assert " a i" not in item.text


def test_a_watcher_asks_them(tmp_path: Path) -> None:
    my = tmp_path / "my"
    (my / "sentences").mkdir(parents=True)
    (my / "sentences" / "own.txt").write_text("Person1 blicks person2 because person2 is tired.\n")
    (my / "examples.txt").write_text(
        "knowledge: The miller blicked the cooper because [he] was tired. = the cooper | The miller\n"
    )
    watcher = Watcher(KNOWLEDGE, extra=[my], examples=[my / "examples.txt"])
    try:
        result = watcher.step()
        assert result is not None
        assert result.finding is None
        found = list(watcher.paraphrased(result.example))
        assert found
        assert all(one.item.text != result.example.item.text for one in found)
        assert all(isinstance(one.is_reached, bool) for one in found)
    finally:
        watcher.close()
