"""What to work on first: the words, axioms and connectives behind most misses, and how well each rule does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from coindex.harness.scores.run import Cell, RunItem
from coindex.harness.scores.tally import UNDECIDED, cell
from coindex.reasoner.answer import INFORMED

_STRONG = 3
"""The weight from which a rule counts as knowledge (``encodings/objective.lp``)."""


def behind(items: Iterable[RunItem], kind: str) -> Counter[str]:
    """Count what the misses and lucky guesses of a class are about, each thing once for an item."""
    counts: Counter[str] = Counter()
    for item in items:
        if item.hole == kind:
            counts.update(set(item.about))
    return counts


def ranked(counts: Counter[str], most: int | None = None) -> list[tuple[str, int]]:
    """Return the most frequent first, equally frequent ones in alphabetical order."""
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:most]


def unknown_words(items: Iterable[RunItem]) -> Counter[str]:
    """Count the words without any row in undecided or wrongly answered questions, once for each item."""
    counts: Counter[str] = Counter()
    for item in items:
        if item.hole is not None:
            counts.update(set(item.missing))
    return counts


@dataclass(slots=True)
class RuleRecord:
    """In how many items a rule supports the right candidate alone, a wrong one alone, or both.

    A rule against a candidate supports the others.
    """

    id: str
    right: int = 0
    wrong: int = 0
    both: int = 0
    decided: int = 0
    """Items that knowledge decided in favour of the side that the rule supports."""
    wrongly: list[tuple[str, str]] = field(default_factory=list)
    """Those of them that are wrong, by set and id."""

    @property
    def precision(self) -> float | None:
        """Share of right sides where the rule supports one side; ``None`` if it never does."""
        judged = self.right + self.wrong
        return self.right / judged if judged else None


def rules(items: Iterable[RunItem]) -> list[RuleRecord]:
    """Return the record of every rule that counts as knowledge; those that decided wrongly most often come first."""
    found: dict[str, RuleRecord] = {}
    for item in items:
        if item.gold is None:
            continue
        for name, sides in _sides(item).items():
            record = found.setdefault(name, RuleRecord(name))
            if item.gold in sides and len(sides) > 1:
                record.both += 1
                continue
            own = item.gold in sides
            record.right += own
            record.wrong += not own
            if item.decided_by in INFORMED and item.answer in sides:
                record.decided += 1
                if not item.right:
                    record.wrongly.append(item.key)
    return sorted(found.values(), key=lambda r: (-len(r.wrongly), -r.wrong, r.right, r.id))


def _sides(item: RunItem) -> dict[str, set[int]]:
    """The candidates that each rule of an item supports."""
    sides: dict[str, set[int]] = {}
    everybody = set(range(len(item.candidates)))
    for index, rules in enumerate(item.rules):
        for rule in rules:
            if rule.weight >= _STRONG:
                gained = {index} if rule.sign > 0 else everybody - {index}
                sides.setdefault(rule.id, set()).update(gained)
    return sides


def connectives(items: Sequence[RunItem]) -> list[tuple[str, Cell, Cell]]:
    """Return for each connective before the pronoun: all items, and those that no rule decided."""
    tags = {t for i in items for t in i.tags if t.startswith("connective:")}
    found = []
    for tag in tags:
        held = [i for i in items if tag in i.tags and i.right is not None]
        found.append(
            (tag.partition(":")[2], cell(held), cell(i for i in held if i.decided_by in UNDECIDED))
        )
    return sorted(found, key=lambda row: (-row[1].items, row[0]))
