"""``kb suggest-profiles``: words that raw text tells of a participant and that its profile lacks."""

from __future__ import annotations

import argparse

from coindex.commands.options.common import Verbs, add_verb, positive, print_message

EPILOG = """examples:
  coindex mine run books/ --out run --store books.sqlite     count in your text
  coindex kb suggest-profiles --mined books.sqlite --limit 50
  coindex kb suggest-profiles --mined books.sqlite thank 'rely on'

Each line has the frame, the participant, the word as it would stand in a profile, how often it was told of this
participant and of the others, its weight in log-odds beyond what is usual, and places in the text. Many are wrong: add
those that are right to a file in knowledge/profiles."""


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


def register(inner: Verbs) -> None:
    """Declare the verb."""
    parser = add_verb(inner, "suggest-profiles", kb_suggest_profiles, EPILOG)
    parser.add_argument(
        "frames", nargs="*", metavar="FRAME", help="verbs or frames ('rely on'); default: all"
    )
    parser.add_argument(
        "--mined", metavar="FILE", required=True, help="counts of raw text, from `mine run --store`"
    )
    parser.add_argument(
        "--least", type=positive, default=2, metavar="N", help="told at least N times (default: 2)"
    )
    parser.add_argument(
        "--limit", type=positive, default=100, metavar="N", help="at most N words (default: 100)"
    )
    parser.add_argument(
        "--knowledge", metavar="PATH", action="append", default=[], help="further knowledge"
    )
