"""``mine``: count in raw text which words go together; build, merge, prune and show stores of the counts."""

from __future__ import annotations

import argparse
from pathlib import Path

from coindex.commands import mine_query
from coindex.commands.options.common import (
    Verbs,
    add_group,
    add_model_option,
    add_verb,
    keeps,
    positive,
    print_message,
)
from coindex.files.extras import missing_extra
from kparse.errors import InputError

_RUN = """\
CORPUS is a text file with one sentence or paragraph per line (plain, gzip or xz), a CoNLL-U file (.conllu), a directory
of such files (.txt, .conllu, possibly .gz or .xz), or - for standard input. DIR receives the shards: tables of records,
each with the line that it comes from. After an interruption, run the same command again; it continues. Exit status 1
means that something is missing at the end; a message names it.

With --scheduler the workers of a Dask cluster do the work (needs the extra `cluster`). The
same text gives the same files, however many workers there are. See docs/statistics.md."""
_SHOW = """\
Each line says what was counted, and up to three places in the text. A word is looked up both plain and negated; what
was seen once is left out."""


def run(options: argparse.Namespace) -> int:
    """Mine text into shards of records, and these into a store."""
    _require_pyarrow()
    from coindex.mining.counting.executor import Executor
    from coindex.mining.counting.run import Job, mine, summary

    if options.store:
        _check_target(options.store, options.corpora)
    job = Job(
        tuple(options.corpora),
        options.out,
        store=options.store,
        executor=Executor(options.workers, options.scheduler),
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


def _require_pyarrow() -> None:
    from importlib.util import find_spec

    if find_spec("pyarrow") is None:
        raise missing_extra("mine needs pyarrow", "mining")


def _check_target(target: str, corpora: list[str]) -> None:
    path = Path(target)
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise InputError(f"cannot write {target}: not a file in a directory that exists")
    if any(path.exists() and Path(c).exists() and path.samefile(c) for c in corpora):
        raise InputError(f"{target}: this would overwrite what is read")


def stats(options: argparse.Namespace) -> int:
    """Count the rows of a store, or show the progress of a run."""
    if Path(options.store).is_dir():
        _require_pyarrow()
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


def _size(text: str) -> float:
    number = float(text)
    if not 0 < number < float("inf"):
        raise ValueError
    return number


_size.__name__ = "number of megabytes"


def register(verbs: Verbs) -> None:
    """Declare ``mine`` and its verbs."""
    verbs = add_group(verbs, "mine", "count in raw text which words go together")

    parser = add_verb(verbs, "run", run, _RUN)
    keeps(parser, "finished shards")
    parser.add_argument("corpora", metavar="CORPUS", nargs="+", help="text files or directories")
    parser.add_argument("--out", metavar="DIR", required=True, help="directory of the shards")
    parser.add_argument("--store", metavar="FILE", help="build a store of all shards")
    parser.add_argument(
        "--workers", type=positive, default=1, metavar="N", help="number of worker processes (1)"
    )
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="use the workers of this Dask scheduler"
    )
    parser.add_argument(
        "--shard-lines", type=positive, default=4000, metavar="N", help="lines in each shard (4000)"
    )
    add_model_option(parser)
    parser.add_argument(
        "--licence", default="", metavar="TEXT", help="licence of the text; the store records it"
    )
    parser.add_argument(
        "--thorough",
        action="store_true",
        help="analyse every sentence, not only those that may show who is meant (slower)",
    )
    parser.add_argument(
        "--extractor",
        default="coindex.mining.extracting.extractor",
        metavar="MODULE",
        help="module to use as extractor",
    )
    parser.add_argument(
        "--counter",
        default="coindex.mining.querying.counts",
        metavar="MODULE",
        help="module to use for counting",
    )
    parser.add_argument(
        "--anyway",
        action="store_true",
        help="continue with shards made by another version of the program",
    )

    parser = add_verb(verbs, "stats", stats)
    parser.add_argument("store", metavar="STORE|DIR", help="a store, or the directory of a run")
    parser.add_argument("--format", choices=["text", "json"], default="text")

    parser = add_verb(verbs, "show", show, _SHOW)
    parser.add_argument("word", metavar="WORD", help="a lemma")
    parser.add_argument("other", metavar="WORD2", nargs="?", help="another lemma")
    parser.add_argument("--store", metavar="FILE", required=True, help="the store")
    parser.add_argument(
        "--limit",
        type=positive,
        default=20,
        metavar="N",
        help="at most this many sentences (20)",
    )

    parser = add_verb(verbs, "merge", merge)
    parser.add_argument("stores", metavar="STORE", nargs="+", help="stores")
    parser.add_argument("--out", metavar="FILE", required=True, help="the store to write")

    parser = add_verb(verbs, "prune", prune)
    parser.add_argument("store", metavar="STORE", help="a store")
    parser.add_argument("--out", metavar="FILE", required=True, help="the store to write")
    parser.add_argument(
        "--min-count", type=positive, metavar="N", help="keep rows seen at least this often"
    )
    parser.add_argument(
        "--max-mb",
        type=_size,
        metavar="MB",
        help="keep the most frequent rows that fit into this size",
    )

    mine_query.register(verbs)
