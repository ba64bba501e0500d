"""The pages for people: ``/``, on which one types a sentence, and ``/docs``, which describes the requests.

Both work without scripts, and nothing on them comes from another host. A question is part of the address, so that an
answer can be kept as a bookmark; a link on somebody else's page only fills the form, and does not make the server work.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from importlib.resources import files
from typing import Any
from urllib.parse import urlencode

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response
from jinja2 import Environment

from coindex.files.templates import environment
from coindex.harness.serve.documentation import curl, inner_parts, marked_up, part_of, type_of
from coindex.harness.serve.guard import Refused
from coindex.harness.serve.pool import Unavailable
from coindex.harness.serve.shown import Shown
from coindex.version import __version__
from kparse.caches import cache
from kparse.errors import InputError

LONGEST_TEXT = 1_000
"""Characters of a text on the page; it is part of the address."""
LONGEST_PRONOUN = 50  # characters
LONGEST_CANDIDATES = 400  # characters
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
"""What a browser may load: the server's own style and script, and pictures that are inside the page."""
HEADERS = {"Content-Security-Policy": POLICY, "Referrer-Policy": "no-referrer"}
EXAMPLES = (
    (
        "The gardener could not lift the crate because it was too heavy.",
        "The gardener could not lift the crate because he was too weak.",
    ),
    (
        "Ann thanked Beth because she had helped her.",
        "Ann thanked Beth although she had not helped her.",
    ),
    (
        "The baker lent the miller a cart because he had two of them.",
        "The baker lent the miller a cart because he had none.",
    ),
    (
        "The nurse calmed the child because it was afraid.",
        "The nurse calmed the child before it could cry.",
    ),
)
"""Pairs of sentences of which one word or two are exchanged."""

Ask = Callable[[Shown], Any]
"""Asks a worker; the reply is a part of a page."""


def add_pages(app: FastAPI, ask: Ask, reasons: Mapping[int, str]) -> None:
    """Add the routes of the pages.

    Args:
        app: the application, with all its other routes.
        ask: has a worker answer, and raises :class:`Refused` or :class:`Unavailable` otherwise.
        reasons: why requests are refused, by status.
    """

    @app.get("/", include_in_schema=False)
    async def home(request: Request) -> Response:
        given = {name: request.query_params.get(name, "") for name in _LIMITS}
        given = {name: value.replace("\r\n", "\n").strip() for name, value in given.items()}
        if not given["text"]:
            return _home(request, given)
        try:
            task = _task(given)
            if request.headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
                return _home(
                    request, given, notice="A link from another page. Press Answer to ask this."
                )
            shown = await ask(task)
        except InputError as error:
            return _home(request, given, 422, error=error.message, hint=error.hint)
        except Refused as error:
            return _home(request, given, error.status, error=error.error, hint=error.hint)
        except Unavailable as error:
            reply = _home(request, given, 503, error=str(error), hint="Try again in a second.")
            reply.headers["Retry-After"] = "1"
            return reply
        return _home(request, given, shown=shown)

    @app.get("/docs", include_in_schema=False)
    async def docs(request: Request) -> Response:
        document = app.openapi()
        return html_page(
            "docs.html.j2",
            200,
            document=document,
            inner=inner_parts(document),
            base=str(request.base_url).rstrip("/"),
            reasons=reasons,
        )

    @app.get("/page.css", include_in_schema=False)
    async def css() -> Response:
        from coindex.reasoner.rendering.html import style

        return Response(_data("page.css") + style(), media_type="text/css")

    @app.get("/page.js", include_in_schema=False)
    async def script() -> Response:
        return Response(_data("page.js"), media_type="text/javascript")


_LIMITS = {
    "text": LONGEST_TEXT,
    "pronoun": LONGEST_PRONOUN,
    "candidates": LONGEST_CANDIDATES,
}


def _task(given: Mapping[str, str]) -> Shown:
    """Read the fields of the form.

    Raises:
        InputError: one is too long, or a single candidate is given.
    """
    for name, limit in _LIMITS.items():
        if len(given[name]) > limit:
            raise InputError(
                f"{name}: more than {limit:,} characters",
                hint="Longer texts can be sent by a program: see /docs.",
            )
    pronoun: str | int | None = given["pronoun"].strip("[] ") or None
    if pronoun is not None and str(pronoun).isascii() and str(pronoun).isdigit():
        pronoun = int(pronoun)
    candidates = tuple(part.strip() for part in given["candidates"].split(";") if part.strip())
    if len(candidates) == 1:
        raise InputError(
            "two or more candidates are needed, not 1",
            hint="Separate them by semicolons: the cup; the table. Or leave the field empty.",
        )
    return Shown(given["text"], pronoun, candidates or None)


def _home(request: Request, given: Mapping[str, str], status: int = 200, **found: str) -> Response:
    values: dict[str, Any] = {"error": "", "hint": "", "notice": "", "shown": "", **found}
    return html_page(
        "home.html.j2",
        status,
        **given,
        **values,
        longest=LONGEST_TEXT,
        longest_pronoun=LONGEST_PRONOUN,
        longest_candidates=LONGEST_CANDIDATES,
        examples=EXAMPLES,
        curl=_curl(str(request.base_url).rstrip("/"), given) if values["shown"] else "",
    )


def _curl(base: str, given: Mapping[str, str]) -> str:
    """Write the question as a command for the shell."""
    try:
        task = _task(given)
    except InputError:
        return ""
    body: dict[str, Any] = {"text": task.text, "explain": True}
    if task.pronoun is not None:
        body["pronoun"] = task.pronoun
    if task.candidates is not None:
        body["candidates"] = task.candidates
    return curl(f"{base}/solve", json.dumps(body, ensure_ascii=False))


def html_page(name: str, status: int, **values: Any) -> Response:
    """Give a page made of a template."""
    page = _templates().get_template(name).render(version=__version__, **values)
    return HTMLResponse(page, status, HEADERS)


@cache
def _templates() -> Environment:
    made = environment("coindex.harness.serve")
    made.filters |= {"code": marked_up, "type": type_of, "part": part_of}
    made.filters["json"] = partial(json.dumps, ensure_ascii=False)
    made.filters["query"] = lambda sentence: urlencode({"text": sentence})
    made.globals["curl"] = curl
    return made


@cache
def _data(name: str) -> str:
    return (files("coindex.harness.serve") / "templates" / name).read_text(encoding="utf-8")
