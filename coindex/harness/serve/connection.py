"""Refuses bad HTTP: heads that never end, garbage, too many connections, replies that nobody reads.

uvicorn's protocol for HTTP/1.1 has no time limit for a head, and closes a refused connection so that the reply may be
lost before the client has read it (a socket that is closed with unread bytes is reset). A subclass corrects both,
with the state of its ``h11`` connection.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from http import HTTPStatus
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from coindex.harness.serve.bounds import Bounds
from coindex.harness.serve.guard import head_too_big, problem


class _Transport:
    """A transport that closes after the client has finished sending."""

    def __init__(self, transport: asyncio.Transport, connection: Connection) -> None:
        self._transport, self._connection = transport, connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def is_closing(self) -> bool:
        """Return whether it is closed or will be."""
        return self._connection.lingering or self._transport.is_closing()

    def close(self) -> None:
        """Close it, at once if the client has finished sending."""
        self._connection.leave(self._transport)


class Connection(H11Protocol):
    """A connection with limits; :func:`bounded` makes a class with other limits."""

    bounds = Bounds()
    lingering = False
    _head: asyncio.TimerHandle | None = None
    _stall: asyncio.TimerHandle | None = None
    _end: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start; refuse if there are too many connections."""
        super().connection_made(cast("asyncio.Transport", _Transport(transport, self)))
        if len(self.connections) > self.bounds.connections:
            self._refuse(503, "too many connections are open", "Come again in a second.")
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        for timer in (self._head, self._stall, self._end):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Receive what the client sends; discard it if the client has been refused."""
        if not self.lingering:
            super().data_received(data)
            self._watch()

    def on_response_complete(self) -> None:
        """Continue with the next request, if this one has been read to its end."""
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP."""
        if len(self.conn.trailing_data[0]) > self.bounds.head:
            refused = head_too_big(self.bounds)
            self._refuse(refused.status, refused.error, refused.hint)
        self._refuse(400, "this is no valid HTTP/1.1 request", "Use an HTTP client.")

    def shutdown(self) -> None:
        """End as soon as the current request is answered."""
        if self.lingering:
            self.transport.abort()
        else:
            super().shutdown()

    def pause_writing(self) -> None:
        """Wait for the client to read, but not forever."""
        super().pause_writing()
        self._stall = self.loop.call_later(self.bounds.stall_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Continue: the client has read."""
        if self._stall is not None:
            self._stall.cancel()
        super().resume_writing()

    def _watch(self) -> None:
        """Start the time limit of the next head."""
        if self.conn.their_state is not h11.IDLE or self.transport.is_closing():
            if self._head is not None:
                self._head.cancel()
                self._head = None
        elif self._head is None:
            self._head = self.loop.call_later(self.bounds.head_seconds, self._too_slow)

    def _too_slow(self) -> None:
        self._head = None
        seconds = self.bounds.head_seconds
        self._refuse(
            408, f"no request arrived within {seconds:g} seconds", "Send its head at once."
        )

    def _refuse(self, status: int, error: str, hint: str) -> None:
        """Answer a request that no application has answered, and end."""
        if self.transport.is_closing():
            return
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            body = problem(error, hint)
            retry = "Retry-After: 1\r\n" if status == 503 else ""
            head = (
                f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\n{retry}Connection: close\r\n\r\n"
            )
            self.transport.write(head.encode() + body)
        self.leave(cast("_Transport", self.transport)._transport, unread=True)

    def leave(self, transport: asyncio.Transport, *, unread: bool = False) -> None:
        """Close the connection; if the client is still sending, give it time to read why."""
        if self.lingering:
            return
        if not unread and self.conn.their_state is not h11.SEND_BODY:
            transport.close()
            return
        self.lingering = True
        self._unset_keepalive_if_required()
        with suppress(OSError):  # the client may have left by now
            transport.write_eof()
        self.flow.resume_reading()
        self._end = self.loop.call_later(self.bounds.linger_seconds, transport.abort)


def bounded(bounds: Bounds) -> type[Connection]:
    """Return a class of connections with these limits."""
    return type("BoundedConnection", (Connection,), {"bounds": bounds})
