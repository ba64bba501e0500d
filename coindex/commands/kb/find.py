"""``kb find``, ``kb conflicts``, ``kb show``: knowledge by the words of its English, and what is known of a word."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.reasoner.store.store import Store


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


def kb_show(options: argparse.Namespace) -> int:
    """Show what is known of a word, class, row or rule."""
    from coindex.reasoner.evidence.store import MinedStore
    from coindex.reasoner.showing.listings import LISTS, listing
    from coindex.reasoner.showing.show import show, summary

    store, query = _store(options), " ".join(options.query)
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


def _store(options: argparse.Namespace) -> Store:
    from coindex.files.shipped import KNOWLEDGE
    from coindex.reasoner.store.store import Store

    return Store.open([KNOWLEDGE, *options.knowledge])
