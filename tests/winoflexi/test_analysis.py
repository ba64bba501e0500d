"""The analysis: numbers, charts, systems; and that all text can be translated."""

from __future__ import annotations

import doctest
import importlib
import itertools
import json
import pkgutil
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from coindex import winoflexi
from coindex.winoflexi.analysis import asking, charts, statistics, systems, worker_pool
from coindex.winoflexi.crowd import parameters
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
    curves = statistics.hardness_curves(found)
    assert curves == ([0.25], [0.25] * 3)
    assert {q.values for q in statistics.hardness_quantiles(curves)} == {(0.25, 0.25)}


def test_hardness_is_a_sorted_curve_for_each_library() -> None:
    found = [statistics.Counted(hardness=[0.3, 0.1, 0.2]), statistics.Counted(hardness=[0.05])]
    curves = statistics.hardness_curves(found)
    assert curves == ([0.1, 0.2, 0.3], [0.05])
    quantiles = {q.part: q.values for q in statistics.hardness_quantiles(curves)}
    assert quantiles[0.5] == pytest.approx((0.2, 0.05))
    assert quantiles[0.75] == pytest.approx((0.25, 0.05))
    drawn = charts.curves("How hard", ("rank", "hardness"), curves)
    assert drawn.count("<polyline") == 2
    heights = [
        [float(pair.split(",")[1]) for pair in points.split()]
        for points in re.findall(r'points="([^"]*)"', drawn)
    ]
    assert heights[0] == sorted(heights[0], reverse=True)  # up on the page is smaller
    assert charts.curves("none", ("a", "b"), ([], [])) == ""
    assert charts.curves("crowd only", ("a", "b"), ([], [0.2, 0.4])).count("crowd curve") == 1


@usual
def test_charts_are_drawings_with_words() -> None:
    lines = [statistics.Line("<b>", (1, 2), (0.5, None))]
    made = charts.bars("A & B", lines)
    assert "<b>" not in made
    assert "&lt;b&gt;" in made
    assert "A &amp; B" in made
    assert "nan" not in charts.bars("empty", [statistics.Line("a", (0, 0), (None, None))])


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
    by_name = {c.name: c for c in compared}
    assert [t.share for t in by_name["good"].tallies] == [1.0, 1.0]
    assert by_name["silent"].tallies == (systems.Tally(0, 0, 1), systems.Tally(0, 0, 0))
    assert correlation is not None
    assert correlation > 0.9
    assert "good" in charts.dots("t", ("a", "b"), compared)
    assert "silent" not in charts.dots("t", ("a", "b"), compared)  # not asked on one side


@usual
def test_only_what_was_analysed_counts() -> None:
    """The reasoner is measured on schemas that are analysed, not on those that wait or failed."""
    analysed(2, "simple", "time")
    analysed(1, "simple", "time", of="expert")
    for state in (Analysis.WAITING, Analysis.FAILED):
        row = making.written(making.person(), state=State.VALID)
        row.analysis = Analysis.objects.create(
            key=row.fingerprint, asked_at="2026-01-01T00:00Z", state=state
        )
        row.save()
    making.written(making.person(), state=State.VALID)
    found = statistics.counted(Library.CROWD)
    assert (found.schemas, found.analysed, found.waiting, found.failed) == (5, 2, 1, 1)
    (own,), _ = statistics.compared()
    assert (own.name, own.run) == (systems.OWN, None)
    assert [(t.number, t.none) for t in own.tallies] == [(2, 0), (4, 0)]
    assert len(systems.unanalysed()) == 3 + 2


