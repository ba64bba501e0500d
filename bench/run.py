"""Costs of a question: ``python bench/run.py [--quick] [--json OUT]``.

There are four parts: a warm question by stage, alone and in batch; the explanation; the cold start compared with
loading the parser alone; and the same questions with more and more rows in the store. ``docs/benchmarks.md`` explains
the figures. Every time is measured on two clocks, elapsed and processor time. Compared variants alternate, so that load
on the machine affects the ratios least. The exit status is always 0.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from coindex.reasoner import Reasoner
    from coindex.reasoner.item import Item

ROOT = Path(__file__).resolve().parent.parent
QUESTIONS = Path(__file__).with_name("questions.jsonl")

Clock = Literal["wall", "cpu"]
CLOCKS: dict[Clock, Callable[[], float]] = {"wall": time.perf_counter, "cpu": time.process_time}
STAGES = ("parse", "facts", "select", "ground", "solve")

WARM_MS, COLD, EXPLAIN, ROWS = 25.0, 1.5, 2.0, 1.2
"""Limits: milliseconds of the median question; cold start over loading alone; explained over plain; most rows over
fewest rows."""

BARE = "import spacy, sys; spacy.load(sys.argv[1])"
COMPILE = "import sys; from coindex.reasoner.knowledge.store import Store; Store.open(sys.argv[1:])"
SYLLABLES = "ba de gi ko lu ma ne pi ro su".split()


@dataclass(slots=True)
class Line:
    """A line of the report: milliseconds (or a ratio) on both clocks, and the limit, if any."""

    part: str
    what: str
    wall: float
    cpu: float
    wall_p95: float | None = None
    cpu_p95: float | None = None
    ratio: bool = False
    bar: float | None = None

    @property
    def verdict(self) -> str:
        """``met`` or ``missed``, by processor time."""
        return "" if self.bar is None else "met" if self.cpu <= self.bar else "missed"


@dataclass(slots=True)
class Series:
    """Measurements by name, clock and question."""

    taken: dict[tuple[str, Clock], dict[str, list[float]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(list))
    )

    def add(self, name: str, clock: Clock, question: str, milliseconds: float) -> None:
        """Add a measurement."""
        self.taken[name, clock][question].append(milliseconds)

    def typical(self, name: str, clock: Clock) -> list[float]:
        """Return the median of each question's measurements, in ascending order."""
        return sorted(statistics.median(times) for times in self.taken[name, clock].values())

    def line(self, part: str, name: str, bar: float | None = None) -> Line:
        """Summarise the questions as a line of the report."""
        wall, cpu = self.typical(name, "wall"), self.typical(name, "cpu")
        return Line(
            *(part, name, statistics.median(wall), statistics.median(cpu)),
            wall_p95=percentile(wall, 0.95),
            cpu_p95=percentile(cpu, 0.95),
            bar=bar,
        )


