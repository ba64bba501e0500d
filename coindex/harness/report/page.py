"""The report of an evaluation run as one HTML file, which fetches nothing and can be read without a script.

The script only filters and sorts what is there already. A strict content security policy allows no other script and no
other style, whatever the texts of the items contain.
"""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

from markupsafe import Markup

from coindex.files.templates import environment
from coindex.files.textfile import write_text
from coindex.harness.misses.diagnosis import CLASSES
from coindex.harness.report import items, plots, rows
from coindex.harness.report.rows import PARTS, Record
from coindex.harness.scores.table import COVERAGES
from coindex.harness.statistics.shares import wilson
from coindex.reasoner.answer import Outcome

SECTIONS = {
    "scores": "Scores",
    "coverage": "Precision and coverage",
    "confidence": "Confidence",
    "misses": "Misses",
    "twins": "Twins",
    "people": "Easy and hard for people",
    "tags": "Tags",
    "comparison": "Compared with an earlier run",
}
"""Id -> heading; the id is also the name of a macro in ``templates/sections.html``."""


def write_report(run: Record, path: str | Path) -> None:
    """Write the report of a run, atomically.

    Args:
        run: the record of a run (:func:`coindex.harness.scores.run.to_json`), perhaps with a ``comparison``.
        path: the file to write, replaced if it exists.

    Raises:
        InputError: the file cannot be written.
    """
    write_text(path, render(run))


def render(run: Record) -> str:
    """Return the report of a run; the same run gives the same text."""
    macros: Any = TEMPLATES.get_template("sections.html").module
    scored = any(run["scores"].values())
    return document(
        "report.html",
        f"Evaluation of {', '.join(run['sets'])}",
        script=_data("report.js"),
        run=run,
        counts=Counter((item["set"], item["part"]) for item in run["items"]),
        sections=[
            (name, heading, made)
            for name, heading in SECTIONS.items()
            if scored and (made := getattr(macros, name)(run).strip())
        ],
        filters=_filters(run),
        items_shown=items.shown(run),
    )


def document(template: str, title: str, *, script: str = "", **values: object) -> str:
    """Return a page.

    Args:
        template: the name of a template that extends ``page.html``.
        title: of the page.
        script: what runs in the page.
        values: for the template.
    """
    style = Markup(_data("report.css"))
    page = TEMPLATES.get_template(template)
    return page.render(title=title, style=style, script=Markup(script), **values)


def _data(name: str) -> str:
    return files("coindex.harness.report").joinpath(name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")


def _filters(run: Record) -> list[tuple[str, str, list[str]]]:
    """Return the fields of the form: a name (of a ``data-`` attribute of items), a label, and the values."""
    every = run["items"]
    fields = [
        ("set", "set", dict.fromkeys(item["set"] for item in every)),
        ("part", "part", [part for part in PARTS if any(item["part"] == part for item in every)]),
        ("result", "result", items.RESULTS.values()),
        ("by", "decided by", sorted({item["decided_by"] for item in every})),
        (
            "miss",
            "miss (or lucky guess)",
            [each for each in CLASSES if any(item["hole"] == each for item in every)],
        ),
        ("tag", "tag", sorted({rows.squeezed(tag) for item in every for tag in item["tags"]})),
        ("change", "change", items.CHANGES if items.changes(run) else []),
    ]
    return [(name, label, list(values)) for name, label, values in fields if values]


TEMPLATES = environment("coindex.harness.report")
TEMPLATES.filters |= {
    "digest": _digest,
    **{
        each.__name__: each
        for each in (
            rows.called,
            rows.address,
            rows.percent,
            rows.interval,
            rows.thousands,
            rows.share,
            rows.ratio,
            rows.squeezed,
            plots.covering,
            plots.twentieths,
            plots.bins,
            plots.ticks,
            plots.cut,
            items.missed,
            items.changes,
        )
    },
}
TEMPLATES.globals |= {
    "CLASSES": CLASSES,
    "FEW": plots.FEW,
    "OUTCOMES": get_args(Outcome),
    "PARTS": PARTS,
    "ROW": plots.ROW,
    "STEPS": {f"surest {100 * step:.0f} %": step for step in COVERAGES},
    "WIDTH": plots.WIDTH,
    "rows_of": rows.rows_of,
    "by_set": rows.by_set,
    "keys": rows.keys,
    "tagged": items.tagged,
    "wilson": wilson,
    "accuracy_plot": plots.accuracy,
    "coverage_plot": plots.coverage,
    "reliability_plot": plots.reliability,
    "misses_plot": plots.misses,
}
