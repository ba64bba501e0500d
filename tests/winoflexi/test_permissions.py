"""Every address, for every role, with own and others' objects; and the general safeguards."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from coindex.winoflexi.analysis import systems
from coindex.winoflexi.analysis.schema_analysis import key
from coindex.winoflexi.analysis.worker_pool import request_analysis
from coindex.winoflexi.middleware import POLICY
from coindex.winoflexi.models import Code, Person, State, SystemRun
from coindex.winoflexi.schemas.drafts import schema_of
from coindex.winoflexi.site import one_time_links
from coindex.winoflexi.site.log_lines import OneLine
from tests.winoflexi import making

pytestmark = pytest.mark.usefixtures("db")

ROLES = ("anonymous", "contributor", "evaluator", "administrator")
PAGE, AWAY, NO, GONE, METHOD = 200, 302, 403, 404, 405
"""What may come: a page; to the login or elsewhere; not in this role; not there, or not one's own; not so."""

OPEN = (PAGE, PAGE, PAGE, PAGE)
MEMBERS = (AWAY, PAGE, PAGE, PAGE)
CONTRIBUTOR = (AWAY, PAGE, NO, NO)
EVALUATOR = (AWAY, NO, PAGE, NO)
ADMIN = (AWAY, NO, NO, PAGE)
CASES: dict[tuple[str, str], tuple[int, int, int, int]] = {
    # address and whose thing: for nobody, contributor, evaluator, administrator
    ("home", ""): (PAGE, AWAY, AWAY, AWAY),
    ("asset", ""): OPEN,
    ("about", ""): OPEN,
    ("health", ""): OPEN,
    ("register", ""): OPEN,
    ("welcome", ""): (AWAY, AWAY, AWAY, AWAY),
    ("login", ""): OPEN,
    ("role", ""): MEMBERS,
    ("logout", ""): (METHOD, METHOD, METHOD, METHOD),
    ("link", ""): OPEN,
    ("account", ""): MEMBERS,
    ("work", ""): CONTRIBUTOR,
    ("training", ""): CONTRIBUTOR,
    ("test", ""): (AWAY, AWAY, AWAY, NO),
    ("write", ""): CONTRIBUTOR,
    ("check", ""): (AWAY, METHOD, NO, NO),
    ("schema", "own"): CONTRIBUTOR,
    ("schema", "other"): (AWAY, GONE, NO, NO),
    ("withdraw", "own"): (AWAY, METHOD, NO, NO),
    ("withdraw", "other"): (AWAY, METHOD, NO, NO),
    ("analysis", ""): MEMBERS,
    ("ledger", ""): MEMBERS,
    ("codes", ""): MEMBERS,
    ("show-code", "own"): (AWAY, METHOD, METHOD, METHOD),
    ("show-code", "other"): (AWAY, METHOD, METHOD, METHOD),
    ("reviews", ""): EVALUATOR,
    ("review", "own"): (AWAY, NO, GONE, NO),
    ("review", "other"): EVALUATOR,
    ("similar", ""): (AWAY, NO, PAGE, PAGE),
    ("manage", ""): ADMIN,
    ("setup", ""): ADMIN,
    ("people", ""): ADMIN,
    ("person", "own"): ADMIN,
    ("person", "other"): ADMIN,
    ("act", "other"): (AWAY, NO, NO, METHOD),
    ("schemas", ""): ADMIN,
    ("any-schema", "other"): ADMIN,
    ("library", ""): ADMIN,
    ("shipped", ""): (AWAY, NO, NO, METHOD),
    ("forget-offers", ""): (AWAY, NO, NO, METHOD),
    ("export", ""): ADMIN,
    ("payments", ""): ADMIN,
    ("table", ""): ADMIN,
    ("analyses", ""): ADMIN,
    ("figures", ""): ADMIN,
    ("analyse", ""): (AWAY, NO, NO, METHOD),
    ("ask-for-rules", ""): (AWAY, NO, NO, METHOD),
    ("halves", ""): ADMIN,
    ("answers", ""): (AWAY, NO, NO, METHOD),
    ("forget", ""): (AWAY, NO, NO, METHOD),
}