@usual
def test_the_own_name_is_taken() -> None:
    half = Half.objects.earliest("pk")
    with pytest.raises(InputError, match="own system"):
        systems.take("coindex", json.dumps({"id": half.pk, "answer": 0}))


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=40))
def test_labels_of_dots_never_overlap(shares: list[tuple[float, float]]) -> None:
    dots = charts.placed([(n, "x", *share) for n, share in enumerate(shares)])
    labels = [dot.label for dot in dots]
    apart = [below - above for above, below in itertools.pairwise(labels)]
    assert all(distance > charts.APART - 1e-6 for distance in apart)
    height = max(charts.SIDE, charts.APART * (len(shares) - 1)) + charts.APART
    assert all(0 < label <= height for label in labels)
    assert [dot.y for dot in dots] == sorted(dot.y for dot in dots)  # leaders do not cross


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
            making.review(making.person(is_evaluator=True), schema.pk, making.YES, seconds=30)
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
    assert "data-refresh" not in page
    client.post("/manage/analysis/ask/")
    assert "has been analysed already" in client.get("/manage/analysis/").content.decode()
    file = SimpleUploadedFile(
        "a.jsonl", json.dumps({"id": Half.objects.earliest("pk").pk, "answer": 1}).encode()
    )
    client.post("/manage/analysis/answers/", {"name": "mine", "file": file})
    run = SystemRun.objects.get(name="mine")
    assert "mine" in client.get("/manage/analysis/").content.decode()
    client.post(f"/manage/analysis/{run.pk}/forget/")
    assert not SystemRun.objects.filter(name="mine").exists()


# ------------------------------------------------------------------- rules that were asked for


def _rules(path: Path) -> str:
    """Rules for the first half of the first expert's schema, whose other half stays undecided."""
    item = systems.item_of(Half.objects.earliest("pk"))
    line = {"text": item.text, "pron_start": item.pron_start, "pron_end": item.pron_end}
    line |= {"rules": ["Person1 looks for person2 because person2 is shy."]}
    path.write_text(json.dumps(line) + "\n")
    return f"recorded:{path}"


