"""``kb find`` and ``kb conflicts``: knowledge by the words of its English; rows that say opposite things."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from coindex.commands.options.common import Verbs, add_verb
from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.reasoner.store.store import Store

EPILOG = """examples:
  coindex kb find money                  sentences, axioms, rows and profiles that speak of money
  coindex kb find "cannot lift"          those that say so; a word is found in all its forms
  coindex kb find --profiles fus         which file has which profile, of frames that begin so"""
CONFLICTS = """examples:
  coindex kb conflicts borrow            rows about borrowing, and its classes, that say opposite things"""


def kb_find(options: argparse.Namespace) -> int:
    """Find rules, rows and profiles by words of their English."""
    from coindex.reasoner.showing.find import find, index_lines

    query = " ".join(options.query)
    if options.profiles:
        lines = list(index_lines(_store(options), query))
        if not lines:
            raise InputError(f"no frame with profiles begins with `{query}`")
        print("\n".join(lines))
    else:
        print(find(_store(options), query, everything=options.all))
    return 0


def kb_conflicts(options: argparse.Namespace) -> int:
    """List rows that say opposite things of a word."""
    from coindex.reasoner.showing.find import conflicts

    print(conflicts(_store(options), "_".join(options.query)))
    return 0


def _store(options: argparse.Namespace) -> Store:
    from coindex.files.shipped import KNOWLEDGE
    from coindex.reasoner.store.store import Store

    return Store.open([KNOWLEDGE, *options.knowledge])


def register(inner: Verbs) -> None:
    """Declare the verbs."""
    finding = add_verb(inner, "find", kb_find, EPILOG)
    finding.add_argument("query", nargs="*", metavar="WORD", help="words of the English of rules")
    finding.add_argument("--all", action="store_true", help="list all, not the first ten of a sort")
    finding.add_argument(
        "--profiles", action="store_true", help="the index of profiles: frame, role, file and line"
    )
    conflict = add_verb(inner, "conflicts", kb_conflicts, CONFLICTS)
    conflict.add_argument("query", nargs="+", metavar="WORD", help="a verb, class or property")
    for parser in (finding, conflict):
        parser.add_argument(
            "--knowledge", metavar="PATH", action="append", default=[], help="further knowledge"
        )
