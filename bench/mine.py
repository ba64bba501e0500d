"""Costs of mining: ``python bench/mine.py [--text FILE ...] [--quick] [--json OUT]``.

There are six parts: mining compared with parsing alone (``nlp.pipe`` of the same model); how many graphs the sentence
filter saves, and what it loses; two workers compared with one; the memory of a worker over a long text; the core hours
of a gigabyte; and questions with stores of 10^4 and 10^7 rows.

Compared variants alternate, piece by piece, and every time is measured on two clocks, elapsed and processor time, so
that load on the machine affects the ratios least. The default text is the sentences of ``knowledge/examples``. Nearly
all of them are about two persons, unlike real text, so there is no verdict on them. The exit status is always 0.
"""

from __future__ import annotations

import argparse
import heapq
import io
import itertools
import json
import os
import resource
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

if TYPE_CHECKING:
    from coindex.mining.extracting.mapper import Piece
    from coindex.reasoner.evidence.tables import Line

QUESTIONS = Path(__file__).with_name("questions.jsonl")
THROUGHPUT, WORKERS, MEMORY, ROWS = 1.25, 0.56, 1500.0, 1.2
"""Limits: time of mining over parsing (80 % of the throughput); time of two workers over one (1.8 times as fast);
megabytes of a worker; time of a question over that with the small store."""
WIKIPEDIA = 20.0
"""Gigabytes of text in the English Wikipedia."""
_SPARE = 10**9


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
    from coindex.reasoner.evidence.keys import ACTOR, OTHER, part_of

    found: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for thorough, seen in found.items():
        mapper = MapSettings(thorough=thorough).reasoner()
        for piece in pieces:
            mapped = mapper(piece)
            seen["graphs"] += mapped.report.graphs
            for *_, pair in decode(0, mapped.tables[0]):
                if meant_in(pair) is not None:
                    seen["certain pairs"] += 1
                elif pair.answer < 0 and {part_of(role) for role in pair.roles} == {ACTOR, OTHER}:
                    seen["open pairs"] += 1
    return [
        Figure(
            "filter",
            f"{what}: share of {number:,} with --thorough",
            found[False][what] / number,
            None,
        )
        for what, number in sorted(found[True].items())
    ]


# ------------------------------------------------------------------------------- workers and memory


def timed(mapper: Any, piece: Piece) -> tuple[float, float, float, float]:
    """Mine a piece in a worker; return start, end, processor seconds and peak memory in megabytes."""
    begun, begun_cpu = time.monotonic(), time.process_time()
    mapper(piece)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
        2**20 if sys.platform == "darwin" else 2**10
    )
    return begun, time.monotonic(), time.process_time() - begun_cpu, most


def worked(pieces: Iterable[Piece], workers: int) -> list[tuple[float, float, float, float]]:
    """Mine pieces with worker processes that are not recycled."""
    from coindex.mining.counting.executor import Executor, results
    from coindex.mining.extracting.mapper import MapSettings
    from coindex.reasoner.jobs.workers import Limits

    executor = Executor(workers, limits=Limits(seconds=3600.0, recycle=_SPARE))
    return [result for _, result in results(pieces, timed, MapSettings(), executor)]


def two_workers(pieces: Sequence[Piece], size: int, rounds: int) -> list[Figure]:
    """Time one worker and two alternately; the first piece of each warms it up."""
    spent: dict[int, list[tuple[float, float]]] = {1: [], 2: []}
    for turn in range(rounds):
        for workers in sorted(spent, reverse=turn % 2 == 1):
            some = worked(pieces, workers)[workers:]
            elapsed = max(one[1] for one in some) - min(one[0] for one in some)
            lines = size * len(some)
            spent[workers].append(
                (elapsed / lines * 1e3, sum(one[2] for one in some) / lines * 1e3)
            )
    found = {n: tuple(map(statistics.median, zip(*spent[n], strict=True))) for n in spent}
    ratios = [found[2][clock] / found[1][clock] for clock in (0, 1)]
    return [
        *(Figure("workers", f"{n}: ms a line", *found[n]) for n in found),
        # Two workers take as much processor time as one, or more if they wait for memory.
        Figure("workers", "two / one: elapsed", ratios[0], None, WORKERS),
        Figure("workers", "two / one: processor time", None, ratios[1]),
    ]


