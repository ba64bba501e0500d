"""Refuses requests from other hosts, and bodies that are too big, too slow or not JSON.

A refused request is answered by a status and ``{"error": what is wrong, "hint": what to do}``.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import os
import re
import sys
import traceback
from collections.abc import Mapping
from contextlib import suppress
from itertools import chain
from typing import Any

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from coindex.harness.serve.bounds import MAX_DEPTH, MAX_DIGITS, MAX_KEYS, Bounds

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^:\[\]]+)(?::[0-9]{1,5})?")


class Refused(Exception):
    """A request is refused.

    Args:
        status: the HTTP status.
        error: what is wrong.
        hint: what to do.
        headers: further headers of the reply.
    """

    def __init__(
        self, status: int, error: str, hint: str = "", headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(error)
        self.status, self.error, self.hint = status, error, hint
        self.headers = headers

    def response(self) -> Response:
        """Return the reply."""
        return Response(
            problem(self.error, self.hint), self.status, self.headers, "application/json"
        )


def problem(error: str, hint: str) -> bytes:
    """Return the body of a refusal.

    >>> problem("no such path", "")
    b'{"error": "no such path", "hint": ""}'
    """
    return json.dumps({"error": error, "hint": hint}).encode()


def internal(error: Exception | str) -> Refused:
    """Print an internal error for the operator, and return a reply that only says that there is one."""
    if isinstance(error, Exception):
        if os.environ.get("COINDEX_DEBUG"):
            traceback.print_exception(error)
        error = f"internal error: {type(error).__name__}: {error}"
    print(f"coindex: {error}", file=sys.stderr)
    return Refused(500, "internal error", "This is a fault of the server; it has noted it.")


def head_too_big(bounds: Bounds) -> Refused:
    """Check a request before its body is read."""
    return Refused(
        431, f"the head of the request has more than {bounds.head:,} bytes", "Send fewer headers."
    )


def is_loopback(host: str) -> bool:
    """Return whether a name or an address is this machine's own.

    >>> [h for h in ("localhost", "127.0.0.9", "::1", "10.0.0.1", "localhost.example") if is_loopback(h)]
    ['localhost', '127.0.0.9', '::1']
    """
    if host.lower().rstrip(".") == "localhost":
        return True
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return False


class Guard:
    """An ASGI application that passes only valid requests on to another one.

    Args:
        app: the other one.
        bounds: limits of a request.
        taking: the paths that accept a body.
        local: whether only loopback names are accepted as the host.
            This blocks DNS rebinding: a foreign page still sends its own name.
    """

    def __init__(
        self, app: ASGIApp, bounds: Bounds, taking: frozenset[str], *, local: bool = True
    ) -> None:
        self.app, self.bounds, self.taking, self.local = app, bounds, taking, local

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        started = False

        async def sending(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            headers = Headers(scope=scope)
            parts = (*chain(*headers.raw), scope["raw_path"], scope["query_string"])
            if sum(map(len, parts)) > self.bounds.head:
                raise head_too_big(self.bounds)
            if self.local:
                _check_host(headers.get("host", ""))
            if scope["method"] == "GET" and scope["query_string"]:  # perhaps a question
                await _while_there(self.app, scope, b"", receive, sending)
                return
            if scope["method"] != "POST" or scope["path"] not in self.taking:
                await self.app(scope, receive, sending)
                return
            _check_type(headers)
            body = await self._body(headers, receive)
            if body is not None:
                check_json(body)
                await _while_there(self.app, scope, body, receive, sending)
        except Refused as refused:
            await refused.response()(scope, receive, send)
        except Exception as error:
            if not started:  # otherwise the application has reported it
                await internal(error).response()(scope, receive, send)

    async def _body(self, headers: Headers, receive: Receive) -> bytes | None:
        """Read the body; ``None`` if the client leaves meanwhile."""
        most = self.bounds.body
        too_big = Refused(
            413, f"the body has more than {most:,} bytes", "Send several smaller requests."
        )
        if int(headers.get("content-length", "0")) > most:
            raise too_big
        body = bytearray()
        try:
            async with asyncio.timeout(self.bounds.body_seconds):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return None
                    body += message.get("body", b"")
                    if len(body) > most:
                        raise too_big
                    if not message.get("more_body", False):
                        return bytes(body)
        except TimeoutError:
            raise Refused(
                408,
                f"the body did not arrive within {self.bounds.body_seconds:g} seconds",
                "Send it at once.",
            ) from None


def _check_host(given: str) -> None:
    parts = _HOST.fullmatch(given)
    if parts is None or not is_loopback(parts[1].strip("[]")):
        raise Refused(
            421,
            "the Host header does not name this machine",
            "Ask for localhost or 127.0.0.1.",
        )


def _check_type(headers: Headers) -> None:
    kind, _, parameters = headers.get("content-type", "").partition(";")
    charset = re.search(r"charset\s*=\s*\"?([\w-]+)", parameters)
    if kind.strip().lower() != "application/json" or (
        charset and charset[1].lower() not in ("utf-8", "utf8")
    ):
        raise Refused(
            415, "the body is not announced as JSON", "Send Content-Type: application/json."
        )
    if headers.get("content-encoding", "identity").strip().lower() != "identity":
        raise Refused(415, "compressed bodies are not read", "Send no Content-Encoding.")


def check_json(body: bytes) -> None:
    r"""Check that a body is standard JSON, and not nested too deeply.

    Raises: Refused: it is not; the message has line and column.

    >>> check_json(b'{"text": NaN}')
    Traceback (most recent call last):
    coindex.harness.serve.guard.Refused: the body is not JSON: NaN is not a JSON number
    """
    hint = "GET /openapi.json says what is taken."
    try:
        value = json.loads(
            body.decode("utf-8-sig"),
            parse_constant=_no_constant,
            parse_int=_integer,
            object_pairs_hook=_object,
        )
    except UnicodeDecodeError as error:
        raise Refused(400, f"the body is not UTF-8 (byte {error.start + 1})", hint) from error
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise Refused(400, f"the body is not JSON: {error.msg} ({place})", hint) from error
    except RecursionError as error:
        raise Refused(400, "the body is nested too deep", hint) from error
    except ValueError as error:
        raise Refused(400, f"the body is not JSON: {error}", hint) from error
    level: list[Any] = [value]
    for _ in range(MAX_DEPTH):
        inner = [node for node in level if isinstance(node, (list, dict))]
        if any(isinstance(node, dict) and len(node) > MAX_KEYS for node in inner):
            raise Refused(422, f"an object has more than {MAX_KEYS} keys", hint)
        level = [c for node in inner for c in (node.values() if isinstance(node, dict) else node)]
    if any(isinstance(node, (list, dict)) for node in level):
        raise Refused(400, "the body is nested too deep", hint)


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not a JSON number")


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ValueError(f"a number has more than {MAX_DIGITS} digits")
    return int(digits)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object; refuse a key that is there twice, since one value would be lost silently."""
    made: dict[str, Any] = {}
    for name, value in pairs:
        if name in made:
            raise ValueError(f"the key {json.dumps(name[:60])} is there twice")
        made[name] = value
    return made


async def _while_there(
    app: ASGIApp, scope: Scope, body: bytes, receive: Receive, send: Send
) -> None:
    """Let the application answer as long as the client is there to hear it."""
    given = False

    async def replay() -> Message:
        nonlocal given
        if given:  # the application has no need of more
            await asyncio.Future()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    async def gone() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    work = asyncio.ensure_future(app(scope, replay, send))
    watch = asyncio.ensure_future(gone())
    try:
        await asyncio.wait({work, watch}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (work, watch):
            if not task.done():
                task.cancel()
    if work.done():
        work.result()
