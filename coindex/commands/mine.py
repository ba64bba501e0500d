"""``mine``: count in raw text which words go together; build, merge, prune and show stores of the counts."""

from __future__ import annotations

import argparse
from pathlib import Path

from coindex.commands.options.common import print_message
from coindex.commands.options.targets import check_targets
from coindex.files.extras import require_pyarrow
from kparse.errors import InputError


def run(options: argparse.Namespace) -> int:
    """Mine text into shards of records, and these into a store."""
    require_pyarrow("mine")
    from coindex.mining.counting.run import Job, mine, summary

    check_targets(options, ["store"], options.corpora)
    job = Job(
        tuple(options.corpora),
        options.out,
        store=options.store,
        workers=options.workers,
        lines=options.shard_lines,
        model=options.model,
        licence=options.licence,
        extractor=options.extractor,
        counter=options.counter,
        thorough=options.thorough,
        anyway=options.anyway,
    )
    done = mine(job)
    for line in summary(done):
        print_message(line)
    return 1 if done.lost else 0


def stats(options: argparse.Namespace) -> int:
    """Count the rows of a store, or show the progress of a run."""
    if Path(options.store).is_dir():
        require_pyarrow("mine")
        from coindex.mining.counting.run import state_of, summary

        done = state_of(Path(options.store))
        print(f"{done.resumed:,} of {done.shards:,} shards are done")
        print("\n".join(summary(done)))
        return 0
    from coindex.mining.counting.stores import stats as count
    from coindex.mining.counting.stores import stats_lines

    found = count(options.store)
    if options.format == "json":
        import json

        print(json.dumps(found, ensure_ascii=False, sort_keys=True))
        return 0
    print("\n".join(stats_lines(found)))
    return 0


def show(options: argparse.Namespace) -> int:
    """Show what a store has about a word, or about two words together."""
    from coindex.reasoner.evidence.store import MinedStore
    from coindex.reasoner.showing.mined import counted_sentences

    with MinedStore(options.store) as store:
        lines = counted_sentences(store, options.word, options.other or "")
    if not lines:
        print_message(
            f"the store has nothing about {' and '.join(filter(None, (options.word, options.other)))}"
        )
        return 0
    print("\n".join(lines[: options.limit]))
    if len(lines) > options.limit:
        print_message(f"{len(lines) - options.limit:,} more (--limit)")
    return 0


def merge(options: argparse.Namespace) -> int:
    """Merge the stores of different texts."""
    from coindex.mining.counting.stores import merge as merge_stores

    print_message(f"{merge_stores(options.stores, options.out):,} rows")
    return 0


def prune(options: argparse.Namespace) -> int:
    """Remove rare rows from a store."""
    from coindex.mining.counting.stores import prune as prune_store

    if options.min_count is None and options.max_mb is None:
        raise InputError("nothing to prune by", hint="Give --min-count or --max-mb.")
    least = prune_store(
        options.store, options.out, min_count=options.min_count, max_mb=options.max_mb
    )
    print_message(f"kept the rows that were seen at least {least} times")
    return 0
