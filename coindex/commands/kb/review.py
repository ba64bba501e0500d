"""``kb review``: decide, sentence by sentence, which rules that were asked for become knowledge."""

from __future__ import annotations

import argparse
import getpass
from collections.abc import Callable
from typing import TYPE_CHECKING

from coindex.commands.options.common import Verbs, add_verb, keeps, print_message
from kparse.errors import CoindexError, InputError

if TYPE_CHECKING:
    from coindex.asking.review import Review, Waiting

EPILOG = """keys: a accept, r reject, e edit and accept, s skip (it comes again next time), q quit; then Enter.
Accepted sentences are added to FILE.txt, a line each, with who stated them, the reviewer and the date. Decisions are
kept in ASKED.reviewed: the same command goes on where it was left.
example:
  coindex kb review asked.jsonl --into my/sentences/work.txt"""
PROMPT = "accept, reject, edit, skip, quit (a/r/e/s/q)? "
_SHOWN = 3
"""Questions that are shown for a sentence."""


def kb_review(options: argparse.Namespace) -> int:
    """Review rules that were asked for, one by one, and put the accepted ones into a file."""
    from coindex.asking.review import Review

    review = Review(options.asked, options.into, options.reviewer or _user())
    waiting = review.waiting()
    if not waiting:
        print_message(f"nothing waits in {options.asked}")
        return 0
    understood = _reader()
    for number, one in enumerate(waiting, 1):
        print(f"\n[{number} of {len(waiting)}] {one.sentence}\n{_about(one, understood)}")
        if not _decided(review, one):
            break
    accepted = sum(decision.verdict == "accepted" for decision in review.decisions)
    print_message(
        f"{accepted} accepted, {len(review.decisions) - accepted} rejected, {len(review.waiting())} wait"
    )
    return 0


def _decided(review: Review, one: Waiting) -> bool:
    """Ask for a decision and carry it out; whether the review goes on."""
    while True:
        key = _input(PROMPT)
        try:
            if key in (None, "q"):
                return False
            if key == "a":
                review.accept(one)
            elif key == "r":
                review.reject(one)
            elif key == "e":
                wording = _input("new wording: ")
                if not wording:
                    continue
                review.accept(one, wording)
            elif key != "s":
                continue
            return True
        except InputError as error:
            print_message(str(error))


def _input(prompt: str) -> str | None:
    """Read a line; ``None`` at the end of the input."""
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        return None


def _about(one: Waiting, understood: Callable[[str], str]) -> str:
    """Say how a sentence is read, and for which questions it was stated."""
    lines = [f"  read as: {understood(one.sentence)}", f"  asked of {one.stated_by} for:"]
    for query in one.questions[:_SHOWN]:
        named = f" ({'; '.join(query.candidates)})" if query.candidates else ""
        lines.append(f"    {' '.join(query.marked.split())}{named}")
    if len(one.questions) > _SHOWN:
        lines.append(f"    ... and {len(one.questions) - _SHOWN} more")
    return "\n".join(lines)


def _reader() -> Callable[[str], str]:
    """Give what says how a sentence is understood."""
    from coindex.reasoner import Reasoner
    from coindex.reasoner.english_rules.sentences import read

    reasoner = Reasoner()

    def understood(sentence: str) -> str:
        try:
            return read(sentence, reasoner.nlp, reasoner.store).understood
        except CoindexError as error:
            return f"nothing: {error.message}"

    return understood


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # (nobody is logged in)
        return "somebody"


def register(inner: Verbs) -> None:
    """Declare the verb."""
    parser = add_verb(inner, "review", kb_review, EPILOG)
    keeps(parser, "decisions")
    parser.add_argument("asked", metavar="ASKED", help="a file of --asked")
    parser.add_argument(
        "--into", metavar="FILE.txt", required=True, help="add accepted sentences to this file"
    )
    parser.add_argument(
        "--reviewer", metavar="NAME", help="who decides (default: the name of the user)"
    )
