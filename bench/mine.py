"""Costs of mining: ``python bench/mine.py [--text FILE ...] [--quick] [--json OUT]``.

There are three parts: mining compared with parsing alone (``nlp.pipe`` of the same model); how many graphs the sentence
filter saves, and what it loses; and the core hours of a gigabyte.

Compared variants alternate, piece by piece, and every time is measured on two clocks, elapsed and processor time, so
that load on the machine affects the ratios least. The default text is the sentences of ``knowledge/examples``. Nearly
all of them are about two persons, unlike real text, so there is no verdict on them. The exit status is always 0.
"""

from __future__ import annotations

import argparse
import io
import itertools
import json
import os
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

if TYPE_CHECKING:
    from coindex.mining.extracting.mapper import Piece

THROUGHPUT = 1.25
"""Limit: time of mining over parsing (80 % of the throughput)."""
WIKIPEDIA = 20.0
"""Gigabytes of text in the English Wikipedia."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A line of the report."""

    part: str
    what: str
    elapsed: float | None
    cpu: float | None
    bar: float | None = None

    @property
    def verdict(self) -> str:
        """``met`` or ``missed``, by processor time if measured."""
        value = self.elapsed if self.cpu is None else self.cpu
        return "" if self.bar is None or value is None else "met" if value <= self.bar else "missed"


def read_lines(paths: Sequence[str], most: int) -> list[str]:
    """Return the first lines of text files, or sentences of the examples."""
    if not paths:
        from coindex.reasoner.authoring.examples import read_examples

        examples = read_examples([ROOT / "knowledge" / "examples"])
        return list(dict.fromkeys(example.item.text for example in examples))[:most]
    from coindex.files.corpora import opened

    found: list[str] = []
    for path in paths:
        with opened(path) as (_, stream):
            lines = itertools.islice(stream, most - len(found))
            found += [line.decode("utf-8", "replace").strip() for line in lines]
    return [line for line in found if line]


def pieces_of(lines: Sequence[str], size: int) -> list[Piece]:
    """Split text into tasks of ``size`` lines; an incomplete last one is left out."""
    from coindex.mining.extracting.mapper import Piece

    return [
        Piece(n, "text", "text", 1, False, "\n".join(lines[at : at + size]).encode(), "")
        for n, at in enumerate(range(0, len(lines) - size + 1, size))
    ]


# -------------------------------------------------------------------------------------- throughput


def throughput(
    pieces: Sequence[Piece], size: int, repeats: int, bar: float | None, *, thorough: bool = False
) -> list[Figure]:
    """Time ``nlp.pipe`` and mining alternately, on each piece of the text."""
    from coindex.mining.extracting.mapper import BATCH, MapSettings

    mapper = MapSettings(thorough=thorough).reasoner()
    nlp, _ = mapper.parser

    def bare(piece: Piece) -> None:
        with nlp.memory_zone():
            for _ in nlp.pipe(piece.data.decode().split("\n"), batch_size=BATCH):
                pass

    ways = {"nlp.pipe": bare, "mined": mapper}
    spent: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    for name in ways:
        ways[name](pieces[0])  # warms up
    for turn, piece in itertools.product(range(repeats), pieces):
        for name in sorted(ways, reverse=(turn + piece.number) % 2 == 1):
            begun, begun_cpu = time.perf_counter(), time.process_time()
            ways[name](piece)
            taken = time.perf_counter() - begun, time.process_time() - begun_cpu
            spent[name].append((taken[0] / size * 1e3, taken[1] / size * 1e3))
    part = "throughput, --thorough" if thorough else "throughput"
    lines = [
        Figure(part, f"{name}: ms a line", *map(statistics.median, zip(*spent[name], strict=True)))
        for name in ways
    ]
    pairs = zip(spent["mined"], spent["nlp.pipe"], strict=True)
    ratios = [(mined[0] / bare[0], mined[1] / bare[1]) for mined, bare in pairs]
    both = map(statistics.median, zip(*ratios, strict=True))
    return [*lines, Figure(part, "mined / nlp.pipe", *both, bar)]


def filtered(pieces: Sequence[Piece]) -> list[Figure]:
    """Return the shares of graphs built and of pairs found with the sentence filter."""
    from coindex.mining.extracting.mapper import MapSettings
    from coindex.mining.extracting.shards import decode
    from coindex.mining.querying.counts import meant_in

    found: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for thorough, seen in found.items():
        mapper = MapSettings(thorough=thorough).reasoner()
        for piece in pieces:
            mapped = mapper(piece)
            seen["graphs"] += mapped.report.graphs
            for *_, pair in decode(0, mapped.tables[0]):
                if meant_in(pair) is not None:
                    seen["certain pairs"] += 1
    return [
        Figure(
            "filter",
            f"{what}: share of {number:,} with --thorough",
            found[False][what] / number,
            None,
        )
        for what, number in sorted(found[True].items())
    ]


