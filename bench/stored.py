"""How stored sentences fare with questions that they were not written for, and what looking them up costs.

    python bench/stored.py library RECORDED.jsonl... [--limit N]
    python bench/stored.py used QUESTIONS... [--with FOLDER | --frames N] [--show]
    python bench/stored.py scale 1000 10000 100000

``library`` takes the sentences that were recorded for all questions of some files (``knowledge`` in each line) as one
library, and asks each question with those of all others than itself and its twin. It counts in how many something
fires, how often that is for the right candidate, and what becomes of the answers. ``used`` counts the same for the
sentences that ship and files of questions (as for ``evaluate``), with a folder or a library of frames besides.
``scale`` makes sentences of pairs of common
verbs, and measures what a question costs that meets some of them.
"""

from __future__ import annotations

import argparse
import json
import lzma
import random
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

from coindex import Reasoner
from coindex.reasoner.answer import Answer
from coindex.reasoner.english_rules.halves import clauses
from coindex.reasoner.item import Item
from coindex.reasoner.knowledge.frequencies import read_list
from coindex.reasoner.knowledge.sentence_readings import Halves, SentenceReading
from coindex.reasoner.running.engine import batched
from coindex.reasoner.running.sentence_reader import read_unread
from coindex.reasoner.store.sentence_files import COMPILED, write_compiled
from coindex.reasoner.store.sentence_index import Found
from coindex.reasoner.store.store import Store
from kparse.errors import CoindexError
from kparse.graph import SemanticGraph

LIBRARY = Path(__file__).with_name("library.txt.xz")
"""Sentences that were written for frames alone (``training/frames.py``), without any question in view."""
QUESTIONS = 40
"""Questions that the costs are the median of."""


def library(files: Iterable[Path], limit: int | None, show: bool) -> None:
    """Ask the questions of each file with the sentences of all others."""
    sets = {file.stem: [json.loads(line) for line in file.open(encoding="utf-8")] for file in files}
    told: dict[str, set[str]] = {}
    for questions in sets.values():
        for one in questions:
            for sentence in one["knowledge"]:
                told.setdefault(" ".join(sentence.split()), set()).add(one["pair_id"])
    with tempfile.TemporaryDirectory() as home:
        written = [s for s in sorted(told) if not set(s) & set('"\\%')]
        _write(Path(home), written)
        plain, reasoner = Reasoner(), Reasoner(extra=[home])
        reasoner.share_parser(plain)
        plain.store.sentences_about = lambda pairs: []  # type: ignore[method-assign]
        read_unread(reasoner)
        for name, questions in sets.items():
            counts: Counter[str] = Counter()
            for one in questions[:limit]:
                _ask(one, plain, reasoner, told, counts, show)
            print(
                name,
                *(f"{key} {count}" for key, count in sorted(counts.items())),
                sep="  ",
                flush=True,
            )


def _ask(
    one: dict[str, Any],
    plain: Reasoner,
    reasoner: Reasoner,
    told: dict[str, set[str]],
    counts: Counter[str],
    show: bool,
) -> None:
    given = {key: one[key] for key in ("id", "text", "pron_start", "pron_end", "candidates")}
    item = Item.of(given, 1)
    reasoner.store.sentences_about = _without(reasoner.store, one["pair_id"], told)  # type: ignore[method-assign]
    for _, graph in reasoner.graphs_of([item]):
        _count(item, graph, one["answer"], (reasoner, plain), counts, show)


def _count(
    item: Item,
    graph: SemanticGraph | CoindexError,
    gold: int,
    reasoners: tuple[Reasoner, Reasoner],
    counts: Counter[str],
    show: bool,
) -> None:
    """Ask a question if the index has a sentence for it; count what fires, and what becomes of the answer."""
    reasoner, plain = reasoners
    counts["asked"] += 1
    if isinstance(graph, CoindexError):
        return
    said = [one.key for one in clauses(graph)]
    if not reasoner.store.sentences_about(set(permutations(said, 2))):
        return
    after = reasoner.answer_item(item, graph)
    for index, text in _fired(after):
        before = plain.answer_item(item, graph)
        counts["fired"] += 1
        counts["fired rightly"] += index == gold
        counts["right before"] += before.answer == gold
        counts["right after"] += after.answer == gold
        if show:
            print(f"  {'+' if index == gold else '-'} {item.text} | {text}")


def _fired(answer: Answer) -> Iterator[tuple[int, str]]:
    for reading in answer.readings:
        for rule in reading.rules:
            if rule.id.startswith("sentence("):
                yield reading.index, rule.text


def _without(store: Store, pair: str, told: dict[str, set[str]]) -> Any:
    """Give what looks up sentences, without those that were told for a pair of twins."""

    def found(pairs: Iterable[tuple[str, str]]) -> list[Found]:
        every = Store.sentences_about(store, pairs)
        return [one for one in every if told.get(one.sentence.text, set()) - {pair}]

    return found


