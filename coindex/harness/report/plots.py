"""The report's plots as SVG, each with a title and a description in words.

The same numbers always give the same picture. How they look is in ``drawing.py`` and ``report.css``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from coindex.harness.report.drawing import (
    CHARACTER,
    ROW,
    WIDTH,
    Frame,
    apart,
    bar,
    curve,
    cut,
    dot,
    level,
    line,
    lower_end,
    picture,
    text,
    upright,
)
from coindex.harness.report.markup import Html, count, element, percent
from coindex.harness.report.rows import Record
from coindex.harness.statistics.shares import wilson

FEW = 20
"""A precision over fewer answers than these is noise; a curve leaves it out."""


def first_drawn(items: int) -> int:
    """Give from how many answers on a curve is drawn: from 20, of less than 100 items from a fifth of them."""
    return max(1, min(FEW, items // 5))


def accuracy(name: str, title: str, rows: Sequence[tuple[str, str, Record]]) -> Html:
    """Draw accuracies with their intervals, a line each, over the baselines as ticks.

    Args:
        name: what the drawing's ids begin with.
        title: what it shows.
        rows: set, part, and the scores of that part.
    """
    left = min(
        180.0, 10 + CHARACTER * max((len(f"{which} {part}") for which, part, _ in rows), default=0)
    )
    ends = [scores["interval"][0] for *_, scores in rows]
    ends += [
        cell["right"] / cell["items"] for *_, scores in rows for cell in _answered(scores).values()
    ]
    frame = Frame(
        left, 8.0, WIDTH - left - 14, ROW * len(rows), x=(lower_end(min(ends, default=0.0)), 1.0)
    )
    marks = [level(frame, "right, % (grey ticks: the baselines)")]
    for at, (which, part, scores) in enumerate(rows):
        y = frame.top + ROW * (at + 0.5)
        marks.append(text(left - 8, y + 4, cut(f"{which} {part}", left - 8), "end"))
        for baseline, cell in _answered(scores).items():
            x = frame.across(cell["right"] / cell["items"])
            tip = element("title", f"{baseline}: {percent(cell['right'] / cell['items'])}")
            marks.append(element("line", tip, x1=x, y1=y - 7, x2=x, y2=y + 7, class_="baseline"))
        low, high = scores["interval"]
        marks += [
            line(frame.across(low), y, frame.across(high), y, f"reach {part}"),
            dot(frame.across(scores["accuracy"]), y, part),
        ]
    words = "; ".join(
        f"{which} {part} {percent(scores['accuracy'])}" for which, part, scores in rows
    )
    return picture(name, title, f"Share of right answers: {words}.", frame.bottom + 40, *marks)


def _answered(scores: Record) -> dict[str, Record]:
    """The baselines that have an answer to some item."""
    return {name: cell for name, cell in scores["baselines"].items() if cell["items"]}


def coverage(name: str, title: str, parts: Mapping[str, Record]) -> Html:
    """Draw precision against coverage: of the surest answers, up to which share, how many are right.

    Args:
        name: what the drawing's ids begin with.
        title: what it shows.
        parts: the scores by part.
    """
    curves = {part: drawn for part, scores in parts.items() if (drawn := _thinned(scores))}
    lowest = min((point["precision"] for drawn in curves.values() for point in drawn), default=0.5)
    frame = Frame(34.0, 28.0, WIDTH - 34 - 92, 190.0, y=(lower_end(lowest), 1.0))
    marks = [
        level(frame, "coverage: the surest answers, %"),
        upright(frame, "precision: right of these, %"),
    ]
    for part, drawn in curves.items():
        places = [(frame.across(point["share"]), frame.up(point["precision"])) for point in drawn]
        marks.append(curve(places, f"curve {part}") if len(places) > 1 else dot(*places[0], part))
    ends = [
        (frame.up(drawn[-1]["precision"]), f"{part} {percent(drawn[-1]['precision'])}")
        for part, drawn in curves.items()
    ]
    marks += [text(frame.right + 6, y + 4, words) for y, words in apart(ends)]
    said = "; ".join(
        f"{part} from {percent(drawn[0]['precision'])} at {percent(drawn[0]['share'])} coverage"
        f" to {percent(drawn[-1]['precision'])} at {percent(drawn[-1]['share'])}"
        for part, drawn in curves.items()
    )
    return picture(name, title, f"Precision against coverage: {said}.", frame.bottom + 40, *marks)


def _thinned(scores: Record) -> list[Record]:
    """Give the points of a curve that can be told apart in the drawing, without those over few answers."""
    least = first_drawn(scores["items"]) - 0.5
    steady = [point for point in scores["coverage"] if point["share"] * scores["items"] >= least]
    return list({int(point["share"] * WIDTH): point for point in steady}.values())


def reliability(name: str, title: str, parts: Mapping[str, Record]) -> Html:
    """Draw how many answers of a confidence are right, with 95 % intervals, over how many there are.

    Args:
        name: what the drawing's ids begin with.
        title: what it shows.
        parts: the scores by part.
    """
    bins = {
        part: [b for b in scores["reliability"] if b["items"]] for part, scores in parts.items()
    }
    ends = [
        min(b["from"], b["mean"], b["right"] / b["items"]) for each in bins.values() for b in each
    ]
    low = lower_end(min(ends, default=0.5))
    frame = Frame(34.0, 28.0, WIDTH - 34 - 92, 190.0, x=(low, 1.0), y=(low, 1.0))
    marks = [
        level(frame, "mean confidence, %"),
        upright(frame, "right, %"),
        line(frame.left, frame.bottom, frame.right, frame.top, "ideal"),
    ]
    for at, (part, each) in enumerate(bins.items()):
        places = [(frame.across(b["mean"]), frame.up(b["right"] / b["items"])) for b in each]
        marks.append(curve(places, f"curve thin {part}"))
        for (x, y), b in zip(places, each, strict=True):
            first, last = (frame.up(max(low, end)) for end in wilson(b["right"], b["items"]))
            marks += [line(x, first, x, last, f"reach {part}"), dot(x, y, part)]
        y = frame.top + 8 + 18 * at
        marks += [dot(frame.right + 14, y, part), text(frame.right + 24, y + 4, part)]
    strip = Frame(frame.left, frame.bottom + 54, frame.width, 40.0, x=frame.x)
    said = "; ".join(
        f"{part}: "
        + ", ".join(
            f"{percent(b['mean'])} sure, {percent(b['right'] / b['items'])} right" for b in each
        )
        for part, each in bins.items()
        if each
    )
    return picture(
        name,
        title,
        f"Right answers by confidence: {said}.",
        strip.bottom + 8,
        *marks,
        *_counts(strip, bins),
    )


def _counts(strip: Frame, bins: Mapping[str, Sequence[Record]]) -> list[Html]:
    """A bar for each stretch of confidence and part, and over them how many answers there are together."""
    most = max((b["items"] for each in bins.values() for b in each), default=1)
    totals: dict[tuple[float, float], int] = {}
    marks = []
    for at, (part, each) in enumerate(bins.items()):
        for b in each:
            totals[b["from"], b["to"]] = totals.get((b["from"], b["to"]), 0) + b["items"]
            left = strip.across(b["from"])
            width = (strip.across(b["to"]) - left - 2) / len(bins)
            tall = strip.height * b["items"] / most
            marks.append(bar(left + 1 + at * width, strip.bottom - tall, width, tall, part))
    marks += [
        text(strip.across((low + high) / 2), strip.top - 4, count(total), "mid small")
        for (low, high), total in sorted(totals.items())
    ]
    return [
        *marks,
        line(strip.left, strip.bottom, strip.right, strip.bottom, "axis"),
        text(strip.right + 6, strip.bottom - 4, "answers", "small"),
    ]


def misses(
    name: str, title: str, classes: Sequence[str], parts: Mapping[str, Mapping[str, int]]
) -> Html:
    """Draw how many wrong answers are of which class, a bar each, the parts behind each other.

    Args:
        name: what the drawing's ids begin with.
        title: what it shows.
        classes: in the order in which they are drawn.
        parts: counts by class, by part.
    """
    left = 10 + CHARACTER * max((len(each) for each in classes), default=0)
    totals = [sum(counts.get(each, 0) for counts in parts.values()) for each in classes]
    frame = Frame(
        left,
        26.0,
        WIDTH - left - 56,
        ROW * len(classes),
        x=(0.0, float(max(totals, default=0) or 1)),
    )
    marks = []
    for at, part in enumerate(parts):
        marks += [bar(left + 90 * at, 4.0, 12.0, 12.0, part), text(left + 90 * at + 18, 14.0, part)]
    for at, (each, total) in enumerate(zip(classes, totals, strict=True)):
        y, done = frame.top + ROW * at, 0
        for part, counts in parts.items():
            start, done = done, done + counts.get(each, 0)
            if done > start:
                marks.append(
                    bar(
                        frame.across(start),
                        y + 3,
                        frame.across(done) - frame.across(start),
                        16.0,
                        part,
                    )
                )
        marks += [
            text(left - 8, y + 15, each, "end"),
            text(frame.across(total) + 6, y + 15, count(total)),
        ]
    marks.append(line(frame.left, frame.top, frame.left, frame.bottom, "axis"))
    said = "; ".join(f"{each} {total}" for each, total in zip(classes, totals, strict=True))
    return picture(name, title, f"Wrong answers by class: {said}.", frame.bottom + 6, *marks)
