"""The table of docs/evaluation.md, from records of `evaluate --out`.

    python bench/results.py RUN.json [RUN.json ...]

replaces the lines between the marks by those of the runs, in this order.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from coindex.harness.scores.baselines import BASELINES
from coindex.harness.scores.export import Value, rows
from coindex.harness.scores.run import read_run
from coindex.harness.scores.table import percent
from kparse.errors import InputError

PAGE = Path(__file__).resolve().parent.parent / "docs" / "evaluation.md"
NAMES = {
    "WSC": "Winograd collection, first 100",
    "DPR": "DPR, training half",
    "WinoGrande": "WinoGrande train_m",
    "COPA": "COPA, development half",
    "GAP": "GAP, development half",
}
_BETWEEN = re.compile(r"(?<=<!-- begin -->\n).*?(?=<!-- end -->)", re.DOTALL)


def table(paths: list[str]) -> str:
    """Return the lines of all sets and parts."""
    heads = ["set", "part", "items", "accuracy (95 %)", "decided", "precision"]
    heads += [*BASELINES, "both twins"]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for path in paths:
        run = read_run(path)
        lines += [_line(row) for row in rows(run) if row["set"] in run.sets]
    return "\n".join(lines) + "\n"


def _line(row: dict[str, Value]) -> str:
    name = NAMES.get(str(row["set"]), str(row["set"])) if row["part"] == "tune" else ""
    twins = f"{row['twins_both_right']} of {row['twins']}" if row["twins"] else "-"
    cells = [
        name,
        str(row["part"]),
        f"{row['items']:,}",
        f"{_share(row, 'accuracy')} ({_share(row, 'low')} to {_share(row, 'high')})",
        _share(row, "decided_share"),
        _share(row, "precision"),
        *(_share(row, f"{baseline}_accuracy") for baseline in BASELINES),
        twins,
    ]
    return f"| {' | '.join(cells)} |"


def _share(row: dict[str, Value], key: str) -> str:
    value = row[key]
    return percent(value if isinstance(value, float) else None).removesuffix(" %")


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    try:
        made = table(sys.argv[1:])
    except InputError as error:
        sys.exit(str(error))
    PAGE.write_text(_BETWEEN.sub(lambda _: made, PAGE.read_text("utf-8")), "utf-8")
