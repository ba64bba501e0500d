"""The analysis: numbers, charts, systems; and that all text can be translated."""

from __future__ import annotations

import doctest
import importlib
import json
import pkgutil
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import translation

from coindex import winoflexi
from coindex.winoflexi.analysis import charts, statistics, systems
from coindex.winoflexi.crowd import parameters, reviewing
from coindex.winoflexi.models import Analysis, Half, Library, Schema, State, SystemRun
from kparse.errors import InputError
from tests.winoflexi import making

usual = pytest.mark.usefixtures("db")


def analysed(number: int, pattern: str, group: str, *, of: str = "crowd") -> None:
    result = making.RESULT | {
        "patterns": [pattern] * 2,
        "connectors": [[group], []],
        "hardness": [{"index": 0.25}],
    }
    for _ in range(number):
        row = making.written(making.person(), state=State.VALID)
        row.library = of
        row.analysis = Analysis.objects.create(
            key=row.fingerprint, asked_at="2026-01-01T00:00Z", state=Analysis.DONE, result=result
        )
        row.save()


@usual
def test_both_libraries_are_counted() -> None:
    analysed(3, "complex", "cause/effect")
    analysed(1, "simple", "time", of="expert")
    found = [statistics.counted(of) for of in statistics.LIBRARIES]
    assert [(c.schemas, c.analysed, c.halves) for c in found] == [(3, 1, 2), (3, 3, 6)]
    lines = {line.name: line for line in statistics.patterns(found)}
    assert lines["complex"].counts == (0, 6)
    assert lines["simple"].shares == (1.0, 0.0)
    groups = {line.name: line for line in statistics.connectors(found)}
    assert groups["cause or effect"].shares == (0.0, 0.5)
    hard = {line.name: line for line in statistics.hardness(found)}
    assert hard["0.2–0.3"].counts == (1, 3)


@usual
def test_charts_are_drawings_with_words() -> None:
    lines = [statistics.Line("<b>", (1, 2), (0.5, None))]
    made = charts.bars("x", "A & B", lines)
    assert "<b>" not in made
    assert "&lt;b&gt;" in made
    assert "A &amp; B" in made
    assert "nan" not in charts.bars("x", "empty", [statistics.Line("a", (0, 0), (None, None))])


@usual
def test_systems_are_compared() -> None:
    for _ in range(3):
        making.written(making.person(), state=State.VALID)
    questions = [json.loads(line) for line in systems.lines().splitlines()]
    assert len(questions) == 4 + 6
    for question in questions:
        place = question["text"][question["pron_start"] : question["pron_end"]]
        assert place == "she"
        assert all(candidate in question["text"] for candidate in question["candidates"])
    right = dict(Half.objects.values_list("pk", "right"))
    experts = set(Half.objects.filter(schema__library="expert").values_list("pk", flat=True))
    for name, wrong in (("good", 0), ("fair", 1), ("poor", 2)):
        answers = {n: (1 - r if n % 3 < wrong else r) for n, r in right.items()}
        text = "".join(json.dumps({"id": n, "answer": a}) + "\n" for n, a in answers.items())
        assert systems.take(name, text) == 10
    systems.take("silent", json.dumps({"id": min(experts), "answer": None}))
    compared, correlation = statistics.compared()
    by_name = {c.run.name: c for c in compared}
    assert [t.share for t in by_name["good"].tallies] == [1.0, 1.0]
    assert by_name["silent"].tallies[0] == systems.Tally(0, 0, 4)
    assert correlation is not None
    assert correlation > 0.9
    assert "good" in charts.dots("s", "t", ("a", "b"), compared)


@usual
@pytest.mark.parametrize(
    "text",
    [
        "no json",
        "[]",
        "{}",
        '{"id": 999999, "answer": 0}',
        '{"id": 1, "answer": 2}',
        '{"id": 1, "answer": true}',
        "",
    ],
)
def test_answers_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        systems.take("x", text)
    assert not SystemRun.objects.exists()


@usual
def test_halves_are_the_same_every_time() -> None:
    for _ in range(5):
        making.written(making.person(), state=State.VALID)
    drawn = [half.pk for half in systems.chosen(Library.CROWD, 4)]
    assert drawn == [half.pk for half in systems.chosen(Library.CROWD, 4)]
    assert len(drawn) == 4


@usual
def test_costs_and_best_workers() -> None:
    author = making.person()
    making.panel()
    for number in range(2):
        schema = making.written(author)
        schema.seconds = 100 + number * 60
        schema.save()
        for _ in "12":
            reviewing.review(making.person(is_evaluator=True), schema.pk, making.YES, seconds=30)
    costs = statistics.costs()
    assert (costs.issued, costs.redeemed, costs.per_valid) == (100, 0, 50)
    assert (costs.writing, costs.reviewing) == (130, 30)
    best = list(statistics.best_workers())
    assert best[0][0] == author
    assert best[0][1:] == (2, 2, 0)


