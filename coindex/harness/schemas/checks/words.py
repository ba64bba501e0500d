"""Checks of what the halves differ in, and of the two pitfalls; each a function whose docstring is the message."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from coindex.harness.schemas.checks.subject import Finding, Subject, row_source
from coindex.harness.schemas.schema import SIDE_NAMES

FEW = 2
"""Words that the halves may differ in."""


def _words(text: str) -> list[str]:
    return re.findall(r"\w+(?:['’-]\w+)*", text.lower())


def _alike(subject: Subject) -> Iterator[Finding]:
    """Halves that have the same words."""
    one, other = (parsed.half.text for parsed in subject.halves)
    if _words(one) == _words(other):
        yield "alternate", "they differ in nothing but capitals or marks", "Choose another word."


def _much(subject: Subject) -> Iterator[Finding]:
    """Halves that differ in more than two words."""
    if list(_strangers(subject)):
        return
    for key in SIDE_NAMES:
        phrases = " ... ".join(getattr(subject.schema, key))
        count = len(_words(phrases))
        if count > FEW:
            yield key, f"{phrases} ({count} words)", "Say the same with one word or two."


def _strangers(subject: Subject) -> Iterator[Finding]:
    """Halves that have less than half of their words in common."""
    for key, parsed in zip(SIDE_NAMES, subject.halves, strict=True):
        own = sum(len(_words(word)) for word in getattr(subject.schema, key))
        if 2 * own > len(_words(parsed.half.text)):
            yield key, f"{own} of {len(_words(parsed.half.text))} words fill slots", ""
            return


def _no_question(subject: Subject) -> Iterator[Finding]:
    """Schema without a question."""
    file = subject.schema.at().file or ""
    if not subject.schema.question and not file.lower().endswith(".xml"):
        yield "", "people are asked what the pronoun stands for", "Write question: What was ...?"


def _selection(subject: Subject) -> Iterator[Finding]:
    """Selectional restrictions alone give the answer."""
    yield from _ruled_out(subject, right=False)


def _wrongly_ruled_out(subject: Subject) -> Iterator[Finding]:
    """Right answer that the lexicon rules out."""
    yield from _ruled_out(subject, right=True)


def _ruled_out(subject: Subject, *, right: bool) -> Iterator[Finding]:
    for parsed, found in zip(subject.halves, subject.ruled_out, strict=True):
        half = parsed.half
        if len(found) == 1 and (found[0].party == half.right) == right:
            out = found[0]
            what = (
                f"with “{' ... '.join(subject.schema.words(half.side))}”, “{out.predicate}” asks for"
                f" {out.asked}, and {half.answers[out.party]} is {out.kind}"
                f" ({', '.join(map(row_source, out.rows))})"
            )
            hint = "Is a row wrong?" if right else "Choose a word that could be said of both."
            yield SIDE_NAMES[half.side], what, hint


def _association(subject: Subject) -> Iterator[Finding]:
    """Association of words alone gives the answer."""
    if subject.association is None:
        return
    for parsed in subject.halves:
        finding = subject.association.giveaway(parsed)
        if finding:
            yield SIDE_NAMES[parsed.half.side], finding, "Choose a word as far from either party."


def _not_counted(subject: Subject) -> Iterator[Finding]:
    """Word of a schema that was not counted."""
    if subject.association is None:
        return
    missing = [w for p in subject.halves if not p.gap() for w in subject.association.uncounted(p)]
    if missing:
        listed = ", ".join(f"“{word}”" for word in dict.fromkeys(missing))
        yield "", listed, "Association was not looked at for it: count text that has it."


CHECKS: dict[str, Callable[[Subject], Iterator[Finding]]] = {
    "E401": _alike,
    "W402": _much,
    "E403": _strangers,
    "W405": _no_question,
    "E501": _selection,
    "W502": _wrongly_ruled_out,
    "W503": _association,
    "W508": _not_counted,
}
