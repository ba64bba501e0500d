"""Socket, signals, start and end."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import NoReturn

import uvicorn

from coindex.harness.serve.answers import answer
from coindex.harness.serve.app import make_app
from coindex.harness.serve.asking import Desk
from coindex.harness.serve.bounds import Bounds
from coindex.harness.serve.connection import bounded
from coindex.harness.serve.guard import is_loopback
from coindex.harness.serve.pool import Pool
from coindex.harness.serve.review_pages import ReviewDesk
from coindex.reasoner.jobs.workers import Limits, Settings
from kparse.errors import InputError


@dataclass(frozen=True, slots=True)
class Options:
    """How to serve."""

    host: str = "127.0.0.1"
    port: int = 0
    """0: the system chooses one."""
    allow_remote: bool = False
    workers: int = 2
    settings: Settings = field(default_factory=Settings)
    limits: Limits = field(default_factory=Limits)
    bounds: Bounds = field(default_factory=Bounds)
    desk: Desk | None = None
    """Asks for rules; ``None``: nobody is asked."""
    review: ReviewDesk | None = None
    """What the page ``/review`` decides about."""


def serve(options: Options, say: Callable[[str], None]) -> int:
    """Serve until a signal comes; return the exit status.

    SIGTERM and SIGINT have the same effect: current requests are answered, waiting ones are refused, and the workers
    end. A second SIGINT does not wait.

    Args:
        options: of the server.
        say: receives a message with the address when the server accepts connections.

    Raises:
        InputError: the address cannot be used.
        ModelError, KnowledgeError, SolveError: the workers cannot start.
        KeyboardInterrupt: it was ended by SIGINT.
    """
    with _listening(options) as listener, _terminable():
        pool = Pool(
            options.settings,
            answer,
            options.limits,
            workers=options.workers,
            requests=options.bounds.requests,
        )
        try:
            pool.start()
            server = Server(pool, options, listener, say)
            server.run([listener])
        finally:
            pool.stop()
    if server.ended_by == signal.SIGINT:
        raise KeyboardInterrupt
    say("stopped")
    return 0


class Server(uvicorn.Server):
    """A server that reports its address and ends without cutting off answers.

    Args:
        pool: the workers, which have been started.
        options: how to serve.
        listener: the socket, which is bound.
        say: is called with a message when the server listens, and where.
    """

    def __init__(
        self, pool: Pool, options: Options, listener: socket.socket, say: Callable[[str], None]
    ) -> None:
        host, port = listener.getsockname()[:2]
        super().__init__(
            uvicorn.Config(
                make_app(
                    pool,
                    options.bounds,
                    local=is_loopback(host),
                    desk=options.desk,
                    review=options.review,
                ),
                loop="asyncio",
                http=bounded(options.bounds),
                ws="none",
                lifespan="off",
                log_config=None,
                log_level="critical",
                access_log=False,
                proxy_headers=False,
                server_header=False,
                headers=[("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store")],
                timeout_keep_alive=options.bounds.idle_seconds,
                timeout_graceful_shutdown=int(options.limits.seconds) + 5,
                h11_max_incomplete_event_size=options.bounds.head,
            )
        )
        self.pool, self.say = pool, say
        self.ended_by: int | None = None
        self.url = f"http://{f'[{host}]' if ':' in host else host}:{port}"

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept connections."""
        await super().startup(sockets)
        self.say(f"listening on {self.url}")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more connections; let current requests be answered."""
        self.pool.close()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End on a signal, and do not raise it again afterwards."""
        with _handled(self.handle_exit, signal.SIGINT, signal.SIGTERM):
            yield

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Record the signal that ended it."""
        self.ended_by = sig
        super().handle_exit(sig, frame)


@contextmanager
def _handled(handler: Callable[[int, FrameType | None], object], *signals: int) -> Iterator[None]:
    try:
        before = {sig: signal.signal(sig, handler) for sig in signals}
    except ValueError:  # not the main thread: others handle signals
        yield
        return
    try:
        yield
    finally:
        for sig, handler_before in before.items():
            signal.signal(sig, handler_before)


@contextmanager
def _terminable() -> Iterator[None]:
    """Let SIGTERM end the process in order, even before there is a server."""

    def leave(_: int, __: FrameType | None) -> NoReturn:
        raise SystemExit(0)

    with _handled(leave, signal.SIGTERM):
        yield


def _listening(options: Options) -> socket.socket:
    """Bind the socket."""
    host, port = options.host, options.port
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, UnicodeError) as error:
        raise InputError(
            f"there is no host {host!r}", hint="Give --host an address of this machine."
        ) from error
    family, kind, protocol, _, address = found[0]
    if not options.allow_remote and not is_loopback(str(address[0])):
        raise InputError(
            f"{host} can be reached from other machines",
            hint="Give --host 127.0.0.1, or --allow-remote if others are to reach it: there are no passwords.",
        )
    listener = socket.socket(family, kind, protocol)
    try:
        # A port whose last connections have just been closed may be taken again.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)
    except OSError as error:
        listener.close()
        raise InputError(
            f"cannot listen on {host}, port {port}: {error.strerror}",
            hint="Give --port another number; 0 lets the system choose one.",
        ) from error
    return listener
