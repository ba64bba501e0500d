"""How verbs are declared, options that several verbs share, and messages."""

from __future__ import annotations

import argparse
import datetime
import os
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from coindex.files.extras import program

T = TypeVar("T")
Verbs: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def _named(text: str) -> str:
    """Begin the commands of a help text with the words that start the program here."""
    return re.sub(r"^( *)coindex (?=[a-z])", rf"\1{program()} ", text, flags=re.MULTILINE)


def add_verb(
    verbs: Verbs, name: str, run: Callable[[argparse.Namespace], int], epilog: str = ""
) -> argparse.ArgumentParser:
    """Declare a verb. The docstring of ``run`` is its description."""
    description = (run.__doc__ or "").strip()
    first = description.split("\n", 1)[0]
    parser = verbs.add_parser(
        name,
        help=first[:1].lower() + first[1:].rstrip("."),
        description=description,
        epilog=_named(epilog),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.set_defaults(run=run)
    return parser


def keeps(parser: argparse.ArgumentParser, what: str, option: str | None = None) -> None:
    """Note what an interrupted run of a verb keeps, so that the same command goes on.

    Args:
        parser: of the verb.
        what: what is kept, in the plural.
        option: the option without which nothing is kept; ``None`` if it is always kept.
    """
    parser.set_defaults(keeps=(what, option))


def interrupted(options: argparse.Namespace | None, words: Sequence[str]) -> str:
    """Say in a line what an interrupted command has kept, and how to go on."""
    what, option = getattr(options, "keeps", ("", None))
    command = f"{program()} {shlex.join(words)}"
    if not what:
        return "interrupted"
    if option is None or getattr(options, option) not in (None, "-"):
        return f"interrupted; {what} are kept. To go on: {command}"
    return f"interrupted; nothing is kept. With --{option} FILE {what} are kept, and the same command goes on"


def add_group(verbs: Verbs, name: str, description: str, order: str = "verbs") -> Verbs:
    """Declare a verb that has verbs of its own; ``order`` is the heading above them."""
    parser = verbs.add_parser(name, help=description, allow_abbrev=False)
    parser.set_defaults(run=None, usage=parser)
    return parser.add_subparsers(title=order, metavar="VERB")


def add_further_option(parser: argparse._ActionsContainer) -> None:
    """Add ``--knowledge``, for verbs that need no parser."""
    parser.add_argument(
        "--knowledge", metavar="PATH", action="append", default=[], help="further knowledge"
    )


def add_knowledge_options(
    parser: argparse._ActionsContainer,
    description: str = "knowledge to use in addition to what ships: a directory or file",
    metavar: str = "PATH",
) -> None:
    """Add ``--model`` and ``--knowledge``; ``description`` is the help of the latter."""
    add_model_option(parser)
    parser.add_argument(
        "--knowledge", metavar=metavar, action="append", default=[], help=description
    )


def add_model_option(parser: argparse._ActionsContainer) -> None:
    """Add ``--model``."""
    parser.add_argument(
        "--model", metavar="NAME_OR_PATH", help="another spaCy pipeline with UD labels"
    )


def add_mined_option(parser: argparse._ActionsContainer) -> None:
    """Add ``--mined``."""
    parser.add_argument(
        "--mined",
        metavar="FILE",
        help="counts made by `mine run --store`; none by default, and with an empty name no statistics at all",
    )


def add_confidence_option(parser: argparse._ActionsContainer, what: str) -> None:
    """Add ``--min-confidence``; ``what`` says what happens to less sure answers."""
    parser.add_argument("--min-confidence", type=probability, metavar="P", help=what)


def add_worker_options(parser: argparse._ActionsContainer, workers: int = 1) -> None:
    """Add ``--workers`` or ``--scheduler``, and ``--time-limit``."""
    add_place_options(parser, workers)
    parser.add_argument(
        "--time-limit",
        type=seconds,
        default=60.0,
        metavar="S",
        help="seconds allowed for each question (60)",
    )


def add_place_options(parser: argparse._ActionsContainer, workers: int = 1) -> None:
    """Add ``--workers`` or ``--scheduler``, which say where the work is done.

    The default is ``workers``, or as many as there are processors.
    """
    workers = min(workers, os.cpu_count() or 1)
    place = parser.add_mutually_exclusive_group()
    place.add_argument(
        "--workers",
        type=positive,
        default=workers,
        metavar="N",
        help=f"number of worker processes ({workers})",
    )
    place.add_argument(
        "--scheduler",
        dest="workers",
        metavar="ADDRESS",
        help="let the workers of this Dask scheduler do the work (tcp://HOST:8786)",
    )


class Once(argparse.Action):
    """An option whose second value would silently replace the first one: it may be given once only."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        """Keep the value, or end with a message."""
        if getattr(namespace, self.dest) is not None:
            parser.error(f"{option_string} may be given once; the second is {str(values)[:40]!r}")
        setattr(namespace, self.dest, values)


def _value(name: str, read: Callable[[str], T], fits: Callable[[T], bool]) -> Callable[[str], T]:
    """Make what reads a value; argparse has its name in the message about a wrong one."""

    def value(text: str) -> T:
        found = read(text)
        if not fits(found):
            raise ValueError
        return found

    value.__name__ = name
    return value


positive = _value("number above 0", int, lambda n: n > 0)
not_negative = _value("whole number from 0 up", int, lambda n: n >= 0)
seconds = _value("number of seconds", float, lambda n: 0 < n < float("inf"))
megabytes = _value("number of megabytes", float, lambda n: 0 < n < float("inf"))
probability = _value("number from 0 to 1", float, lambda n: 0 <= n <= 1)
port = _value("port (0 to 65535)", int, lambda n: 0 <= n <= 65535)
date = _value("date, YYYY-MM-DD,", lambda text: f"{datetime.date.fromisoformat(text)}", bool)


def print_message(message: str) -> None:
    """Print a message on standard error."""
    print(f"coindex: {message}", file=sys.stderr)
