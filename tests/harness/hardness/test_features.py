"""What is measured of a question, and its direction."""

from __future__ import annotations

import pytest

from coindex.harness.hardness.features import (
    CORPUS,
    FEATURES,
    content_words,
    features,
    of_answer,
    of_course,
    rarity,
)
from coindex.harness.hardness.rounds import Course
from coindex.reasoner.running.engine import Reasoner
from kparse.notation.penman import decode
from tests.harness.hardness.made import votes

SURE = "Carla thanked Dora because [she] had carried the bags upstairs."


def test_rounds_for_the_other_answer_are_harder() -> None:
    course = Course(
        (
            votes(10, [0, 0, 50], 0.1),
            votes(20, [40, 5, 5], 2.0),
            votes(50, [50, 0, 0], 2.5),
            votes(100, [50, 0, 0], 2.5),
        ),
        (),
    )
    mine, other = of_course(course, 0), of_course(course, 1)
    assert set(mine) == CORPUS
    assert all(mine[name] < other[name] for name in CORPUS)
    assert mine["read_labels"] == -0.75
    assert (mine["read_late"], other["read_late"]) == (0.25, 1.0)
    assert mine["read_against"] == pytest.approx(-other["read_against"])


def test_rare_words_are_rare() -> None:
    assert rarity("go") < rarity("scold") <= rarity("zzgrk")
    assert rarity("give_up") <= rarity("give") or rarity("give_up") > rarity("give")
    assert rarity("scold_zzgrk") == rarity("scold")


def test_rules_for_an_answer_speak_against_the_other(reasoner: Reasoner) -> None:
    answer = reasoner.solve(SURE)
    assert answer.decided_by == "knowledge"
    assert answer.answer is not None
    mine, other = (of_answer(answer, n) for n in (answer.answer, 1 - answer.answer))
    assert (mine["against"], other["against"]) == (-1.0, 1.0)
    assert mine["against_much"] == pytest.approx(-other["against_much"])
    assert mine["unsupported"] < other["unsupported"]


def test_more_text_is_longer_and_harder_to_parse(reasoner: Reasoner) -> None:
    plain = reasoner.solve(SURE)
    more = reasoner.solve(
        "Although the porters whom the clerk had hired did not come when the train that was late"
        f" arrived, {SURE}",
        candidates=["Carla", "Dora"],
    )
    few, many = features(plain, 1, reasoner), features(more, 1, reasoner)
    assert set(few) == {f.name for f in FEATURES} - CORPUS
    for name in ("words", "verbs", "situations", "depth", "turns"):
        assert few[name] < many[name], name


def test_names_and_pronouns_are_no_content_words(reasoner: Reasoner) -> None:
    graph = decode(reasoner.solve(SURE).graph)
    words = content_words(graph)
    assert {"thank", "carry", "bag"} <= set(words)
    assert not {"Carla", "Dora", "she"} & set(words)


def test_what_cannot_be_looked_into_has_words_all_the_same(reasoner: Reasoner) -> None:
    from coindex.reasoner.item import Item

    answer = Item("1", "Hm, it was.", 4, 6, ("a thing", "another")).failed("no such pronoun")
    found = features(answer, 0, reasoner)
    assert {"words", "verbs", "depth"} == set(found)
