"""Training and test questions."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from coindex.winoflexi.crowd import parameters, questions
from coindex.winoflexi.crowd.parameters import Values
from coindex.winoflexi.models import Half, Library, Reason, State
from tests.winoflexi import making

pytestmark = pytest.mark.usefixtures("db")


def test_training_takes_so_many_right_answers() -> None:
    parameters.store({"training_length": 2})
    who = making.person()
    for _ in range(2):
        half = questions.next_for_training(who)
        assert half is not None
        assert half.schema.library == Library.EXPERT
        questions.resolve(who, half, 1 - half.right)
    assert questions.training(who).left == 2
    seen = []
    for _ in range(2):
        half = questions.next_for_training(who)
        assert half is not None
        seen.append(half.pk)
        questions.resolve(who, half, half.right)
    assert len(set(seen)) == 2
    assert questions.training(who).done


def test_automatic_training_grows_with_the_excess_of_the_whole_crowd() -> None:
    parameters.store({"training_length": 1, "training_step": 1})
    writers, new = (making.person(), making.person()), making.person()
    assert questions.training(new).needed == 1
    for writer in writers:
        making.written(writer, state=State.INVALID)
    making.written(writers[0], state=State.VALID)
    assert questions.training(new).needed == 2
    assert questions.training(writers[1]).needed == 1  # who writes has been trained
    for _ in range(9):
        making.written(writers[0], state=State.LEAKED)
    assert questions.training(new).needed == 4  # there are no more halves
    parameters.store({"training_mode": "hand"})
    assert questions.training(new).needed == 1


def test_training_by_person_grows_with_ones_own_invalid_schemas() -> None:
    parameters.store({"training_mode": "person", "training_length": 3, "training_step": 2})
    making.written(making.person(), state=State.INVALID)
    who = making.person()
    assert questions.training(who).needed == 3
    making.written(who, state=State.VALID)
    assert questions.training(who).needed == 3
    for state in (State.INVALID, State.LEAKED, State.INVALID):
        making.written(who, state=state)
    assert questions.training(who).needed == 7
    parameters.store({"training_mode": "hand"})
    assert questions.training(who).needed == 3


def test_without_a_library_nobody_has_to_train() -> None:
    parameters.store({"training_length": 3})
    Half.objects.all().delete()
    assert questions.training(making.person()).done


def test_test_questions_come_from_both_libraries_and_are_never_ones_own() -> None:
    who = making.person()
    own, other = (
        making.written(who, state=State.VALID),
        making.written(making.person(), state=State.VALID),
    )
    drawn = {questions.draw(who, (Library.EXPERT, Library.CROWD)).schema.pk for _ in range(200)}  # type: ignore[union-attr]
    assert own.pk not in drawn
    assert other.pk in drawn
    assert len(drawn) == 3


def test_answers_change_the_score_once() -> None:
    parameters.store({"test_share": 1.0})
    who = making.person()
    questions.maybe_test(who, "contributor", after_login=True)
    questions.maybe_test(who, "contributor", after_login=True)
    test = questions.open_test(who)
    assert test is not None
    assert who.tests.count() == 1
    assert questions.answer_test(test, test.half.right) is True
    assert questions.answer_test(test, test.half.right) is None
    who.refresh_from_db()
    assert who.score == 1
    questions.maybe_test(who, "contributor", after_login=True)
    other = questions.open_test(who)
    assert other is not None
    assert other.half != test.half
    assert questions.answer_test(other, 1 - other.half.right) is False
    who.refresh_from_db()
    assert who.score == -1
    assert [e.reason for e in who.ledger.all()] == [Reason.TEST_RIGHT, Reason.TEST_WRONG]


def test_automatic_shares_follow_the_record() -> None:
    values = Values({"test_mode": "automatic"})
    who = making.person()
    assert questions.share_for(who, 0.1, values) == pytest.approx(0.1)
    half = Half.objects.first()
    assert half is not None
    for number in range(8):
        who.tests.create(
            half=half,
            role="contributor",
            answered_at="2026-01-01T00:00Z",
            chosen=0,
            right=number > 6,
        )
    assert questions.share_for(who, 0.1, values) == pytest.approx(2 * 0.1 * 8 / 10)
    assert questions.share_for(who, 0.0, values) == 0
    assert questions.share_for(who, 0.1, Values()) == pytest.approx(0.1)


def test_one_login_in_ten_brings_a_test_question() -> None:
    hits = 0
    who = making.person()
    for _ in range(400):
        questions.maybe_test(who, "contributor", after_login=True, values=Values())
        hits += who.tests.count()
        who.tests.all().delete()
    assert (
        15 <= hits <= 70
    )  # of 400, binomial with p = 0.1: outside less than once in ten thousand runs


def test_an_open_test_question_comes_before_everything_else(login: Callable[..., Client]) -> None:
    parameters.store({"test_share": 1.0})
    who = making.person()
    client = login(who)
    questions.maybe_test(who, "contributor", after_login=True)
    for address in ("/work/", "/schemas/new/", "/training/"):
        assert client.get(address).headers["Location"] == "/test/"
    test = questions.open_test(who)
    assert test is not None
    reply = client.post("/test/", {"test": test.pk, "chosen": test.half.right})
    assert reply.headers["Location"] == "/work/"
    assert client.get("/work/").status_code == 200


def test_the_role_chosen_after_login_may_bring_one() -> None:
    parameters.store({"test_share": 1.0})
    who = making.person()
    client = Client()
    client.post("/login/", {"name": who.name, "password": making.PASSWORD})
    assert questions.open_test(who) is not None
    admin = making.person(is_admin=True)
    client = Client()
    client.post("/login/", {"name": admin.name, "password": making.PASSWORD})
    client.post("/role/", {"role": "administrator"})
    assert questions.open_test(admin) is None
