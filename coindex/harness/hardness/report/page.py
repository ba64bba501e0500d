"""An evaluation as one HTML file that fetches nothing and runs nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from coindex.files.textfile import write_text
from coindex.harness.hardness.features import ASPECTS
from coindex.harness.hardness.report.pictures import pictures
from coindex.harness.hardness.report.tables import (
    chance,
    classes,
    number,
    reliability,
    twins,
    with_interval,
)
from coindex.harness.report.items import definitions
from coindex.harness.report.markup import (
    Html,
    cell,
    count,
    element,
    folded,
    join,
    label,
    percent,
    table,
)
from coindex.harness.report.markup import number as figure_cell
from coindex.harness.report.page import document
from coindex.harness.report.rows import figure

Record = Mapping[str, Any]
_STYLE = (
    ".answered{stroke:var(--ink)}.right{stroke:var(--right)}.wrong{stroke:var(--wrong)}.none{stroke:var(--line)}"
    "rect.fill{stroke:none}rect.right{fill:var(--right)}rect.wrong{fill:var(--wrong);fill-opacity:.55}"
    "rect.none{fill:var(--line);fill-opacity:.5}.spot{fill:var(--held);fill-opacity:.6}"
)


def write_page(record: Record, path: str | Path) -> None:
    """Write the page of an evaluation; a half-written file is never seen.

    Raises:
        InputError: the file cannot be written.
    """
    write_text(path, render(record))


def render(record: Record) -> str:
    """Give the page of an evaluation; the same record gives the same text."""
    title = f"Hardness of {record['origin'].get('schemas', 'schemas')}"
    return document(title, join(_main(record, title), "\n"), style=_STYLE)


def _main(record: Record, title: str) -> Iterator[Html]:
    origin = record["origin"]
    yield element("h1", title)
    yield element(
        "dl", *definitions((name, element("code", str(v))) for name, v in origin.items() if v)
    )
    if record["people"]:
        yield _section("people", "Against people", _correlations(record))
    found = record["classes"]
    if found:
        lines = classes(found) if record["people"] else classes(found)[:1]
        yield _section("classes", "Easy and hard", _lines(lines))
        yield _section("sizes", "By number of sentences", _by_size(record))
    drawn = [figure(name, drawing) for name, drawing in pictures(record).values()]
    if drawn:
        yield _section("plots", "Plots", element("div", *drawn, class_="plots"))
    yield _section("twins", "Twins", _lines(twins(record["twins"])))
    told = reliability(record["reliability"])
    if told:
        yield _section("reliability", "Reliability", _lines(told))
    yield _section("items", "Items", _items(record))


def _section(name: str, heading: str, *content: Html) -> Html:
    return element("section", element("h2", heading), *content, id=name)


def _lines(lines: list[str]) -> Html:
    return join(element("p", line.strip()) for line in lines)


def _correlations(record: Record) -> Html:
    rows = [
        [
            label(each["index"]),
            cell(each["items"]),
            figure_cell(str(each["pearson"]["items"])),
            figure_cell(with_interval(each["pearson"])),
            figure_cell(with_interval(each["spearman"])),
        ]
        for each in record["correlations"]
    ]
    return table(
        "Correlation with the share of people who err; 95 % intervals by a bootstrap over pairs",
        ["index", "on", "items", "Pearson", "Spearman"],
        rows,
    )


def _by_size(record: Record) -> Html:
    names = ("answered", "right", "wrong")
    rows = [
        [
            label(count(each["sentences"])),
            *(
                figure_cell(f"{percent(each[n]['share'])} ± {percent(each[n]['error'])}")
                for n in names
            ),
        ]
        for each in record["by_size"]
    ]
    found = record["shares"]
    note = f"One-way ANOVA of right, wrong and unanswered: F = {number(found['F'])}, {chance(found['p'])}."
    return join(
        [
            table("Shares of the items, with standard errors", ["sentences", *names], rows),
            element("p", note),
        ]
    )


def _items(record: Record) -> Html:
    indexes = list(record["items"][0]["indexes"]) if record["items"] else []
    rows = [
        [
            label(item["id"]),
            figure_cell(f"{item['right']} · {item['wrong']} · {item['none']}"),
            cell(item["class"]),
            figure_cell(number(item["human"])),
            *(figure_cell(number(item["indexes"][name])) for name in indexes),
            cell(folded(item["text"], _detail(item))),
        ]
        for item in record["items"]
    ]
    head = ["item", "right · wrong · none", "class", "people", *indexes, "text"]
    return table("", head, rows)


def _detail(item: Record) -> Html:
    facts = [(name, f"{adds:+.3f}: {ASPECTS[name]}") for name, adds in item["aspects"].items()]
    facts.append(("candidates", "; ".join(item["candidates"])))
    if item["decided_by"]:
        facts.append(("decided by", item["decided_by"]))
    if item["error"]:
        facts.append(("error", item["error"]))
    return element("dl", *definitions(facts))
