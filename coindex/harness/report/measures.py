"""The sections on how good the answers are: accuracy, precision and coverage, confidence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from coindex.harness.report import plots
from coindex.harness.report.markup import (
    Html,
    count,
    element,
    folded,
    join,
    label,
    number,
    percent,
    share_of,
    stretch,
    table,
)
from coindex.harness.report.rows import (
    PARTS,
    Record,
    by_set,
    called,
    figure,
    names,
    ratio,
    rows_of,
    to_items,
)
from coindex.harness.scores.table import COVERAGES
from coindex.harness.statistics.shares import wilson
from coindex.reasoner.answer import Outcome


def accuracy(run: Record) -> Html:
    """How many answers are right, beside what the baselines reach; and what decided them."""
    rows = list(rows_of(run))
    baselines = list(dict.fromkeys(each for *_, scores in rows for each in scores["baselines"]))
    main = table(
        "Accuracy with its interval (Wilson), what guessing gives, and baselines (where each has an answer)",
        ["set", "part", "items", "right", "accuracy", "95 % interval", "guessing", *baselines],
        [
            [
                *names(name, part),
                number(count(scores["items"])),
                number(count(scores["right"])),
                number(element("b", percent(scores["accuracy"]))),
                number(stretch(scores["interval"])),
                number(percent(scores["expected"])),
                *(number(_baseline(scores, each)) for each in baselines),
            ]
            for name, part, scores in rows
        ],
    )
    shown = [(called(name), part, scores) for name, part, scores in rows if part in PARTS]
    drawing = figure("Accuracy with 95 % intervals", plots.accuracy("accuracy", "Accuracy", shown))
    return join([main, element("div", drawing, class_="plots"), _decided(rows)])


def _baseline(scores: Record, name: str) -> str:
    cell = scores["baselines"].get(name)
    return percent(share_of(cell["right"], cell["items"]) if cell else None)


def _decided(rows: Sequence[tuple[str, str, Record]]) -> Html:
    outcomes = [
        each for each in get_args(Outcome) if any(each in scores["by"] for *_, scores in rows)
    ]
    return table(
        "What decided, and how many of the answers so decided are right",
        ["set", "part", *outcomes],
        [
            [
                *names(name, part),
                *(
                    number(
                        to_items(ratio(scores["by"][each]), set=name, part=part, by=each)
                        if each in scores["by"]
                        else "–"
                    )
                    for each in outcomes
                ),
            ]
            for name, part, scores in rows
        ],
    )


# ----------------------------------------------------------------------------------------- coverage


def coverage(run: Record) -> Html:
    """How the share of right answers falls when the less sure ones are taken in."""
    figures = []
    for at, (name, parts) in enumerate(by_set(run).items()):
        title = f"Precision against coverage, {called(name)}"
        drawing = plots.coverage(f"coverage-{at}", title, parts)
        figures.append(figure(title, drawing, folded("numbers", _twentieths(parts))))
    note = element(
        "p",
        "The surest answers come first; those equally sure come in together. A curve begins after the first "
        f"{plots.FEW} answers (of fewer than {5 * plots.FEW}, after a fifth), over which a precision is noise.",
    )
    steps = table(
        "Precision among the surest answers, and the area under the whole curve",
        ["set", "part", *(f"surest {100 * step:.0f} %" for step in COVERAGES), "area"],
        [
            [
                *names(name, part),
                *(
                    number(percent(_at(scores["coverage"], step)["precision"]))
                    for step in COVERAGES
                ),
                number(f"{scores['area']:.3f}"),
            ]
            for name, part, scores in rows_of(run)
        ],
    )
    return join([note, element("div", *figures, class_="plots"), steps])


def _at(points: Sequence[Record], share: float) -> Record:
    """The first point of a curve that covers a share; the last one covers all."""
    return next((point for point in points if point["share"] >= share - 1e-9), points[-1])


def _twentieths(parts: Record) -> Html:
    rows = []
    for part, scores in parts.items():
        points = {
            point["share"]: point
            for step in range(1, 21)
            for point in [_at(scores["coverage"], step / 20)]
        }
        rows += [
            [
                label(part),
                number(percent(point["share"])),
                number(percent(point["precision"])),
                number(count(point["margin"])),
                number(f"{point['confidence']:.3f}"),
            ]
            for point in points.values()
        ]
    head = ["part", "coverage", "precision", "margin from", "confidence from"]
    return table("Where the curve has covered each twentieth of the answers", head, rows)


# --------------------------------------------------------------------------------------- confidence


def reliability(run: Record) -> Html:
    """Whether a confidence means what it says."""
    figures = []
    for at, (name, parts) in enumerate(by_set(run).items()):
        title = f"Right answers by confidence, {called(name)}"
        drawing = plots.reliability(f"reliability-{at}", title, parts)
        figures.append(figure(title, drawing, folded("numbers", _bins(parts))))
    note = element(
        "p", "On the dotted line, 80 of 100 answers with a confidence of 80 % are right."
    )
    errors = table(
        "Expected calibration error: by how much confidence and share of right answers differ, on average",
        ["set", "part", "error"],
        [
            [*names(name, part), number(percent(scores["calibration_error"]))]
            for name, part, scores in rows_of(run)
        ],
    )
    return join([note, element("div", *figures, class_="plots"), errors])


def _bins(parts: Record) -> Html:
    rows = [
        [
            label(part),
            number(f"{b['from']:.2f}–{b['to']:.2f}"),
            number(count(b["items"])),
            number(percent(b["mean"])),
            number(count(b["right"])),
            number(percent(share_of(b["right"], b["items"]))),
            number(stretch(wilson(b["right"], b["items"]))),
        ]
        for part, scores in parts.items()
        for b in scores["reliability"]
        if b["items"]
    ]
    head = ["part", "confidence", "answers", "mean confidence", "right", "share", "95 % interval"]
    return table("Answers by confidence", head, rows)