def memory(pieces: Sequence[Piece]) -> list[Figure]:
    """Return the memory of a worker after the first piece, after half of the text, and at the end."""
    most = [one[3] for one in worked(pieces, 1)]
    middle = len(most) // 2
    return [
        Figure("memory", "MB after the first piece", most[0], None),
        Figure("memory", f"MB after {middle} pieces", most[middle - 1], None),
        Figure("memory", f"MB after {len(most)} pieces", most[-1], None, MEMORY),
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


# --------------------------------------------------------------------------------------- questions


_COMMON = 10_000
"""Rows about common verbs."""


def rows_of(number: int) -> Iterator[Line]:
    """Yield rows about common verbs, in every position, and made-up rows up to ``number``.

    The made-up words are spread over the alphabet and occur in no text.
    """
    from coindex.reasoner.evidence.tables import place
    from coindex.reasoner.knowledge.frequencies import read_list

    words = dict.fromkeys(word.lemma for word in read_list("verbs")[: _COMMON // 8])
    keys = itertools.product(words, ("first", "second"), ("object", "subject"), ("", "cause"))
    common = [("effect", ("word", *key), (60, 40), ((0, 1),)) for key in keys]
    yield from heapq.merge(sorted(common, key=place), made_up(number - len(common)), key=place)


def made_up(number: int) -> Iterator[Line]:
    """Yield rows about made-up words, in the order of the store: 30 % *effect*, 10 % *pair*, the rest *fact*."""
    parts = {
        "effect": 3 * number // 10,
        "fact": number - 3 * number // 10 - number // 10,
        "pair": number // 10,
    }
    places = ("object", "owner", "subject")
    tails: dict[str, list[tuple[str, ...]]] = {
        "effect": list(
            itertools.product(("first", "second"), places, ("", "as", "cause", "result", "~cause"))
        ),
        "fact": [(f"noun{n:02}x",) for n in range(20)],
        "pair": list(
            itertools.product([f"verb{n}x" for n in range(5)], places, ("cause", "result"))
        ),
    }
    for table, share in parts.items():
        words = -(-share // len(tails[table]))
        rows = (
            (
                table,
                ((*_HEADS[table], word, *tail) if table != "pair" else (word, *tail)),
                _COUNTS[table],
                ((0, 1),),
            )
            for word in spread(words)
            for tail in tails[table]
        )
        yield from itertools.islice(rows, share)


_HEADS = {"effect": ("word",), "fact": ("obj",), "pair": ()}
_COUNTS = {"effect": (3, 2), "fact": (4,), "pair": (1, 1)}


def spread(number: int) -> Iterator[str]:
    """Make up words, in alphabetical order.

    >>> list(spread(3))
    ['aa0000000x', 'ir0000001x', 'ri0000002x']
    """
    for n in range(number):
        first, second = divmod(26**2 * n // number, 26)
        yield f"{chr(ord('a') + first)}{chr(ord('a') + second)}{n:07}x"


def questions(sizes: Sequence[int], repeats: int, most: int, folder: Path) -> list[Figure]:
    """Time the same questions with stores of several sizes alternately, without caching between questions."""
    from coindex.reasoner import Reasoner
    from coindex.reasoner.evidence.keys import Keys
    from coindex.reasoner.evidence.store import MinedStore, write_store
    from coindex.reasoner.evidence.weigh import Weigher, evidence

    found: list[Figure] = []
    for size in sizes:
        begun, begun_cpu = time.perf_counter(), time.process_time()
        write_store(folder / f"{size}.sqlite", rows_of(size), [("made-up", "", 1, "")], {})
        taken = time.perf_counter() - begun, time.process_time() - begun_cpu
        megabytes = (folder / f"{size}.sqlite").stat().st_size / 2**20
        found.append(Figure("questions", f"{size:,} rows, {megabytes:,.0f} MB: s to write", *taken))
    reasoner = Reasoner(mined="")
    keys = Keys(reasoner.store)
    records = [json.loads(line) for line in QUESTIONS.read_bytes().splitlines()[:most]]
    spent: dict[tuple[str, int], dict[str, list[tuple[float, float]]]] = {}
    for turn, record in itertools.product(range(repeats + 1), records):
        for size in sizes if turn % 2 else reversed(sizes):
            with MinedStore(folder / f"{size}.sqlite") as store:
                reasoner._weigher = Weigher(store, keys)
                begun, begun_cpu = time.perf_counter(), time.process_time()
                answer = reasoner.solve(
                    record["text"], pronoun=record["pron_start"], candidates=record["candidates"]
                )
                taken = (time.perf_counter() - begun) * 1e3, (time.process_time() - begun_cpu) * 1e3
                if turn:  # the first turn warms up
                    spent.setdefault(("question", size), {}).setdefault(record["id"], []).append(
                        taken
                    )
            assert answer.answer is not None
        if turn:
            _look_ups(reasoner, record, keys, sizes, folder, spent, (Weigher, evidence))
    for what, bar in (("look-ups", None), ("question", ROWS)):
        both = []
        for size in sizes:
            each = [
                [statistics.median(times) for times in zip(*taken, strict=True)]
                for taken in spent[what, size].values()
            ]
            both.append([statistics.median(clock) for clock in zip(*each, strict=True)])
            found.append(Figure("questions", f"{size:,} rows: {what}, ms", *both[-1]))
        ratios = [large / small for large, small in zip(both[-1], both[0], strict=True)]
        found.append(
            Figure("questions", f"{what}: {sizes[-1]:,} / {sizes[0]:,} rows", *ratios, bar)
        )
    return found


def _look_ups(
    reasoner: Any,
    record: Any,
    keys: Any,
    sizes: Sequence[int],
    folder: Path,
    spent: Any,
    using: Any,
) -> None:
    """Time the store's look-ups for a question alone."""
    from coindex.reasoner.evidence.store import MinedStore
    from kparse.mentions.candidates import find_questions
    from kparse.semantics.build import parse_text

    weigher, evidence = using
    graph = parse_text(reasoner.nlp, record["text"], asked=[record["pron_start"]])
    (question,) = find_questions(
        graph,
        pronoun=record["pron_start"],
        candidates=record["candidates"],
        gender_of=reasoner.gender_of,
    )
    for size in sizes:
        with MinedStore(folder / f"{size}.sqlite") as store:
            asked = weigher(store, keys)
            begun, begun_cpu = time.perf_counter(), time.process_time()
            evidence(graph, question, asked)
            taken = (time.perf_counter() - begun) * 1e3, (time.process_time() - begun_cpu) * 1e3
            spent.setdefault(("look-ups", size), {}).setdefault(record["id"], []).append(taken)


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


PARTS = ("throughput", "filter", "workers", "memory", "cost", "questions")


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
            elif part == "workers":
                found += two_workers(pieces, size, 1 if quick else 3)
            elif part == "memory":
                found += memory(pieces_of(lines, min(4000, len(lines) // 4)))
            elif part == "cost":
                found += cost(pieces, folder)
            else:
                sizes = (10_000, 20_000) if quick else (10_000, 10_000_000)
                found += questions(sizes, 1 if quick else 5, 3 if quick else 60, folder)
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