def used(files: Sequence[str], show: bool, extra: Sequence[str] = ()) -> None:
    """Ask the questions that a stored sentence may speak about, with the sentences and without."""
    from coindex.harness.questions.sources import Selection, read_sets

    reasoner, plain = Reasoner(extra=extra), Reasoner()
    read_unread(reasoner)
    plain.share_parser(reasoner)
    plain.store.sentences_about = lambda pairs: []  # type: ignore[method-assign]
    counts: dict[str, Counter[str]] = {}
    _, entries = read_sets(list(files), Selection(), {})
    for chunk in batched([one for one in entries if isinstance(one.asked, Item)], 64):
        graphs = reasoner.graphs_of([one.asked for one in chunk if isinstance(one.asked, Item)])
        for entry, (item, graph) in zip(chunk, graphs, strict=True):
            found = counts.setdefault(entry.set, Counter())
            _count(item, graph, entry.gold, (reasoner, plain), found, show)
    for name, found in counts.items():
        print(name, *(f"{key} {count}" for key, count in sorted(found.items())), sep="  ")


def library_of(frames: int) -> list[str]:
    """Give the sentences of the commonest frames of ``library.txt.xz``, where a line with ``%`` begins each."""
    text = lzma.decompress(LIBRARY.read_bytes()).decode()
    parts = text.split("% ")[1 : frames + 1]
    return [line for part in parts for line in part.splitlines()[1:]]


def scale(sizes: Iterable[int]) -> None:
    """Measure a question with libraries of several sizes."""
    verbs = [one.lemma for one in read_list("verbs") if "_" not in one.lemma][:1500]
    questions = [
        f"Nora {_past(a)} Ruth because [she] {_past(b)} her."
        for a, b in _pairs(random.Random(7), verbs, QUESTIONS)
    ]
    for size in sizes:
        with tempfile.TemporaryDirectory() as home:
            texts = [
                (f"Person1 {a}s person2 because person2 {b}s person1 ({number}).", a, b)
                for number, (a, b) in enumerate(_pairs(random.Random(size), verbs, size))
            ]
            _write(Path(home), [text for text, _, _ in texts])
            model = SentenceReading.of_json(_model())
            write_compiled(
                Path(home) / "sentences" / COMPILED, "", (_like(model, *one) for one in texts)
            )
            started = time.perf_counter()
            reasoner = Reasoner(extra=[home])
            opened = time.perf_counter() - started
            times, looked, found = [], [], []
            for text in questions:
                reasoner.solve(text)  # what is remembered of words and statements is there in both
                started = time.perf_counter()
                reasoner.solve(text)
                times.append(time.perf_counter() - started)
            pairs = [sorted(set(_pairs(random.Random(3), verbs, 8))) for _ in questions]
            for some in pairs:
                reasoner.store.sentences_about(some)
                started = time.perf_counter()
                found.append(len(reasoner.store.sentences_about(some)))
                looked.append(time.perf_counter() - started)
            print(
                f"{size:>7} sentences: a question {1e3 * statistics.median(times):.1f} ms, looking up"
                f" {1e3 * statistics.median(looked):.2f} ms, opened in {opened:.1f} s",
                flush=True,
            )


def _past(verb: str) -> str:
    return f"{verb}d" if verb.endswith("e") else f"{verb}ed"


def _pairs(coin: random.Random, verbs: list[str], number: int) -> list[tuple[str, str]]:
    return [(coin.choice(verbs), coin.choice(verbs)) for _ in range(number)]


def _model() -> str:
    from coindex.reasoner.english_rules.stored import reading_of

    reasoner = Reasoner()
    text = "Person1 thanks person2 because person2 helps person1."
    return reading_of(text, reasoner.nlp, reasoner.store).to_json()


def _like(model: SentenceReading, text: str, one: str, two: str) -> SentenceReading:
    """Give the reading of a sentence of the same form with other verbs, without parsing it."""
    graph = model.graph.replace("thank", one).replace("help", two)
    keys = tuple({"thank": one, "help": two}[key] for key in model.halves[0].keys)
    halves = (Halves(model.halves[0].nodes, (keys[0], keys[1])),)
    return SentenceReading(
        text, graph, model.variable, model.heads, model.kinds, model.names, halves, model.denied
    )


def _write(home: Path, sentences: Iterable[str]) -> None:
    (home / "sentences").mkdir()
    (home / "sentences" / "all.txt").write_text("".join(f"{one}\n" for one in sentences), "utf-8")


def main() -> None:
    """Run one of the two."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    verbs = parser.add_subparsers(dest="verb", required=True)
    one = verbs.add_parser("library")
    one.add_argument("files", nargs="+", type=Path)
    one.add_argument("--limit", type=int)
    one.add_argument("--show", action="store_true")
    third = verbs.add_parser("used")
    third.add_argument("files", nargs="+")
    third.add_argument("--with", dest="extra", action="append", default=[], help="a further folder")
    third.add_argument(
        "--frames", type=int, help="besides, the sentences of so many frames (library.txt.xz)"
    )
    third.add_argument("--show", action="store_true")
    two = verbs.add_parser("scale")
    two.add_argument("sizes", nargs="+", type=int)
    options = parser.parse_args()
    if options.verb == "library":
        library(options.files, options.limit, options.show)
    elif options.verb == "used":
        with tempfile.TemporaryDirectory() as home:
            if options.frames:
                _write(Path(home), library_of(options.frames))
                options.extra.append(home)
            used(options.files, options.show, options.extra)
    else:
        scale(options.sizes)


if __name__ == "__main__":
    main()
