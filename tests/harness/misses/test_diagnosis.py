"""Each class of misses, on questions about a small world of which we know what is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from coindex.harness.evaluation.answering import answer_chunk
from coindex.harness.misses import diagnosis as misses
from coindex.harness.misses.diagnosis import CLASSES
from coindex.harness.questions.sources import Entry, tags_of
from coindex.harness.scores.run import RunItem
from coindex.reasoner.item import Item
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.solving.choice import Choice
from kparse.mentions.candidates import strip_brackets


def entry(text: str, candidates: str, gold: int | None) -> Entry:
    text, offsets = strip_brackets(text)
    end = next(i for i in range(offsets[0], len(text)) if not text[i].isalpha())
    item = Item("1", text, offsets[0], end, tuple(candidates.split("|")))
    return Entry("s", "1", "p", "tune", tags_of(item), item, gold)


def answered(reasoner: Reasoner, asked: Entry) -> RunItem:
    [item] = answer_chunk(reasoner, [asked])
    return item


@pytest.mark.parametrize(
    ("text", "gold", "kind", "about"),
    [
        ("Max kicked Ivo because [he] was glum.", 1, "row", "glum"),
        ("Max drubbed Ivo because [he] was sore.", 1, "row", "drub"),
        ("Max kicked Ivo because [he] hummed.", 1, "row", "hum (subj)"),
        ("Max kicked Ivo because [he] was tall.", 1, "axiom", "strike because tall"),
        ("Max kicked Ivo because [he] was fond.", 1, "preference", "fondness"),
        ("Max kicked Ivo because [he] was angry.", 1, "outweighed", "anger"),
        ("Max kicked Ivo because [he] was upset.", 1, "both", "anger"),
        ("Max kicked Ivo. It rained. Nobody came. [He] was tall.", 1, "link", "next"),
        ("Max kicked Ivo because [he] was sore.", 2, "parse", "candidate"),
    ],
)
def test_classes(kicking: Reasoner, text: str, gold: int, kind: str, about: str) -> None:
    item = answered(kicking, entry(text, "Max|Ivo|Zoe" if gold == 2 else "Max|Ivo", gold))
    assert (item.hole, about in item.about) == (kind, True), item.why
    assert kind in CLASSES
    assert item.miss == (None if item.right else kind)
    assert item.why


def test_a_lucky_guess_is_a_hole_and_no_miss(kicking: Reasoner) -> None:
    item = answered(kicking, entry("Max kicked Ivo because [he] was tall.", "Max|Ivo", 0))
    assert (item.right, item.decided_by, item.hole, item.miss) == (
        True,
        "preference",
        "axiom",
        None,
    )


def test_what_rules_decide_rightly_is_no_hole(kicking: Reasoner) -> None:
    item = answered(kicking, entry("Max kicked Ivo because [he] was sore.", "Max|Ivo", 1))
    assert (item.right, item.decided_by, item.hole, item.why) == (True, "knowledge", None, "")
    assert (item.level, item.margin) == ("knowledge", 51)


def test_without_a_right_answer_there_is_nothing_to_sort(kicking: Reasoner) -> None:
    item = answered(kicking, entry("Max kicked Ivo because [he] was tall.", "Max|Ivo", None))
    assert (item.right, item.hole, item.miss) == (None, None, None)


def test_two_candidates_that_are_one_phrase(kicking: Reasoner) -> None:
    item = answered(
        kicking, entry("Max kicked the door because [it] was tall.", "door|the door", 1)
    )
    assert (item.hole, item.about) == ("parse", ("candidate",))


def test_an_unusable_question(kicking: Reasoner) -> None:
    item = answered(
        kicking, Entry("s", "1", "p", "tune", (), Item("1", "...", 0, 1, ("a", "b")), 1)
    )
    assert (item.miss, item.error is not None) == ("parse", True)
    assert item.baselines == {"first": 0, "recency": None, "parallelism": None, "subject": None}


@pytest.mark.parametrize(
    ("right", "kind", "about"),
    [("Max was tall.", "axiom", "strike because tall"), ("Max was glum.", "row", "glum")],
)
def test_choices(kicking: Reasoner, right: str, kind: str, about: str) -> None:
    choice = Choice("1", "Max kicked Tom.", ("It rained.", right), "cause")
    item = answered(kicking, Entry("c", "1", "p", "tune", (), choice, 1))
    assert (item.kind, item.hole, item.about) == ("choice", kind, (about,)), item.why
    assert item.baselines["recency"] is None


def test_the_document_tells_of_every_class() -> None:
    text = Path(misses.__file__).parents[3].joinpath("docs", "evaluation.md").read_text("utf-8")
    section = text.partition("\n## Why answers are wrong\n")[2].partition("\n## ")[0]
    found = re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)
    assert sorted(found) == sorted(CLASSES)
