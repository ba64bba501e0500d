"""The report of an evaluation run as one HTML file that fetches nothing and that can be read without a script.

The script only filters and sorts what is there already. A strict content security policy, by digest, lets no other
script and no other style in, whatever the items' texts hold.
"""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from coindex.files.textfile import write_text
from coindex.harness.misses.classes import CLASSES
from coindex.harness.report import groups, measures
from coindex.harness.report.items import definitions, listed, squeezed
from coindex.harness.report.markup import (
    NBSP,
    Html,
    cell,
    count,
    element,
    join,
    label,
    number,
    percent,
    stretch,
    table,
)
from coindex.harness.report.rows import PARTS, Record, to_items

SECTIONS = {
    "scores": ("Scores", measures.accuracy),
    "coverage": ("Precision and coverage", measures.coverage),
    "confidence": ("Confidence", measures.reliability),
    "misses": ("Misses", groups.misses),
    "twins": ("Twins", groups.twins),
    "people": ("Easy and hard for people", groups.people),
    "tags": ("Tags", groups.tags),
    "comparison": ("Compared with an earlier run", groups.comparison),
}
"""Id -> heading, and what makes the section (``None`` if the run has nothing of the kind)."""


def write_report(run: Record, path: str | Path) -> None:
    """Write the report of a run; a half-written file is never seen.

    Args:
        run: the record of a run, as ``coindex.harness.record.run.to_json`` gives it, perhaps with a ``comparison``.
        path: the file to write, replaced if it is there.

    Raises:
        InputError: the file cannot be written.
    """
    write_text(path, render(run))


def render(run: Record) -> str:
    """Give the report of a run; the same run gives the same text."""
    title = f"Evaluation of {', '.join(run['sets'])}"
    return document(title, join(_main(run, title), "\n"), script=_data("report.js"))


def document(title: str, main: Html, *, style: str = "", script: str = "") -> str:
    """Give a whole page in the report's looks, which lets in no other style and no other script.

    Args:
        title: of the page.
        main: what is in it.
        style: rules besides those of ``report.css``.
        script: what runs in it.
    """
    css, code = Html(_data("report.css") + style), Html(script)
    policy = (
        f"default-src 'none'; style-src '{_digest(css)}'; script-src '{_digest(code)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    head = [
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        element("style", css),
    ]
    body = [element("main", main), *([element("script", code)] if script else [])]
    page = [element("head", join(head, "\n")), element("body", join(body, "\n"))]
    return f"<!DOCTYPE html>\n{element('html', join(page), lang='en')}\n"


def _main(run: Record, title: str) -> Iterator[Html]:
    sections = {
        name: (heading, made)
        for name, (heading, make) in SECTIONS.items()
        if any(run["scores"].values()) and (made := make(run)) is not None
    }
    links = [element("a", heading, href=f"#{name}") for name, (heading, _) in sections.items()]
    links.append(element("a", f"All {count(len(run['items']))} items", href="#items"))
    yield element("h1", title)
    yield _summary(run)
    yield element("nav", *links)
    yield _origin(run)
    for name, (heading, made) in sections.items():
        yield element("section", element("h2", heading), made, id=name)
    yield _items(run)


def _data(name: str) -> str:
    return files("coindex.harness.report").joinpath(name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")


# --------------------------------------------------------------------------------- what was run


PART = {
    "tune": "the half of the pairs that was looked at while rules were written",
    "held": "the half that was not: only its figures tell how far the rules carry",
}


def _summary(run: Record) -> Html:
    """What the parts are, and how many answers are right in each."""
    scored = run["scores"].get("all", {})
    facts = [(part, join([_right(scored.get(part)), f": {PART[part]}"])) for part in PARTS]
    return element("dl", *definitions(facts))


def _right(scores: Record | None) -> Html:
    if not scores:
        return Html("nothing scored")
    counted = f"{count(scores['right'])} of {count(scores['items'])}"
    interval = f"95{NBSP}% interval {stretch(scores['interval'])}"
    return join([element("b", percent(scores["accuracy"]), " right"), f" ({counted}, {interval})"])


def _origin(run: Record) -> Html:
    """Where the figures come from: command, versions and files."""
    facts = [
        ("command", element("code", run["command"])),
        ("program", run["program"]["version"]),
        ("knowledge", element("code", run["program"]["knowledge"])),
        ("seed", f"{run['seed']} (with the pair, it decides the part; twins are in the same one)"),
    ]
    counts = Counter((item["set"], item["part"]) for item in run["items"])
    rows = [
        [
            label(name),
            cell(info["file"]),
            cell(info["kind"]),
            number(count(info["items"])),
            *(number(count(counts[name, part])) for part in PARTS),
            cell(element("code", info["sha256"])),
        ]
        for name, info in run["sets"].items()
    ]
    files = table("", ["set", "file", "kind", "items", *PARTS, "SHA-256"], rows)
    return join([element("dl", *definitions(facts)), files])


# ----------------------------------------------------------------------------------------- items


def _items(run: Record) -> Html:
    changed = groups.changes(run)
    return element(
        "section",
        element("h2", "Items"),
        element(
            "p",
            "A line is an item: result, set and id, part, what decided, confidence, class of a miss or lucky guess, "
            "and the text with its pronoun marked. Opened, it shows the rules and the explanation. ",
            to_items("Wrong answers, the surest first", result="wrong", sort="sure"),
        ),
        _filter(run["items"], bool(changed)),
        listed(run["items"], changed),
        id="items",
    )


def _filter(items: Sequence[Record], compared: bool) -> Html:
    """The form that the script shows and reads; names are those of the items' ``data-`` attributes."""
    values = {
        "set": [item["set"] for item in items],
        "part": [part for part in PARTS if any(item["part"] == part for item in items)],
        "result": ["right", "wrong", "no gold"],
        "by": sorted({item["decided_by"] for item in items}),
        "miss": [each for each in CLASSES if any(item["hole"] == each for item in items)],
        "tag": sorted({squeezed(tag) for item in items for tag in item["tags"]}),
        "change": ["newly right", "newly wrong"] if compared else [],
    }
    names = {"by": "decided by", "miss": "miss (or lucky guess)"}
    fields = [
        _choice(name, names.get(name, name), dict.fromkeys(found))
        for name, found in values.items()
        if found
    ]
    order = (
        element("option", "as in the files", value=""),
        element("option", "surest first", value="sure"),
    )
    return element(
        "form",
        *fields,
        element(
            "label",
            "words in the item",
            element("input", type="search", name="text", autocomplete="off"),
        ),
        element("label", "order", element("select", *order, name="sort", autocomplete="off")),
        element("button", "clear", type="reset"),
        element("output", id="shown"),
        id="filter",
        hidden=True,
    )


def _choice(name: str, title: str, values: Mapping[str, None]) -> Html:
    options = [
        element("option", "any", value=""),
        *(element("option", value, value=value) for value in values),
    ]
    return element("label", title, element("select", *options, name=name, autocomplete="off"))
