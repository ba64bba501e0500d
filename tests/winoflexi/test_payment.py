"""Payment codes and bonus."""

from __future__ import annotations

import csv
import io
import threading

import pytest
from django.db import connection
from hypothesis import given, settings
from hypothesis import strategies as st

from coindex.winoflexi.crowd import parameters, payment
from coindex.winoflexi.models import Code, State
from coindex.winoflexi.schemas import storage, tables
from tests.winoflexi import making

usual = pytest.mark.usefixtures("db")


def a_code(cents: int = 50) -> Code:
    made = payment.issue(making.person(), "work:1", cents)
    assert made is not None
    return made


@usual
def test_a_code_is_good_once() -> None:
    text, admin = payment.text_of(a_code()), making.person(is_admin=True)
    assert payment.verify(text).outcome == "good"
    assert payment.redeem(text.lower().replace("-", " "), admin).outcome == "good"
    assert payment.redeem(text, admin).outcome == "redeemed before"
    assert payment.verify(text).outcome == "redeemed before"


@usual
def test_a_code_is_shown_once_and_to_nobody_else() -> None:
    code = a_code()
    assert payment.show(making.person(), code.pk) is None
    text = payment.show(code.person, code.pk)
    assert text == payment.text_of(code)
    assert payment.show(code.person, code.pk) is None


@usual
def test_the_same_work_is_paid_once() -> None:
    code = a_code()
    assert payment.issue(code.person, "work:1", 50) is None


@usual
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_no_changed_code_is_good(data: st.DataObject) -> None:
    text = payment.text_of(
        payment.issue(making.person(), f"work:{data.draw(st.integers())}", 5)
        or Code.objects.all()[0]
    )
    letters = text.replace("-", "")
    at = data.draw(st.integers(0, len(letters) - 1))
    other = data.draw(
        st.sampled_from([c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567" if c != letters[at]])
    )
    assert payment.verify(letters[:at] + other + letters[at + 1 :]).outcome == "forged"


@usual
@settings(deadline=None)
@given(st.text(max_size=60))
def test_nothing_else_is_a_code(text: str) -> None:
    assert payment.verify(text).outcome == "forged"


@usual
def test_a_code_of_a_site_with_another_secret_is_forged(monkeypatch: pytest.MonkeyPatch) -> None:
    from django.conf import settings

    code = a_code()
    monkeypatch.setattr(settings, "SECRET_KEY", "another " * 8)
    text = payment.text_of(code)
    monkeypatch.undo()
    assert payment.verify(text).outcome == "forged"
    code.delete()
    assert payment.verify(payment.text_of(Code(pk=10**9, nonce=b"12345"))).outcome == "forged"


@usual
@pytest.mark.parametrize("state", [State.INVALID, State.LEAKED])
def test_a_refused_schema_is_not_paid(state: State) -> None:
    author, admin = making.person(), making.person(is_admin=True)
    schema = making.written(author)
    text = payment.text_of(author.codes.get())
    assert payment.verify(text).outcome == "good"
    schema.state = state
    schema.save()
    assert payment.verify(text).outcome == "refused"
    assert payment.redeem(text, admin).outcome == "refused"
    assert author.codes.get().redeemed_at is None
    assert payment.unseen(author) == 0
    assert state.value in tables.codes()


@usual
def test_the_best_alone_gets_the_bonus() -> None:
    people = [making.person(score=score) for score in (2, 9, 9, 5)]
    parameters.store({"bonus_to": "best", "bonus_cents": 101})
    assert [(p.pk, c) for p, c in tables.bonus_rows()] == [(people[1].pk, 51), (people[2].pk, 50)]


@usual
def test_when_a_schema_is_paid() -> None:
    author = making.person()
    one = making.written(author)
    assert Code.objects.get(work=f"schema:{one.pk}").cents == 50
    parameters.store({"pay_when": "valid"})
    other = making.written(author)
    assert not Code.objects.filter(work=f"schema:{other.pk}").exists()


@usual
def test_what_was_paid_for_cannot_be_withdrawn() -> None:
    author = making.person()
    schema = making.written(author)
    payment.show(author, Code.objects.get(work=f"schema:{schema.pk}").pk)
    assert not storage.withdraw(schema)


def test_two_at_once_redeem_a_code_once(committed: None) -> None:
    text, admin = payment.text_of(a_code()), making.person(is_admin=True)
    outcomes: list[str] = []
    barrier = threading.Barrier(4)

    def redeem() -> None:
        barrier.wait()
        outcomes.append(payment.redeem(text, admin).outcome)
        connection.close()

    threads = [threading.Thread(target=redeem) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["good"] + ["redeemed before"] * 3


# ------------------------------------------------------------------------------------------ bonus


@given(
    st.dictionaries(st.integers(1, 99), st.integers(-50, 50), max_size=12), st.integers(0, 10_000)
)
def test_the_bonus_is_shared_out_to_the_cent(scores: dict[int, int], cents: int) -> None:
    shares = payment.bonus(scores, cents)
    above = {n: s for n, s in scores.items() if s > 0}
    assert set(shares) == set(above)
    assert sum(shares.values()) == (cents if above else 0)
    for one in above:
        exact = cents * above[one] / sum(above.values())
        assert abs(shares[one] - exact) < 1


@usual
def test_tables_hold_no_formula() -> None:
    making.person(score=5, label='=HYPERLINK("http://example.org")')
    making.person(score=3, label="@evil")
    making.person(score=9, is_admin=True)
    rows = list(csv.reader(io.StringIO(tables.bonus())))
    assert [row[1][:2] for row in rows[1:]] == ["'=", "'@"]
    assert [row[3:] for row in rows[1:]] == [["6.25", "EUR"], ["3.75", "EUR"]]


@usual
def test_the_table_of_codes_does_not_tell_codes() -> None:
    author = making.person()
    making.written(author, state=State.VALID)
    (code,) = Code.objects.all()
    text = tables.codes()
    assert author.name in text
    assert "0.50" in text
    assert payment.text_of(code)[:9] not in text
