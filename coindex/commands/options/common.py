"""What the verbs of the command line share: how a verb is declared, options that several have, messages."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import TypeAlias

Verbs: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def verb(
    verbs: Verbs, name: str, run: Callable[[argparse.Namespace], int], epilog: str = ""
) -> argparse.ArgumentParser:
    """Declare a verb; what it does is said by the docstring of what it runs."""
    what = (run.__doc__ or "").strip()
    first = what.split("\n", 1)[0]
    parser = verbs.add_parser(
        name,
        help=first[:1].lower() + first[1:].rstrip("."),
        description=what,
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.set_defaults(run=run)
    return parser


def group(verbs: Verbs, name: str, what: str) -> Verbs:
    """Declare a verb that has verbs of its own."""
    parser = verbs.add_parser(name, help=what, allow_abbrev=False)
    parser.set_defaults(run=None, usage=parser)
    return parser.add_subparsers(title="verbs", metavar="VERB")


def knowledge_options(
    parser: argparse.ArgumentParser,
    what: str = "further knowledge, besides the shipped one",
    metavar: str = "PATH",
) -> None:
    """Add ``--model`` and ``--knowledge``; ``what`` says what the latter takes."""
    parser.add_argument(
        "--model", metavar="NAME_OR_PATH", help="another spaCy pipeline with UD labels"
    )
    parser.add_argument(
        "--knowledge",
        metavar=metavar,
        action="append",
        default=[],
        help=what,
    )


def mined_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--mined``."""
    parser.add_argument(
        "--mined",
        metavar="FILE",
        help="counts in raw text (mine run --store) instead of the shipped ones; an empty name: none",
    )


def worker_options(parser: argparse.ArgumentParser, workers: int = 1) -> None:
    """Add ``--workers`` and ``--time-limit``."""
    parser.add_argument(
        "--workers",
        type=positive,
        default=workers,
        metavar="N",
        help=f"processes that answer ({workers})",
    )
    parser.add_argument(
        "--time-limit",
        type=seconds,
        default=60.0,
        metavar="S",
        help="seconds a question may take (60)",
    )


def positive(text: str) -> int:
    """Read a whole number above 0."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def seconds(text: str) -> float:
    """Read a number of seconds."""
    number = float(text)
    if not 0 < number < float("inf"):
        raise ValueError
    return number


positive.__name__, seconds.__name__ = "number above 0", "number of seconds"


def say(message: str) -> None:
    """Say something on standard error."""
    print(f"coindex: {message}", file=sys.stderr)
