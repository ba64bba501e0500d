"""The items of a run as HTML: a line each, and folded under it everything that is known about the answer.

An item is static markup, so it is found, read and printed without any script. What the script filters by stands in its
``data-`` attributes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from coindex.harness.report.markup import (
    Html,
    cell,
    count,
    element,
    folded,
    join,
    label,
    number,
    percent,
    table,
)
from coindex.harness.report.rows import Record

MOST_TWINS = 4
"""To how many others of its pair an item points; a file may put all its questions into one."""

RESULTS = {True: "right", False: "wrong", None: "no gold"}
"""``right`` of an item -> how the page calls it."""


def squeezed(text: object) -> str:
    """Give a tag as it is filtered by: on one line, without blanks at its ends."""
    return " ".join(str(text).split())


def link(item: Record, place: int) -> Html:
    """Point to an item by its number in the page, counted from 1."""
    return element("a", f"{item['set']} {item['id']}", href=f"#item-{place}")


def listed(items: Sequence[Record], changed: Mapping[int, str]) -> Html:
    """Make the list of all items.

    Args:
        items: in the order of the run.
        changed: how an answer has changed since an earlier run, by the item's number.
    """
    pairs: dict[tuple[str, str], list[int]] = {}
    for place, item in enumerate(items, 1):
        pairs.setdefault((item["set"], item["pair"]), []).append(place)
    parts = []
    for place, item in enumerate(items, 1):
        others = (other for other in pairs[item["set"], item["pair"]] if other != place)
        twins = [link(items[other - 1], other) for other in islice(others, MOST_TWINS)]
        parts.append(_item(item, place, twins, changed.get(place)))
    return element("div", join(parts, "\n"), id="list")


def _item(item: Record, place: int, twins: Sequence[Html], changed: str | None) -> Html:
    result = RESULTS[item["right"]]
    tags = "\n".join(squeezed(tag) for tag in item["tags"])
    body = [
        _candidates(item),
        _facts(item, twins, changed),
        element("pre", item["explanation"]) if item["explanation"] else None,
        folded("semantic graph", element("pre", item["graph"])) if item["graph"] else None,
    ]
    return element(
        "details",
        _line(item, result),
        # The number stands inside what is folded: a browser that follows a link there unfolds it.
        element("div", *body, id=f"item-{place}"),
        data_set=item["set"],
        data_part=item["part"],
        data_result=result,
        data_by=item["decided_by"],
        data_miss=item["hole"],
        data_tag=tags or None,
        data_change=changed,
        data_sure=f"{item['confidence']:.6f}",
    )


def _line(item: Record, result: str) -> Html:
    return element(
        "summary",
        element("b", result, class_=result.split()[0]),
        element("i", element("bdi", f"{item['set']} {item['id']}")),
        element("i", item["part"]),
        element("i", item["decided_by"]),
        element("i", f"{item['confidence']:.2f}"),
        element("i", item["hole"]),
        element("span", marked(item)),
    )


def marked(item: Record) -> Html:
    """Give an item's text with its pronoun marked (where the text has it) or with what is asked."""
    text, start, end = str(item["text"]), item["start"], item["end"]
    if not 0 <= start < end <= len(text):
        return join(
            [
                element("bdi", text),
                " ",
                element("mark", item["pronoun"], "?") if item["pronoun"] else "",
            ]
        )
    return element("bdi", text[:start], element("mark", text[start:end]), text[end:])


def _candidates(item: Record) -> Html:
    rows = []
    for at, candidate in enumerate(item["candidates"]):
        roles = [name for name in ("gold", "answer") if item[name] == at]
        rules = item["rules"][at] if at < len(item["rules"]) else []
        rows.append(
            [
                label(element("bdi", candidate)),
                cell(", ".join(roles)),
                number(count(item["costs"][at]) if at < len(item["costs"]) else "–"),
                cell(element("ul", *(_rule(rule) for rule in rules)) if rules else "–"),
            ]
        )
    return table("", ["candidate", "is", "cost", "rules that spoke"], rows)


def _rule(rule: Record) -> Html:
    sign = "+" if rule["sign"] > 0 else "\N{MINUS SIGN}"
    return element(
        "li",
        element("b", f"{sign}{rule['weight']}"),
        f" {rule['id']}: ",
        element("bdi", rule["text"]),
        " ",
        element("small", f"{rule['file']}:{rule['line']}"),
    )


def _facts(item: Record, twins: Sequence[Html], changed: str | None) -> Html:
    """What else is known, as pairs of a name and a value; what there is not is left out."""
    baselines = (
        f"{name}: {_candidate(item, at)}{' (right)' if at is not None and at == item['gold'] else ''}"
        for name, at in item["baselines"].items()
    )
    decided = f"{item['decided_by']}, confidence {item['confidence']:.3f}"
    if item["margin"]:
        decided += f", margin {count(item['margin'])} ({item['level']})"
    facts: list[tuple[str, object]] = [
        ("decided by", decided),
        (
            "lucky guess" if item["right"] else "miss",
            f"{item['hole']}: {item['why']}" if item["hole"] else None,
        ),
        ("error", item["error"]),
        ("words without rows", ", ".join(item["missing"])),
        ("baselines", "; ".join(baselines)),
        ("people", f"{percent(item['human'])} right" if item["human"] is not None else None),
        ("tags", ", ".join(str(tag) for tag in item["tags"])),
        ("pair", join([item["pair"], *(join([" · twin ", twin]) for twin in twins)])),
        ("compared", changed),
        ("time", f"{item['ms']:.0f} ms"),
    ]
    return element("dl", *definitions(facts))


def definitions(facts: Iterable[tuple[str, object]]) -> list[Html]:
    """Give names and values as the inside of a definition list; empty values are left out."""
    return [join([element("dt", name), element("dd", value)]) for name, value in facts if value]


def _candidate(item: Record, at: int | None) -> str:
    candidates = item["candidates"]
    return str(candidates[at]) if at is not None and 0 <= at < len(candidates) else "none"
