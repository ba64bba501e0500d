"""How often each rule spoke in a run, and was right: by rule, row, class, profile field, form and breadth.

In a question a rule *spoke* if it stands in the reading of a candidate. It *told apart* if it spoke more for some
candidates than for others, and was *right* if the right one is among those. Rules of one group (a class, a form) count
once in a question, by the strongest of them.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol, get_args

from coindex.harness.scores.run import Rule, RunItem
from coindex.harness.scores.table import interval, percent, table
from coindex.harness.statistics.shares import wilson
from coindex.reasoner.asp import records
from coindex.reasoner.evidence.breadth import asked_by
from coindex.reasoner.evidence.forms import KNOWLEDGE, STATISTICS, field_of, form_of
from coindex.reasoner.evidence.points import PER_WEIGHT
from coindex.reasoner.knowledge.default_rules import is_default_rule

By = Literal["rule", "row", "class", "field", "form", "breadth"]
"""What is counted: each rule; rows ``reason/4`` and ``effect/4``; classes, properties and kinds that rules ask for;
profiles by frame and participant; forms of evidence; how many words meet a rule's widest demand."""
BYS: tuple[By, ...] = get_args(By)
BOUNDS = (1, 10, 30, 100, 300, 1000, 3000)
"""Upper ends of the groups of breadth, in words; the last one has no end."""
Scores = tuple[int, ...]
"""How much a rule speaks for each candidate, in points; below 0: against it."""


class Widths(Protocol):
    """Gives how many words meet the narrowest and the widest demand of a rule."""

    def of(self, rule: records.Rule) -> tuple[int, int]:
        """Give both numbers."""


@dataclass(frozen=True, slots=True)
class Count:
    """How often a rule or group spoke."""

    spoke: int = 0
    """Questions in which it spoke for or against some candidate."""
    apart: int = 0
    """Those in which it told candidates apart."""
    right: int = 0
    alone: int = 0
    """Those of ``apart`` in which no rule of knowledge outside the group spoke for the same candidate."""
    alone_right: int = 0

    def and_one(self, *, apart: bool, right: bool, alone: bool) -> Count:
        """Add a question."""
        return replace(
            self,
            spoke=self.spoke + 1,
            apart=self.apart + apart,
            right=self.right + (apart and right),
            alone=self.alone + (apart and alone),
            alone_right=self.alone_right + (apart and alone and right),
        )

    @property
    def with_others(self) -> tuple[int, int]:
        """How often it told apart beside others that agree, and was right then."""
        return self.apart - self.alone, self.right - self.alone_right

    @property
    def share(self) -> float | None:
        """Share of right ones among those told apart."""
        return self.right / self.apart if self.apart else None

    @property
    def bounds(self) -> tuple[float, float]:
        """Wilson's interval of the share, 95 %."""
        return wilson(self.right, self.apart)


Counts = dict[tuple[By, str, str], Count]
"""By what is counted, its name, and the part (``tune``, ``held`` or ``all``)."""


class Groups:
    """Names the groups of a rule.

    Args:
        rule: gives the rule of a name, if it is one of the knowledge.
        widths: of rules.
    """

    def __init__(self, rule: Callable[[str], records.Rule | None], widths: Widths) -> None:
        """Take over what is known of rules."""
        self._rule, self._widths = rule, widths
        self._found: dict[tuple[str, str], dict[By, tuple[str, ...]]] = {}

    def of(self, spoke: Rule) -> Mapping[By, tuple[str, ...]]:
        """Give the names of the groups that a rule is in."""
        key = spoke.id, spoke.file
        if key not in self._found:
            self._found[key] = dict(self._named(spoke))
        return self._found[key]

    def _named(self, spoke: Rule) -> Iterator[tuple[By, tuple[str, ...]]]:
        form = form_of(spoke.id, spoke.file)
        yield "form", (form,)
        if form in STATISTICS:
            return
        yield "rule", (spoke.id,)
        if is_default_rule(spoke.id):
            yield "row", (spoke.id,)
        if form == "profile":
            yield "field", (field_of(spoke.id),)
            return
        rule = self._rule(spoke.id)
        if rule is None:
            return
        demands = asked_by(rule)
        yield "class", tuple(d[0] for d in demands if len(d) == 1 and not d[0].startswith('"'))
        widest = self._widths.of(rule)[1]
        yield "breadth", (bound(widest) if widest else "no constant",)


def bound(words: int) -> str:
    """Name a group of breadth.

    >>> bound(1), bound(12), bound(9999)
    ('1', '11 to 30', 'over 3000')
    """
    low = 1
    for high in BOUNDS:
        if words <= high:
            return f"{low} to {high}" if low < high else str(high)
        low = high + 1
    return f"over {BOUNDS[-1]}"


def scores_of(item: RunItem) -> dict[tuple[str, str], Scores]:
    """Give for each rule that spoke, by name and file, its points for each candidate."""
    found: dict[tuple[str, str], list[int]] = {}
    for index, rules in enumerate(item.rules):
        for rule in rules:
            form = form_of(rule.id, rule.file)
            unit = 1 if form == "profile" or form in STATISTICS else PER_WEIGHT
            points = found.setdefault((rule.id, rule.file), [0] * len(item.candidates))
            value = rule.sign * rule.weight * unit
            points[index] = value if rule.sign < 0 else max(points[index], value)
    return {key: tuple(points) for key, points in found.items()}


