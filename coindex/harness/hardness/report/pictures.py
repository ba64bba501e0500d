"""The plots: answers by number of sentences, the map of items, the stack of labels, indexes against people.

Each is one drawing in SVG made of the report's marks (:mod:`coindex.harness.report.drawing`). In the page it takes the page's
colours; as a file of its own it carries :data:`STYLES`, and the same marks are painted as PNG
(:mod:`coindex.harness.hardness.report.painting`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from coindex.harness.report.drawing import Frame, curve, line, picture, text, upright
from coindex.harness.report.markup import Html, count, element, percent

Record = Mapping[str, Any]
OUTCOMES = ("right", "wrong", "none")
STYLES: Mapping[str, Mapping[str, str]] = {
    "grid": {"stroke": "#d8dde4", "stroke-width": "1"},
    "axis": {"stroke": "#596473", "stroke-width": "1"},
    "curve": {"stroke-width": "2"},
    "reach": {"stroke-width": "1.5"},
    "answered": {"stroke": "#1b222c", "fill": "#1b222c"},
    "right": {"stroke": "#17694a", "fill": "#17694a"},
    "wrong": {"stroke": "#a3281e", "fill": "#e9a39b"},
    "none": {"stroke": "#d8dde4", "fill": "#eef0f3"},
    "item": {"stroke": "#1f5fae", "fill": "#1f5fae"},
}
"""Properties of the classes of marks, in a light page."""
_LEFT, _TOP, _RIGHT = 40.0, 28.0, 96.0
_TALL = 200.0
_ROW = 3.4
_KEY = 18.0


def pictures(record: Record) -> dict[str, tuple[str, Html]]:
    """Draw all that a record has something for.

    Returns:
        By name: the title, and the drawing.
    """
    found: dict[str, tuple[str, Html]] = {}
    if record["classes"]:
        for name, title, draw in (
            ("sizes", "Answered, right and wrong by number of sentences", _sizes),
            ("map", "Labels of each item by number of sentences, sorted by answers", _map),
            ("stack", "Right, wrong and no labels of each item", _stack),
        ):
            found[name] = (title, draw(f"plot-{name}", title, record))
    indexes = dict.fromkeys(each["index"] for each in record["correlations"])
    for at, index in enumerate(indexes if record["people"] else ()):
        title = f"Index “{index}” against the share of people who err"
        found[f"people-{at + 1}"] = (title, _people(f"plot-people-{at}", title, record, index))
    return found


def style() -> str:
    """Give the sheet of a drawing that is a file of its own."""
    rules = (
        f".{name}{{{';'.join(f'{key}:{value}' for key, value in look.items())}}}"
        for name, look in STYLES.items()
    )
    words = "text{font:12px sans-serif;fill:#1b222c}.mid{text-anchor:middle}.end{text-anchor:end}"
    return f"{''.join(rules)}polyline.curve{{fill:none}}{words}.small{{font-size:10.5px}}"


def standing_alone(drawing: Html) -> str:
    """Make a drawing a file of its own."""
    head, rest = drawing.split(">", 1)
    width, height = head.split('viewBox="0 0 ')[1].split('"')[0].split()
    made = (
        f'{head} xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<style>{style()}</style><rect width="{width}" height="{height}" fill="#fff"></rect>'
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{made}{rest}\n'


def _frame(width: float = 304.0, **stretch: tuple[float, float]) -> Frame:
    return Frame(_LEFT, _TOP, width, _TALL, **stretch)


def _sizes(name: str, title: str, record: Record) -> Html:
    """Shares with their standard errors; each number of sentences is a step, as in the paper."""
    table = record["by_size"]
    frame = _frame(x=(0.0, float(max(1, len(table) - 1))), y=(0.0, 1.0))
    marks = [upright(frame, "share of items, %"), _across(frame, record)]
    ends = []
    for outcome in ("answered", "right", "wrong"):
        places = []
        for at, each in enumerate(table):
            share, error = each[outcome]["share"], each[outcome]["error"]
            x, y = frame.across(float(at)), frame.up(share)
            low, high = frame.up(max(0.0, share - error)), frame.up(min(1.0, share + error))
            places.append((x, y))
            marks.append(line(x, low, x, high, f"reach {outcome}"))
        marks.append(curve(places, f"curve {outcome}"))
        ends.append((places[-1][1], outcome))
    marks += _ends(frame, ends)
    last = table[-1]
    said = ", ".join(
        f"{each} {percent(last[each]['share'])}" for each in ("answered", "right", "wrong")
    )
    words = f"With {count(last['sentences'])} sentences: {said}."
    return picture(name, title, words, frame.bottom + 46, *marks)


def _ends(frame: Frame, ends: Sequence[tuple[float, str]]) -> list[Html]:
    from coindex.harness.report.drawing import apart

    return [text(frame.right + 6, y + 4, words) for y, words in apart(ends)]


def _across(frame: Frame, record: Record) -> Html:
    """The axis of numbers of sentences: every other one is named."""
    marks: list[Html] = [line(frame.left, frame.bottom, frame.right, frame.bottom, "axis")]
    for at, size in enumerate(record["sizes"]):
        x = frame.across(float(at))
        marks.append(line(x, frame.bottom, x, frame.bottom + 4, "axis"))
        if at % 2 == 0 or len(record["sizes"]) < 7:
            marks.append(text(x, frame.bottom + 16, _short(size), "mid small"))
    marks.append(text(frame.left + frame.width / 2, frame.bottom + 34, "sentences", "mid"))
    return element("g", *marks)


def _short(size: int) -> str:
    """Write a number in few characters.

    >>> _short(500), _short(20_000)
    ('500', '20k')
    """
    return f"{size // 1000}k" if size >= 1000 and size % 1000 == 0 else str(size)


def _sorted(record: Record) -> list[Record]:
    """Items, those with the most right labels first, then those with the fewest wrong ones."""
    return sorted(record["items"], key=lambda i: (-i["right"], i["wrong"], i["id"]))


def _outcome(label: int | None, answer: int | None) -> str:
    return "none" if label is None else "right" if label == answer else "wrong"


def _map(name: str, title: str, record: Record) -> Html:
    items = _sorted(record)
    number = len(record["sizes"])
    frame = Frame(_LEFT, _TOP, 304.0, _ROW * len(items), x=(-0.5, number - 0.5))
    width = frame.width / number
    marks: list[Html] = []
    for at, item in enumerate(items):
        y = frame.top + _ROW * at
        for place, label in enumerate(item["labels"]):
            outcome = _outcome(label, item["answer"])
            marks.append(_box(frame.left + width * place, y, width, _ROW, outcome))
    marks += [_across(frame, record), text(4.0, 14.0, f"{count(len(items))} items"), *_key(frame)]
    totals = ", ".join(f"{each} {sum(i[each] for i in items)}" for each in OUTCOMES)
    return picture(name, title, f"Labels of all items: {totals}.", frame.bottom + 46, *marks)


def _stack(name: str, title: str, record: Record) -> Html:
    items = _sorted(record)
    frame = _frame(x=(0.0, float(max(1, len(items)))), y=(0.0, 1.0))
    wide = frame.width / max(1, len(items))
    marks = [upright(frame, "share of the labels, %")]
    for at, item in enumerate(items):
        number, done = sum(item[each] for each in OUTCOMES) or 1, 0.0
        for outcome in OUTCOMES:
            share = item[outcome] / number
            top = frame.up(done + share)
            if share:
                marks.append(_box(frame.left + wide * at, top, wide, frame.up(done) - top, outcome))
            done += share
    marks += [
        line(frame.left, frame.bottom, frame.right, frame.bottom, "axis"),
        text(frame.left + frame.width / 2, frame.bottom + 18, f"{count(len(items))} items", "mid"),
        *_key(frame),
    ]
    words = (
        f"Items with more right than wrong labels: {sum(i['right'] > i['wrong'] for i in items)}."
    )
    return picture(name, title, words, frame.bottom + 30, *marks)


def _box(x: float, y: float, width: float, height: float, outcome: str) -> Html:
    return element("rect", x=x, y=y, width=width, height=height, class_=f"fill {outcome}")


def _key(frame: Frame) -> list[Html]:
    marks = []
    for at, outcome in enumerate(OUTCOMES):
        y = frame.top + 4 + _KEY * at
        marks += [
            _box(frame.right + 8, y, 10.0, 10.0, outcome),
            text(frame.right + 24, y + 9, outcome),
        ]
    return marks


def _people(name: str, title: str, record: Record, index: str) -> Html:
    some = [
        (float(item["indexes"][index]), 1 - float(item["human"]))
        for item in record["items"]
        if item["human"] is not None and item["indexes"].get(index) is not None
    ]
    most = max((x for x, _ in some), default=1.0)
    stretch = (0.0, 1.0 if most > 0.5 else 0.5 if most > 0.25 else 0.25)
    frame = _frame(x=stretch, y=(0.0, 1.0))
    marks = [upright(frame, "people who err, %")]
    for tenth in range(6):
        value = stretch[1] * tenth / 5
        x = frame.across(value)
        marks += [
            line(x, frame.top, x, frame.bottom, "grid"),
            text(x, frame.bottom + 16, f"{value:.2f}", "mid small"),
        ]
    marks += [
        line(frame.left, frame.bottom, frame.right, frame.bottom, "axis"),
        text(frame.left + frame.width / 2, frame.bottom + 34, "index", "mid"),
    ]
    for x, y in some:
        marks.append(
            element("circle", cx=frame.across(x), cy=frame.up(y), r=2.5, class_="spot item")
        )
    words = f"{count(len(some))} items; a dot further up is one that more people get wrong."
    return picture(name, title, words, frame.bottom + 46, *marks)
