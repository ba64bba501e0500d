"""Costs of a question, side by side: ``python bench/run.py [--smallest] [--wheel FILE] [--json OUT]``.

One table: a question against the parser alone and against clingo with an empty theory; the cold start; explanations;
stores of several sizes; texts of several lengths; from an edit to a verdict. ``--wheel`` repeats all of it with another
version. ``docs/benchmarks.md`` explains the figures. Verdicts are by processor time. The exit status is 0 whatever
they are.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

from costs.environments import Environment, checkout, installed
from costs.figures import Line, ratio, straight, times
from costs.figures import table as written
from costs.outside import cold_start, editing

QUESTIONS = Path(__file__).with_name("questions.jsonl")
PARTS = ("question", "cold start", "explanation", "store", "text", "edit")
INSIDE = {
    "question": "questions",
    "explanation": "explanations",
    "store": "stores",
    "text": "lengths",
}
"""Parts that are measured in one process that has loaded the package."""
PARSE, PARSE_P95, COLD, HELP, EXPLAIN, ROWS = 5.0, 10.0, 1.4, 150.0, 2.0, 1.1
"""Limits: question over parser (median, 95th percentile); solve over loading alone; milliseconds of ``--help``; full
explanation over plain; most rows over shipped rows."""
TEXT, VERDICT = 2000.0, 2000.0
"""Limits in milliseconds: the longest text; a verdict after an edit."""


def measured(environment: Environment, options: argparse.Namespace) -> Iterator[Line]:
    """Measure the parts of one version, and give the lines of the report."""
    small = options.smallest
    task: dict[str, Any] = {
        "questions": str(QUESTIONS),
        "every": 20 if small else 1,
        "repeats": 1 if small else 3,
    }
    if "cold start" in options.part:
        taken = cold_start(environment, 1 if small else 7, empty=not small)
        part = "cold start"
        if not small:
            yield from times(part, "the very first solve", taken)
        yield from times(part, "only spacy.load", taken)
        yield from times(part, "solve TEXT", taken)
        yield from ratio(
            part, "solve / only spacy.load", taken, ("solve TEXT", "only spacy.load"), COLD
        )
        yield from times(part, "--help", taken, bar=HELP)
    parts = [INSIDE[part] for part in options.part if part in INSIDE]
    sizes = (
        (1000,)
        if small
        else tuple(sorted({*(10**n for n in (3, 5) if n < options.rows), 10**options.rows}))
    )
    words = (10, 30, 60) if small else (10, 25, 50, 75, 100, 150, 200, 250, 300, 350, 400)
    inside = environment.measure(**task, parts=parts, sizes=sizes, words=words) if parts else {}
    yield from _questions(inside.get("questions", {}))
    taken = inside.get("explanations", {})
    for name in ("plain", "short", "full"):
        yield from times("explanation", name, taken)
    yield from ratio("explanation", "short / plain", taken, ("short", "plain"))
    yield from ratio("explanation", "full / plain", taken, ("full", "plain"), EXPLAIN)
    taken = inside.get("stores", {})
    for size in (0, *sizes):
        yield from times("store", f"{size:,} more rows: built", taken)
        yield from times("store", f"{size:,} more rows", taken)
    last = f"{sizes[-1]:,} more rows"
    yield from ratio("store", f"{last} / 0 more rows", taken, (last, "0 more rows"), ROWS)
    yield from straight("text", "question", inside.get("lengths", {}), TEXT)
    yield from straight("text", "running text", inside.get("lengths", {}), TEXT)
    if "edit" in options.part:
        taken = editing(environment, 1 if small else 3, 5 if small else 1000)
        for name in sorted(taken):
            yield from times("edit", name, taken, bar=VERDICT)


def _questions(taken: dict[str, dict[str, list[float]]]) -> Iterator[Line]:
    part = "question"
    for name in ("parser alone", "empty theory", "in batch", "alone"):
        yield from times(part, name, taken)
    in_batch = "in batch"
    yield from ratio(
        part, "in batch / parser alone", taken, (in_batch, "parser alone"), PARSE, PARSE_P95
    )
    yield from ratio(part, "in batch / empty theory", taken, (in_batch, "empty theory"))
    for stage in ("parse", "facts", "select", "ground", "solve"):
        yield from times("question, alone", stage, taken)
    for rules, unpooled in taken.get("statements", {}).values():
        yield Line(part, "rules of the knowledge", rules, unit="")
        yield Line(part, "rules without pools that they stand for", unpooled, unit="")


def circumstances() -> dict[str, Any]:
    """Return what the numbers depend on besides this code."""
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "system": platform.system(),
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "versions": {name: version(name) for name in ("clingo", "spacy")},
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print the table; the exit status is always 0."""
    parser = argparse.ArgumentParser(description="Measure the costs of a question, side by side.")
    parser.add_argument(
        "--smallest", action="store_true", help="three questions, once: only shows that it works"
    )
    parser.add_argument("--wheel", metavar="FILE", help="repeat all of it with this version")
    parser.add_argument("--part", action="append", choices=PARTS, help="only this part")
    parser.add_argument(
        "--rows",
        type=int,
        default=6,
        choices=range(3, 8),
        help="most rows in the store, as a power of ten (6; 7 takes minutes and 8 GB of memory)",
    )
    parser.add_argument("--json", metavar="OUT", help="also write the measurements as JSON")
    options = parser.parse_args(argv)
    options.part = options.part or list(PARTS)
    around = circumstances()
    with tempfile.TemporaryDirectory(prefix="coindex-bench-") as directory:
        home = Path(directory)
        own = None if options.smallest else home / "cache"
        lines = list(_with_messages(checkout(own), options))
        before: list[Line] = []
        if options.wheel:
            other = installed(Path(options.wheel).resolve(), home / "environment", home / "then")
            before = list(_with_messages(other, options))
    print(written(lines, before, Path(options.wheel or "").name))
    print(
        f"\nProcessor time; Python {around['python']}, clingo {around['versions']['clingo']}, "
        f"spaCy {around['versions']['spacy']}, {around['cores']} cores (load {around['load']:.1f} at the start)."
    )
    if options.json:
        report = {
            "smallest": options.smallest,
            "circumstances": around,
            "lines": [{**asdict(line), "verdict": line.verdict} for line in lines],
            "before": [asdict(line) for line in before],
        }
        Path(options.json).write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return 0


def _with_messages(environment: Environment, options: argparse.Namespace) -> Iterator[Line]:
    """Give the lines of a version, saying which part is done."""
    part = ""
    for line in measured(environment, options):
        if line.part != part:
            part = line.part
            print(f"bench: {environment.name}: {part}", file=sys.stderr, flush=True)
        yield line


if __name__ == "__main__":
    sys.exit(main())