POSTS: dict[tuple[str, str], tuple[int, int, int, int]] = {
    # what changes something, without any data: refused before it is looked at where it is not allowed
    ("check", ""): (AWAY, PAGE, NO, NO),
    ("write", ""): (AWAY, 422, NO, NO),
    ("withdraw", "own"): (AWAY, AWAY, NO, NO),
    ("withdraw", "other"): (AWAY, GONE, NO, NO),
    ("show-code", "own"): (AWAY, PAGE, PAGE, PAGE),
    ("show-code", "other"): (AWAY, GONE, GONE, GONE),
    ("review", "own"): (AWAY, NO, GONE, NO),
    ("review", "other"): (AWAY, NO, 422, NO),
    ("act", "other"): (AWAY, NO, NO, 422),
    ("any-schema", "other"): (AWAY, NO, NO, AWAY),
    ("setup", ""): (AWAY, NO, NO, 422),
    ("library", ""): (AWAY, NO, NO, 422),
    ("shipped", ""): (AWAY, NO, NO, AWAY),
    ("forget-offers", ""): (AWAY, NO, NO, AWAY),
    ("payments", ""): (AWAY, NO, NO, 422),
    ("analyse", ""): (AWAY, NO, NO, AWAY),
    ("ask-for-rules", ""): (AWAY, NO, NO, AWAY),
    ("answers", ""): (AWAY, NO, NO, AWAY),
    ("forget", ""): (AWAY, NO, NO, AWAY),
    ("similar", ""): (AWAY, NO, 422, 422),
    ("account", ""): (AWAY, PAGE, PAGE, PAGE),
    ("logout", ""): (AWAY, AWAY, AWAY, AWAY),
    ("test", ""): (AWAY, AWAY, AWAY, NO),
    ("training", ""): CONTRIBUTOR,
}


@dataclass
class World:
    """People in each role, each with a schema and a code, and one more person who owns the others' objects."""

    people: dict[str, Person]
    other: Person

    def address(self, name: str, whose: str, role: str) -> str:
        person = self.people.get(role) if whose == "own" else self.other
        person = person or self.other
        if whose == "own" and name in ("withdraw", "show-code") and not person.codes.exists():
            making.written(person)  # the one before was withdrawn, and its code with it
        schema, code = person.schemas.first(), person.codes.first()
        assert schema is not None
        assert code is not None
        made = schema_of(making.draft(999))
        arguments: dict[str, tuple[object, ...]] = {
            "asset": (next(iter(_assets())),),
            "link": (one_time_links.make(),),
            "analysis": (key(made),),
            "schema": (schema.pk,),
            "withdraw": (schema.pk,),
            "show-code": (code.pk,),
            "review": (schema.pk,),
            "person": (person.pk,),
            "act": (person.pk, "ban"),
            "any-schema": (schema.pk,),
            "export": ("expert", "yaml"),
            "table": ("codes",),
            "forget": (SystemRun.objects.get_or_create(name="guess")[0].pk,),
        }
        if name == "analysis":
            request_analysis(made)
        return reverse(name, args=arguments.get(name, ()))


def _assets() -> Iterator[str]:
    from coindex.winoflexi.site.assets import by_served_name

    yield from by_served_name()


@pytest.fixture
def world() -> World:
    people = {
        "contributor": making.person(),
        "evaluator": making.person(is_evaluator=True),
        "administrator": making.person(is_admin=True),
    }
    other = making.person()
    for number, person in enumerate((*people.values(), other)):
        making.written(person, number)
    return World(people, other)


def client_in(world: World, role: str) -> Client:
    return Client() if role == "anonymous" else making.logged_in(world.people[role], role)


def test_the_table_has_every_address() -> None:
    names = {p.name for p in get_resolver().url_patterns if isinstance(p, URLPattern)}
    assert {name for name, _ in CASES} == names


@pytest.mark.parametrize("role", ROLES)
def test_who_may_see_what(world: World, role: str) -> None:
    wrong = {}
    for (name, whose), wanted in CASES.items():
        client = client_in(world, role)
        found = client.get(world.address(name, whose, role)).status_code
        if found != wanted[ROLES.index(role)]:
            wrong[name, whose] = found
    assert wrong == {}


@pytest.mark.parametrize("role", ROLES)
def test_who_may_change_what(world: World, role: str) -> None:
    wrong = {}
    for (name, whose), wanted in POSTS.items():
        client = client_in(world, role)
        found = client.post(world.address(name, whose, role)).status_code
        if found != wanted[ROLES.index(role)]:
            wrong[name, whose] = found
    assert wrong == {}


