"""Two runs on the same questions: which are newly right or newly wrong, and whether that may be chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from coindex.harness.scores.run import RunItem
from coindex.harness.statistics.shares import mcnemar
from kparse.errors import InputError

Key = tuple[str, str, int]
"""Set, id, and a number that distinguishes items of the same id."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The questions that both runs answered and that have a right answer; pairs are (earlier, later)."""

    both: int
    right: tuple[int, int]
    """How many of them each run answers rightly."""
    newly_right: tuple[tuple[RunItem, RunItem], ...]
    newly_wrong: tuple[tuple[RunItem, RunItem], ...]
    p: float
    """McNemar's exact test, two-sided: how likely such a difference is if the two runs are equally good."""
    other_answer: int
    """Answers that differ and are both wrong."""
    gone: int
    """Questions of the sets in common that only the earlier run has."""
    new: int
    """Questions of these sets that only the later run has."""
    altered: int
    """Questions of one id that ask different things; they are not compared."""


def compare(earlier: Iterable[RunItem], later: Iterable[RunItem]) -> Comparison:
    """Compare two runs, matching questions by set and id.

    Raises:
        InputError: they have no question in common.
    """
    before, after = dict(_keyed(earlier)), dict(_keyed(later))
    shared = {key[0] for key in before} & {key[0] for key in after}
    common = [key for key in after if key in before]
    if not common:
        raise InputError(
            "the two runs have no question in common",
            hint="Questions are matched by the set's name and their id: give the sets the names they had.",
        )
    same = [key for key in common if _asked(before[key]) == _asked(after[key])]
    pairs = [(before[k], after[k]) for k in same if None not in (before[k].right, after[k].right)]
    newly_right = tuple(p for p in pairs if p[1].right and not p[0].right)
    newly_wrong = tuple(p for p in pairs if p[0].right and not p[1].right)
    return Comparison(
        both=len(pairs),
        right=(sum(bool(a.right) for a, _ in pairs), sum(bool(b.right) for _, b in pairs)),
        newly_right=newly_right,
        newly_wrong=newly_wrong,
        p=mcnemar(len(newly_wrong), len(newly_right)),
        other_answer=sum(not a.right and not b.right and a.answer != b.answer for a, b in pairs),
        gone=sum(k[0] in shared and k not in after for k in before),
        new=sum(k[0] in shared and k not in before for k in after),
        altered=len(common) - len(same),
    )


def as_record(found: Comparison, name: str) -> dict[str, object]:
    """Return a comparison with the earlier run called ``name`` as JSON-ready data, items by set and id."""
    return {
        "run": name,
        "items": found.both,
        "first_only": len(found.newly_wrong),
        "second_only": len(found.newly_right),
        "p": found.p,
        "newly_right": [list(later.key) for _, later in found.newly_right],
        "newly_wrong": [list(later.key) for _, later in found.newly_wrong],
    }


def _keyed(items: Iterable[RunItem]) -> Iterator[tuple[Key, RunItem]]:
    seen: dict[tuple[str, str], int] = {}
    for item in items:
        number = seen.get(item.key, 0)
        seen[item.key] = number + 1
        yield (*item.key, number), item


def _asked(item: RunItem) -> tuple[object, ...]:
    return item.text, item.start, item.candidates, item.gold