# -------------------------------------------------------------------------------------------- cost


def cost(pieces: Sequence[Piece], folder: Path) -> list[Figure]:
    """Time map and reduce of a text in this process; return core hours of a gigabyte and of the English Wikipedia."""
    from coindex.mining.counting.reduce import Counting, ReduceSettings, count, rows_in
    from coindex.mining.extracting.mapper import MapSettings
    from coindex.reasoner.evidence.store import write_store

    mapper, counter = MapSettings().reasoner(), ReduceSettings().reasoner()
    mapper(pieces[0])
    size = sum(len(piece.data) for piece in pieces)
    begun = time.process_time()
    tables = [mapper(piece).tables for piece in pieces]
    mapped = time.process_time() - begun
    begun = time.process_time()
    shards = tuple((0, shard, ()) for shard in tables)
    counted = count(counter, Counting(0, shards))
    write_store(folder / "cost.sqlite", rows_in(io.BytesIO(counted)), [("text", "", 0, "")], {})
    reduced = time.process_time() - begun
    kept = sum(len(table) for shard in tables for table in shard)
    found = [Figure("cost", "bytes of text measured", float(size), None)]
    for name, seconds in (("map", mapped), ("reduce", reduced)):
        hours = seconds / size * 1e9 / 3600
        found.append(Figure("cost", f"{name}: core hours a GB", None, hours))
        found.append(
            Figure("cost", f"{name}: core hours of {WIKIPEDIA:g} GB", None, hours * WIKIPEDIA)
        )
    return [*found, Figure("cost", "shards: GB a GB", kept / size, None)]


# ------------------------------------------------------------------------------------------ report


def table_of(figures: Sequence[Figure]) -> str:
    """Return the figures as a table."""
    from coindex.harness.scores.table import table

    rows = [["part", "what", "elapsed", "CPU", "bar", "verdict"]]
    for one in figures:
        values = ["" if value is None else f"{value:,.2f}" for value in (one.elapsed, one.cpu)]
        bar = "" if one.bar is None else f"<= {one.bar:g}"
        rows.append([one.part, one.what, *values, bar, one.verdict])
    return table(rows)


PARTS = ("throughput", "filter", "cost")


def measured(options: argparse.Namespace) -> list[Figure]:
    """Measure the chosen parts."""
    quick = options.quick
    size = 40 if quick else 500
    lines = read_lines(options.text, 120 if quick else options.lines)
    pieces = pieces_of(lines, size)
    found: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="coindex-bench-", dir=options.scratch) as name:
        folder = Path(name)
        for part in options.part or PARTS:
            print(f"bench: {part}", file=sys.stderr, flush=True)
            if part == "throughput":
                found += throughput(
                    pieces, size, 1 if quick else 2, THROUGHPUT if options.text else None
                )
                found += throughput(pieces, size, 1, None, thorough=True)
            elif part == "filter":
                found += filtered(pieces)
            else:
                found += cost(pieces, folder)
    return found


def main(argv: list[str] | None = None) -> int:
    """Measure and print the table; the exit status is always 0."""
    parser = argparse.ArgumentParser(description="Measure the costs of mining.")
    parser.add_argument("--text", nargs="+", default=[], metavar="FILE", help="plain, gzip or xz")
    parser.add_argument(
        "--lines", type=int, default=4000, metavar="N", help="at most this many lines (4000)"
    )
    parser.add_argument("--part", nargs="+", choices=PARTS, help="only these parts")
    parser.add_argument(
        "--quick", action="store_true", help="a short run that only shows that it works"
    )
    parser.add_argument("--scratch", metavar="DIR", help="directory for large stores")
    parser.add_argument("--json", metavar="OUT", help="also write the figures as JSON")
    options = parser.parse_args(argv)
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ[name] = "1"
    with tempfile.TemporaryDirectory(prefix="coindex-bench-") as cache:
        os.environ["COINDEX_CACHE"] = cache
        load = os.getloadavg()[0]
        found = measured(options)
    print(table_of(found))
    print(
        f"\n{os.cpu_count()} cores, load {load:.1f} at the start. Verdicts use CPU time if measured."
    )
    if options.json:
        records = [{**asdict(one), "verdict": one.verdict} for one in found]
        Path(options.json).write_text(json.dumps(records, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
