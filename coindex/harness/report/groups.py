"""The sections on groups of items: misses by class, twins, easy and hard ones, tags, changes since an earlier run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from coindex.harness.misses.classes import CLASSES
from coindex.harness.report import plots
from coindex.harness.report.items import definitions, link, squeezed
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
    table,
)
from coindex.harness.report.rows import (
    PARTS,
    Record,
    called,
    figure,
    linked,
    names,
    ratio,
    rows_of,
    to_items,
)


def misses(run: Record) -> Html | None:
    """Which hole is behind each wrong answer."""
    rows = list(rows_of(run))
    found = {each for *_, scores in rows for each in (*scores["misses"], *scores["undecided"])}
    classes = [each for each in CLASSES if each in found]
    if not classes:
        return None
    together = run["scores"]["all"]
    counts = {part: together[part]["misses"] for part in PARTS if part in together}
    title = f"Wrong answers by class, {called('all') if len(run['sets']) > 1 else next(iter(run['sets']))}"
    wrong = table(
        "Wrong answers by class; a number leads to its items",
        ["set", "part", "wrong", *classes],
        [
            [
                *names(name, part),
                number(
                    linked(scores["items"] - scores["right"], set=name, part=part, result="wrong")
                ),
                *(
                    number(
                        linked(
                            scores["misses"].get(each, 0),
                            set=name,
                            part=part,
                            result="wrong",
                            miss=each,
                        )
                    )
                    for each in classes
                ),
            ]
            for name, part, scores in rows
        ],
    )
    undecided = table(
        "Items that no rule decided, by class: how many of the guesses are right",
        ["set", "part", *classes],
        [
            [
                *names(name, part),
                *(number(ratio(scores["undecided"].get(each))) for each in classes),
            ]
            for name, part, scores in rows
        ],
    )
    return join(
        [
            element("dl", *definitions((each, CLASSES[each]) for each in classes)),
            element(
                "div", figure(title, plots.misses("misses", title, classes, counts)), class_="plots"
            ),
            wrong,
            element(
                "p", "The items of each class, by what the miss is about, the commonest first:"
            ),
            _behind(run["items"], classes),
            undecided,
        ]
    )


def _behind(items: Sequence[Record], classes: Sequence[str]) -> Html:
    """The wrong answers of each class by what they are about, the commonest first, as links, which need no script."""
    lists = []
    for each in classes:
        about: dict[str, list[int]] = {}
        wrong = [place for place, item in enumerate(items, 1) if item["miss"] == each]
        for place in wrong:
            for thing in dict.fromkeys(items[place - 1]["about"]) or ["–"]:
                about.setdefault(thing, []).append(place)
        ranked = sorted(about.items(), key=lambda found: (-len(found[1]), found[0]))
        lines = (
            element("li", element("b", thing), f" {len(found)}: ", _links(items, found))
            for thing, found in ranked
        )
        if wrong:
            lists.append(folded(f"{each}: {count(len(wrong))} wrong", element("ul", *lines)))
    return join(lists)


def _links(items: Sequence[Record], places: Iterable[int]) -> Html:
    return join((link(items[place - 1], place) for place in places), " · ")


def twins(run: Record) -> Html | None:
    """Whether the two halves of a schema are told apart."""
    rows = [
        [
            *names(name, part),
            number(count(found["pairs"])),
            *(
                number(f"{count(found[which])} · {percent(share_of(found[which], found['pairs']))}")
                for which in ("both_right", "same_answer")
            ),
        ]
        for name, part, scores in rows_of(run)
        if (found := scores["twins"])["pairs"]
    ]
    caption = "Pairs of questions that differ in a word or two and have different right answers"
    return (
        table(caption, ["set", "part", "pairs", "both right", "same answer to both"], rows)
        if rows
        else None
    )


def people(run: Record) -> Html | None:
    """Whether what is hard for people is hard for the program."""
    rows = [
        [
            *names(name, part),
            number(percent(found["cut"])),
            number(ratio(found["easy"])),
            number(ratio(found["hard"])),
        ]
        for name, part, scores in rows_of(run)
        if (found := scores["human"])
    ]
    caption = "Right answers among what at least such a share of people get right (easy), and among the rest (hard)"
    return table(caption, ["set", "part", "easy from", "easy", "hard"], rows) if rows else None


def tags(run: Record) -> Html | None:
    """Right answers by tag: a table for each set, all but the first folded."""
    tables: list[Html] = []
    for name, parts in sorted(run["scores"].items(), key=lambda each: each[0] != "all"):
        found = sorted({tag for scores in parts.values() for tag in scores["tags"]})
        if not found or (name == "all" and len(run["sets"]) == 1):
            continue
        caption = f"Right answers by tag, {called(name)}"
        rows = [
            [label(tag), *(_tagged(name, part, tag, parts[part]["tags"]) for part in parts)]
            for tag in found
        ]
        made = table(caption if not tables else "", ["tag", *parts], rows)
        tables.append(folded(caption, made) if tables else made)
    return join(tables) if tables else None


def _tagged(name: str, part: str, tag: str, cells: Record) -> Html:
    if tag not in cells:
        return number("–")
    return number(to_items(ratio(cells[tag]), set=name, part=part, tag=squeezed(tag)))


# --------------------------------------------------------------------------------------- comparison


KINDS = {"newly right": "newly_right", "newly wrong": "newly_wrong"}
"""How an answer has changed -> the field of the comparison that lists such items."""


def changes(run: Record) -> dict[int, str]:
    """Give how an answer has changed since an earlier run, by the item's number; without such a run nothing."""
    record = run.get("comparison")
    if not record:
        return {}
    named = {(name, each): kind for kind, field in KINDS.items() for name, each in record[field]}
    found = {}
    for place, item in enumerate(run["items"], 1):
        kind = named.get((item["set"], item["id"]))
        # An id may occur twice; the one that is meant has come out so.
        if kind and item["right"] == (kind == "newly right"):
            found[place] = kind
    return found


def comparison(run: Record) -> Html | None:
    """What differs from an earlier run, and whether it could be chance."""
    record = run.get("comparison")
    if not record:
        return None
    changed = changes(run)
    main = table(
        "Items that only one of the two runs answers rightly; p of McNemar's exact test, two-sided",
        ["earlier run", "items in both", *KINDS, "p"],
        [
            [
                label(record["run"]),
                number(count(record["items"])),
                number(linked(record["second_only"], change="newly right")),
                number(linked(record["first_only"], change="newly wrong")),
                number(f"{record['p']:.3g}"),
            ]
        ],
    )
    lists = (
        folded(kind, element("p", _links(run["items"], places)))
        for kind in KINDS
        if (places := [place for place, each in changed.items() if each == kind])
    )
    return join([main, *lists])
