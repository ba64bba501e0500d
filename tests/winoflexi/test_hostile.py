"""Hostile text goes through every field and comes back as text.

``python -m pytest tests/winoflexi/test_hostile.py -m slow`` sends ten thousand.
"""

from __future__ import annotations

import csv
import io
import random
import uuid
from collections.abc import Callable, Iterator, Mapping
from html.parser import HTMLParser
from typing import Any

import html5lib
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from coindex.harness.schemas.files import to_yaml
from coindex.harness.schemas.schema import Schema as Made
from coindex.winoflexi.analysis import worker_pool
from coindex.winoflexi.crowd import parameters
from coindex.winoflexi.models import Analysis, Library, Schema, SystemRun
from coindex.winoflexi.site import rate_limits
from tests.winoflexi import making

pytestmark = pytest.mark.usefixtures("db")

SEEDS = (
    "a\x00b",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "'><b onmouseover=alert(1)>",
    "</textarea><script>alert(1)</script>",
    "</title><script>x()</script>",
    "javascript:alert(1)",
    "{{ 7|add:7 }}",
    "{% load os %}",
    "{# x #}",
    "${7*7}",
    "<!--",
    "-->",
    "]]>",
    "<![CDATA[",
    "&lt;script&gt;",
    "&#60;script&#62;",
    "&amp;",
    "'; DROP TABLE winoflexi_person; --",
    '" OR 1=1 --',
    "%s%s%n",
    "%(x)s",
    "../../etc/passwd",
    "=cmd|' /C calc'!A0",
    "@SUM(1)",
    "+1+1",
    "<a href=javascript:alert(1)>x</a>",
    "<base href=//evil>",
    "<style>*{display:none}</style>",
    "<iframe src=//evil>",
    "<form action=//evil><input name=csrfmiddlewaretoken>",
    "<meta http-equiv=refresh content=0>",
    "data-poll=/x",
    "\u202eright",
    "\u200bzero",
    "e\u0301\u0302\u0303",
    "\U0001f9e8",
    "\uff1cscript\uff1e",
    "<\u017fcript>",
    "\u2028line",
    "ǅ",
    "<math><mi>",
    "<template>",
    "<svg><style><img src=x onerror=alert(1)>",
    "`${x}`",
    "\\u003cscript\\u003e",
    "<scr<script>ipt>",
    "onfocus=alert(1) autofocus",
)
TAGS = frozenset(
    """html head meta title link script body a header img nav ul li b div form input button main p section h1 h2
    h3 details summary fieldset legend label textarea select option table thead tbody tr th td caption dl
    dt dd span small br pre code mark progress meter noscript em svg text rect line circle""".split()
)
"""The elements that pages are made of; ``iframe``, ``style``, ``base`` and the like are not among them."""
ATTRIBUTES = frozenset(
    """lang charset name content rel href type src defer class alt width height id tabindex role aria-label
    aria-live aria-describedby aria-invalid aria-current aria-hidden aria-labelledby method action value
    for maxlength minlength required autocomplete autocapitalize spellcheck rows cols novalidate
    data-check data-poll form formaction max min step scope colspan rowspan enctype selected checked
    viewbox preserveaspectratio x y cx cy r x1 x2 y1 y2 aria-required http-equiv multiple data-refresh open""".split()
)


@pytest.fixture(autouse=True)
def unhindered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Switch rate limits off: these tests are about content."""
    monkeypatch.setattr(rate_limits, "allowed", lambda *_: True)


def strings(number: int, seed: int = 1) -> Iterator[str]:
    """The seeds, then pieces of them put together at random."""
    yield from SEEDS[:number]
    chance = random.Random(seed)
    for _ in range(number - len(SEEDS)):
        parts = [chance.choice(SEEDS) for _ in range(chance.randrange(1, 4))]
        text = chance.choice(("", " ", "x", '"', "'", ">")).join(parts)
        cut = chance.randrange(len(text))
        yield (text[cut:] + text[:cut])[:300]


def judge(tag: str, attributes: Mapping[str, str | None]) -> None:
    """Check that pages may have this element."""
    assert tag in TAGS, tag
    assert set(attributes) <= ATTRIBUTES, (tag, set(attributes) - ATTRIBUTES)
    for name in ("href", "src", "action", "formaction", "data-poll", "data-refresh", "data-check"):
        value = attributes.get(name)
        assert value is None or value[0] in "/?#", (tag, name, value)
    assert tag != "script" or str(attributes.get("src")).startswith("/static/")


class Quick(HTMLParser):
    """Checks elements with the standard library's parser: less exact than a browser, twenty times as fast."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        judge(tag, dict(attrs))

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)