def percentile(ascending: Sequence[float], share: float) -> float:
    """Return the smallest value that at least this share of the values does not exceed.

    >>> percentile([1, 2, 3, 4], 0.5), percentile([1, 2, 3, 4], 0.95)
    (2, 4)
    """
    return ascending[max(0, -(-len(ascending) * round(share * 1000) // 1000) - 1)]


def ratio(part: str, what: str, over: Line, under: Line, bar: float | None = None) -> Line:
    """Divide the medians of two lines."""
    return Line(part, what, over.wall / under.wall, over.cpu / under.cpu, ratio=True, bar=bar)


@contextmanager
def clock_in_use(name: Clock) -> Iterator[Callable[[], float]]:
    """Replace ``time.perf_counter`` by this clock, also for the reasoner's stages."""
    usual = time.perf_counter
    time.perf_counter = CLOCKS[name]
    try:
        yield CLOCKS[name]
    finally:
        time.perf_counter = usual


# ---------------------------------------------------------------------------------- warm questions


def read_items(path: Path) -> list[tuple[Item, bytes]]:
    """Read the questions, each with its line."""
    from coindex.reasoner.item import Item

    found = []
    for line in path.read_bytes().splitlines():
        record = json.loads(line)
        del record["answer"]
        record["candidates"] = tuple(record["candidates"])
        found.append((Item(**record), line))
    return found


def solved(reasoner: Reasoner, item: Item, *, explain: bool = False) -> dict[str, float]:
    """Answer a question alone; return the times of the stages."""
    return reasoner.solve(
        item.text, pronoun=item.pronoun, candidates=item.candidates, explain=explain
    ).timings


def warm(reasoner: Reasoner, items: Sequence[tuple[Item, bytes]], repeats: int) -> list[Line]:
    """Time questions one at a time by stage, in batches, and as ``solve --jsonl`` answers them."""
    from coindex.reasoner.running.batch import answer_line

    series = Series()
    for _ in range(repeats):
        for name in CLOCKS:
            with clock_in_use(name) as now:
                for item, line in items:
                    begun = now()
                    stages = solved(reasoner, item)
                    whole = (now() - begun) * 1e3
                    series.add("alone", name, item.id, whole)
                    for stage in STAGES:
                        series.add(stage, name, item.id, stages[stage])
                    known = sum(stages[stage] for stage in STAGES)
                    series.add("the rest", name, item.id, whole - known)
                    begun = now()
                    answer_line(reasoner, line, 1)
                    series.add("as a line of --jsonl", name, item.id, (now() - begun) * 1e3)
                for item_id, spent in _batch(reasoner, [i for i, _ in items], now):
                    series.add("in batch", name, item_id, spent)
    return [
        series.line("warm", "in batch", WARM_MS),
        series.line("warm", "as a line of --jsonl", WARM_MS),
        series.line("warm", "alone"),
        *(series.line("warm, alone", stage) for stage in (*STAGES, "the rest")),
    ]


def _batch(
    reasoner: Reasoner, items: Sequence[Item], now: Callable[[], float]
) -> Iterator[tuple[str, float]]:
    """Time each question of a batch: its share of the parsing, and its own answering."""
    from coindex.reasoner.running.engine import BATCH

    last = now()
    for index, answer in enumerate(reasoner.solve_many(items)):
        spent = (now() - last) * 1e3
        share = answer.timings.get("parse", 0.0)
        if index % BATCH == 0:  # the whole batch is parsed before its first answer
            spent -= share * min(BATCH, len(items) - index)
        yield items[index].id, spent + share
        last = now()


def explanation(
    reasoner: Reasoner, items: Sequence[tuple[Item, bytes]], repeats: int
) -> list[Line]:
    """Time the same questions with and without ``--explain``, alternately."""
    series = Series()
    for turn in range(repeats):
        for name in CLOCKS:
            with clock_in_use(name) as now:
                for item, _ in items:
                    for explain in (False, True) if turn % 2 else (True, False):
                        begun = now()
                        solved(reasoner, item, explain=explain)
                        what = "explained" if explain else "plain"
                        series.add(what, name, item.id, (now() - begun) * 1e3)
    plain, explained = (series.line("explanation", what) for what in ("plain", "explained"))
    return [plain, explained, ratio("explanation", "explained / plain", explained, plain, EXPLAIN)]


# -------------------------------------------------------------------------------------- cold start


def cold_start(text: str, repeats: int) -> list[Line]:
    """Time ``cli.py solve TEXT`` and a process that only loads the parser, alternately."""
    from kparse.input.pipeline import SHIPPED

    commands = {
        "only spacy.load": [sys.executable, "-c", BARE, str(SHIPPED)],
        "cli.py solve TEXT": [sys.executable, str(ROOT / "cli.py"), "solve", text],
    }
    first = _process(commands["cli.py solve TEXT"])
    _process(commands["only spacy.load"])
    series = Series()
    for turn in range(repeats):
        for what in commands if turn % 2 else reversed(commands):
            wall, cpu = _process(commands[what])
            series.add(what, "wall", str(turn), wall)
            series.add(what, "cpu", str(turn), cpu)
    bare, solve = (series.line("cold start", what) for what in commands)
    return [
        Line("cold start", "the very first solve (builds the store)", *first),
        bare,
        solve,
        ratio("cold start", "solve / only spacy.load", solve, bare, COLD),
    ]


def _process(command: list[str]) -> tuple[float, float]:
    """Run a command; return its elapsed and processor time in milliseconds."""
    begun = time.perf_counter()
    child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"bench: {command[1]} ended with status {child.returncode}")
    wall = (time.perf_counter() - begun) * 1e3
    return wall, (usage.ru_utime + usage.ru_stime) * 1e3


# ------------------------------------------------------------------------------- rows in the store


def lemma(number: int) -> str:
    """Make up a word that no text contains.

    >>> lemma(42)
    'zxbababababalugi'
    """
    return "zx" + "".join(SYLLABLES[int(digit)] for digit in f"{number:07}")


def write_rows(path: Path, count: int) -> None:
    """Write rows about made-up verbs, adjectives and nouns in the classes of real ones."""
    forms = (
        'verb("{0}",help).  gives("{0}",agent,able).',
        'adj("{0}",hungry).  adj("{0}",dim(strength,lo)).',
        'kind("{0}",container).  size("{0}",5).',
        'verb("{0}",harm).  frame("{0}",obl("with"),instrument).',
    )
    with path.open("w", encoding="utf-8") as file:
        for number in range(count // 2):
            file.write(forms[number % len(forms)].format(lemma(number)) + "\n")


def rows_in_store(
    nlp: Any, items: Sequence[tuple[Item, bytes]], sizes: Sequence[int], repeats: int
) -> list[Line]:
    """Time questions with stores of several sizes, alternately, without caching between questions."""
    from coindex.reasoner import Reasoner
    from coindex.reasoner.knowledge.store import Store

    with tempfile.TemporaryDirectory(prefix="coindex-bench-") as directory:
        # Use a copy: the shipped files may be edited during the run.
        base = Path(directory) / "knowledge"
        _copy(ROOT / "knowledge", base)
        paths: dict[int, list[Path]] = {}
        lines = []
        for size in sizes:
            extra = Path(directory) / f"rows_{size}.lp"
            write_rows(extra, size)
            paths[size] = [base, extra]
            time.sleep(2.1)  # a store does not trust the modification times of newer files
            build = [sys.executable, "-c", COMPILE, *map(str, paths[size])]
            lines.append(Line("store", f"{size:,} rows: built once", *_process(build)))
        reasoner = Reasoner(knowledge=[base])
        reasoner._nlp = nlp
        series = Series()
        with ExitStack() as stack:
            stores = {size: stack.enter_context(Store.open(paths[size])) for size in sizes}
            for store in stores.values():
                store.fetch(())  # a process reads what all questions share once
            for _ in range(repeats):
                for name in CLOCKS:
                    for item, _ in items:
                        for size in sizes:
                            reasoner.store = stores[size]
                            reasoner.store.forget()
                            with clock_in_use(name) as now:
                                begun = now()
                                stages = solved(reasoner, item)
                                spent = (now() - begun) * 1e3
                            series.add(f"{size:,} rows: question", name, item.id, spent)
                            part = stages["select"]
                            series.add(f"{size:,} rows: store", name, item.id, part)
    for what, bar in (("store", None), ("question", ROWS)):
        each = [series.line("store", f"{size:,} rows: {what}") for size in sizes]
        label = f"{what}: {sizes[-1]:,} / {sizes[0]:,} rows"
        lines += [*each, ratio("store", label, each[-1], each[0], bar)]
    return lines


def _copy(source: Path, target: Path) -> None:
    for path in sorted(source.rglob("*.lp")):
        place = target / path.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(path.read_bytes())


# ------------------------------------------------------------------------------------------ report


def table(lines: Sequence[Line]) -> str:
    """Return the lines as a Markdown table."""
    head = (
        *("part", "what", "median ms", "p95 ms", "median CPU ms", "p95 CPU ms"),
        *("bar", "verdict"),
    )
    body = [
        (
            line.part,
            line.what,
            _formatted(line.wall, line.ratio),
            _formatted(line.wall_p95),
            _formatted(line.cpu, line.ratio),
            _formatted(line.cpu_p95),
            "" if line.bar is None else f"<= {line.bar:g}" + ("" if line.ratio else " ms"),
            line.verdict,
        )
        for line in lines
    ]
    widths = [max(len(row[i]) for row in (head, *body)) for i in range(len(head))]
    rule = tuple("-" * w if i < 2 else "-" * (w - 1) + ":" for i, w in enumerate(widths))
    return "\n".join(
        "| "
        + " | ".join(
            c.ljust(w) if i < 2 else c.rjust(w)
            for i, (c, w) in enumerate(zip(row, widths, strict=True))
        )
        + " |"
        for row in (head, rule, *body)
    )


def _formatted(value: float | None, is_ratio: bool = False) -> str:
    if value is None:
        return ""
    return f"x {value:.2f}" if is_ratio else f"{value:,.1f}"


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


def _print_message(message: str) -> None:
    print(f"bench: {message}", file=sys.stderr, flush=True)


def _measured(quick: bool) -> list[Line]:
    from coindex.reasoner import Reasoner

    items = read_items(QUESTIONS)
    items = items[:: len(items) // 5] if quick else items
    repeats = 1 if quick else 3
    sizes = (100, 1000) if quick else (10**3, 10**5, 10**6)
    _print_message("cold start")
    lines = cold_start(items[0][0].text, 2 if quick else 11)
    reasoner = Reasoner()
    for item, _ in items:  # warms up
        solved(reasoner, item, explain=True)
    _print_message(f"{len(items)} warm questions")
    lines += warm(reasoner, items, repeats)
    _print_message("explanation")
    lines += explanation(reasoner, items, repeats)
    _print_message("rows in the store")
    return lines + rows_in_store(reasoner.nlp, items, sizes, min(2, repeats))


def main(argv: list[str] | None = None) -> int:
    """Measure and print the table; the exit status is always 0."""
    parser = argparse.ArgumentParser(description="Measure the costs of a question.")
    parser.add_argument(
        "--quick", action="store_true", help="a few questions, once; only shows that it works"
    )
    parser.add_argument("--json", metavar="OUT", help="also write the measurements as JSON")
    options = parser.parse_args(argv)
    sys.path.insert(0, str(ROOT))
    os.environ["OMP_NUM_THREADS"] = "1"
    with tempfile.TemporaryDirectory(prefix="coindex-bench-") as cache:
        os.environ["COINDEX_CACHE"] = cache
        around = circumstances()
        lines = _measured(options.quick)
    print(table(lines))
    print(
        f"\nPython {around['python']}, clingo {around['versions']['clingo']}, spaCy {around['versions']['spacy']}, "
        f"{around['cores']} cores (load {around['load']:.1f} at the start). Verdicts use CPU time."
    )
    if options.json:
        report = {
            "quick": options.quick,
            "circumstances": around,
            "lines": [{**asdict(line), "verdict": line.verdict} for line in lines],
        }
        Path(options.json).write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
