"""``mine``: learn from raw text what goes with what; make, merge, prune and show stores of it."""

from __future__ import annotations

import argparse
from pathlib import Path

from coindex.commands import mine_query
from coindex.commands.options.common import Verbs, group, positive, say, verb
from kparse.errors import InputError

_RUN = """\
CORPUS is a text file with a sentence or a paragraph a line (plain, gzip or xz), a file in CoNLL-U (.conllu), a
directory of such (.txt, .conllu, maybe .gz or .xz), or - for standard input. OUT is a directory: it keeps the shards,
tables of records that say from which line each comes. After an interruption, whatever it was, the same command goes on
from there. Exit status 1: something is missing in the end; it is named.

With --scheduler the work is done by the workers of a Dask cluster (pip install 'coindex[cluster]'). Whoever does
it, the same text gives the same files. docs/mining.md says more."""
_SHOW = """\
Each line: the table, its keys (* for all), the counts, and up to three places in the text. A word is looked for as it
is and denied."""


def run(options: argparse.Namespace) -> int:
    """Mine text into shards of records, and these into a store."""
    _installed()
    from coindex.mining.counting.executor import Executor
    from coindex.mining.counting.run import Job, mine, told

    if options.store:
        _apart(options.store, options.corpora)
    job = Job(
        tuple(options.corpora),
        options.out,
        store=options.store,
        executor=Executor(options.workers, options.scheduler),
        lines=options.shard_lines,
        model=options.model,
        licence=options.licence,
        passes=options.passes,
        extractor=options.extractor,
        counter=options.counter,
        thorough=options.thorough,
        anyway=options.anyway,
    )
    done = mine(job)
    for line in told(done):
        say(line)
    return 1 if done.lost else 0


def _installed() -> None:
    from importlib.util import find_spec

    if find_spec("pyarrow") is None:
        raise InputError(
            "pyarrow is not installed: shards are Parquet files",
            hint="Install it: pip install 'coindex[mining]'.",
        )


def _apart(target: str, corpora: list[str]) -> None:
    path = Path(target)
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise InputError(f"cannot write {target}: not a file in a directory that exists")
    if any(path.exists() and Path(c).exists() and path.samefile(c) for c in corpora):
        raise InputError(f"{target}: this would overwrite what is read")


def stats(options: argparse.Namespace) -> int:
    """Count what is in a store, or say how far a run is."""
    if Path(options.store).is_dir():
        _installed()
        from coindex.mining.counting.run import state_of, told

        done = state_of(Path(options.store))
        print(f"{done.resumed:,} of {done.shards:,} shards are done")
        print("\n".join(told(done)))
        return 0
    from coindex.mining.counting.stores import stats as count
    from coindex.mining.counting.stores import told_stats

    found = count(options.store)
    if options.format == "json":
        import json

        print(json.dumps(found, ensure_ascii=False, sort_keys=True))
        return 0
    print("\n".join(told_stats(found)))
    return 0


def show(options: argparse.Namespace) -> int:
    """Say what is known of a word, or of two words together."""
    from coindex.mining.counting.stores import show as look

    lines = look(options.store, options.word, options.other, limit=options.limit)
    if not lines:
        say(f"nothing is known of {' and '.join(filter(None, (options.word, options.other)))}")
        return 0
    print("\n".join(lines))
    return 0


def merge(options: argparse.Namespace) -> int:
    """Add up stores of different texts."""
    from coindex.mining.counting.stores import merge as add

    say(f"{add(options.stores, options.out):,} rows")
    return 0


def prune(options: argparse.Namespace) -> int:
    """Leave out of a store what was seen rarely."""
    from coindex.mining.counting.stores import prune as cut

    if options.min_count is None and options.max_mb is None:
        raise InputError("nothing to prune by", hint="Give --min-count or --max-mb.")
    least = cut(options.store, options.out, min_count=options.min_count, max_mb=options.max_mb)
    say(f"rows seen at least {least} times are kept")
    return 0