def favoured(points: Scores) -> frozenset[int]:
    """Give the candidates for which points speak most; nobody if they do not tell the candidates apart.

    >>> sorted(favoured((0, 40))), sorted(favoured((-40, 0, 0))), sorted(favoured((30, 30)))
    ([1], [1, 2], [])
    """
    best = [index for index, value in enumerate(points) if value == max(points)]
    return frozenset() if len(best) == len(points) else frozenset(best)


def counted(items: Iterable[RunItem], groups: Groups, wanted: Sequence[By] = BYS) -> Counts:
    """Count the questions with a right answer.

    Args:
        items: of a run.
        groups: names the groups of rules.
        wanted: what is counted.
    """
    counts: Counts = {}
    for item in items:
        if item.gold is None or item.error is not None:
            continue
        _count(item, groups, wanted, counts)
    return counts


def _count(item: RunItem, groups: Groups, wanted: Sequence[By], counts: Counts) -> None:
    scores = scores_of(item)
    rules = {(rule.id, rule.file): rule for side in item.rules for rule in side}
    members: dict[tuple[By, str], list[tuple[str, str]]] = {}
    for key, rule in rules.items():
        for by, names in groups.of(rule).items():
            if by in wanted:
                for name in names:
                    members.setdefault((by, name), []).append(key)
    votes = {key: favoured(points) for key, points in scores.items() if form_of(*key) in KNOWLEDGE}
    for (by, name), keys in members.items():
        strongest = tuple(
            _strongest(column) for column in zip(*(scores[k] for k in keys), strict=True)
        )
        mine = favoured(strongest)
        alone = not any(vote & mine for key, vote in votes.items() if key not in keys)
        for part in (item.part, "all"):
            before = counts.get((by, name, part), Count())
            counts[by, name, part] = before.and_one(
                apart=bool(mine), right=item.gold in mine, alone=alone
            )


def _strongest(points: Iterable[int]) -> int:
    return max(points, key=lambda value: (abs(value), value))


# ----------------------------------------------------------------------------------------- output

COLUMNS = (
    "by", "name", "part", "spoke", "told_apart", "right", "share", "low", "high", "alone", "alone_right",
    "with_others", "with_others_right",
)  # fmt: skip


def _sorted(counts: Counts, least: int) -> list[tuple[tuple[By, str, str], Count]]:
    parts = ("all", "tune", "held")
    enough = {
        (by, n) for (by, n, part), one in counts.items() if part == "all" and one.apart >= least
    }

    def place(entry: tuple[tuple[By, str, str], Count]) -> tuple[object, ...]:
        (by, name, part), _ = entry
        whole = counts[by, name, "all"]
        return BYS.index(by), -whole.apart, name, parts.index(part) if part in parts else 9, part

    return sorted(((k, c) for k, c in counts.items() if k[:2] in enough), key=place)


def to_csv(counts: Counts, least: int = 0) -> str:
    """Write a line for each group and part: those that told apart most often first."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    for (by, name, part), one in _sorted(counts, least):
        share = "" if one.share is None else f"{one.share:.4f}"
        bounds = [f"{end:.4f}" for end in one.bounds]
        writer.writerow(
            [
                by,
                name,
                part,
                one.spoke,
                one.apart,
                one.right,
                share,
                *bounds,
                one.alone,
                one.alone_right,
                *one.with_others,
            ]
        )
    return stream.getvalue()


def to_tables(counts: Counts, least: int, first: int | None) -> str:
    """Write a table for each thing that is counted, of all parts together.

    Args:
        counts: all of them.
        least: how often a group must have told apart.
        first: how many lines a table has.
    """
    blocks = []
    for by in BYS:
        found = [(n, c) for (b, n, part), c in _sorted(counts, least) if (b, part) == (by, "all")]
        if not found:
            continue
        shown = found if first is None else found[:first]
        head = f"{by} spoke|told apart|right|95 %|alone|right|with others|right".replace(
            " spoke", "|spoke"
        )
        rows: list[Sequence[object]] = [head.split("|")]
        for name, one in shown:
            others, others_right = one.with_others
            rows.append(
                [
                    name,
                    one.spoke,
                    one.apart,
                    _share(one.right, one.apart),
                    interval(one.bounds) if one.apart else "-",
                    one.alone,
                    _share(one.alone_right, one.alone),
                    others,
                    _share(others_right, others),
                ]
            )
        more = f"\nand {len(found) - len(shown)} more" if len(found) > len(shown) else ""
        blocks.append(table(rows) + more)
    return "\n\n".join(blocks) or "no rule told candidates apart so often"


def _share(right: int, of: int) -> str:
    return f"{right} ({percent(right / of)})" if of else "-"


def to_kept(counts: Counts, least: int, command: str, sets: Iterable[str]) -> str:
    """Write the file from which ``kb show`` takes a rule's figures: by rule, all parts together.

    Args:
        counts: all of them.
        least: how often a rule must have told candidates apart.
        command: that writes the file.
        sets: the names of the sets.
    """
    lines = [
        "# How often each rule told candidates apart, and was right (docs/reliability.md). No question is kept.",
        f"# Written by `{command}` from {', '.join(sets)}; not to be edited.",
        "# rule, told apart, right, lower and upper end of the 95 % interval in per cent, alone, right alone",
    ]
    for (by, name, part), one in sorted(counts.items()):
        if (by, part) == ("rule", "all") and one.apart >= least:
            low, high = (round(100 * end) for end in one.bounds)
            numbers = one.apart, one.right, low, high, one.alone, one.alone_right
            lines.append("\t".join([name, *map(str, numbers)]))
    return "\n".join(lines) + "\n"
