"""The command line: ``coindex VERB ...``, or ``python cli.py VERB ...`` in a checkout.

The verbs are in ``coindex.commands``, a module a group. What a verb needs is imported when it runs, so that ``--help`` and a
single question start fast. Exit status: 0 done, 1 a check that was asked for failed, 2 bad usage or input.
"""

from __future__ import annotations

import argparse
import io
import os
import sys

from coindex.commands import (
    calibrate,
    choose,
    contest,
    copa,
    evaluate,
    hardness,
    mine,
    parse,
    schema,
    serve,
    solve,
    winoflexi,
)
from coindex.commands.kb import verbs as kb
from coindex.commands.options.common import print_message
from kparse.errors import CoindexError

GROUPS = (
    solve,
    choose,
    parse,
    kb,
    contest,
    copa,
    schema,
    evaluate,
    calibrate,
    mine,
    hardness,
    serve,
    winoflexi,
)
"""What registers verbs, in the order of ``--help``."""

EPILOG = """exit status: 0 done; 1 a check that was asked for failed; 2 bad usage or input.
Set COINDEX_DEBUG=1 for the traceback of an internal error."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="coindex",
        description="Which noun phrase a pronoun stands for, and the rules that say so.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="print the version and stop")
    verbs = parser.add_subparsers(title="verbs", metavar="VERB")
    for group in GROUPS:
        group.register(verbs)
    return parser


def main(argv: list[str] | None = None) -> int:
    """Run a command and give its exit status. Whatever goes wrong is one message on standard error."""
    try:
        return _run(argv)
    except CoindexError as error:
        print_message(str(error))
    except BrokenPipeError:
        # Whoever read the output has left; what Python still holds for it goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt:
        print_message("interrupted")
        return 130
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        print_message(f"{place}{error.strerror or error}")
    except Exception as error:
        if os.environ.get("COINDEX_DEBUG"):
            raise
        print_message(
            f"internal error: {type(error).__name__}: {error} (COINDEX_DEBUG=1 shows where)"
        )
    return 2


def _run(argv: list[str] | None) -> int:
    parser = _parser()
    try:
        options = parser.parse_args(argv)
    except SystemExit as stop:
        return int(stop.code or 0)
    if options.version:
        from coindex.version import version_of_project

        print(f"coindex {version_of_project()}")
        return 0
    if getattr(options, "run", None) is None:
        getattr(options, "usage", parser).print_help(sys.stderr)
        return 2
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # what a terminal cannot show
    status: int = options.run(options)
    sys.stdout.flush()
    return status
