"""``kb stats``: how much of common English has rows, where rows and rules are, and which are never used."""

from __future__ import annotations

import argparse
import json

from coindex.commands.options.common import Verbs, add_verb, positive

EPILOG = """examples:
  coindex kb stats                               coverage, rows by predicate and by file
  coindex kb stats --missing 50 --words verbs    the 50 commonest verbs without rows
  coindex kb stats --run RUN.json                rules that fired in no question of `evaluate --out RUN.json`"""


def kb_stats(options: argparse.Namespace) -> int:
    """Count words with rows, rules, and what is unused."""
    from coindex.files.shipped import KNOWLEDGE
    from coindex.reasoner.knowledge.frequencies import LISTS
    from coindex.reasoner.showing.coverage import (
        coverage,
        holdings,
        missing_report,
        report,
        to_record,
        two_weights_report,
        unused,
        unused_report,
        with_two_weights,
    )
    from coindex.reasoner.store.store import Store

    store = Store.open([KNOWLEDGE, *options.knowledge])
    if options.twice:
        print(two_weights_report(with_two_weights(store)))
        return 0
    names = [name for name in LISTS if name == options.words or options.words is None]
    found = [coverage(store, name) for name in names]
    idle = None
    if options.run_file is not None:
        from coindex.harness.scores.run import read_run

        items = read_run(options.run_file).items
        idle = unused(store, {rule.id for item in items for side in item.rules for rule in side})
    if options.format == "json":
        print(json.dumps(to_record(found, holdings(store), idle), ensure_ascii=False, indent=1))
    elif idle is not None:
        print(unused_report(idle, rows=options.rows))
    elif options.missing is not None:
        print(missing_report(found, options.missing))
    else:
        print(report(found, holdings(store)))
    return 0


def register(inner: Verbs) -> None:
    """Declare the verb."""
    parser = add_verb(inner, "stats", kb_stats, EPILOG)
    parser.add_argument(
        "--missing", type=positive, metavar="N", help="list the N most frequent words without rows"
    )
    parser.add_argument(
        "--words", choices=["verbs", "adjectives", "nouns"], help="only this list of words"
    )
    parser.add_argument(
        "--run",
        metavar="RUN.json",
        dest="run_file",
        help="list the rules that fired in no question of a run",
    )
    parser.add_argument(
        "--rows",
        action="store_true",
        help="with --run: list each row reason/4 and effect/4, instead of counts by file",
    )
    parser.add_argument(
        "--twice",
        action="store_true",
        help="list the rows reason/4 and effect/4 that are written with different weights",
    )
    parser.add_argument("--format", choices=["text", "json"], default="text")
    parser.add_argument(
        "--knowledge", metavar="PATH", action="append", default=[], help="further knowledge"
    )
