"""``kb ask``: ask for rules in bulk, for many questions or about a topic, to review them later."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.commands.options import asking_option
from coindex.commands.options.common import print_message
from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.reasoner.asks import Query
MOST = 20
"""Frames of a topic that are asked about."""


def kb_ask(options: argparse.Namespace) -> int:
    """Ask for rules, to be reviewed later."""
    if options.ask is None and not options.ask_show:
        raise InputError("nobody is named whom to ask", hint="Name a model with --ask.")
    if options.about.endswith(".jsonl") or Path(options.about).is_file():
        return _about_questions(options)
    return _about_topic(options)


def _about_questions(options: argparse.Namespace) -> int:
    from coindex.reasoner.jobs.batch import entries_of
    from coindex.reasoner.jobs.workers import Settings

    if options.most is not None:
        raise InputError("--most goes with a topic", hint="Limit questions with --ask-budget.")
    items = []
    for entry in entries_of(options.about):
        if entry.item is not None:
            items.append(entry.item)
        else:
            print_message(f"{options.about}: {entry.error}; this line is left out")
    if not items:
        raise InputError(f"{options.about}: there is no question in it")
    settings = Settings(options.model, tuple(options.knowledge), mined=options.mined)
    asking_option.prepared(options, settings, items)
    return 0


def _about_topic(options: argparse.Namespace) -> int:
    from coindex.asking.sending import ask_all

    if options.ask_below is not None:
        raise InputError(
            "--ask-below goes with questions", hint="About a topic everything is asked."
        )
    if options.ask_check is not None:
        raise InputError(
            "--ask-check goes with questions", hint="No rule about a topic has spoken yet."
        )
    queries = _queries(options)
    if options.ask_show:
        asking_option.show(queries)
        return 0
    asking = asking_option.asking_of(options)
    assert asking is not None
    asking_option.report(ask_all(queries, asking), asking, options.about)
    return 0


def _queries(options: argparse.Namespace) -> list[Query]:
    """Give what is asked about the topic, and say so where it is one of many frames."""
    from coindex.asking.topics import queries_for
    from coindex.files.shipped import KNOWLEDGE
    from coindex.reasoner.store.store import Store

    store = Store.open([KNOWLEDGE, *map(Path, options.knowledge)])
    queries = queries_for(options.about, store)
    most = MOST if options.most is None else options.most
    if len(queries) > most:
        print_message(
            f"{options.about}: the {most} commonest of {len(queries)} frames (--most asks about more)"
        )
    return queries[:most]
