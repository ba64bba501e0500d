"""Checks of what the reasoner answers: to the pronoun's own clause alone, and to both halves.

Points are those of knowledge (:mod:`coindex.reasoner.solving.deciding`): 33 are one unit of log-odds. What they must
reach was settled on three lists of schemas of our own (``tests/harness/schemas/pitfalls``;
``docs/decisions/schemas.md``, 0065).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from coindex.harness.schemas.checks.subject import Finding, Subject
from coindex.harness.schemas.schema import SIDE_NAMES
from coindex.reasoner.answer import Answer, FiredRule
from coindex.reasoner.solving.deciding import CLOSE

PLAIN = 50
"""Points of the pronoun's own clause that give the answer away in one half."""
PLAIN_IN_BOTH = 20
"""Points that do so if each half has them."""
LITTLE = 50
"""Points by which the changed word must move the balance between the parties."""
FIRM, MUCH = 40, 80
"""Where one party is ahead by so many points in both halves, and how many the word must move then."""
_RULES = ("knowledge", "asked")
_ASK_PEOPLE = "Ask two people who have not seen the other half; the program may just not know it."


def ahead(answer: Answer) -> int:
    """Say by how many points of rules the first candidate of two is ahead of the second."""
    first, second = (
        sum(reading.cost_by_level.get(level, 0) for level in _RULES)
        for reading in sorted(answer.readings, key=lambda reading: reading.index)
    )
    return second - first


def _told(rules: Iterator[FiredRule]) -> str:
    rule = max(rules, key=lambda rule: rule.weight, default=None)
    return f" ({rule.text} {rule.file}:{rule.line})" if rule else ""


def _reason(answer: Answer, party: int) -> str:
    """The weightiest rule that speaks for a party, with its place; empty if there is none."""
    reading = next(reading for reading in answer.readings if reading.index == party)
    return _told(r for r in reading.rules if r.level in _RULES and r.sign > 0)


def _own_clause(subject: Subject) -> Iterator[Finding]:
    """What is said of the pronoun gives the answer, whatever else happens."""
    points = [
        0 if answer is None else ahead(answer) * (-1 if side else 1)
        for side, answer in enumerate(subject.alone)
    ]
    both = min(points) >= PLAIN_IN_BOTH
    for parsed, answer, ours, out in zip(
        subject.halves, subject.alone, points, subject.ruled_out, strict=True
    ):
        half = parsed.half
        if answer is None or len(out) == 1 or not (ours >= PLAIN or both):
            continue  # (what rules a party out is told already)
        word = " ... ".join(subject.schema.words(half.side))
        what = f"“{word}” is said of {half.answers[half.right]} anyway"
        yield (
            SIDE_NAMES[half.side],
            what + _reason(answer, half.right),
            "Choose a word that could be said of both.",
        )


def _same_party(subject: Subject) -> Iterator[Finding]:
    """The reasoner answers both halves with the same party."""
    answers = subject.answers
    if answers is None:
        return
    one, other = map(ahead, answers)
    same = (one >= CLOSE and other >= CLOSE) or (one <= -CLOSE and other <= -CLOSE)
    enough = MUCH if min(abs(one), abs(other)) >= FIRM else LITTLE
    if same and one - other < enough:
        party = 0 if one > 0 else 1
        side = 1 - party  # the half that the author has answered otherwise
        what = f"{subject.schema.answers[party]}{_reason(answers[side], party)}"
        yield SIDE_NAMES[side], what, _ASK_PEOPLE


def _not_told_apart(subject: Subject) -> Iterator[Finding]:
    """Nothing that is known makes the changed word matter."""
    answers = subject.answers
    if answers is None or list(_same_party(subject)):
        return
    one, other = map(ahead, answers)
    reversed_ = one <= -CLOSE and other >= CLOSE  # that is a difference, if the other one
    if one - other < LITTLE and not reversed_:
        undecided = [abs(points) < CLOSE for points in (one, other)]
        if all(undecided):
            yield "alternate", "knowledge decides neither half", _ASK_PEOPLE
        elif any(undecided):
            side = undecided.index(True)
            what = f"knowledge does not decide the half with “{_words(subject, side)}”"
            yield SIDE_NAMES[side], what, _ASK_PEOPLE
        else:
            yield "alternate", "it changes little of what speaks for either party", _ASK_PEOPLE


def _words(subject: Subject, side: int) -> str:
    schema = subject.schema
    return " ... ".join(schema.alternate if side else schema.special)


def _for_both(subject: Subject) -> Iterator[Finding]:
    """Rules that were asked for speak for both parties of a half."""
    for side, answer in enumerate(subject.answers or ()):
        found = []
        for reading in sorted(answer.readings, key=lambda reading: reading.index):
            rules = [r for r in reading.rules if r.level == "asked" and r.sign > 0]
            found += [f"{reading.candidate}: {rules[0].text}"] if rules else []
        if len(found) == 2:
            yield SIDE_NAMES[side], "; ".join(found), "Choose a word that fits one party only."


CHECKS: dict[str, Callable[[Subject], Iterator[Finding]]] = {
    "W504": _own_clause,
    "W505": _same_party,
    "W506": _not_told_apart,
    "W507": _for_both,
}
