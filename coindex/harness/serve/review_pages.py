"""The page ``/review``: decide in a browser, one by one, which rules that were asked for become knowledge.

First come rules that were judged false, with the repair that is offered, if there is a file for repairs; then
sentences, with what accepting each would change.

It is there only if ``serve --review`` names a file, and only for this machine: who decides what becomes knowledge has
to sit at it. A form carries a token of this process, so that no other page can decide by a link or a form of its own.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlencode

from fastapi import FastAPI, Request
from fastapi.responses import RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from coindex.asking.false_rules import FalseRule, FalseRules
from coindex.asking.review import Review, Waiting
from coindex.harness.serve.guard import Refused
from coindex.harness.serve.site import html_page
from kparse.errors import CoindexError, InputError

if TYPE_CHECKING:
    from coindex.reasoner.asp.records import Row

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
    effects: Callable[[Waiting], Iterable[str]] | None = None
    """Says in lines what accepting a sentence would change; it may take some seconds."""
    repair: str | None = None
    """Where repairs of rules go that were judged false; ``None`` if these are not reviewed."""
    rows: Callable[[str], Iterable[Row]] = lambda _: ()
    """Gives the rows of a predicate, of which exceptions are made."""
    token: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    lock: threading.Lock = field(default_factory=threading.Lock)

    def opened(self) -> Review:
        """Open the review anew: another process may have decided meanwhile.

        Raises:
            InputError: a file is missing or damaged.
        """
        return Review(self.asked, self.into, self.reviewer)

    def false_rules(self) -> FalseRules | None:
        """Open the review of rules that were judged false; ``None`` if there is none.

        Raises:
            InputError: a file is missing or damaged.
        """
        if self.repair is None:
            return None
        return FalseRules(self.asked, self.repair, self.reviewer, self.rows)

    def decide_rule(self, what: str, statement: str) -> None:
        """Carry out a decision on a rule that was judged false.

        Raises:
            InputError: the statement does not wait (any more).
        """
        with self.lock:
            review = self.false_rules()
            waiting = [] if review is None else review.waiting()
            one = next((w for w in waiting if w.judged.statement == statement), None)
            if review is None or one is None:
                raise InputError("this statement does not wait any more")
            if what == "accept":
                review.accept(one)
            elif what == "reject":
                review.reject(one)
            else:
                raise InputError("accept, reject or skip", hint="Use the buttons.")

    def changes(self, one: Waiting) -> list[str]:
        """Say in lines what accepting a sentence would change; one at a time."""
        if self.effects is None:
            return []
        with self.lock:
            return list(self.effects(one))

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
            if "statement" in given:
                await run_in_threadpool(desk.decide_rule, texts[0], given["statement"])
            else:
                await run_in_threadpool(desk.decide, *texts)
        except CoindexError as error:
            said = {"error": error.message, "hint": error.hint, "wording": texts[2]}
            return await _page(desk, skipped, 422, **said)
        return _to(skipped)


async def _page(desk: ReviewDesk, skipped: int, status: int = 200, **found: str) -> Response:
    try:
        rules, waiting = await run_in_threadpool(_waiting, desk)
    except CoindexError as error:
        raise Refused(422, error.message, error.hint) from error
    rule = rules[skipped] if skipped < len(rules) else None
    at = skipped - len(rules)
    one: Waiting | None = waiting[at] if 0 <= at < len(waiting) else None
    reading, changes = "", list[str]()
    if one is not None:
        reading = await run_in_threadpool(desk.understood, one.sentence)
        try:
            changes = await run_in_threadpool(desk.changes, one)
        except CoindexError as error:
            changes = [error.message]
    values = {"error": "", "hint": "", "wording": one.sentence if one else "", **found}
    return html_page(
        "review.html.j2",
        status,
        rule=rule,
        repair=desk.repair,
        one=one,
        reading=reading,
        changes=changes,
        number=skipped + 1,
        total=len(rules) + len(waiting),
        skipped=skipped,
        shown=_SHOWN,
        into=desk.into,
        reviewer=desk.reviewer,
        token=desk.token,
        **values,
    )


def _waiting(desk: ReviewDesk) -> tuple[list[FalseRule], list[Waiting]]:
    review = desk.false_rules()
    return [] if review is None else review.waiting(), desk.opened().waiting()


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
