"""The reasoner with rules that are asked for, as one more system of the comparison (``docs/asking.md``).

The organiser names the source. The questions of the comparison that knowledge does not decide are sent to it, in a
thread; what was asked is kept in the directory of the site, so that nobody is asked twice.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import connection

from coindex.asking.asking import Asking
from coindex.asking.many import lacking, noting
from coindex.asking.sending import ask_all
from coindex.asking.source import full_name, open_source
from coindex.reasoner.jobs.executor import in_order
from coindex.reasoner.jobs.workers import Limits, Lost, Settings
from coindex.winoflexi.analysis import systems
from coindex.winoflexi.analysis.schema_analysis import choose
from coindex.winoflexi.models import Library
from coindex.winoflexi.models.systems import LONGEST_NAME
from kparse.errors import CoindexError, InputError

_log = logging.getLogger("coindex.winoflexi")
FILE = "asked.jsonl"
"""What was asked, in the directory of the site."""
_MODELS, _EXAMPLE = "llm:", "recorded:example"
"""What a page may name. Other sources read files of the server, so whoever starts it has to name them."""


def check(name: str) -> None:
    """Check a source that the organiser names.

    Raises:
        InputError: there is no such source, or it has to be named when the site is started.
    """
    full = full_name(name)
    if not full.startswith(_MODELS) and full != _EXAMPLE and name != settings.ASK:
        raise InputError(
            f"{name} may read files of the server",
            hint=f"Start the site with `winoflexi serve --ask {name}`.",
        )
    open_source(full)


def ask(name: str) -> str:
    """Ask for rules about the halves of the comparison, answer them all, and store this as the answers of a system.

    Args:
        name: of the source.

    Returns:
        The last failure of the source; empty if there was none.

    Raises:
        CoindexError: the source, the file or the worker processes cannot be used.
    """
    check(name)
    asking = Asking(name, Path(settings.DIRECTORY) / FILE)
    halves = [half for of in Library for half in systems.chosen(of)]
    items = [systems.item_of(half) for half in halves]
    limits = Limits(seconds=settings.SOLVE_SECONDS)
    found = lacking(items, noting(asking.below), Settings(), 1, limits.seconds)
    done = ask_all(found.queries, asking, show=False)
    results = in_order(items, choose, Settings(asks=asking.replayed()), limits=limits)
    answers = (None if isinstance(result, Lost) else result[0] for result in results)
    named = f"{systems.OWN} with rules of {asking.name}"[:LONGEST_NAME]
    systems.keep(named, {half.pk: each for half, each in zip(halves, answers, strict=True)})
    return done.why


# ------------------------------------------------------------------------------- in the background


@dataclass
class Running:
    """Asking that is under way, or is over; ``why`` is the last failure."""

    source: str
    is_over: bool = False
    why: str = ""


_making = threading.Lock()
_last: Running | None = None


def last() -> Running | None:
    """Return what this process has asked last."""
    return _last


def start(name: str) -> bool:
    """Begin to ask in a thread; return whether nobody was being asked."""
    global _last
    with _making:
        if _last is not None and not _last.is_over:
            return False
        _last = Running(name)
    threading.Thread(target=_run, args=(_last,), name="asking", daemon=True).start()
    return True


def _run(running: Running) -> None:
    try:
        running.why = ask(running.source)
    except CoindexError as error:
        running.why = str(error)
    except Exception:  # the page must not wait for ever
        _log.exception("asking for rules failed")
        running.why = "internal error"
    finally:
        running.is_over = True
        connection.close()
