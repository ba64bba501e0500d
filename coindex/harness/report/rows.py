"""The rows of the report's tables, which are scores by set and part, and how numbers are written in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from coindex.files.templates import seen

Record = Mapping[str, Any]
Row = tuple[str, str, Record]

PARTS = ["tune", "held"]
NBSP = "\u00a0"


def rows_of(run: Record) -> list[Row]:
    """Return each set and part with its scores; all sets together only where there are several."""
    return [
        (name, part, parts[part])
        for name, parts in run["scores"].items()
        if name != "all" or len(run["sets"]) > 1
        for part in (*PARTS, "all")
        if part in parts
    ]


def by_set(run: Record) -> dict[str, dict[str, Record]]:
    """Return the scores of the two parts by set; all sets together come first."""
    sets: dict[str, dict[str, Record]] = {}
    for name, part, scores in rows_of(run):
        if part in PARTS:
            sets.setdefault(name, {})[part] = scores
    return dict(sorted(sets.items(), key=lambda each: each[0] != "all"))


def keys(rows: Iterable[Row], field: str) -> list[str]:
    """Return the keys of a field of the scores, each once."""
    return list(dict.fromkeys(key for *_, scores in rows for key in scores[field]))


def called(name: str) -> str:
    """Return the name of a set as the page writes it."""
    return "all sets" if name == "all" else name


def address(wanted: Mapping[str, str]) -> str:
    """Return the address of the items that a filter leaves; all sets and all parts filter nothing."""
    whole = (("set", "all"), ("part", "all"))
    return urlencode(
        {name: seen(value) for name, value in wanted.items() if (name, value) not in whole}
    )


def percent(share: float | None) -> str:
    r"""Write a share in per cent.

    >>> percent(0.625), percent(None)
    ('62.5\xa0%', '–')
    """
    return "–" if share is None else f"{100 * share:.1f}{NBSP}%"


def interval(ends: Sequence[float]) -> str:
    r"""Write an interval of shares in per cent.

    >>> interval((0.5, 0.75))
    '50.0–75.0\xa0%'
    """
    return f"{100 * ends[0]:.1f}–{percent(ends[1])}"


def thousands(value: int) -> str:
    """Write a count with separators.

    >>> thousands(12345)
    '12,345'
    """
    return f"{value:,}"


def share(counted: Record | None) -> float | None:
    """Return the share of right answers; ``None`` if there are no answers."""
    return counted["right"] / counted["items"] if counted and counted["items"] else None


def ratio(counted: Record | None) -> str:
    """Write the right answers, the number of answers, and the share."""
    if not counted or not counted["items"]:
        return "–"
    return f"{thousands(counted['right'])} of {thousands(counted['items'])} · {percent(share(counted))}"


def squeezed(text: object) -> str:
    """Return a tag as it is filtered by: on one line, without blanks at its ends."""
    return " ".join(str(text).split())
