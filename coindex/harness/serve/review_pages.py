"""The page ``/review``: decide in a browser, sentence by sentence, which rules that were asked for become knowledge.

It is there only if ``serve --review`` names a file, and only for this machine: who decides what becomes knowledge has
to sit at it. A form carries a token of this process, so that no other page can decide by a link or a form of its own.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlencode

from fastapi import FastAPI, Request
from fastapi.responses import RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from coindex.asking.review import Review, Waiting
from coindex.harness.serve.guard import Refused
from coindex.harness.serve.site import html_page
from kparse.errors import CoindexError, InputError

LONGEST = 2_000
"""Bytes of a form."""
_SHOWN = 5
"""Questions that are shown for a sentence."""


@dataclass(slots=True)
class ReviewDesk:
    """What a review in the browser needs: the files, who decides, and what reads a sentence."""

    asked: str
    into: str
    reviewer: str
    understood: Callable[[str], str]
    """Says how a sentence is read; it may take a second when it is first called."""
    token: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    lock: threading.Lock = field(default_factory=threading.Lock)

    def opened(self) -> Review:
        """Open the review anew: another process may have decided meanwhile.

        Raises:
            InputError: a file is missing or damaged.
        """
        return Review(self.asked, self.into, self.reviewer)

    def decide(self, what: str, sentence: str, wording: str) -> None:
        """Carry out a decision.

        Raises:
            InputError: the sentence does not wait (any more), or the wording is no rule.
        """
        with self.lock:
            review = self.opened()
            one = next((w for w in review.waiting() if w.sentence == sentence), None)
            if one is None:
                raise InputError("this sentence does not wait any more")
            if what == "accept":
                review.accept(one, wording)
            elif what == "reject":
                review.reject(one)
            else:
                raise InputError("accept, reject or skip", hint="Use the buttons.")


def add_review(app: FastAPI, desk: ReviewDesk) -> None:
    """Add the routes of the review."""

    @app.get("/review", include_in_schema=False)
    async def review(request: Request) -> Response:
        return await _page(desk, _skipped(request.query_params.get("skip", "")))

    @app.post("/review", include_in_schema=False)
    async def decide(request: Request) -> Response:
        given = await _form(request)
        if not secrets.compare_digest(given.get("token", "").encode(), desk.token.encode()):
            raise Refused(403, "this form is not of this server", "Open /review again.")
        skipped = _skipped(given.get("skip", ""))
        if given.get("do") == "skip":
            return _to(skipped + 1)
        texts = given.get("do", ""), given.get("sentence", ""), given.get("wording", "")
        try:
            await run_in_threadpool(desk.decide, *texts)
        except CoindexError as error:
            said = {"error": error.message, "hint": error.hint, "wording": texts[2]}
            return await _page(desk, skipped, 422, **said)
        return _to(skipped)


async def _page(desk: ReviewDesk, skipped: int, status: int = 200, **found: str) -> Response:
    try:
        waiting = await run_in_threadpool(lambda: desk.opened().waiting())
    except CoindexError as error:
        raise Refused(422, error.message, error.hint) from error
    one: Waiting | None = waiting[skipped] if skipped < len(waiting) else None
    reading = await run_in_threadpool(desk.understood, one.sentence) if one is not None else ""
    values = {"error": "", "hint": "", "wording": one.sentence if one else "", **found}
    return html_page(
        "review.html.j2",
        status,
        one=one,
        reading=reading,
        number=skipped + 1,
        total=len(waiting),
        skipped=skipped,
        shown=_SHOWN,
        into=desk.into,
        reviewer=desk.reviewer,
        token=desk.token,
        **values,
    )


async def _form(request: Request) -> dict[str, str]:
    """Read a short form.

    Raises:
        Refused: it is too long, or none.
    """
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LONGEST:
            raise Refused(413, f"the form has more than {LONGEST:,} bytes", "Write less.")
    try:
        read = parse_qs(body.decode("utf-8"), keep_blank_values=True, max_num_fields=10)
    except ValueError as error:
        raise Refused(400, "this is no form", "Open /review and use its buttons.") from error
    return {name: values[-1] for name, values in read.items()}


def _skipped(given: str) -> int:
    return int(given) if given.isascii() and given.isdigit() and len(given) < 7 else 0


def _to(skipped: int) -> Response:
    """Send the browser on, so that going back sends no form again."""
    query = f"?{urlencode({'skip': skipped})}" if skipped else ""
    return RedirectResponse(f"/review{query}", 303)
