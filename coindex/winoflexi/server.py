"""The web server of ``winoflexi serve``: binding the socket, running waitress, stopping on a signal."""

from __future__ import annotations

import ipaddress
import signal
import socket
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType
from typing import NoReturn

from kparse.errors import InputError

_BODY = 3 * 1024 * 1024
_CONNECTIONS = 500
_IDLE = 60  # seconds


@dataclass(frozen=True, slots=True)
class Options:
    """The address to listen on, and the number of threads."""

    host: str = "127.0.0.1"
    port: int = 0
    """0 lets the system choose one."""
    allow_remote: bool = False
    threads: int = 8


def listening(options: Options) -> socket.socket:
    """Bind the socket.

    Raises:
        InputError: the address is unusable, or is reachable from other machines without ``allow_remote``.
    """
    try:
        found = socket.getaddrinfo(
            options.host, options.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except (socket.gaierror, UnicodeError) as error:
        raise InputError(
            f"there is no host {options.host!r}", hint="Give --host an address of this machine."
        ) from error
    family, kind, protocol, _, address = found[0]
    local = ipaddress.ip_address(str(address[0]).partition("%")[0]).is_loopback
    if not local and not options.allow_remote:
        raise InputError(
            f"{options.host} can be reached from other machines",
            hint="If this is intended, give --allow-remote, and --name for each host name of the site.",
        )
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
    except OSError as error:
        listener.close()
        raise InputError(
            f"cannot listen on {options.host}, port {options.port}: {error.strerror}",
            hint="Give --port another number; 0 lets the system choose one.",
        ) from error
    return listener


def serve(options: Options, token: str, say: Callable[[str], None]) -> int:
    """Serve until a signal arrives; return the exit status.

    Args:
        options: address and threads.
        token: token of the link for the first administrator; empty if there is one.
        say: prints a message.

    Raises:
        InputError: the address is unusable.
        KeyboardInterrupt: Ctrl-C ended it.
    """
    from waitress import create_server

    from coindex.winoflexi.analysis import worker_pool
    from coindex.winoflexi.wsgi import application

    listener = listening(options)
    host, port = listener.getsockname()[:2]
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    ended: list[int] = []

    def stop(number: int, _: FrameType | None) -> NoReturn:
        ended.append(number)
        raise SystemExit(0)

    before = {s: signal.signal(s, stop) for s in (signal.SIGTERM, signal.SIGINT)}
    try:
        server = create_server(
            application,
            sockets=[listener],
            threads=options.threads,
            ident="",
            max_request_body_size=_BODY,
            connection_limit=_CONNECTIONS,
            channel_timeout=_IDLE,
            clear_untrusted_proxy_headers=True,
        )
        say(f"listening on {address}")
        if token:
            say(f"create the administrator's account here (works once): {address}/link/{token}/")
        server.run()
    except SystemExit:
        pass
    finally:
        worker_pool.current_pool().stop()
        listener.close()
        for number, handler in before.items():
            signal.signal(number, handler)
    if signal.SIGINT in ended:
        raise KeyboardInterrupt
    say("stopped")
    return 0
