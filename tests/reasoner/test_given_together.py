"""Several sentences for one question: contradictions, restatements, and facts beside rules."""

from __future__ import annotations

import pytest

from coindex.reasoner import Answer, Reasoner
from coindex.reasoner.answer import SentenceUse
from coindex.reasoner.asp.records import Rule
from coindex.reasoner.rendering.render import to_text
from coindex.reasoner.solving.given_together import Judged, weighed_together

VISIT = "The smith visited the weaver because [he] was lonely."
FIRST = "Person1 visits person2 because person1 is lonely."
SECOND = "Person1 visits person2 because person2 is lonely."
MOVE = "The baker moved away from the drummer because [he] practised at night."


def judged(sentence: str, node: str, weight: int, *, whole: bool = True) -> Judged:
    rule = Rule(
        *(sentence, f"favour({sentence},p1,{node},e1).", sentence, weight, "test", "sentence", 1),
        guards=frozenset(),
        kind="axiom",
    )
    return Judged(SentenceUse(sentence, True, "it fits"), (rule,), whole)


def weights(*given: Judged) -> list[int]:
    return [one.weight for one in weighed_together(given)]


def test_of_restatements_the_heaviest_counts() -> None:
    assert weights(judged("a", "x1", 9), judged("b", "x1", 20), judged("c", "x1", 20)) == [0, 20, 0]


def test_what_says_as_much_for_another_counts_the_same() -> None:
    found = weighed_together([judged("a", "x1", 20), judged("b", "x2", 19), judged("c", "x3", 9)])
    assert [one.weight for one in found] == [19, 19, 9]
    assert found[0].use.why.startswith("it contradicts “b” here, so neither decides")
    assert found[1].use.why.startswith("it contradicts “a” here, so neither decides")
    assert found[2].use.why == "it fits"


def test_a_lighter_sentence_is_no_contradiction() -> None:
    assert weights(judged("a", "x1", 20), judged("b", "x2", 10)) == [20, 10]


def test_a_half_yields_to_a_whole_sentence_of_another_candidate() -> None:
    whole, half = judged("a", "x1", 6), judged("b", "x2", 5, whole=False)
    first, second = weighed_together([whole, half])
    assert (first.weight, second.weight, second.use.used) == (6, 0, False)
    assert "“a” is there with both" in second.use.why
    assert weights(whole, judged("c", "x1", 5, whole=False)) == [6, 0]


@pytest.mark.model
def test_two_that_contradict_are_both_named_and_decide_nothing(reasoner: Reasoner) -> None:
    alone = reasoner.solve(VISIT)
    for given in ([FIRST, SECOND], [SECOND, FIRST]):
        answer = reasoner.solve(VISIT, knowledge=given, explain=True)
        assert (answer.answer, answer.decided_by) == (alone.answer, alone.decided_by)
        assert ahead(answer) == ahead(alone)
        shown = " ".join(to_text(answer, width=1000, full=True).split())
        assert f"it contradicts “{FIRST}” here" in shown
        assert f"it contradicts “{SECOND}” here" in shown


@pytest.mark.model
def test_restatements_do_not_add_up(reasoner: Reasoner) -> None:
    one = reasoner.solve(VISIT, knowledge=[SECOND])
    three = reasoner.solve(
        VISIT,
        knowledge=[
            SECOND,
            "If person2 is lonely, person1 visits person2.",
            "People visit those who are lonely.",
        ],
    )
    assert one.candidate == three.candidate == "the weaver"
    assert one.costs == three.costs
    assert all(use.used for use in three.sentence_uses)


@pytest.mark.model
def test_a_fact_decides_if_nothing_else_does(reasoner: Reasoner) -> None:
    for fact, right in (("Drummers", "the drummer"), ("Bakers", "The baker")):
        answer = reasoner.solve(MOVE, knowledge=[f"{fact} practise at night."])
        assert (answer.candidate, answer.sentence_uses[0].used) == (right, True)


@pytest.mark.model
@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "The landlord scolded the tenant because [he] had broken a window.",
            "Landlords break windows.",
        ),
        ("The phone did not fit behind the television because [it] was too large.",
         "Televisions are large."),
        ("The phone did not fit behind the television because [it] was too large.",
         "A television is larger than a phone."),
    ],
)  # fmt: skip
def test_a_fact_does_not_outweigh_what_is_known(reasoner: Reasoner, text: str, fact: str) -> None:
    alone = reasoner.solve(text)
    assert alone.decided_by == "knowledge"
    answer = reasoner.solve(text, knowledge=[fact])
    assert answer.sentence_uses[0].used
    assert answer.candidate == alone.candidate


@pytest.mark.model
@pytest.mark.parametrize("fact", ["Copper is not magnetic.", "Noise annoys.", "Bakers are busy."])
def test_a_fact_about_something_else_changes_nothing(reasoner: Reasoner, fact: str) -> None:
    answer = reasoner.solve(MOVE, knowledge=[fact])
    assert not answer.sentence_uses[0].used
    assert answer.costs == reasoner.solve(MOVE).costs


@pytest.mark.model
def test_a_fact_yields_to_a_rule(reasoner: Reasoner) -> None:
    rule = "Person1 moves away from person2 because person2 practises."
    answer = reasoner.solve(MOVE, knowledge=["Bakers practise at night.", rule])
    assert answer.candidate == "the drummer"
    assert [use.used for use in answer.sentence_uses] == [False, True]
    assert rule in answer.sentence_uses[0].why


def ahead(answer: Answer) -> int:
    """How much more the second reading costs."""
    first, second = sorted(reading.cost for reading in answer.readings)
    return second - first
