"""The command line: ``coindex VERB ...``, or ``python cli.py VERB ...`` in a checkout.

``verbs.toml`` declares the verbs and their options. A verb imports what it needs when it runs, so that ``--help`` and
a single question start fast. Exit status: 0 done, 1 a requested check failed, 2 bad usage or input.
"""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
import threading
from collections.abc import Callable

from coindex.commands.options.answer_output import with_full
from coindex.commands.options.common import interrupted, print_message
from coindex.commands.options.table import declare_all
from coindex.files.extras import program
from kparse.errors import CoindexError

_AGAIN = 0.05  # seconds
EPILOG = """exit status: 0 done; 1 a requested check failed; 2 bad usage or input.
COINDEX_DEBUG=1 shows the traceback of an internal error."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=program(),
        description="Decide which noun phrase a pronoun stands for, and show the rules behind the answer.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    verbs = parser.add_subparsers(title="verbs", metavar="VERB")
    declare_all(verbs)
    return parser


def main(argv: list[str] | None = None) -> int:
    """Run a command and return its exit status. Any error becomes one message on standard error."""
    words = sys.argv[1:] if argv is None else argv
    options: list[argparse.Namespace] = []
    if argv is None:
        sys.unraisablehook = _unraisable
    try:
        return _run(words, options.append)
    except CoindexError as error:
        print_message(str(error))
    except BrokenPipeError:
        # The reader of the output has gone. Python must not fail again when it flushes the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt:
        print_message(interrupted(options[0] if options else None, words))
        return 130
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        print_message(f"{place}{error.strerror or error}")
    except Exception as error:
        if isinstance(
            error.__cause__, KeyboardInterrupt
        ):  # (Python hides it while it makes a class)
            print_message(interrupted(options[0] if options else None, words))
            return 130
        if os.environ.get("COINDEX_DEBUG"):
            raise
        print_message(
            f"internal error: {type(error).__name__}: {error} (COINDEX_DEBUG=1 shows where)"
        )
    return 2


def _unraisable(failure: sys.UnraisableHookArgs) -> None:
    """Handle an error where Python cannot raise it, as in ``__del__``: syntax trees of clingo have that method."""
    if failure.exc_type is KeyboardInterrupt:
        # Ctrl-C came just then, and would be lost. It is sent again a moment later.
        threading.Timer(_AGAIN, signal.raise_signal, [signal.SIGINT]).start()
    elif getattr(failure.object, "__module__", "") != "clingo.ast":
        # (Where Ctrl-C came while clingo made a tree, Python fails to collect the half-made one.)
        sys.__unraisablehook__(failure)


def _run(words: list[str], note: Callable[[argparse.Namespace], None]) -> int:
    parser = _parser()
    try:
        options = parser.parse_args(with_full(words))
    except SystemExit as stop:
        return int(stop.code or 0)
    note(options)
    if options.version:
        from coindex.version import __version__

        print(f"coindex {__version__}")
        return 0
    if getattr(options, "run", None) is None:
        getattr(options, "usage", parser).print_help(sys.stderr)
        return 2
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(
            errors="backslashreplace"
        )  # the terminal may not encode every character
    status: int = options.run(options)
    sys.stdout.flush()
    return status
