"""A server in a thread, with workers that are quick to start."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from coindex.harness.serve.asking import Desk
from coindex.harness.serve.bounds import Bounds
from coindex.harness.serve.pool import Pool
from coindex.harness.serve.server import Options, Server, _listening
from coindex.reasoner.jobs.workers import Job, Limits, Settings
from tests.harness.serve.light import Light, work


@dataclass
class Served:
    """A server in a thread of this process."""

    server: Server
    pool: Pool
    port: int
    messages: list[str] = field(default_factory=list)

    def talk(self, sent: bytes, *, wait: float = 20.0) -> bytes:
        """Send something, and read all that comes until the server closes or nothing more is expected."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=wait) as connection:
            connection.sendall(sent)
            return read_reply(connection)


def read_reply(connection: socket.socket) -> bytes:
    """Read one reply, by its Content-Length."""
    got = b""
    while b"\r\n\r\n" not in got:
        piece = connection.recv(65536)
        if not piece:
            return got
        got += piece
    head, _, body = got.partition(b"\r\n\r\n")
    length = int(head.lower().split(b"content-length:")[1].split()[0])
    while len(body) < length:
        piece = connection.recv(65536)
        if not piece:
            break
        body += piece
    return head + b"\r\n\r\n" + body


def post(text: str, path: str = "/solve", *headers: str) -> bytes:
    """A request whose text the workers above understand."""
    return raw(f'{{"text": "{text}"}}'.encode(), path, *headers)


def raw(body: bytes, path: str = "/solve", *headers: str) -> bytes:
    """A request with any body."""
    lines = [
        f"POST {path} HTTP/1.1",
        "Host: localhost",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        *headers,
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


@contextmanager
def serving(
    bounds: Bounds | None = None,
    *,
    host: str = "127.0.0.1",
    seconds: float = 5.0,
    settings: Settings | None = None,
    job: Job = work,
    desk: Desk | None = None,
) -> Iterator[Served]:
    """Serve from a thread."""
    bounds = bounds or Bounds()
    limits = Limits(seconds=seconds)
    options = Options(
        host=host, allow_remote=True, bounds=bounds, workers=1, limits=limits, desk=desk
    )
    pool = Pool(settings or Light(), job, limits, workers=1, requests=bounds.requests)
    messages: list[str] = []
    listening = threading.Event()

    def say(message: str) -> None:
        messages.append(message)
        listening.set()

    listener = _listening(options)
    port = listener.getsockname()[1]
    try:
        pool.start()
        server = Server(pool, options, listener, say)
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        assert listening.wait(20)
        yield Served(server, pool, port, messages)
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive()
    finally:
        pool.stop()
        listener.close()
