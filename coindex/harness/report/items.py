"""The items of a run as the report shows them, and groups of them: by miss, by tag, by change since an earlier run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from coindex.harness.report.rows import Record, percent, squeezed, thousands

MOST_TWINS = 4
"""How many others of its pair an item links to; a file may put all its questions into one pair."""

RESULTS = {True: "right", False: "wrong", None: "no gold"}
"""``right`` of an item -> the word for it in the page."""

CHANGES = {"newly right": "newly_right", "newly wrong": "newly_wrong"}
"""How an answer has changed -> the field of the comparison that lists such items."""


class Shown(NamedTuple):
    """An item, and what is computed for its place in the page."""

    item: Record
    number: int
    """Its place in the run, from 1."""
    result: str
    tags: Sequence[str]
    candidates: Sequence[tuple[str, Sequence[str], str, Sequence[Record]]]
    """Each candidate with its roles (``gold``, ``answer``), its cost, and the rules that applied to it."""
    facts: Sequence[tuple[str, str | None]]
    """What else is known, by name; empty values are not shown."""
    twins: Sequence[tuple[int, Record]]
    changed: str | None


def shown(run: Record) -> Iterator[Shown]:
    """Return the items of a run in their order."""
    items, changed = run["items"], changes(run)
    pairs: dict[tuple[str, str], list[int]] = {}
    for number, item in enumerate(items, 1):
        pairs.setdefault((item["set"], item["pair"]), []).append(number)
    for number, item in enumerate(items, 1):
        others = (other for other in pairs[item["set"], item["pair"]] if other != number)
        yield Shown(
            item,
            number,
            RESULTS[item["right"]],
            [squeezed(tag) for tag in item["tags"]],
            [_candidate(item, at) for at in range(len(item["candidates"]))],
            _facts(item, changed.get(number)),
            [(other, items[other - 1]) for other in islice(others, MOST_TWINS)],
            changed.get(number),
        )


def _candidate(item: Record, at: int) -> tuple[str, list[str], str, Sequence[Record]]:
    return (
        item["candidates"][at],
        [name for name in ("gold", "answer") if item[name] == at],
        thousands(item["costs"][at]) if at < len(item["costs"]) else "–",
        item["rules"][at] if at < len(item["rules"]) else [],
    )


def _facts(item: Record, changed: str | None) -> list[tuple[str, str | None]]:
    candidates = dict(enumerate(item["candidates"]))
    baselines = (
        f"{name}: {candidates.get(at, 'none')}{' (right)' if at is not None and at == item['gold'] else ''}"
        for name, at in item["baselines"].items()
    )
    decided = f"{item['decided_by']}, confidence {item['confidence']:.3f}"
    if item["margin"]:
        decided += f", margin {thousands(item['margin'])} ({item['level']})"
    return [
        ("decided by", decided),
        (
            "lucky guess" if item["right"] else "miss",
            item["hole"] and f"{item['hole']}: {item['why']}",
        ),
        ("error", item["error"]),
        ("words without rows", ", ".join(item["missing"])),
        ("baselines", "; ".join(baselines)),
        ("people", None if item["human"] is None else f"{percent(item['human'])} right"),
        ("tags", ", ".join(str(tag) for tag in item["tags"])),
        ("compared", changed),
        ("time", f"{item['ms']:.0f} ms"),
    ]


def missed(items: Sequence[Record], name: str) -> list[tuple[str, list[int]]]:
    """Return the numbers of the wrong answers of a class by what the miss is about, the most frequent first."""
    about: dict[str, list[int]] = {}
    for number, item in enumerate(items, 1):
        if item["miss"] == name:
            for thing in dict.fromkeys(item["about"]) or ["–"]:
                about.setdefault(thing, []).append(number)
    return sorted(about.items(), key=lambda found: (-len(found[1]), found[0]))


def tagged(
    run: Record,
) -> Iterator[tuple[str, list[str], list[tuple[str, list[tuple[str, Record | None]]]]]]:
    """Return for each set with tags, all sets first: its name, its parts, and by tag the right answers of each part."""
    for name, parts in sorted(run["scores"].items(), key=lambda each: each[0] != "all"):
        tags = sorted({tag for scores in parts.values() for tag in scores["tags"]})
        if tags and (name != "all" or len(run["sets"]) > 1):
            yield (
                name,
                list(parts),
                [(tag, [(part, parts[part]["tags"].get(tag)) for part in parts]) for tag in tags],
            )


def changes(run: Record) -> dict[int, str]:
    """Return how answers have changed since an earlier run, by the item's number; nothing without such a run."""
    record = run.get("comparison")
    if not record:
        return {}
    named = {(name, each): kind for kind, field in CHANGES.items() for name, each in record[field]}
    found = {}
    for number, item in enumerate(run["items"], 1):
        kind = named.get((item["set"], item["id"]))
        # An id may occur twice; the result says which item is meant.
        if kind and item["right"] == (kind == "newly right"):
            found[number] = kind
    return found
