"""``kb``: inspect and check the knowledge."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.commands.kb import (
    ask,
    diff,
    find,
    new,
    reliability,
    review,
    stats,
    test,
    watch,
    why_not,
)
from coindex.commands.kb import compile as compiling
from coindex.commands.options.common import (
    Verbs,
    add_group,
    add_verb,
    keeps,
    print_message,
)

if TYPE_CHECKING:
    from kparse.errors import Diagnostic

SHOW = """examples:
  coindex kb show borrow                          a word
  coindex kb show harm                            a class, with what explains it and what it leads to
  coindex kb show classes                         all classes, each with three verbs; also: properties
  coindex kb show provocation                     a rule
  coindex kb show 'verb(_,lend)'                  rows; _ is anything
  coindex kb show 'reason(harm,actor,angry)'      a row that stands for a rule"""
LINT = """examples:
  coindex kb lint                                 the shipped knowledge
  coindex kb lint my/words.lp --select E          errors only
  coindex kb lint --new                           what the last commit does not have
Of files that have been edited since the last commit, new findings are listed and old ones counted; --all lists both."""


def kb_show(options: argparse.Namespace) -> int:
    """Show what is known of a word, class, row or rule."""
    from coindex.files.shipped import KNOWLEDGE
    from coindex.reasoner.evidence.store import MinedStore
    from coindex.reasoner.showing.names import LISTS, listing
    from coindex.reasoner.showing.show import show, summary
    from coindex.reasoner.store.store import Store

    store, query = Store.open([KNOWLEDGE, *options.knowledge]), " ".join(options.query)
    if query in LISTS:
        print(listing(store, query))
        return 0
    if not options.mined:
        text = show(store, query)
    else:
        with MinedStore(options.mined) as mined:
            text = show(store, query, mined)
    print(text if options.all else summary(text))
    return 0


def kb_lint(options: argparse.Namespace) -> int:
    """Check knowledge files."""
    from coindex.files.progress import Progress
    from coindex.files.shipped import KNOWLEDGE
    from coindex.reasoner.linting.lint import lint, report, status
    from coindex.reasoner.linting.since_commit import new_findings

    with Progress(None) as progress:
        found = lint(options.paths, select=options.select, over=progress.over)
    old: list[Diagnostic] = []
    if found and not options.all:
        paths = [Path(path) for path in options.paths] or [KNOWLEDGE]
        new, old = new_findings(paths, found, wanted=options.new)
        if new or options.new:
            found = new
        else:
            old = []
    if text := report(found, options.format):
        print(text)
    if old and not options.new:
        print_message(
            f"the last commit has {len(old)} more findings in these files (--all lists them)"
        )
    return status([*found, *old])


def _register_show(inner: Verbs) -> None:
    parser = add_verb(inner, "show", kb_show, SHOW)
    parser.add_argument(
        "query",
        nargs="+",
        metavar="QUERY",
        help="a word, a class, a rule's id, a row with _ in it, `classes` or `properties`",
    )
    parser.add_argument(
        "--knowledge", metavar="PATH", action="append", default=[], help="further knowledge"
    )
    parser.add_argument(
        "--all", action="store_true", help="all lines, not the first ten of each part"
    )
    parser.add_argument(
        "--mined", metavar="FILE", help="also what a store has counted of the word in texts"
    )


def _register_lint(inner: Verbs) -> None:
    parser = add_verb(inner, "lint", kb_lint, LINT)
    keeps(parser, "files that were read")
    parser.add_argument(
        "paths", nargs="*", metavar="PATH", help="files or directories (default: the shipped ones)"
    )
    parser.add_argument(
        "--select", metavar="CODE", action="append", default=[], help="codes or prefixes of codes"
    )
    parser.add_argument(
        "--new", action="store_true", help="only what the last commit does not have"
    )
    parser.add_argument("--all", action="store_true", help="list old findings, too")
    parser.add_argument("--format", choices=["text", "json"], default="text")


def register(verbs: Verbs) -> None:
    """Declare the verbs, in the order of a day's work."""
    inner = add_group(
        verbs, "kb", "inspect and check the knowledge", "in the order of a day's work"
    )
    for declare in (
        why_not.register,
        find.register,
        _register_show,
        new.register,
        ask.register,
        review.register,
        _register_lint,
        test.register,
        watch.register,
        diff.register,
        compiling.register,
        stats.register,
        reliability.register,
    ):
        declare(inner)
