"""A run as plain text: the tables that `evaluate` prints."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from coindex.harness.questions.halves import shipped_half
from coindex.harness.scores import curves
from coindex.harness.scores.baselines import BASELINES
from coindex.harness.scores.run import Cell, Run, RunItem, Scores
from coindex.harness.scores.tally import cell, scores_of_parts, sure_of_parts
from coindex.harness.statistics.shares import wilson
from kparse.errors import InputError

COVERAGES = (0.1, 0.25, 0.5, 0.75, 1.0)
"""Shares of the surest items for which precision is printed."""
PARTS = (
    "tune: looked at while rules were written; held: not looked at; pairs are split by seed {seed}."
)

HALVES = "Confidence was fitted on fit, half of the held questions; shown is the other half, the one to believe."


def table(rows: Sequence[Sequence[object]]) -> str:
    """Align rows of cells; the first row is the head. A :class:`Cell` is written as :func:`share` does.

    >>> print(table([["part", "items", "right"], ["tune", 12, Cell(12, 9)]]))
    part  items  right
    tune  12     9 (75.0 %)
    """
    texts = [[share(c) if isinstance(c, Cell) else str(c) for c in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    lines = ("  ".join(map(str.ljust, row, widths)) for row in texts)
    return "\n".join(line.rstrip() for line in lines)


def percent(share: float | None) -> str:
    """Return a share in per cent; a dash for none.

    >>> percent(0.5), percent(None)
    ('50.0 %', '-')
    """
    return "-" if share is None else f"{100 * share:.1f} %"


def share(held: Cell) -> str:
    """Return how many are right, and their share."""
    return f"{held.right} ({percent(held.share)})" if held.items else "-"


def interval(ends: tuple[float, float]) -> str:
    """Return an interval in per cent."""
    return f"{100 * ends[0]:.1f} to {100 * ends[1]:.1f} %"


def summary(run: Run) -> str:
    """Return the tables of every set, by part; all sets together come last."""
    blocks = []
    for name, parts in run.scores.items():
        if name == "all":
            if len(run.sets) == 1:
                continue
            head = f"All {len(run.sets)} sets"
        else:
            info = run.sets[name]
            head = f"{name}: {info.file}, {info.items} questions"
        tables = [_accuracy(parts), _baselines(parts), _confidence(parts), _groups(parts)]
        blocks.append("\n\n".join([head, *(t for t in tables if t)]))
    return "\n\n\n".join([*blocks, PARTS.format(seed=run.seed)])


def _accuracy(parts: dict[str, Scores]) -> str:
    asked = any("asked" in scores.by for scores in parts.values())
    rows: list[Sequence[object]] = [
        [
            "part",
            "items",
            "right",
            "95 % interval",
            "by knowledge",
            "right of these",
            *(("by rules asked for", "right of these") if asked else ()),
            "right of the rest",
            "twins told apart",
        ]
    ]
    for name, scores in parts.items():
        known = scores.by.get("knowledge", Cell())
        twins = Cell(scores.twins.decided, scores.twins.told_apart)
        got = scores.by.get("asked", Cell())
        rest = Cell(scores.items - known.items - got.items, scores.right - known.right - got.right)
        rows.append(
            [
                name,
                scores.items,
                Cell(scores.items, scores.right),
                interval(scores.interval),
                Cell(scores.items, known.items),
                known,
                *((Cell(scores.items, got.items), share(got)) if asked else ()),
                rest,
                f"{_of(twins)} ({percent(twins.share)})" if twins.items else "-",
            ]
        )
    return table(rows)


def _baselines(parts: dict[str, Scores]) -> str:
    """The baselines, each over the items on which it has an answer."""
    rows: list[Sequence[object]] = [["part", "by chance", *(f"{name} (of)" for name in BASELINES)]]
    for name, scores in parts.items():
        cells = [scores.baselines[b] for b in BASELINES]
        rows.append(
            [name, percent(scores.expected), *(f"{percent(c.share)} ({c.items})" for c in cells)]
        )
    return table(rows)


def _confidence(parts: dict[str, Scores]) -> str:
    """Precision of the surest items, area under that curve, calibration error."""
    heads = [f"surest {100 * c:.0f} %" for c in COVERAGES]
    rows: list[Sequence[object]] = [["part", *heads, "area", "calibration error"]]
    for name, scores in parts.items():
        cells = [percent(_precision(scores, c)) for c in COVERAGES]
        rows.append([name, *cells, f"{scores.area:.3f}", f"{scores.calibration_error:.3f}"])
    return table(rows)


def _precision(scores: Scores, wanted: float) -> float | None:
    return next((p.precision for p in scores.coverage if p.share >= wanted - 1e-9), None)


def _groups(parts: dict[str, Scores]) -> str:
    """Outcomes, twins, and what is easy or hard for people, where there are any."""
    outcomes = list(dict.fromkeys(o for scores in parts.values() for o in scores.by))
    heads = [*outcomes, "twins", "both right", "same answer"]
    human = next((s.human for s in parts.values() if s.human), None)
    if human:
        heads += [f"easy (people >= {percent(human.cut)})", "hard"]
    rows: list[Sequence[object]] = [["part", *heads]]
    for name, scores in parts.items():
        row: list[object] = [name, *(_of(scores.by.get(o, Cell())) for o in outcomes)]
        twins = scores.twins
        row += [twins.pairs, *(Cell(twins.pairs, n) for n in (twins.both_right, twins.same_answer))]
        if human:
            row += [_of(scores.human.easy), _of(scores.human.hard)] if scores.human else ["-", "-"]
        rows.append(row)
    return table(rows)


def _of(held: Cell) -> str:
    return f"{held.right} of {held.items}" if held.items else "-"


def tags_named(tags: Iterable[str], prefix: str) -> list[str]:
    """Return the tags that begin with ``prefix:``, or the tag ``prefix`` itself.

    Raises:
        InputError: there is none.
    """
    there = sorted(tags)
    found = [t for t in there if t == prefix or t.startswith(f"{prefix}:")]
    if not found:
        kinds = sorted({t.partition(":")[0] for t in there})
        raise InputError(
            f"no question has a tag {prefix!r}", hint=f"Tags there are: {', '.join(kinds)}."
        )
    return found


def by_tag(items: Sequence[RunItem], prefix: str) -> str:
    """Return a table of the tags that begin with ``prefix:``, or of the tag ``prefix`` itself, over all sets.

    Raises:
        InputError: no item has such a tag.
    """
    scored = [i for i in items if i.right is not None]
    wanted = tags_named({t for i in scored for t in i.tags}, prefix)
    rows: list[Sequence[object]] = [
        [
            f"by {prefix}",
            "items",
            "right",
            "95 % interval",
            "by knowledge",
            "right of these",
            "tune",
            "held",
        ]
    ]
    for tag in sorted(wanted, key=lambda t: (-sum(t in i.tags for i in scored), t)):
        held = [i for i in scored if tag in i.tags]
        parts = scores_of_parts(held)
        whole = parts["all"]
        known = cell(i for i in held if i.decided_by == "knowledge")
        rows.append(
            [
                tag.partition(":")[2] if tag != prefix else tag,
                whole.items,
                Cell(whole.items, whole.right),
                interval(wilson(whole.right, whole.items)),
                Cell(whole.items, known.items),
                known,
                *(percent(parts[p].accuracy) if p in parts else "-" for p in ("tune", "held")),
            ]
        )
    return table(rows)


def decided_above(items: Sequence[RunItem], least: float) -> str:
    """Return how many answers are at least so sure, and how many of these are right, by set and part."""
    rows: list[Sequence[object]] = [
        ["set", "part", "items", f"decided (from {least:g})", "right of these", "undecided"]
    ]
    for name, parts in sure_of_parts(items, least).items():
        for part, sure in parts.items():
            whole = sum(
                i.right is not None and i.part == part and name in (i.set, "all") for i in items
            )
            if whole:
                decided = Cell(whole, sure.items)
                undecided = Cell(whole, whole - sure.items)
                rows.append([name, part, whole, decided, sure, undecided])
    return table(rows)


def reliability(items: Iterable[RunItem]) -> str:
    """Return the bins of confidence with their shares of right answers, separately by what confidence was fitted to.

    Raises:
        InputError: the shipped calibration cannot be read.
    """
    halves: dict[str, list[RunItem]] = {"tune": [], "fit": [], "shown": []}
    for item in items:
        if item.right is not None:
            halves[shipped_half(item.kind, item.pair)].append(item)
    rows: list[Sequence[object]] = [
        ["questions", "confidence", "items", "mean", "right", "calibration error"]
    ]
    for name, held in halves.items():
        bins = curves.reliability(held)
        for number, b in enumerate(bins):
            error = "" if number else f"{curves.calibration_error(bins):.3f}"
            ends = f"{b.low:.1f} to {b.high:.1f}"
            rows.append(
                [name, ends, b.items, f"{b.mean:.3f}", share(Cell(b.items, b.right)), error]
            )
    return f"{table(rows)}\n\n{HALVES}"


def columns(pairs: Iterable[tuple[str, int]], head: tuple[str, str]) -> str:
    """Return names with counts, the count first."""
    return table([list(head), *([n, name] for name, n in pairs)])
