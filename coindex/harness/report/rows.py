"""What the tables of the report share: their rows are a set and a part, and their numbers lead to the items."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from coindex.files.templates import seen
from coindex.harness.report.markup import Html, cell, count, element, label, percent, share_of

Record = Mapping[str, Any]

PARTS = ("tune", "held")


def rows_of(run: Record) -> Iterator[tuple[str, str, Record]]:
    """Give each set and part with its scores; all sets together only where there are several."""
    for name, parts in run["scores"].items():
        if name == "all" and len(run["sets"]) == 1:
            continue
        for part in (*PARTS, "all"):
            if part in parts:
                yield name, part, parts[part]


def by_set(run: Record) -> dict[str, dict[str, Record]]:
    """Give the scores of the two parts by set; all sets together come first."""
    sets: dict[str, dict[str, Record]] = {}
    for name, part, scores in rows_of(run):
        if part in PARTS:
            sets.setdefault(name, {})[part] = scores
    return dict(sorted(sets.items(), key=lambda each: each[0] != "all"))


def called(name: str) -> str:
    """Give what the page calls a set."""
    return "all sets" if name == "all" else name


def names(name: str, part: str) -> list[Html]:
    """Make the cells with which a row begins."""
    return [label(called(name)), cell(element("b", part) if part == "held" else part)]


def to_items(words: object, **wanted: str) -> Html:
    """Link to the items that a filter leaves; all sets and all parts filter nothing."""
    whole = (("set", "all"), ("part", "all"))
    values = {name: seen(value) for name, value in wanted.items() if (name, value) not in whole}
    return element("a", words, href="#" + urlencode(values))


def linked(value: int, **wanted: str) -> Html:
    """Give a count that leads to its items, if there are any."""
    return to_items(count(value), **wanted) if value else Html("0")


def ratio(record: Record | None) -> str:
    """Give right of how many, and the share."""
    if not record or not record["items"]:
        return "–"
    right, items = record["right"], record["items"]
    return f"{count(right)} of {count(items)} · {percent(share_of(right, items))}"


def figure(caption: str, drawing: Html, *data: Html) -> Html:
    """Make a figure: what it shows, the drawing, its numbers folded."""
    return element("figure", element("figcaption", caption), drawing, *data)
