"""``kb suggest-profiles``: words that raw text tells of a participant and that its profile lacks."""

from __future__ import annotations

import argparse

from coindex.commands.options.common import print_message


def kb_suggest_profiles(options: argparse.Namespace) -> int:
    """Propose words for profiles, from counts of raw text."""
    from coindex.files.shipped import KNOWLEDGE
    from coindex.reasoner.evidence.store import MinedStore
    from coindex.reasoner.showing.mined_profiles import suggestions
    from coindex.reasoner.store.store import Store

    store = Store.open([KNOWLEDGE, *options.knowledge])
    with MinedStore(options.mined) as mined:
        found = suggestions(store, mined, options.frames, least=options.least)
    for one in found[: options.limit]:
        print(
            f"{one.frame}\t{one.role}\t{one.word}\t{one.here}:{one.there}\t{one.weight:.2f}\t{one.where}"
        )
    if not found:
        print_message("nothing to propose")
    return 0