@usual
def test_the_page(login: Callable[..., Client]) -> None:
    analysed(2, "compound", "time")
    client = login(making.person(is_admin=True))
    client.post("/manage/analysis/ask/")
    assert not Schema.objects.filter(analysis=None, state=State.VALID).exists()
    page = client.get("/manage/analysis/").content.decode()
    assert page.count("<svg") >= 3
    assert systems.OWN in page
    file = SimpleUploadedFile(
        "a.jsonl", json.dumps({"id": Half.objects.earliest("pk").pk, "answer": 1}).encode()
    )
    client.post("/manage/analysis/answers/", {"name": "mine", "file": file})
    run = SystemRun.objects.get(name="mine")
    assert "mine" in client.get("/manage/analysis/").content.decode()
    client.post(f"/manage/analysis/{run.pk}/forget/")
    assert not SystemRun.objects.filter(name="mine").exists()


# ----------------------------------------------------------------------------------- translation


class Texts(HTMLParser):
    """What a page says, but for what people have written and names."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "link", "input", "img", "br", "line", "rect", "circle"):
            self._open.append(tag)
        self.found += [
            value for name, value in attrs if name in ("aria-label", "alt", "title") and value
        ]

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if "pre" not in self._open:
            self.found.append(data)


def say(text: str) -> str:
    return f"«{text}»"


@pytest.fixture
def foreign(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A language that puts everything in quotation marks."""
    from django.utils.translation import trans_real

    translation.activate("en-gb")
    for name in ("gettext", "pgettext"):
        monkeypatch.setattr(translation._trans, name, lambda *a: say(a[-1]), raising=False)
    monkeypatch.setattr(
        translation._trans,
        "ngettext",
        lambda one, many, n: say(one if n == 1 else many),
        raising=False,
    )
    assert trans_real
    yield
    translation.deactivate()


OURS = re.compile(
    r"WinoFlexi|·|person-\d+|crowd-\d+|expert-\d+|[\d.,:%/+−–-]+|YAML|XML|Ada\w*|Ruth\w*|Karin\w*|Beate\w*|[()]|x|Coindex"
)


@usual
def test_every_word_of_every_page_can_be_translated(foreign: None) -> None:
    """Words without quotation marks were not translated."""
    admin, who = making.person(is_admin=True), making.person()
    parameters.store({"promote": True})
    schema = making.written(who, state=State.INVALID)
    pages = {
        "anonymous": ("/", "/login/", "/register/", "/nowhere/"),
        "contributor": (
            "/work/",
            "/training/",
            "/schemas/new/",
            "/ledger/",
            "/codes/",
            "/account/",
            "/role/",
            "/manage/",
        ),
        "evaluator": ("/reviews/", f"/reviews/{schema.pk}/", "/similar/"),
        "administrator": (
            "/manage/",
            "/manage/people/",
            "/manage/schemas/",
            "/manage/library/",
            "/manage/payments/",
            "/manage/analysis/",
            "/manage/parameters/",
            f"/manage/people/{who.pk}/",
            f"/manage/schemas/{schema.pk}/",
        ),
    }
    bare = []
    for role, addresses in pages.items():
        client = Client() if role == "anonymous" else making.logged_in(admin, role)
        for address in addresses:
            parser = Texts()
            parser.feed(client.get(address).content.decode())
            joined = re.sub(r"«[^«»]*»", " ", re.sub(r"«[^«»]*»", " ", " ".join(parser.found)))
            rest = {w for w in joined.split() if not OURS.fullmatch(w.strip("[].,:;?!«»"))}
            sentences = {
                w
                for h in schema.halves.all()
                for w in re.findall(r"\w+", f"{h.sentence} {h.question}")
            }
            expert = set(
                "Karin looked for Beate at the market number because she was shy loud late early".split()
            )
            if left := {w for w in rest if w.strip("[].,:;?!") not in sentences | expert | {""}}:
                bare.append((address, sorted(left)))
    assert bare == []


# -------------------------------------------------------------------------------------- doctests


@usual
def test_the_examples_in_the_docstrings_hold() -> None:
    failed = {}
    for found in pkgutil.walk_packages(winoflexi.__path__, "coindex.winoflexi."):
        if "migrations" not in found.name and found.name != "coindex.winoflexi.wsgi":
            result = doctest.testmod(importlib.import_module(found.name))
            if result.failed:
                failed[found.name] = result.failed
    assert failed == {}
