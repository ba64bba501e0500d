"""``kb stats``: how much of common English has rows, where rows and rules are, and which are never used."""

from __future__ import annotations

import argparse
import json


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
