"""The pages for people, as they are sent: their status, their policy, and what they refuse."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import urlencode

import pytest

pytest.importorskip("fastapi", reason="serve needs FastAPI (the extra `serve`)")
pytest.importorskip("uvicorn", reason="serve needs uvicorn (the extra `serve`)")

from coindex.harness.serve import schemas
from coindex.harness.serve.app import REASONS
from coindex.harness.serve.shown import MOST, Shown, show
from coindex.harness.serve.site import EXAMPLES, LONGEST_TEXT
from coindex.reasoner.running.engine import Reasoner
from tests.harness.serve.serving import Served, serving


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving(seconds=1.0) as found:
        yield found


def get(served: Served, path: str, *headers: str, **fields: str) -> tuple[int, str, str]:
    """Status, head and body of a reply."""
    address = f"{path}?{urlencode(fields)}" if fields else path
    lines = [f"GET {address} HTTP/1.1", "Host: localhost", *headers]
    sent = "\r\n".join([*lines, "", ""]).encode()
    head, _, body = served.talk(sent, wait=90).partition(b"\r\n\r\n")
    return int(head.split()[1]), head.decode().lower(), body.decode()


def addresses(page: str) -> set[str]:
    """What a page refers to."""
    return set(re.findall(r'(?:href|src|action)="([^"]*)"', page))


@pytest.mark.parametrize("path", ["/", "/docs"])
def test_a_page_refers_to_this_server_only(served: Served, path: str) -> None:
    status, head, page = get(served, path)
    assert status == 200
    assert "content-type: text/html" in head
    assert "content-security-policy: default-src 'none'" in head
    assert "unsafe" not in head
    assert all(re.match(r"/(?!/)|#|data:", each) for each in addresses(page))
    assert not re.search(r"\son\w+=|<style|<script(?! src=)", page)


def test_styles_and_script_are_the_servers_own(served: Served) -> None:
    for path, kind in (("/page.css", "text/css"), ("/page.js", "text/javascript")):
        status, head, body = get(served, path)
        assert (status, kind in head) == (200, True)
        assert not re.search(r"url\(|@import|https?:", body)
    assert "prefers-color-scheme:dark" in get(served, "/page.css")[2]


def test_a_question_is_in_the_address(served: Served) -> None:
    status, _, page = get(served, "/", text="hello", pronoun="it")
    assert status == 200
    assert '"hello"' in page  # what the worker of these tests replies
    assert 'value="it"' in page
    command = unescape(re.findall(r'<pre id="curl">(.*?)</pre>', page, re.DOTALL)[0])
    body = json.loads(command.partition(" -d ")[2].strip("'"))
    assert body == {"text": "hello", "explain": True, "pronoun": "it"}
    schemas.Question.model_validate(body)


def test_line_ends_of_a_form_are_plain_ones(served: Served) -> None:
    page = get(served, "/", text="one\r\ntwo")[2]
    assert r'"one\ntwo"' in page.replace("&#34;", '"')


def test_every_key_of_the_documentation_has_a_meaning(served: Served) -> None:
    page = get(served, "/docs")[2]
    rows = re.findall(r"<tr><td>(.*?)</td><td>(.*?)</td><td>(.*?)</td></tr>", page)
    assert len(rows) > 30
    assert [key for key, _, meaning in rows if not meaning] == []
    assert [kind for _, kind, _ in rows if re.search(r"\.0\b|of string\b", kind)] == []


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_link_elsewhere_makes_no_work(served: Served, site: str) -> None:
    status, _, page = get(served, "/", f"Sec-Fetch-Site: {site}", text="hello")
    assert status == 200
    assert '"hello"' not in page
    assert "Press Answer" in page
    assert '"hello"' in get(served, "/", "Sec-Fetch-Site: same-origin", text="hello")[2]


@pytest.mark.parametrize(
    ("fields", "status", "said"),
    [
        ({"text": "x" * (LONGEST_TEXT + 1)}, 422, "Text: more than 1,000 characters"),
        ({"text": "a", "candidates": "the cup"}, 422, "Two or more candidates are needed, not 1"),
        ({"text": "a", "pronoun": "x" * 51}, 422, "Pronoun: more than 50 characters"),
        ({"text": "sleep 5"}, 422, "No answer within 1 second"),
        ({"text": "raise"}, 500, "Internal error"),
    ],
)
def test_what_is_refused_is_said_on_the_page(
    served: Served, fields: dict[str, str], status: int, said: str
) -> None:
    found, head, page = get(served, "/", **fields)
    assert found == status
    assert "text/html" in head
    assert said in page
    assert "secret" not in page
    assert fields["text"] in page  # nothing has to be typed again


def test_what_is_typed_is_escaped(served: Served) -> None:
    nasty = '"><script>alert(1)</script></textarea>'
    page = get(served, "/", text="   ", pronoun=nasty, candidates=nasty)[2]
    assert "<script>" not in page
    page = get(served, "/", text=nasty, candidates="one")[2]
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


def test_examples_can_be_clicked(served: Served) -> None:
    links = addresses(get(served, "/")[2])
    for sentence in (s for pair in EXAMPLES for s in pair):
        assert f"/?{urlencode({'text': sentence})}#answer" in links


def test_the_documentation_has_every_request_key_and_status(served: Served) -> None:
    page = get(served, "/docs")[2]
    document = json.loads(get(served, "/openapi.json")[2])
    assert "/page.css" not in document["paths"]
    for path in document["paths"]:
        assert f"{path}</code>" in page
    for schema in (
        schemas.Question,
        schemas.Batch,
        schemas.ChoiceQuestion,
        schemas.AnswerLine,
        schemas.HardnessQuestion,
        schemas.HardnessLine,
    ):
        for name, field in schema.model_fields.items():
            assert f"<code>{field.alias or name}</code>" in page
    for status in REASONS:
        assert f"<td>{status}</td>" in page
    bodies = re.findall(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL)
    assert len(bodies) == 7
    for body in bodies:
        json.loads(unescape(body))
    assert "curl -s http://localhost/solve" in page


@pytest.mark.model
def test_a_worker_writes_answer_reasons_graph_and_proof(reasoner: Reasoner) -> None:
    text = "The gardener could not lift the crate because [it] was too <b>heavy</b>."
    page = show(reasoner, Shown(text.replace("<b>", "").replace("</b>", "")))
    for part in ("it = the crate", '<mark class="answer">the crate</mark>', "data:image/svg+xml"):
        assert part in page
    assert "<details><summary>All rules that spoke" in page
    assert "<style" not in page
    assert page.partition("<details>")[0].count("could not lift") == 1
    assert "<b>" not in show(reasoner, Shown(text))


@pytest.mark.model
def test_each_pronoun_is_answered_and_many_are_cut(reasoner: Reasoner) -> None:
    two = show(reasoner, Shown("Ann thanked Beth because she had helped her."))
    assert two.count('class="coindex"') == 2
    assert two.count("data:image/svg+xml") == 1
    one = show(reasoner, Shown("Ann thanked Beth because she had helped her.", "her"))
    assert one.count('class="coindex"') == 1
    many = show(reasoner, Shown("Ann met Beth. " + "She slept. " * (MOST + 1)))
    assert many.count('class="coindex"') == MOST
    assert "1 more is not" in many
