"""Causes and effects: one program chooses between clauses and between noun phrases."""

import re

import pytest

from coindex.reasoner import Reasoner
from coindex.reasoner.rendering.render import to_text
from coindex.reasoner.solving.choice import Choice

HELPED = "The porter had helped the nurse."
INSULTED = "The porter had insulted the nurse."


@pytest.mark.parametrize(
    ("premise", "alternatives", "asks", "right"),
    [
        ("The nurse thanked the porter.", (HELPED, "The porter had closed the door."), "cause", 0),
        ("The nurse thanked the porter.", ("He had closed the door.", HELPED), "cause", 1),
        ("The guard insulted the singer.", ("She fed a cat.", "She shouted at him."), "effect", 1),
        ("Ruth was hungry.", ("She ate a pie.", "She closed the window."), "effect", 0),
    ],
)
def test_knowledge_decides(
    reasoner: Reasoner, premise: str, alternatives: tuple[str, str], asks: str, right: int
) -> None:
    answer = reasoner.choose(Choice("1", premise, alternatives, asks))  # type: ignore[arg-type]
    assert (answer.decided_by, answer.answer) == ("knowledge", right)
    assert answer.text == premise
    assert answer.candidates == alternatives
    assert answer.pronoun == f"the {asks}"


@pytest.mark.parametrize(
    ("premise", "alternatives", "asks", "right"),
    [
        (
            "Clouds of smoke filled the hall.",
            ("The carpet was blue.", "The alarm rang."),
            "effect",
            1,
        ),
        (
            "The hikers opened their umbrellas.",
            ("It began to rain.", "They had packed sandwiches."),
            "cause",
            0,
        ),
        (
            "The lad coughed all night.",
            ("His mother painted the fence.", "His mother gave him medicine."),
            "effect",
            1,
        ),
    ],
)
def test_scenes_belong_together(
    reasoner: Reasoner, premise: str, alternatives: tuple[str, str], asks: str, right: int
) -> None:
    answer = reasoner.choose(Choice("1", premise, alternatives, asks))  # type: ignore[arg-type]
    assert (answer.decided_by, answer.answer) == ("knowledge", right)
    assert any("(s_" in rule.id for rule in answer.readings[right].rules)


def test_scenes_are_for_choices_only(reasoner: Reasoner) -> None:
    answer = reasoner.solve("The hikers met the campers, so [they] opened their umbrellas.")
    assert not any("(s_" in rule.id for reading in answer.readings for rule in reading.rules)


def test_a_scene_says_nothing_of_what_a_word_means(reasoner: Reasoner) -> None:
    only = "sleep_in"
    assert {row.predicate for row in reasoner.store.rows_for(only)} <= {"scene", "scene_half"}
    assert not reasoner.store.known(only)


def test_an_order_of_alternatives_decides_nothing(reasoner: Reasoner) -> None:
    for first, second in ((HELPED, INSULTED), (INSULTED, HELPED)):
        choice = Choice("1", "The nurse thanked the porter.", (first, second), "cause")
        assert reasoner.choose(choice).candidate == HELPED


def test_an_answer_is_explained(reasoner: Reasoner) -> None:
    choice = Choice("1", "The nurse thanked the porter.", (HELPED, INSULTED), "cause")
    text = to_text(reasoner.choose(choice, explain=True), full=True)
    assert "the cause is that “the porter had helped the nurse”" in text
    assert "helped_thanks" in text
    assert "the other reading: “the porter had insulted the nurse.”" in text


def test_pronouns_are_bound_to_the_premise_and_not_to_the_other_alternative(
    reasoner: Reasoner,
) -> None:
    choice = Choice(
        "1", "The guard insulted the singer.", ("The cook fed a cat.", "He was punished."), "effect"
    )
    answer = reasoner.choose(choice, explain=True)
    assert answer.answer == 1
    spoken = " ".join(rule.text for reading in answer.readings for rule in reading.rules)
    assert "the cook" not in spoken


def test_good_goes_with_good_where_no_axiom_knows(reasoner: Reasoner) -> None:
    choice = Choice("1", "Ida won the race.", ("Ida was ill.", "Ida was happy."), "effect")
    assert reasoner.choose(choice).answer == 1


@pytest.mark.parametrize(
    ("premise", "alternatives"),
    [("", ("It rained.", "It snowed.")), ("It rained.", ("", "")), ("x" * 30_000, ("a", "b"))],
)
def test_what_cannot_be_read_is_said_and_guessed(
    reasoner: Reasoner, premise: str, alternatives: tuple[str, str]
) -> None:
    answer = reasoner.choose(Choice("1", premise, alternatives, "cause"))
    assert answer.decided_by == "error"
    assert answer.answer == 0
    assert answer.error


def test_one_alternative_that_cannot_be_read_leaves_the_other(reasoner: Reasoner) -> None:
    choice = Choice("1", "The nurse thanked the porter.", ("", HELPED), "cause")
    answer = reasoner.choose(choice)
    assert answer.error is None
    assert answer.answer == 1


def test_rules_told_without_a_trace_name_no_clause_as_a_participant(reasoner: Reasoner) -> None:
    answer = reasoner.choose(
        Choice("1", "Ruth was hungry.", ("She ate a pie.", "She sang."), "effect")
    )
    assert answer.best is not None
    assert answer.best.rules
    rules = [rule.text for rule in answer.best.rules if rule.level == "knowledge"]
    assert not any("pie" in re.sub(r"“[^”]*”", "", text) for text in rules)
