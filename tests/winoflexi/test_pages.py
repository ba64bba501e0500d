"""Pages as people use them, without a browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import html5lib
import pytest
from django.http import HttpResponse
from django.test import Client

from coindex.winoflexi.analysis import worker_pool
from coindex.winoflexi.crowd import parameters, payment
from coindex.winoflexi.models import Analysis, BlindAnswer, Code, Person, Review, Schema, State
from coindex.winoflexi.schemas import storage
from coindex.winoflexi.site import one_time_links
from tests.winoflexi import making
from tests.winoflexi.making import NO, YES

pytestmark = pytest.mark.usefixtures("db")


def text(reply: HttpResponse | Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", reply.content.decode())).replace(
        "&#x27;", "'"
    )


# --------------------------------------------------------------------------------------- accounts


def register(client: Client, **more: str) -> Any:
    data = {"password": making.PASSWORD, "again": making.PASSWORD, "label": "seat 12"}
    return client.post("/register/", data | more)


def test_somebody_registers_and_logs_in_again() -> None:
    client = Client()
    assert register(client).headers["Location"] == "/welcome/"
    who = Person.objects.get(label="seat 12")
    assert who.name in text(client.get("/welcome/"))
    assert client.get("/welcome/").headers["Location"] == "/"  # shown once
    client.post("/logout/")
    assert client.get("/work/").headers["Location"] == "/login/?next=%2Fwork%2F"
    reply = client.post(
        "/login/", {"name": who.name, "password": making.PASSWORD, "next": "/ledger/"}
    )
    assert reply.headers["Location"] == "/ledger/"


@pytest.mark.parametrize(
    "after", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "/\\evil.example"]
)
def test_nobody_is_sent_elsewhere_after_login(after: str) -> None:
    who = making.person()
    reply = Client().post("/login/", {"name": who.name, "password": making.PASSWORD, "next": after})
    assert reply.headers["Location"] == "/work/"


@pytest.mark.parametrize(
    "password", ["short", "1234567890123", "password1234", "qwertyuiop", "aaaaaaaaaaaa"]
)
def test_weak_passwords_are_refused(password: str) -> None:
    reply = register(Client(), password=password, again=password)
    assert reply.status_code == 422
    assert not Person.objects.exists()


def test_the_two_passwords_have_to_agree() -> None:
    assert "differ" in text(register(Client(), again="something else 99"))


def test_registration_by_code_or_not_at_all() -> None:
    parameters.store({"registration": "closed"})
    assert register(Client()).status_code == 403
    parameters.store({"registration": "code"})
    assert register(Client(), code="wrong").status_code == 422
    from coindex.winoflexi.views.accounts import registration_code

    assert register(Client(), code=registration_code()).status_code == 302


def test_who_exists_is_not_told() -> None:
    who, banned = making.person(), making.person(banned_at="2026-01-01T00:00Z")
    replies = []
    for name in (who.name, banned.name, "nobody-at-all"):
        reply = Client().post("/login/", {"name": name, "password": "wrong " * 3})
        replies.append((reply.status_code, re.sub(re.escape(name), "", text(reply))))
    assert len({(status, re.sub(r'value="[^"]*"', "", page)) for status, page in replies}) == 1
    # The limit of tries is the same for names that do not exist.
    for name in (who.name, "nobody-else"):
        statuses = [
            Client().post("/login/", {"name": name, "password": "wrong"}).status_code
            for _ in range(12)
        ]
        assert statuses[8:] in ([422, 429, 429, 429], [422, 422, 429, 429])


def test_many_registrations_from_one_address_are_too_many() -> None:
    parameters.store({"registrations_per_hour": 3})
    assert [register(Client()).status_code for _ in range(4)] == [302, 302, 302, 429]


def test_the_first_administrator_by_a_link_that_works_once() -> None:
    token = one_time_links.make()
    client = Client()
    reply = client.post(f"/link/{token}/", {"password": making.PASSWORD, "again": making.PASSWORD})
    assert reply.headers["Location"] == "/welcome/"
    assert client.get("/manage/").status_code == 200
    assert Client().get(f"/link/{token}/").status_code == 404
    assert not one_time_links.needs_administrator()


def test_a_link_for_a_new_password(login: Callable[..., Client]) -> None:
    who, admin = making.person(), login(making.person(is_admin=True))
    theirs = login(who)
    first, second = (
        re.search(r"/link/[\w-]+/", text(admin.post(f"/manage/people/{who.pk}/link/")))
        for _ in "12"
    )
    assert first
    assert second
    assert Client().get(first[0]).status_code == 404  # the newer one counts
    new = {"password": "another long one 5", "again": "another long one 5"}
    assert Client().post(second[0], new).status_code == 302
    assert theirs.get("/work/").status_code == 302  # sessions with the old password have ended
    who.refresh_from_db()
    assert who.check_password("another long one 5")


def test_the_own_password_and_label(login: Callable[..., Client]) -> None:
    who = making.person()
    client = login(who)
    new = {"password": "another long one 5", "again": "another long one 5"}
    assert client.post("/account/", new | {"old": "wrong"}).status_code == 422
    assert client.post("/account/", new | {"old": making.PASSWORD}).status_code == 302
    assert client.get("/work/").status_code == 200
    client.post("/account/", {"label": "row 3"})
    who.refresh_from_db()
    assert who.label == "row 3"


def test_whoever_is_banned_is_out_at_once(login: Callable[..., Client]) -> None:
    who = making.person()
    client, admin = login(who), login(making.person(is_admin=True))
    admin.post(f"/manage/people/{who.pk}/ban/", {"note": "copied"})
    assert "closed" in text(client.get("/work/"))
    assert client.get("/work/").headers["Location"].startswith("/login/")
    reply = Client().post("/login/", {"name": who.name, "password": making.PASSWORD})
    assert reply.status_code == 403
    admin.post(f"/manage/people/{who.pk}/unban/", {"note": "a mistake"})
    reply = Client().post("/login/", {"name": who.name, "password": making.PASSWORD})
    assert reply.status_code == 302


# ---------------------------------------------------------------------------------------- writing


def test_a_schema_is_written_checked_and_kept(login: Callable[..., Client]) -> None:
    who = making.person()
    client = login(who)
    data = making.form_of(making.draft())
    bad = client.post("/schemas/new/", data | {"right_2": data["right_1"]})
    assert bad.status_code == 422
    assert "The same target is marked" in text(bad)
    assert data["sentence_1"] in bad.content.decode()
    reply = client.post("/schemas/new/", data)
    (schema,) = Schema.objects.filter(author=who)
    assert reply.headers["Location"] == f"/schemas/{schema.pk}/"
    assert schema.analysis is not None
    shown = text(client.get(f"/schemas/{schema.pk}/"))
    assert "awaiting review" in shown
    assert "no fault was found" in shown


def test_a_form_that_is_sent_twice_makes_one_schema(login: Callable[..., Client]) -> None:
    client = login(making.person())
    data = making.form_of(making.draft())
    first, second = client.post("/schemas/new/", data), client.post("/schemas/new/", data)
    assert first.headers["Location"] == second.headers["Location"]
    assert Schema.objects.filter(library="crowd").count() == 1
    assert Code.objects.count() == 1


def test_the_same_words_by_another_are_refused(login: Callable[..., Client]) -> None:
    draft = making.draft()
    login(making.person()).post("/schemas/new/", making.form_of(draft))
    reply = login(making.person()).post("/schemas/new/", making.form_of(draft))
    assert reply.status_code == 422
    assert "This schema already exists" in text(reply)


def test_so_many_may_await_review(login: Callable[..., Client]) -> None:
    who = making.person()
    client = login(who)
    statuses = [
        client.post("/schemas/new/", making.form_of(making.draft(n))).status_code
        for n in (3, 14, 25, 36)  # no two have a thing in common in the same place
    ]
    assert statuses == [302, 302, 302, 422]
    first = Schema.objects.filter(author=who).first()
    assert first is not None
    client.post(f"/schemas/{first.pk}/withdraw/")
    assert client.post("/schemas/new/", making.form_of(making.draft(47))).status_code == 302


def test_errors_of_the_schema_check_refuse(login: Callable[..., Client]) -> None:
    finding = {
        "code": "E206",
        "message": "parties that differ in kind: Ada is a person; the cup is a thing"
        ' (kind("cup",container) knowledge/rows/kinds.lp:18)',
        "hint": "Take two persons.",
        "error": True,
    }
    worker_pool.use_pool(making.AtOnce(making.RESULT | {"findings": [finding]}))  # type: ignore[arg-type]
    client = login(making.person())
    data = making.form_of(making.draft())
    reply = client.post("/schemas/new/", data)
    assert reply.status_code == 422
    assert "The targets are too different" in text(reply)
    assert "E206" not in text(reply)  # codes are for the organiser
    parameters.store({"errors_refuse": False})
    assert client.post("/schemas/new/", data).status_code == 302


def test_only_checking_keeps_nothing(login: Callable[..., Client]) -> None:
    reply = login(making.person()).post(
        "/schemas/new/", making.form_of(making.draft(), action="check")
    )
    assert reply.status_code == 200
    assert "What the computer answers" in text(reply)
    assert not Schema.objects.filter(library="crowd").exists()


def test_checks_while_typing(login: Callable[..., Client]) -> None:
    client = login(making.person())
    assert "Missing" in text(client.post("/schemas/check/", {"sentence_1": "Ada"}))
    full = client.post("/schemas/check/", making.form_of(making.draft(), deep="1"))
    assert "What the computer answers" in text(full)
    assert "<html" not in full.content.decode()


def test_an_analysis_that_failed_is_told_and_does_not_refuse(login: Callable[..., Client]) -> None:
    class Slow(making.AtOnce):
        def submit(self, name: str, schema: dict[str, Any], *, in_background: bool = False) -> bool:
            Analysis.objects.filter(key=name).update(state=Analysis.FAILED, error="time")
            return True

    worker_pool.use_pool(Slow())  # type: ignore[arg-type]
    client = login(making.person())
    reply = client.post("/schemas/new/", making.form_of(making.draft()))
    assert reply.status_code == 302
    assert "took too long" in text(client.get(reply.headers["Location"]))


def test_training_comes_first(login: Callable[..., Client]) -> None:
    parameters.store({"training_length": 1})
    client = login(making.person())
    assert client.get("/schemas/new/").headers["Location"] == "/training/"
    page = client.get("/training/").content.decode()
    (number,) = re.findall(r'name="half" value="(\d+)"', page)
    from coindex.winoflexi.models import Half

    half = Half.objects.get(pk=number)
    found = client.post("/training/", {"half": number, "chosen": 1 - half.right})
    assert "Not this time" in text(found)
    page = client.get("/training/").content.decode()
    (number,) = re.findall(r'name="half" value="(\d+)"', page)
    found = client.post("/training/", {"half": number, "chosen": Half.objects.get(pk=number).right})
    assert "1 of 1" in text(found)
    assert client.get("/schemas/new/").status_code == 200


def test_whoever_writes_easy_ones_is_asked_for_harder_ones(login: Callable[..., Client]) -> None:
    who = making.person()
    client = login(who)
    for index, word in ((0.03, "harder"), (0.2, "easier")):
        result = making.RESULT | {
            "hardness": [{"index": index, "class": "easy"}, {"index": None, "class": "hard"}]
        }
        for _ in range(6):
            schema = making.written(who)
            schema.analysis = Analysis.objects.create(
                key=schema.fingerprint,
                asked_at="2026-01-01T00:00Z",
                state=Analysis.DONE,
                result=result,
            )
            schema.save()
        assert f"Can you write {word} ones" in text(client.get("/work/"))
        who.schemas.all().delete()


# -------------------------------------------------------------------------------------- reviewing


def test_a_review_and_what_the_writer_reads(login: Callable[..., Client]) -> None:
    parameters.store({"training_step": 0})
    writer = making.person()
    schema = making.written(writer)
    people = [making.person(is_evaluator=True) for _ in "12"]
    for each in people:
        making.solve(each, schema)
    one, other = (login(each) for each in people)
    assert f"Review {schema.name}" in text(one.get("/reviews/"))
    bare = one.post(f"/reviews/{schema.pk}/", making.review_form(NO, comment=""))
    assert bare.status_code == 422
    assert "Tell the writer what to improve" in text(bare)
    assert (
        one.post(f"/reviews/{schema.pk}/", making.review_form(NO, "Change the verb.")).status_code
        == 302
    )
    assert "Change the verb" not in text(login(writer).get(f"/schemas/{schema.pk}/"))
    assert "Change the verb" not in text(other.get(f"/reviews/{schema.pk}/"))  # independent
    other.post(f"/reviews/{schema.pk}/", making.review_form(NO, "Not English."))
    shown = text(login(writer).get(f"/schemas/{schema.pk}/"))
    assert "Change the verb" in shown
    assert "Not English" in shown
    assert "Write a new one from this" in shown
    again = login(writer).get("/schemas/new/", {"from": schema.name}).content.decode()
    assert str(schema.halves.all()[0].target_a) in again


def test_every_question_has_to_be_answered(login: Callable[..., Client]) -> None:
    schema = making.written(making.person())
    form = making.review_form(YES)
    del form["sense"]
    who = making.person(is_evaluator=True)
    making.solve(who, schema)
    assert login(who).post(f"/reviews/{schema.pk}/", form).status_code == 422
    assert not Review.objects.exists()


def test_a_copy_is_shown_beside_what_it_is_copied_from(login: Callable[..., Client]) -> None:
    making.written(making.person(), 4, State.VALID)
    copy = making.draft(4)
    names = dict(zip(copy.targets, ("Olga", "Vera"), strict=True))
    sentences = list(copy.sentences)
    for old, new in names.items():
        sentences = [s.replace(old, new) for s in sentences]
    from dataclasses import replace

    from coindex.winoflexi.schemas.drafts import schema_of

    changed = replace(copy, sentences=tuple(sentences), targets=tuple(names.values()))
    import uuid

    schema = storage.keep(making.person(), schema_of(changed), uuid.uuid4()).schema
    who = making.person(is_evaluator=True)
    making.solve(who, schema)
    page = login(who).get(f"/reviews/{schema.pk}/").content.decode()
    assert 'class="match leak"' in page
    assert "<mark>" in page


def test_the_similarity_tool(login: Callable[..., Client]) -> None:
    client = login(making.person(is_evaluator=True))
    found = text(
        client.post(
            "/similar/", {"text": "Karin looked for Beate at the market because she was shy."}
        )
    )
    assert "expert-0" in found
    assert "Nothing similar was found" in text(
        client.post("/similar/", {"text": "Xylophones zigzag."})
    )


def test_an_evaluator_answers_before_seeing_the_marks(login: Callable[..., Client]) -> None:
    parameters.store({"training_step": 0})
    writer, who, other = making.person(), *(making.person(is_evaluator=True) for _ in "12")
    schema = making.written(writer)
    one, two = schema.halves.all()
    client, address = login(who), f"/reviews/{schema.pk}/"
    shown = set()
    for chosen in ("unsure", "0"):
        page = client.get(address).content.decode()
        assert "Answer first" in page
        assert "marked as right" not in page
        assert "computer" not in page  # the check would tell
        assert client.post(address, making.review_form(YES)).status_code == 422  # no way round
        (number,) = re.findall(r'name="half" value="(\d+)"', page)
        shown.add(int(number))
        reply = client.post(address, {"half": number, "chosen": chosen})
        assert reply.headers["Location"] == address
        again = client.post(address, {"half": number, "chosen": "1"})  # the first answer counts
        assert again.status_code in (302, 422)
    assert shown == {one.pk, two.pk}
    assert not Review.objects.exists()
    page = text(client.get(address))
    assert "marked as right" in page
    assert "could not tell; the writer marked" in page
    assert "You read it differently from the writer." in page
    assert client.post(address, making.review_form(YES)).status_code == 302
    assert "could not tell" in text(client.get(address))

    # The organiser sees it: in the overview, in the list, and beside each review.
    making.review(other, schema.pk, YES)
    admin = login(making.person(is_admin=True))
    assert "read 1 schema differently" in text(admin.get("/manage/"))
    assert schema.name in text(admin.get("/manage/schemas/?state=otherwise"))
    assert making.written(writer).name not in text(admin.get("/manage/schemas/?state=otherwise"))
    page = text(admin.get(f"/manage/schemas/{schema.pk}/"))
    assert "could not tell; the writer marked" in page
    assert "as the writer marked" in page
    assert "blind answers as marked" in text(admin.get(f"/manage/people/{who.pk}/"))
    lines = admin.get("/manage/tables/reviews.csv").content.decode().splitlines()
    assert "cannot tell" in lines[1]
    assert ",as marked,as marked," in lines[2]

    # The writer is told how many answered as marked, once the schema is decided.
    schema.refresh_from_db()
    assert not schema.is_open
    right = BlindAnswer.objects.filter(right=True, half__schema=schema).count()
    told = text(login(writer).get(f"/schemas/{schema.pk}/"))
    assert f"{right} of 4 answers were as you marked" in told


# --------------------------------------------------------------------------------------- managing


def test_how_it_works_tells_what_the_settings_say(login: Callable[..., Client]) -> None:
    values = {"currency": "£", "pay_schema": 75, "pay_every": 4, "pay_when": "valid"}
    parameters.store(values | {"points_leaked": -7, "training_length": 9, "promote_score": 21})
    page = text(Client().get("/about/"))
    for part in (
        "For each schema: £0.75 , when it is approved.",
        "For every 4 reviews: £0.50",
        "£10.00 is shared among everybody",
        "−7",
        "Answer 9 questions",
        "your score is above 21",
        "very good English",
    ):
        assert part in page, part
    parameters.store({"pay_when": "never", "pay_every": 0, "bonus_cents": 0, "promote": False})
    page = text(login(making.person()).get("/about/"))
    assert "Nothing is paid on this site." in page
    assert "Becoming an evaluator" not in page
    assert "A test question" not in page  # both shares are zero


def test_whoever_joins_is_told_that_english_must_be_strong() -> None:
    page = Client().get("/register/").content.decode()
    assert "You need very good English." in page
    assert page.index("You need very good English.") < page.index("<form")
    assert 'href="/about/"' in page


def test_amounts_have_the_currency_of_the_site(login: Callable[..., Client]) -> None:
    parameters.store({"currency": "CHF"})
    who = making.person(score=5)
    making.written(who)
    assert "0.50 CHF" in text(login(who).get("/codes/"))
    admin = login(making.person(is_admin=True))
    for address in ("/manage/", "/manage/payments/", "/manage/analysis/"):
        assert "0.50 CHF" in text(admin.get(address)), address
    for name in ("codes", "bonus"):
        assert ",CHF" in admin.get(f"/manage/tables/{name}.csv").content.decode()


def test_every_parameter_is_on_the_page_and_can_be_set(login: Callable[..., Client]) -> None:
    client = login(making.person(is_admin=True))
    page = html5lib.parse(
        client.get("/manage/parameters/").content.decode(), namespaceHTMLElements=False
    )
    fields = {
        e.get("name"): e for e in page.iter() if e.tag in ("input", "select") and e.get("name")
    }
    assert {p.name for p in parameters.PARAMETERS} <= set(fields)
    groups = {e.get("id"): e.findtext("legend") for e in page.iter("fieldset") if e.get("id")}
    jumps = {
        e.get("href"): e.text for e in page.iter("a") if (e.get("href") or "").startswith("#g")
    }
    assert jumps == {f"#{name}": heading for name, heading in groups.items()}
    assert list(groups.values()) == list(dict.fromkeys(str(p.group) for p in parameters.PARAMETERS))
    values = parameters.load()
    data = {p.name: values[p.name] for p in parameters.PARAMETERS if p.kind != "yes"}
    for p in parameters.PARAMETERS:
        if p.kind == "amount":
            assert fields[p.name].get("value") == f"{values[p.name] / 100:.2f}"
            data[p.name] = f"{values[p.name] / 100:.2f}"
    reply = client.post(
        "/manage/parameters/",
        data
        | {
            "reviewers": 3,
            "test_share": 0.25,
            "promote": "on",
            "currency": "£",
            "pay_schema": "1.15",
        },
    )
    assert reply.status_code == 302
    now = parameters.load()
    assert (now["reviewers"], now["test_share"], now["promote"], now["alone"]) == (
        3,
        0.25,
        True,
        False,
    )
    assert (now["currency"], now["pay_schema"], now["bonus_cents"]) == ("£", 115, 1000)
    for wrong in ({"reviewers": 99}, {"test_share": "nan"}, {"pay_schema": "0.505"}):
        bad = client.post("/manage/parameters/", data | wrong)
        assert bad.status_code == 422
        assert "Nothing was saved" in text(bad)
    assert parameters.load()["reviewers"] == 3


def test_points_by_hand_are_explained(login: Callable[..., Client]) -> None:
    who = making.person()
    client = login(making.person(is_admin=True))
    assert (
        client.post(f"/manage/people/{who.pk}/points/", {"points": "4", "note": ""}).status_code
        == 422
    )
    client.post(f"/manage/people/{who.pk}/points/", {"points": "4", "note": "helped others"})
    shown = text(login(who).get("/ledger/"))
    assert "helped others" in shown
    assert "+4" in shown


def test_codes_are_verified_and_redeemed(login: Callable[..., Client]) -> None:
    who = making.person()
    making.written(who)
    (code,) = Code.objects.all()
    client, theirs = login(making.person(is_admin=True)), login(who)
    shown = theirs.post(f"/codes/{code.pk}/show/").content.decode()
    code_shown = re.search(r'id="code">([A-Z2-7-]+)<', shown)
    assert code_shown
    assert code_shown[1] == payment.text_of(code)
    assert theirs.post(f"/codes/{code.pk}/show/").status_code == 302
    assert "Not redeemed yet" in text(
        client.post("/manage/payments/", {"code": code_shown[1], "action": "verify"})
    )
    assert "redeemed now" in text(
        client.post("/manage/payments/", {"code": code_shown[1], "action": "redeem"})
    )
    assert "Already redeemed" in text(
        client.post("/manage/payments/", {"code": code_shown[1], "action": "redeem"})
    )
    assert "not a code from this site" in text(
        client.post("/manage/payments/", {"code": "A" * 32, "action": "redeem"})
    )


def test_long_lists_come_in_parts(login: Callable[..., Client]) -> None:
    who = making.person()
    for _ in range(30):
        making.written(who)
    client = login(who)
    assert "1 of 2" in text(client.get("/work/"))
    assert "2 of 2" in text(client.get("/work/?page=2"))
    assert client.get("/work/?page=zzz").status_code == 200


def test_a_database_that_is_away_is_told_so(
    login: Callable[..., Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.contrib.sessions.backends.db import SessionStore
    from django.db import OperationalError

    from coindex.winoflexi.views import contributor

    def gone(*args: object, **kwargs: object) -> None:
        raise OperationalError("the database system is shutting down")

    client = login(making.person(), raise_request_exception=False)
    monkeypatch.setattr(contributor.scoring, "record_of", gone)
    reply = client.get("/work/")
    assert (reply.status_code, reply.headers["Retry-After"]) == (503, "5")
    monkeypatch.undo()
    monkeypatch.setattr(SessionStore, "create_model_instance", gone)
    assert login is not None
    assert client.post("/schemas/new/", making.form_of(making.draft())).status_code == 503
    monkeypatch.undo()
    monkeypatch.setattr(contributor.scoring, "record_of", lambda person: 1 / 0)
    assert client.get("/work/").status_code == 500


def test_agreement_is_shown(login: Callable[..., Client]) -> None:
    for answers in ((YES, YES), (NO, NO), (YES, NO)):
        for _ in range(2):
            making.person(is_evaluator=True)
        schema = making.written(making.person())
        for each in answers:
            making.review(making.person(is_evaluator=True), schema.pk, each)
    assert "0.40" in text(login(making.person(is_evaluator=True)).get("/reviews/"))
