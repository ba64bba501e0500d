"""An evaluation as one HTML file that fetches nothing and runs no script."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from coindex.files.textfile import write_text
from coindex.harness.hardness.features import ASPECTS
from coindex.harness.hardness.report import tables
from coindex.harness.hardness.report.plots import plots
from coindex.harness.report.page import document

Record = Mapping[str, Any]


def write_page(record: Record, path: str | Path) -> None:
    """Write the page of an evaluation, atomically.

    Raises:
        InputError: matplotlib is not installed, or the file cannot be written.
    """
    write_text(path, render(record))


def render(record: Record) -> str:
    """Return the page of an evaluation; the same record gives the same text.

    Raises:
        InputError: matplotlib is not installed.
    """
    found = record["classes"]
    return document(
        "hardness.html",
        f"Hardness of {record['origin'].get('schemas', 'schemas')}",
        record=record,
        aspects=ASPECTS,
        correlations=[(each["index"], each) for each in record["correlations"]],
        by_size=[(each["sentences"], each) for each in record["by_size"]],
        items=[(item["id"], item) for item in record["items"]],
        classes=tables.classes(found)[: None if record["people"] else 1] if found else [],
        twins=tables.twins(record["twins"]),
        reliability=tables.reliability(record["reliability"]),
        plots=[(plot, base64.b64encode(plot.image("png")).decode()) for plot in plots(record)],
        indexes=list(record["items"][0]["indexes"]) if record["items"] else [],
        number=tables.number,
        chance=tables.chance,
        with_interval=tables.with_interval,
    )
