"""``kb ask``: ask for rules for many questions, to review them later."""

from __future__ import annotations

import argparse

from coindex.commands.options import asking_option
from coindex.commands.options.common import (
    Verbs,
    add_knowledge_options,
    add_mined_option,
    add_verb,
    add_worker_options,
    keeps,
    print_message,
)
from kparse.errors import InputError

EPILOG = """QUESTIONS.jsonl has the form of solve --jsonl. Every reply is kept as soon as it is there. After an
interruption, run the same command again: nothing is asked twice.
examples:
  coindex kb ask questions.jsonl --ask MODEL --ask-budget 100
  coindex kb review asked.jsonl --into my/sentences/work.txt"""


def kb_ask(options: argparse.Namespace) -> int:
    """Ask for rules for questions that the knowledge does not decide, to review them later."""
    from coindex.reasoner.jobs.batch import entries_of
    from coindex.reasoner.jobs.workers import Settings

    if options.ask is None and not options.ask_show:
        raise InputError("nobody is named whom to ask", hint="Name a model with --ask.")
    items = []
    for entry in entries_of(options.questions):
        if entry.item is not None:
            items.append(entry.item)
        else:
            print_message(f"{options.questions}: {entry.error}; this line is left out")
    if not items:
        raise InputError(f"{options.questions}: there is no question in it")
    settings = Settings(options.model, tuple(options.knowledge), mined=options.mined)
    asking_option.prepared(options, settings, items)
    return 0


def register(inner: Verbs) -> None:
    """Declare the verb."""
    parser = add_verb(inner, "ask", kb_ask, EPILOG)
    keeps(parser, "replies")
    parser.add_argument("questions", metavar="QUESTIONS.jsonl", help="questions, one a line")
    asking_option.add_asking_options(parser)
    add_worker_options(parser)
    add_mined_option(parser)
    add_knowledge_options(parser)