@usual
@pytest.mark.model
def test_the_reasoner_with_rules_is_one_more_system(
    login: Callable[..., Client],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    source = _rules(tmp_path / "rules.jsonl")
    monkeypatch.setattr(settings, "DIRECTORY", str(tmp_path))
    with pytest.raises(InputError, match="may read files of the server"):
        asking.ask(source)
    monkeypatch.setattr(settings, "ASK", source)
    assert asking.ask(source) == ""
    (run,) = SystemRun.objects.all()
    assert run.name == "Coindex with rules of recorded:rules.jsonl"
    half = Half.objects.earliest("pk")
    assert run.answers.get(half=half).answer == 1
    assert run.answers.count() == Half.objects.count()
    kept = [json.loads(line) for line in (tmp_path / asking.FILE).read_text().splitlines()]
    assert "shy" in str(kept[0]["sentences"])
    assert (
        "Coindex with rules"
        in login(making.person(is_admin=True)).get("/manage/analysis/").content.decode()
    )


@usual
def test_the_organiser_names_whom_to_ask(
    login: Callable[..., Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    client = login(making.person(is_admin=True))
    page = client.get("/manage/analysis/").content.decode()
    assert "Ask for rules" not in page
    client.post("/manage/analysis/rules/")
    assert "Name whom to ask" in client.get("/manage/analysis/").content.decode()
    form = {name: parameters.load()[name] for name in parameters.by_name()}
    form = {k: v for k, v in form.items() if v is not False} | {"pay_schema": "0.50"}
    form |= {"pay_reviews": "0.50", "bonus_cents": "10.00"}
    refused = client.post("/manage/parameters/", form | {"ask": "recorded:/etc/hosts"})
    assert "Start the site with" in refused.content.decode()
    assert client.post("/manage/parameters/", form | {"ask": "recorded"}).status_code == 302
    assert "may be sent to recorded" in client.get("/about/").content.decode()
    began: list[Any] = []
    monkeypatch.setattr(asking.threading.Thread, "start", lambda self: began.append(self))
    monkeypatch.setattr(asking, "_last", None)
    client.post("/manage/analysis/rules/")
    page = client.get("/manage/analysis/").content.decode()
    assert "recorded is being asked for rules" in page
    assert 'data-refresh="/manage/analysis/figures/"' in page
    client.post("/manage/analysis/rules/")
    assert "asked for already" in client.get("/manage/analysis/").content.decode()
    assert len(began) == 1


@usual
def test_what_goes_wrong_in_asking_is_said(
    login: Callable[..., Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(name: str) -> str:
        raise InputError("there is no model <x>")

    monkeypatch.setattr(asking, "ask", fail)
    monkeypatch.setattr(asking.connection, "close", lambda: None)
    running = asking.Running("llm:x")
    asking._run(running)
    monkeypatch.setattr(asking, "_last", running)
    page = login(making.person(is_admin=True)).get("/manage/analysis/").content.decode()
    assert "Not all rules could be asked of llm:x: there is no model &lt;x&gt;" in page


@usual
def test_the_page_refreshes_while_something_is_under_way(login: Callable[..., Client]) -> None:
    class Slow(making.AtOnce):
        def submit(self, name: str, schema: dict[str, Any], *, in_background: bool = False) -> bool:
            assert in_background  # nobody waits for it, so writers come first
            self.asked.append(schema)
            return True

    worker_pool.use_pool(Slow())  # type: ignore[arg-type]
    client = login(making.person(is_admin=True))
    client.post("/manage/analysis/ask/")
    page = client.get("/manage/analysis/").content.decode()
    assert "2 schemas are being analysed." in page
    assert 'data-refresh="/manage/analysis/figures/"' in page
    assert '<noscript><meta http-equiv="refresh"' in page
    part = client.get("/manage/analysis/figures/").content.decode()
    assert "0 of 2 schemas are analysed" in part
    assert "<html" not in part
    one = Analysis.objects.earliest("pk")
    Analysis.objects.filter(pk=one.pk).update(state=Analysis.DONE, result=making.RESULT)
    assert "1 of 2 schemas are analysed" in client.get("/manage/analysis/figures/").content.decode()
    Analysis.objects.exclude(pk=one.pk).update(state=Analysis.FAILED, error="died")
    part = client.get("/manage/analysis/figures/").content.decode()
    assert "data-refresh" not in part
    assert "The analysis of 1 schema failed" in part


@usual
def test_hardness_and_reasons_are_told_in_sentences(login: Callable[..., Client]) -> None:
    advice = ["To make it harder, use rarer words.", "To make it easier, use commoner words."]
    result = making.RESULT | {
        "hardness": [
            {"index": 0.083, "class": "hard", "advice": advice},
            {"index": None, "class": "uncharacterised", "why": "There is no pronoun."},
        ]
    }
    worker_pool.use_pool(making.AtOnce(result))  # type: ignore[arg-type]
    form = making.form_of(making.draft(), action="check")
    page = login(making.person()).post("/schemas/new/", form).content.decode()
    assert "About 8 people in 100 would get this wrong." in page
    assert "cannot be estimated. There is no pronoun." in page
    assert "To make it harder, use rarer words." in page
    assert "<li>It was so.</li>" in page


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
    r"WinoFlexi|·|person-\d+|crowd-\d+|expert-\d+|[\d.,:%/+−–-]+|YAML|XML|Ada\w*|Ruth\w*|Karin\w*|Beate\w*|[()]|x|Coindex|EUR|CSV"
)


@usual
def test_every_word_of_every_page_can_be_translated(foreign: None) -> None:
    """Words without quotation marks were not translated."""
    admin, who = making.person(is_admin=True), making.person()
    parameters.store({"promote": True})
    schema = making.written(who, state=State.INVALID)
    unread, solved = (making.written(making.person()) for _ in "12")
    making.solve(admin, solved, (0, None))
    pages = {
        "anonymous": ("/", "/about/", "/login/", "/register/", "/nowhere/"),
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
        "evaluator": (
            "/reviews/",
            f"/reviews/{schema.pk}/",
            f"/reviews/{unread.pk}/",
            f"/reviews/{solved.pk}/",
            "/similar/",
        ),
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
                for h in Half.objects.all()
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