def import_table(options: argparse.Namespace) -> int:
    """Make a store of files of ConceptNet, ATOMIC or VerbNet."""
    from coindex.mining.counting.importers import KINDS, import_files

    for path in options.files:
        if Path(options.out).exists() and Path(path).exists() and Path(path).samefile(options.out):
            raise InputError(f"{options.out}: this would overwrite what is read")
    say(f"{import_files(options.kind, options.files, options.out):,} rows")
    say(f"licence of what they are from: {KINDS[options.kind].licence}")
    return 0


def _size(text: str) -> float:
    number = float(text)
    if not 0 < number < float("inf"):
        raise ValueError
    return number


_size.__name__ = "number of megabytes"


def register(verbs: Verbs) -> None:
    """Declare ``mine`` and its verbs."""
    verbs = group(verbs, "mine", "learn from raw text what goes with what")

    parser = verb(verbs, "run", run, _RUN)
    parser.add_argument("corpora", metavar="CORPUS", nargs="+", help="texts")
    parser.add_argument("--out", metavar="DIR", required=True, help="where the shards are kept")
    parser.add_argument("--store", metavar="FILE", help="make a store of all shards")
    parser.add_argument(
        "--workers", type=positive, default=1, metavar="N", help="processes that work (1)"
    )
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="let the workers of this Dask scheduler do it"
    )
    parser.add_argument(
        "--shard-lines", type=positive, default=4000, metavar="N", help="lines of a shard (4000)"
    )
    parser.add_argument(
        "--model", metavar="NAME_OR_PATH", help="another spaCy pipeline with UD labels"
    )
    parser.add_argument(
        "--licence", default="", metavar="TEXT", help="of the text, to be kept in the store"
    )
    parser.add_argument(
        "--thorough",
        action="store_true",
        help="look into every sentence, not only into those that may tell who is meant (slower)",
    )
    parser.add_argument(
        "--passes",
        type=positive,
        default=1,
        metavar="N",
        help="count so often, with what was learnt before (1)",
    )
    parser.add_argument(
        "--extractor",
        default="coindex.mining.extracting.extractor",
        metavar="MODULE",
        help="another extractor",
    )
    parser.add_argument(
        "--counter",
        default="coindex.mining.querying.counts",
        metavar="MODULE",
        help="another way to count",
    )
    parser.add_argument(
        "--anyway",
        action="store_true",
        help="go on with shards of another version of the program",
    )

    parser = verb(verbs, "stats", stats)
    parser.add_argument("store", metavar="STORE|DIR", help="a store, or the directory of a run")
    parser.add_argument("--format", choices=["text", "json"], default="text")

    parser = verb(verbs, "show", show, _SHOW)
    parser.add_argument("word", metavar="WORD", help="a lemma")
    parser.add_argument("other", metavar="WORD2", nargs="?", help="another")
    parser.add_argument("--store", metavar="FILE", required=True, help="the store")
    parser.add_argument(
        "--limit", type=positive, default=20, metavar="N", help="rows of a table at most (20)"
    )

    parser = verb(verbs, "merge", merge)
    parser.add_argument("stores", metavar="STORE", nargs="+", help="stores")
    parser.add_argument("--out", metavar="FILE", required=True, help="the store that is made")

    parser = verb(verbs, "prune", prune)
    parser.add_argument("store", metavar="STORE", help="a store")
    parser.add_argument("--out", metavar="FILE", required=True, help="the store that is made")
    parser.add_argument("--min-count", type=positive, metavar="N", help="seen at least so often")
    parser.add_argument(
        "--max-mb", type=_size, metavar="MB", help="as many of the most frequent as fit into this"
    )

    parser = verb(verbs, "import", import_table)
    parser.add_argument("kind", choices=["atomic", "conceptnet", "verbnet"], help="whose files")
    parser.add_argument("files", metavar="FILE", nargs="+", help="files that you have")
    parser.add_argument("--out", metavar="STORE", required=True, help="the store that is made")

    mine_query.register(verbs)
