"""``serve``: a backend for somebody else's harness, JSON over HTTP."""

from __future__ import annotations

import argparse

from coindex.commands.options.common import (
    Verbs,
    knowledge_options,
    mined_option,
    positive,
    say,
    seconds,
    verb,
)
from kparse.errors import InputError

EPILOG = """GET /health, POST /solve, POST /batch, POST /choose; GET /openapi.json describes them.
When connections are taken, `listening on http://HOST:PORT` is said on standard error. Ctrl-C or SIGTERM ends it."""
PORT = 8765
WORKERS = 2
SECONDS = 10.0
MEGABYTES = 512
REQUESTS = 128


def serve(options: argparse.Namespace) -> int:
    """Answer questions over HTTP on this machine."""
    from importlib.util import find_spec

    if missing := [name for name in ("fastapi", "uvicorn") if find_spec(name) is None]:
        raise InputError(
            f"serve needs {' and '.join(missing)}, which this Python does not have",
            hint='Install the project with its extra: pip install "coindex[serve]".',
        )
    from coindex.harness.serve.bounds import Bounds
    from coindex.harness.serve.server import Options
    from coindex.harness.serve.server import serve as run
    from coindex.reasoner.running.workers import Limits, Settings

    if options.allow_remote:
        say(
            "other machines may reach this server: there are no passwords, and nothing is encrypted"
        )
    limits = Limits(seconds=options.time_limit, memory=options.memory << 20)
    return run(
        Options(
            host=options.host,
            port=options.port,
            allow_remote=options.allow_remote,
            workers=options.workers,
            settings=Settings(options.model, tuple(options.knowledge), True, options.mined),
            limits=limits,
            bounds=Bounds(requests=options.requests),
        ),
        say,
    )


def _port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 65535:
        raise ValueError
    return number


_port.__name__ = "port (0 to 65535)"


def register(verbs: Verbs) -> None:
    """Declare the verb."""
    parser = verb(verbs, "serve", serve, EPILOG)
    parser.add_argument(
        "--host", default="127.0.0.1", help="an address of this machine (127.0.0.1)"
    )
    parser.add_argument(
        "--port", type=_port, default=PORT, help=f"0: the system chooses one ({PORT})"
    )
    parser.add_argument(
        "--allow-remote", action="store_true", help="let --host be one that others can reach"
    )
    parser.add_argument(
        "--workers",
        type=positive,
        default=WORKERS,
        metavar="N",
        help=f"processes that answer ({WORKERS})",
    )
    parser.add_argument(
        "--time-limit",
        type=seconds,
        default=SECONDS,
        metavar="S",
        help=f"seconds a question may take ({SECONDS:g})",
    )
    parser.add_argument(
        "--memory",
        type=positive,
        default=MEGABYTES,
        metavar="MB",
        help=f"what a question may take above what a worker has when it is loaded ({MEGABYTES})",
    )
    parser.add_argument(
        "--requests",
        type=positive,
        default=REQUESTS,
        metavar="N",
        help=f"how many are taken at a time; further ones are told to come again ({REQUESTS})",
    )
    mined_option(parser)
    knowledge_options(parser)
