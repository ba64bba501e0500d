"""Scores of a run's items, for tables, report and comparison."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from statistics import median
from typing import get_args

from coindex.harness.misses.diagnosis import CLASSES
from coindex.harness.questions.questions import PARTS
from coindex.harness.scores.baselines import BASELINES
from coindex.harness.scores.curves import area, calibration_error, coverage, reliability
from coindex.harness.scores.run import Cell, Human, RunItem, Scores, Twins
from coindex.harness.statistics.shares import wilson
from coindex.reasoner.answer import INFORMED, Outcome

OUTCOMES: tuple[str, ...] = get_args(Outcome)
UNDECIDED = tuple(o for o in OUTCOMES if o not in INFORMED)
_ARTICLE = re.compile(r"^(?:the|a|an)\s+", re.IGNORECASE)


def scores_of_sets(items: Sequence[RunItem], sets: Iterable[str]) -> dict[str, dict[str, Scores]]:
    """Return the scores by set (``all`` sets last) and by part; a part without a scored item is left out."""
    groups = {name: [i for i in items if i.set == name] for name in sets}
    groups["all"] = list(items)
    return {name: scores_of_parts(group) for name, group in groups.items()}


def scores_of_parts(items: Sequence[RunItem]) -> dict[str, Scores]:
    """Return the scores of ``tune``, ``held`` and ``all``; a part without a scored item is left out."""
    cut = human_cut(items)
    parts = {part: [i for i in items if i.part == part] for part in PARTS}
    parts["all"] = list(items)
    return {
        name: scores(group, cut)
        for name, group in parts.items()
        if any(i.right is not None for i in group)
    }


def scores(items: Sequence[RunItem], cut: float | None = None) -> Scores:
    """Count items; those without a right answer are left out.

    Args:
        items: at least one of them has a right answer.
        cut: share of people from which an item is easy, if such shares are known (:func:`human_cut`).
    """
    scored = [i for i in items if i.right is not None]
    right = sum(bool(i.right) for i in scored)
    points, bins = coverage(scored), reliability(scored)
    return Scores(
        items=len(scored),
        right=right,
        accuracy=right / len(scored),
        interval=wilson(right, len(scored)),
        expected=sum(1 / len(i.candidates) for i in scored) / len(scored),
        by={o: cell(i for i in scored if i.decided_by == o) for o in _present(scored)},
        baselines={name: _baseline(scored, name) for name in BASELINES},
        coverage=points,
        area=area(points),
        reliability=bins,
        calibration_error=calibration_error(bins),
        twins=twins(scored),
        human=_human(scored, cut),
        tags={
            tag: cell(i for i in scored if tag in i.tags)
            for tag in sorted({t for i in scored for t in i.tags})
        },
        misses=_by_class(i.miss for i in scored),
        undecided={
            name: cell(i for i in scored if i.hole == name and i.decided_by in UNDECIDED)
            for name in CLASSES
            if any(i.hole == name and i.decided_by in UNDECIDED for i in scored)
        },
    )


def cell(items: Iterable[RunItem]) -> Cell:
    """Return the number of items and of right ones."""
    held = [bool(i.right) for i in items]
    return Cell(len(held), sum(held))


def _present(items: Sequence[RunItem]) -> Iterator[str]:
    there = {i.decided_by for i in items}
    return (o for o in OUTCOMES if o in there)


def _baseline(items: Sequence[RunItem], name: str) -> Cell:
    held = [i.baselines[name] == i.gold for i in items if i.baselines.get(name) is not None]
    return Cell(len(held), sum(held))


def _by_class(misses: Iterable[str | None]) -> dict[str, int]:
    counts = Counter(m for m in misses if m is not None)
    return {name: counts[name] for name in CLASSES if counts[name]}


def sure_of_parts(items: Sequence[RunItem], least: float) -> dict[str, dict[str, Cell]]:
    """Count by set and part the answers of at least some confidence; the others are undecided."""
    sets = [*dict.fromkeys(i.set for i in items)]
    groups = {name: [i for i in items if i.set == name] for name in sets}
    groups |= {"all": list(items)} if len(sets) > 1 else {}
    return {
        name: {
            part: cell(
                i for i in group if i.right is not None and i.part == part and i.confidence >= least
            )
            for part in PARTS
        }
        for name, group in groups.items()
    }


# ------------------------------------------------------------------------------------------- twins


def twins(items: Sequence[RunItem]) -> Twins:
    """Count the pairs whose questions have the same candidates and different right answers, by their results.

    Two questions that are a pair in a file need not be twins; other pairs are left out.
    """
    pairs: dict[tuple[str, str], list[RunItem]] = {}
    for item in items:
        pairs.setdefault((item.set, item.pair), []).append(item)
    found = [p for p in pairs.values() if len(p) == 2 and _are_twins(*p)]
    known = [p for p in found if all(i.decided_by == "knowledge" for i in p)]
    return Twins(
        pairs=len(found),
        both_right=sum(bool(a.right) and bool(b.right) for a, b in found),
        same_answer=sum(_are_same(a, b) for a, b in found),
        decided=len(known),
        told_apart=sum(not _are_same(a, b) for a, b in known),
    )


def _are_twins(first: RunItem, second: RunItem) -> bool:
    same = {_phrase(c) for c in first.candidates} == {_phrase(c) for c in second.candidates}
    return same and _called(first, first.gold) != _called(second, second.gold)


def _are_same(first: RunItem, second: RunItem) -> bool:
    return _called(first, first.answer) == _called(second, second.answer)


def _called(item: RunItem, index: int | None) -> str | None:
    return None if index is None else _phrase(item.candidates[index])


def _phrase(candidate: str) -> str:
    return _ARTICLE.sub("", candidate.strip()).lower()


# ------------------------------------------------------------------------------------------ people


def human_cut(items: Iterable[RunItem]) -> float | None:
    """Return the median of people's accuracy: items at or above it are easy for people."""
    known = [i.human for i in items if i.human is not None and i.right is not None]
    return median(known) if known else None


def _human(items: Sequence[RunItem], cut: float | None) -> Human | None:
    known = [(i.human, i) for i in items if i.human is not None]
    if cut is None or not known:
        return None
    return Human(
        easy=cell(i for human, i in known if human >= cut),
        hard=cell(i for human, i in known if human < cut),
        cut=cut,
    )
