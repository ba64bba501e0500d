"""``serve``: a server that answers questions in JSON over HTTP."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from coindex.commands.options.common import (
    Verbs,
    add_knowledge_options,
    add_mined_option,
    add_verb,
    not_negative,
    port,
    positive,
    print_message,
    probability,
    seconds,
)
from coindex.files.extras import missing_extra
from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.harness.serve.asking import Desk
    from coindex.harness.serve.review_pages import ReviewDesk

EPILOG = """In a browser: / is a page on which one types a sentence, and /docs describes the requests.
GET /health, POST /solve, POST /batch, POST /choose; GET /openapi.json describes them for programs.
Once it accepts connections, it prints `listening on http://HOST:PORT` on standard error. Ctrl-C or SIGTERM ends it."""
PORT = 8765
WORKERS = 2  # processes
SECONDS = 10.0  # for one question
MEGABYTES = 512  # for one process
REQUESTS = 128  # handled or waiting
PER_DAY = 100  # questions asked


def serve(options: argparse.Namespace) -> int:
    """Answer questions over HTTP on this machine."""
    from importlib.util import find_spec

    if missing := [name for name in ("fastapi", "uvicorn") if find_spec(name) is None]:
        raise missing_extra(f"serve needs {' and '.join(missing)}", "serve")
    from coindex.harness.serve.bounds import Bounds
    from coindex.harness.serve.server import Options
    from coindex.harness.serve.server import serve as run
    from coindex.reasoner.jobs.workers import Limits, Settings

    desk = _desk(options)
    if options.allow_remote and desk is not None:
        print_message(
            f"whoever reaches this server can have {desk.per_day} questions a day asked of {desk.asking.name}"
        )
    review = _review(options)
    if options.allow_remote:
        print_message("other machines can reach this server: it has no passwords and no encryption")
    if sys.stderr.isatty():
        print_message("loading model and knowledge; the first start takes longer")
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
            desk=desk,
            review=review,
        ),
        print_message,
    )


def _desk(options: argparse.Namespace) -> Desk | None:
    """Make what asks for rules, if there is somebody to ask.

    Raises:
        InputError: the source or the file cannot be used, or options are given that go with ``--ask``.
    """
    if options.ask is None:
        for name in ("ask_below", "ask_budget_per_day", "asked"):
            if getattr(options, name) is not None:
                raise InputError(
                    f"--{name.replace('_', '-')} goes with --ask", hint="Name a model with --ask."
                )
        return None
    from coindex.asking.asked_file import DEFAULT
    from coindex.asking.asking import BELOW, Asking
    from coindex.harness.serve.asking import Desk

    below = BELOW if options.ask_below is None else options.ask_below
    per_day = PER_DAY if options.ask_budget_per_day is None else options.ask_budget_per_day
    return Desk(Asking(options.ask, options.asked or DEFAULT, below=below), per_day)


def _review(options: argparse.Namespace) -> ReviewDesk | None:
    """Make what the page for reviews needs, if there is to be one.

    Raises:
        InputError: options that go together are not all given, or a file cannot be used.
    """
    if options.review is None:
        if any(one is not None for one in (options.into, options.reviewer, options.repair)):
            raise InputError("--into, --repair and --reviewer go with --review ASKED")
        return None
    if options.into is None:
        raise InputError("--review needs --into FILE.txt", hint="Accepted sentences go there.")
    if options.allow_remote:
        raise InputError(
            "--review is for this machine alone", hint="Leave out --allow-remote, or --review."
        )
    from coindex.asking.effects import Effects
    from coindex.commands.kb.review import reader, rows, user
    from coindex.harness.serve.review_pages import ReviewDesk

    effects = Effects()
    given = options.review, options.into, options.reviewer or user(), reader(effects)
    desk = ReviewDesk(*given, effects=effects.lines, repair=options.repair, rows=rows())
    desk.opened()
    desk.false_rules()
    return desk


def register(verbs: Verbs) -> None:
    """Declare the verb."""
    parser = add_verb(verbs, "serve", serve, EPILOG)
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
    parser.add_argument(
        "--port", type=port, default=PORT, help=f"0 lets the system choose one ({PORT})"
    )
    parser.add_argument(
        "--allow-remote", action="store_true", help="allow a --host that other machines can reach"
    )
    parser.add_argument(
        "--workers",
        type=positive,
        default=WORKERS,
        metavar="N",
        help=f"number of worker processes ({WORKERS})",
    )
    parser.add_argument(
        "--time-limit",
        type=seconds,
        default=SECONDS,
        metavar="S",
        help=f"seconds allowed for each question ({SECONDS:g})",
    )
    parser.add_argument(
        "--memory",
        type=positive,
        default=MEGABYTES,
        metavar="MB",
        help=f"memory a question may use, beyond that of a loaded worker ({MEGABYTES})",
    )
    parser.add_argument(
        "--requests",
        type=positive,
        default=REQUESTS,
        metavar="N",
        help=f"requests handled at a time; others are refused with the status 503 ({REQUESTS})",
    )
    group = parser.add_argument_group(
        "asking for rules",
        'General rules are asked for, never answers, and only for requests that say "ask": true. The text leaves this'
        " machine then, unless the model runs on it. Without --ask nobody is asked, and such requests are refused.",
    )
    group.add_argument("--ask", metavar="MODEL", help="ask this language model, as in solve --ask")
    group.add_argument(
        "--ask-below",
        type=probability,
        metavar="P",
        help="also ask where knowledge decides with a confidence below P (0.85)",
    )
    group.add_argument(
        "--ask-budget-per-day",
        type=not_negative,
        metavar="N",
        help=f"ask at most N questions a day ({PER_DAY})",
    )
    group.add_argument("--asked", metavar="FILE", help="keep all that was asked here (asked.jsonl)")
    parser.add_argument(
        "--review",
        metavar="ASKED",
        help="at /review, decide which rules of this file of --asked become knowledge (for this machine only)",
    )
    parser.add_argument(
        "--into", metavar="FILE.txt", help="with --review: add accepted sentences to this file"
    )
    parser.add_argument(
        "--repair",
        metavar="FILE.lp",
        help="with --review: also show what --ask-check called false; exceptions go into this file of rows",
    )
    parser.add_argument(
        "--reviewer", metavar="NAME", help="with --review: who decides (default: the user's name)"
    )
    add_mined_option(parser)
    add_knowledge_options(parser)