def test_a_role_that_is_not_ones_own_cannot_be_taken(world: World) -> None:
    who = world.people["contributor"]
    for role in ("evaluator", "administrator", "nobody"):
        client = making.logged_in(who, role)
        assert client.get("/manage/").headers["Location"] == "/role/"
        client.post("/role/", {"role": role})
        assert client.get("/reviews/").headers["Location"] == "/role/"


def test_a_role_that_is_taken_away_ends_at_once(world: World) -> None:
    who = world.people["evaluator"]
    client = making.logged_in(who, "evaluator")
    assert client.get("/reviews/").status_code == PAGE
    Person.objects.filter(pk=who.pk).update(is_evaluator=False)
    assert client.get("/reviews/").headers["Location"] == "/role/"


def test_every_form_wants_its_token(world: World) -> None:
    for name, whose in POSTS:
        client = making.logged_in(world.people["administrator"], enforce_csrf_checks=True)
        assert client.post(world.address(name, whose, "administrator")).status_code == NO, name
    for name in ("login", "register", "link", "role"):
        client = Client(enforce_csrf_checks=True)
        assert client.post(world.address(name, "", "anonymous")).status_code == NO, name


def test_every_page_has_the_policy_and_no_shared_copy(world: World) -> None:
    for (name, whose), wanted in CASES.items():
        for role in ("anonymous", "administrator"):
            reply = client_in(world, role).get(world.address(name, whose, role))
            assert reply.headers["Content-Security-Policy"] == POLICY, name
            assert reply.headers["X-Frame-Options"] == "DENY", name
            assert reply.headers["X-Content-Type-Options"] == "nosniff", name
            assert name == "asset" or reply.headers["Cache-Control"] == "no-store", name
        assert len(wanted) == len(ROLES)


def test_numbers_that_nothing_has_are_not_there(world: World) -> None:
    for number in (10**6, 10**30):
        for role, address in (
            ("contributor", f"/schemas/{number}/"),
            ("evaluator", f"/reviews/{number}/"),
            ("administrator", f"/manage/people/{number}/"),
            ("administrator", f"/manage/schemas/{number}/"),
        ):
            assert client_in(world, role).get(address).status_code == GONE, address
    assert client_in(world, "contributor").get("/analysis/abc/").status_code == GONE
    assert client_in(world, "administrator").get("/manage/library/others.yaml").status_code == GONE
    admin = client_in(world, "administrator")
    assert admin.post(f"/manage/people/{world.other.pk}/explode/").status_code == GONE


def test_cookies_are_out_of_reach_of_scripts(world: World) -> None:
    client = Client()
    who = world.people["contributor"]
    client.get("/login/")
    client.post("/login/", {"name": who.name, "password": making.PASSWORD})
    for name in ("winoflexi", "winoflexi-csrf"):
        assert client.cookies[name]["httponly"]
        assert client.cookies[name]["samesite"] == "Lax"


def test_a_login_makes_a_new_session(world: World) -> None:
    client = Client()
    session = client.session
    session["planted"] = "yes"
    session.save()
    before = session.session_key
    who = world.people["contributor"]
    client.post("/login/", {"name": who.name, "password": making.PASSWORD})
    assert client.session.session_key != before


def test_another_host_is_refused_with_one_line_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    logger = logging.getLogger("django.security")
    (handler,) = (h for h in logger.handlers if isinstance(h.formatter, OneLine))
    assert not logger.propagate
    logger.addHandler(caplog.handler)
    try:
        assert Client().get("/", headers={"host": "evil.example"}).status_code == 400
    finally:
        logger.removeHandler(caplog.handler)
    (record,) = (r for r in caplog.records if r.name == "django.security.DisallowedHost")
    assert record.exc_info  # which Django would write as a traceback
    assert handler.format(record) == "Invalid HTTP_HOST header: 'evil.example'"


def test_an_evaluator_does_not_see_what_was_withdrawn(world: World) -> None:
    schema = making.written(world.other, 77, State.WITHDRAWN)
    assert client_in(world, "evaluator").get(f"/reviews/{schema.pk}/").status_code == GONE


def test_codes_of_others_stay_unseen(world: World) -> None:
    code = Code.objects.get(person=world.other)
    for role in ROLES[1:]:
        client_in(world, role).post(f"/codes/{code.pk}/show/")
    code.refresh_from_db()
    assert code.shown_at is None


def test_what_systems_are_asked_is_for_administrators(world: World) -> None:
    assert systems.lines()
    assert client_in(world, "contributor").get("/manage/analysis/halves.jsonl").status_code == NO
