"""Reviews, decisions, scores, promotions, bans."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coindex.winoflexi.crowd import agreement, blind_solving, parameters, reviewing, scoring
from coindex.winoflexi.models import Code, Entry, Person, Reason, Review, Schema, State, Verdict
from coindex.winoflexi.schemas import storage
from tests.winoflexi import making
from tests.winoflexi.making import LEAKED, NO, YES

pytestmark = pytest.mark.usefixtures("db")


def decide(schema: Schema, *answers: dict[str, bool]) -> State:
    for each in answers:
        making.review(making.person(is_evaluator=True), schema.pk, each, "because")
    schema.refresh_from_db()
    return State(schema.state)


@pytest.fixture(autouse=True)
def panel(db: None) -> None:
    making.panel()


@pytest.fixture
def schema() -> Schema:
    return making.written(making.person())


def test_two_who_agree_decide(schema: Schema) -> None:
    assert decide(schema, YES) == State.AWAITING
    assert decide(schema, YES) == State.VALID
    assert schema.author is not None
    schema.author.refresh_from_db()
    assert schema.author.score == 3


def test_a_third_decides_ties(schema: Schema) -> None:
    assert decide(schema, YES, NO) == State.DISPUTED
    assert decide(schema, NO) == State.INVALID
    assert schema.decided_at is not None


def test_verdicts_that_are_even_need_another(schema: Schema) -> None:
    parameters.store({"reviewers": 3})
    assert decide(schema, YES, NO, YES, LEAKED) == State.DISPUTED
    assert decide(schema, LEAKED) == State.LEAKED
    assert schema.author is not None
    schema.author.refresh_from_db()
    assert schema.author.score == -5


def test_nobody_reviews_their_own_or_twice(schema: Schema) -> None:
    author = schema.author
    assert author is not None
    scoring.set_evaluator(author.pk, True, "for a test")
    author.refresh_from_db()
    with pytest.raises(reviewing.Refused, match="own"):
        making.review(author, schema.pk, YES)
    assert schema not in reviewing.waiting_for(author)
    evaluator = making.person(is_evaluator=True)
    making.review(evaluator, schema.pk, YES)
    assert schema not in reviewing.waiting_for(evaluator)
    with pytest.raises(reviewing.Refused, match="again"):
        making.review(evaluator, schema.pk, YES)


def test_nobody_reviews_before_answering_both_halves(schema: Schema) -> None:
    who = making.person(is_evaluator=True)
    with pytest.raises(reviewing.Refused, match="unsolved"):
        reviewing.review(who, schema.pk, YES)
    first = blind_solving.next_half(who, schema)
    assert first is not None
    blind_solving.solve(who, first, 1 - first.right)
    blind_solving.solve(who, first, first.right)  # the first answer counts
    with pytest.raises(reviewing.Refused, match="unsolved"):
        reviewing.review(who, schema.pk, YES)
    second = blind_solving.next_half(who, schema)
    assert second is not None
    assert second != first
    blind_solving.solve(who, second, None)
    assert blind_solving.next_half(who, schema) is None
    reviewing.review(who, schema.pk, YES)
    assert [answer.right for answer in blind_solving.answers(who, schema)] == [False, False]
    assert blind_solving.share() == blind_solving.Share(2, 0)


def test_which_half_comes_first_differs_between_people(schema: Schema) -> None:
    people = [making.person(is_evaluator=True) for _ in range(4)]
    first = [blind_solving.next_half(who, schema) for who in people]
    assert {half.side for half in first if half} == {0, 1}


def test_readers_are_shown_with_their_answers(schema: Schema) -> None:
    done, begun = (making.person(is_evaluator=True) for _ in "12")
    making.solve(begun, schema, (1, 1))
    making.review(done, schema.pk, NO, "because")
    one, two = blind_solving.readers(schema)
    assert (one.person, [a.right for a in one.answers]) == (done, [True, True])
    assert one.review is not None
    assert (two.person, two.review, [a.right for a in two.answers]) == (begun, None, [False, True])
    found = blind_solving.with_otherwise(Schema.objects.filter(library="crowd"))
    assert [row.pk for row in found.filter(otherwise=True)] == [schema.pk]


def test_what_is_decided_takes_no_more(schema: Schema) -> None:
    decide(schema, YES, YES)
    with pytest.raises(reviewing.Refused, match="decided"):
        making.review(making.person(is_evaluator=True), schema.pk, NO)


def test_at_the_start_the_administrator_decides_alone() -> None:
    Person.objects.all().delete()
    schema = making.written(making.person())
    admin = making.person(is_admin=True)
    making.review(admin, schema.pk, YES)
    schema.refresh_from_db()
    assert schema.state == State.VALID
    parameters.store({"alone": False})
    other = making.written(making.person())
    making.review(admin, other.pk, YES)
    other.refresh_from_db()
    assert other.state == State.AWAITING


def test_every_question_counts() -> None:
    assert reviewing.verdict(YES) == Verdict.VALID
    for name in reviewing.QUESTIONS:
        wanted = Verdict.LEAKED if name == "leaked" else Verdict.INVALID
        assert reviewing.verdict(YES | {name: not YES[name]}) == wanted


@given(st.lists(st.sampled_from(Verdict.values), max_size=6), st.integers(1, 3))
def test_decisions_are_the_clear_majority(verdicts: list[str], wanted: int) -> None:
    decision = reviewing.decided(verdicts, wanted)
    valid = verdicts.count(Verdict.VALID)
    refused = len(verdicts) - valid
    if decision is None:
        assert len(verdicts) <= wanted or valid == refused
    else:
        assert (decision == Verdict.VALID) == (valid > refused)
        assert valid != refused
    if decision == Verdict.LEAKED:
        assert 2 * verdicts.count(Verdict.LEAKED) > refused


def test_two_of_three_who_refuse_for_different_reasons_refuse(schema: Schema) -> None:
    assert decide(schema, YES, NO, LEAKED) == State.INVALID


# --------------------------------------------------------------------------------------- promotion


def approve(author: Person, number: int, answers: dict[str, bool] = YES) -> None:
    for _ in range(number):
        decide(making.written(author), answers, answers)
    author.refresh_from_db()


def test_a_contributor_becomes_an_evaluator() -> None:
    author = making.person()
    approve(author, 2)
    assert not author.is_evaluator
    approve(author, 1)
    assert author.is_evaluator
    assert author.roles == ("contributor", "evaluator")
    assert list(author.ledger.values_list("reason", flat=True))[-1] == Reason.PROMOTED


def test_one_refused_schema_of_ten_is_too_many() -> None:
    author = making.person()
    approve(author, 1, NO)
    approve(author, 9)
    assert not author.is_evaluator  # 9 of 10 is not more than 90 %
    approve(author, 1)
    assert author.is_evaluator


def test_the_score_has_to_be_high_enough() -> None:
    parameters.store({"promote_score": 50})
    author = making.person()
    approve(author, 4)
    assert not author.is_evaluator


# ------------------------------------------------------------------------------------ ledger, bans


def test_a_low_score_bans() -> None:
    author = making.person(score=-6)
    schema = making.written(author)
    decide(schema, LEAKED, LEAKED)
    author.refresh_from_db()
    assert author.score == -11
    assert author.is_banned
    assert [e.reason for e in author.ledger.all()][-1] == Reason.BANNED


def test_administrators_are_never_banned() -> None:
    admin = making.person(is_admin=True, score=-100)
    scoring.set_banned(admin.pk, True, "no")
    admin.refresh_from_db()
    assert not admin.is_banned


def test_an_event_is_booked_once() -> None:
    who = making.person()
    assert scoring.book(who.pk, 3, Reason.VALID, "schema:1") is not None
    assert scoring.book(who.pk, 3, Reason.VALID, "schema:1") is None
    who.refresh_from_db()
    assert who.score == 3


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(-20, 20), max_size=6))
def test_the_score_is_the_sum_of_the_ledger(points: list[int]) -> None:
    who = making.person()
    for number, each in enumerate(points):
        scoring.book(who.pk, each, Reason.BY_HAND, f"n:{number}")
    who.refresh_from_db()
    assert who.score == sum(points)
    assert scoring.differences() == []
    running = list(itertools.accumulate(points))
    booked = Entry.objects.filter(person=who, event__startswith="n:")
    assert list(booked.values_list("balance", flat=True)) == running


def test_a_difference_is_found() -> None:
    who = making.person()
    Person.objects.filter(pk=who.pk).update(score=7)
    assert [(p.pk, total) for p, total in scoring.differences()] == [(who.pk, 0)]


# ---------------------------------------------------------------------------------- the rest of it


def test_agreement_over_the_first_two_reviews(schema: Schema) -> None:
    decide(schema, YES, NO, YES)
    decide(making.written(making.person()), YES, YES)
    decide(making.written(making.person()), NO, NO)
    whole, each = agreement.of_reviews()
    assert whole.number == 3
    assert whole.share == pytest.approx(2 / 3)
    assert whole.kappa == pytest.approx(0.4)
    assert each["flips"].kappa == pytest.approx(0.4)
    assert each["english"].kappa is None


def test_agreement_of_one_evaluator_with_the_others() -> None:
    own, other, third = (making.person(is_evaluator=True) for _ in range(3))
    for mine, theirs in ((YES, YES), (YES, NO), (NO, NO)):
        one = making.written(making.person())
        making.review(own, one.pk, mine)
        making.review(other, one.pk, theirs)
    found = agreement.of_evaluator(own)
    assert (found.number, found.share) == (3, pytest.approx(2 / 3))
    assert found.kappa == pytest.approx(0.4)
    assert agreement.of_evaluator(third).number == 0


def test_reviews_are_paid_by_threes() -> None:
    evaluator = making.person(is_evaluator=True)
    for _ in range(7):
        making.review(evaluator, making.written(making.person()).pk, YES)
    works = Code.objects.filter(person=evaluator).values_list("work", flat=True)
    assert list(works) == [f"reviews:{evaluator.pk}:3", f"reviews:{evaluator.pk}:6"]


def test_disputed_schemas_come_first_then_the_oldest() -> None:
    one, two, three = (making.written(making.person()) for _ in range(3))
    decide(two, YES)
    decide(three, YES, NO)
    order = [s.pk for s in reviewing.waiting_for(making.person(is_evaluator=True))]
    assert order == [three.pk, one.pk, two.pk]


def test_withdrawn_only_as_long_as_nobody_has_looked(schema: Schema) -> None:
    assert storage.withdraw(schema)
    assert not Code.objects.filter(work=f"schema:{schema.pk}").exists()
    with pytest.raises(reviewing.Refused, match="decided"):
        making.review(making.person(is_evaluator=True), schema.pk, YES)
    other = making.written(making.person())
    making.review(making.person(is_evaluator=True), other.pk, YES)
    assert not storage.withdraw(other)
    assert Review.objects.count() == 1