def harmless(page: bytes, *, quick: bool = False) -> None:
    """Check that a page has only allowed elements, with a parser that works like a browser's."""
    if quick:
        parser = Quick(convert_charrefs=False)
        parser.feed(page.decode())
        parser.close()
        return
    for element in html5lib.parse(page.decode(), namespaceHTMLElements=False).iter():
        assert isinstance(element.tag, str), "a comment"
        found = {
            str(name).rsplit("}", 1)[-1].lower(): value for name, value in element.attrib.items()
        }
        judge(element.tag.rsplit("}", 1)[-1], found)
        assert element.tag != "script" or not (element.text or "").strip()


class Site:
    """Clients in each role, and what a string is put into."""

    def __init__(self) -> None:
        parameters.store(
            {"awaiting_limit": 10**3, "training_step": 0, "registrations_per_hour": 10**4}
        )
        self.admin = making.logged_in(making.person(is_admin=True))
        self.reader = making.person(is_evaluator=True)
        self.evaluator = making.logged_in(self.reader)
        making.person(is_evaluator=True)
        self.number = 0

    def put(self, text: str, other: str) -> None:
        """Send two strings through the fields that are kept, and one in turn through one that is not."""
        self.number += 1
        writer = making.person()
        client = making.logged_in(writer)
        pages = [client.post("/account/", {"label": text[:80]})]
        pages.append(client.post("/schemas/new/", self._good(text)))
        schema = Schema.objects.filter(author=writer).first()
        if schema is not None:
            review = making.review_form(making.NO, comment=other)
            pages.append(self.evaluator.get(f"/reviews/{schema.pk}/"))
            making.solve(self.reader, schema, (None, 0))
            pages.append(self.evaluator.get(f"/reviews/{schema.pk}/"))
            pages.append(self.evaluator.post(f"/reviews/{schema.pk}/", review))
            pages.append(client.get(f"/schemas/{schema.pk}/"))
        pages.append(
            self.admin.post(f"/manage/people/{writer.pk}/points/", {"points": "1", "note": other})
        )
        lines = b'{"id": 1, "answer": null}\n' if self.number % 2 else text.encode()
        answers = SimpleUploadedFile("a.jsonl", lines)
        pages.append(
            self.admin.post("/manage/analysis/answers/", {"name": other[:60], "file": answers})
        )
        pages.append(
            self.admin.post("/manage/library/", {"library": "expert", "file": self._library(other)})
        )
        form = {
            f"{name}_{n}": text
            for name in ("sentence", "question", "target", "right")
            for n in "12"
        }
        passing: tuple[Callable[[], Any], ...] = (
            lambda: Client().post("/login/", {"name": text, "password": text, "next": text}),
            lambda: client.post("/schemas/new/", form | {"token": text, "since": text}),
            lambda: client.post("/schemas/check/", form),
            lambda: self.admin.get("/manage/people/", {"q": text, "page": text}),
            lambda: self.admin.get("/manage/schemas/", {"state": text, "library": text}),
            lambda: self.admin.post("/manage/payments/", {"code": text, "action": text}),
            lambda: self.admin.post("/similar/", {"text": text}),
            lambda: client.get("/schemas/new/", {"from": text}),
            lambda: self.admin.post(
                "/manage/parameters/", {"reviewers": text, "registration": text}
            ),
        )
        pages.append(passing[self.number % len(passing)]())
        for page in pages:
            assert page.status_code < 500
            if page.status_code != 302:
                harmless(page.content, quick=self.number % 20 != 1)

    def _good(self, text: str) -> dict[str, str]:
        """A draft that passes the checks with the string in all its parts."""
        names = (
            f"{text[:30].replace('[', '').replace(']', '')} Ada{self.number}",
            f"Ruth{self.number} {text[:20]}",
        )
        names = (names[0], names[1].replace("[", "").replace("]", ""))
        return {
            "token": str(uuid.uuid4()),
            "target_1": names[0],
            "target_2": names[1],
            "sentence_1": f"{names[0]} lent {names[1]} a pump because [she] had two.",
            "sentence_2": f"{names[0]} lent {names[1]} a pump because [she] had none.",
            "question_1": f"Who of {names[0]} had two?",
            "question_2": f"Who of {names[0]} had none?",
            "right_1": "0",
            "right_2": "1",
        }

    def _library(self, text: str) -> SimpleUploadedFile:
        plain = "".join(c for c in text if c not in "[]{}" and c.isprintable())
        made = Made(
            id=f"imported-{self.number}",
            text=" ".join(f"{plain} waved because [it] was {{special}}.".split()),
            special=("old",),
            alternate=("new",),
            answers=(" ".join(f"x {plain}".split()), "other"),
            source=" ".join(plain.split()),
        )
        return SimpleUploadedFile(f"{self.number}.yaml", to_yaml([made]).encode())

    def look(self) -> None:
        """Check the pages that show all of it."""
        numbers = list(Schema.objects.order_by("-pk").values_list("pk", flat=True)[:6])
        addresses = [
            "/manage/",
            "/manage/people/",
            "/manage/schemas/",
            "/manage/schemas/?library=expert",
        ]
        addresses += ["/manage/payments/", "/manage/analysis/", "/manage/library/"]
        addresses += [f"/manage/schemas/{number}/" for number in numbers]
        for address in addresses:
            page = self.admin.get(address)
            assert page.status_code == 200, address
            harmless(page.content)
        harmless(self.evaluator.get("/reviews/").content)
        for name in ("bonus", "reviews"):
            text = self.admin.get(f"/manage/tables/{name}.csv").content.decode()
            for row in csv.reader(io.StringIO(text)):
                assert not any(cell.startswith(("=", "+", "@", "-")) for cell in row)


