"""``kb review``: decide, one by one, which rules that were asked for become knowledge, and which rules want repair."""

from __future__ import annotations

import argparse
import getpass
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.commands.options.common import print_message
from kparse.errors import CoindexError, InputError

if TYPE_CHECKING:
    from coindex.asking.effects import Effects
    from coindex.asking.review import Review, Waiting
    from coindex.reasoner.asp.records import Row
PROMPT = "accept, reject, edit, skip, quit (a/r/e/s/q)? "
_FALSE_PROMPT = "accept the repair, reject the judgement, skip, quit (a/r/s/q)? "
_SHOWN = 3
"""Questions that are shown for a sentence."""


def kb_review(options: argparse.Namespace) -> int:
    """Decide which rules that were asked for are kept."""
    if options.into is None and options.repair is None:
        raise InputError(
            "nowhere to put what is accepted",
            hint="Name a file for sentences with --into FILE.txt, or one for repairs with --repair FILE.lp.",
        )
    if options.repair is not None and not _repairs(options):
        return 0
    if options.into is None:
        return 0
    from coindex.asking.review import Review

    review = Review(options.asked, options.into, options.reviewer or user())
    waiting = review.waiting()
    if not waiting:
        print_message(f"nothing waits in {options.asked}")
        return 0
    from coindex.asking.effects import Effects

    effects = Effects([Path(path) for path in options.examples])
    understood = reader(effects)
    for number, one in enumerate(waiting, 1):
        print(f"\n[{number} of {len(waiting)}] {one.sentence}\n{_about(one, understood)}")
        if not options.no_effects:
            print("  if accepted:")
            print("\n".join(f"    {line}" for line in effects.lines(one)) or "    no question")
        if not _decided(review, one):
            break
    accepted = sum(decision.verdict == "accepted" for decision in review.decisions)
    print_message(
        f"{accepted} accepted, {len(review.decisions) - accepted} rejected, {len(review.waiting())} wait"
    )
    return 0


def _repairs(options: argparse.Namespace) -> bool:
    """Review what was judged false; whether the review goes on."""
    from coindex.asking.false_rules import FalseRules

    review = FalseRules(options.asked, options.repair, options.reviewer or user(), rows())
    waiting = review.waiting()
    done: dict[str, int] = {"a": 0, "r": 0, "s": 0}
    for number, one in enumerate(waiting, 1):
        judged = one.judged
        print(f"\n[{number} of {len(waiting)}] {judged.statement}")
        print(f"  {one.place or 'place unknown'}  {one.rule}\n  {judged.verdict}, {judged.source}")
        if review.writes_rows:
            print(f"  offered: {one.offer}")
        key = ""
        while key not in (*done, "q"):
            typed = _input(_FALSE_PROMPT)
            key = "q" if typed is None else typed
        if key == "q":
            return False
        done[key] += 1
        if key == "a":
            review.accept(one)
        elif key == "r":
            review.reject(one)
    print_message(
        f"{done['a']} written to {review.into}, {done['r']} judgements rejected, {done['s']} wait"
    )
    return True


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


def reader(effects: Effects | None = None) -> Callable[[str], str]:
    """Give what says how a sentence is understood; the parser is loaded when it is first called.

    Args:
        effects: whose parser is used, if it has one.
    """
    from coindex.reasoner.english_rules.sentences import read

    if effects is None:
        from coindex.asking.effects import Effects

        effects = Effects()
    found = effects
    loading = threading.Lock()

    def understood(sentence: str) -> str:
        with loading:
            reasoner = found.reasoner
            try:
                return read(sentence, reasoner.nlp, reasoner.store).understood
            except CoindexError as error:
                return f"nothing: {error.message}"

    return understood


def rows() -> Callable[[str], Sequence[Row]]:
    """Give what reads the rows of a predicate in the knowledge that ships; it is read when it is first called."""
    found: dict[str, Sequence[Row]] = {}

    def rows_of(predicate: str) -> Sequence[Row]:
        if predicate not in found:
            from coindex.reasoner import Reasoner

            found[predicate] = Reasoner().store.rows_of(predicate, 1_000_000)
        return found[predicate]

    return rows_of


def user() -> str:
    """Give the name of whoever is at this machine."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # (nobody is logged in)
        return "somebody"