def send(number: int, seed: int = 1) -> None:
    site = Site()
    texts = list(strings(number, seed))
    for at in range(0, number, 2):
        site.put(texts[at], texts[at + 1])
        if at % 100 == 98:
            site.look()
    assert Schema.objects.filter(library=Library.CROWD).count() > number // 4
    assert SystemRun.objects.count() > number // 16


def test_a_hundred_hostile_strings() -> None:
    send(100)


@pytest.mark.slow
@pytest.mark.skipif(
    "not config.getoption('-m')", reason="ten thousand are sent when asked for: -m slow"
)
def test_ten_thousand_hostile_strings() -> None:
    send(10_000, seed=2)


def test_a_page_with_markup_of_others_is_found_out() -> None:
    """A condition of the other tests."""
    for quick in (True, False):
        for bad in (
            "<img src=x onerror=y>",
            "<iframe>",
            "<script>x</script>",
            "<a href=javascript:x>",
            "<!-- x -->",
        ):
            with pytest.raises(AssertionError):
                harmless(f"<p>{bad}</p>".encode(), quick=quick)


def test_what_an_analysis_says_is_text_too(login: object) -> None:
    for text in SEEDS:
        result = making.RESULT | {
            "findings": [{"code": text, "message": text, "hint": text, "error": False}],
            "spelling": [{"word": text, "near": text}],
            "hardness": [{"index": 0.4, "advice": [text]}, {"index": None, "why": text}],
            "answers": [
                making.RESULT["answers"][0]
                | {
                    "why": {"sentence": text, "reasons": [text], "others": [text], "notes": [text]},
                    "candidate": text,
                    "decided_by": text,
                }
            ],
        }
        worker_pool.use_pool(making.AtOnce(result))  # type: ignore[arg-type]
        who = making.person()
        page = making.logged_in(who).post(
            "/schemas/new/", making.form_of(making.draft(), action="check")
        )
        assert page.status_code == 200
        harmless(page.content)
    assert Analysis.objects.count() == len(SEEDS)
