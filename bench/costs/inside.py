"""Measurements inside a process that has loaded the package: ``python bench/costs/inside.py JSON``.

``bench/run.py`` starts it with the Python of the environment that is measured, so it imports nothing beside it and uses
only what older versions have, too. The argument says what to measure; what was taken is printed as JSON: milliseconds
of processor time (and of elapsed time) by name and question.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

os.environ["OMP_NUM_THREADS"] = "1"
STAGES = ("parse", "facts", "select", "ground", "solve")
SYLLABLES = "ba de gi ko lu ma ne pi ro su".split()
FORMS = (
    'verb("{0}",help).  gives("{0}",agent,able).',
    'adj("{0}",hungry).  adj("{0}",dim(strength,lo)).',
    'kind("{0}",container).  size("{0}",5).',
    'verb("{0}",harm).  frame("{0}",obl("with"),instrument).',
)
FILLING = (
    "The baker opened the shop before dawn.",
    "Two carts stood in the narrow lane.",
    "Rain fell on the roofs of the village.",
    "A boy carried water from the well.",
    "The miller counted the sacks in the barn.",
    "Smoke rose slowly from the old chimney.",
    "Three geese crossed the road near the bridge.",
    "The smith repaired a wheel for the farmer.",
    "Bread and cheese lay on the long table.",
    "The bells of the church rang at noon.",
)
"""Sentences without pronouns, of which longer texts are made."""
ASKED = "The porter could not lift the trunk because it was too heavy."
NAMED = "The porter thanked the cook because she had helped him."


class Taken:
    """Milliseconds of processor time by name and question."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.times: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        self.wall: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))

    def add(self, name: str, question: str, run: Callable[[], Any]) -> Any:
        """Time a call."""
        wall, cpu = time.perf_counter(), time.process_time()
        found = run()
        self.put(name, question, time.process_time() - cpu, time.perf_counter() - wall)
        return found

    def put(self, name: str, question: str, cpu: float, wall: float) -> None:
        """Add a measurement in seconds."""
        self.times[name][question].append(cpu * 1e3)
        self.wall[name][question].append(wall * 1e3)

    def record(self) -> dict[str, Any]:
        """Give the median of each question's measurements."""
        return {
            name: {
                question: [statistics.median(times), statistics.median(self.wall[name][question])]
                for question, times in by_question.items()
            }
            for name, by_question in self.times.items()
        }


def lemma(number: int) -> str:
    """Make up a word that no text contains.

    >>> lemma(42)
    'zxbababababababalugi'
    """
    return "zx" + "".join(SYLLABLES[int(digit)] for digit in f"{number:09}")


def write_rows(path: Path, count: int) -> None:
    """Write rows about made-up verbs, adjectives and nouns in the classes of real ones."""
    with path.open("w", encoding="utf-8") as file:
        for number in range(count // 2):
            file.write(FORMS[number % len(FORMS)].format(lemma(number)) + "\n")


def text_of(words: int) -> str:
    """Make a text of about so many words that ends with the question's sentence.

    >>> len(text_of(100).split()) in range(95, 106)
    True
    """
    sentences: list[str] = []
    number = 0
    while sum(len(one.split()) for one in sentences) + len(ASKED.split()) < words - 3:
        sentences.append(FILLING[number % len(FILLING)])
        number += 1
    return " ".join([*sentences, ASKED])


def told(words: int) -> str:
    """Make a running text of about so many words in which every fourth sentence has pronouns."""
    sentences: list[str] = []
    number = 0
    while sum(len(one.split()) for one in sentences) < words - 4:
        sentences.append(NAMED if number % 4 == 3 else FILLING[number % len(FILLING)])
        number += 1
    return " ".join(sentences)


def _solve(reasoner: Any, record: dict[str, Any], explain: bool = False) -> Any:
    return reasoner.solve(
        record["text"],
        pronoun=record["pron_start"],
        candidates=record["candidates"],
        explain=explain,
    )


def questions(reasoner: Any, records: Sequence[dict[str, Any]], repeats: int) -> dict[str, Any]:
    """Time the parser alone, clingo with an empty theory, and questions alone and in batch."""
    taken = Taken()
    for record in records:  # everything is read once
        _solve(reasoner, record)
    for _ in range(repeats):
        for name, seconds in _batch(reasoner, records):
            taken.put("in batch", name, *seconds)
        for record in records:
            taken.add("parser alone", record["id"], lambda r=record: reasoner.nlp(r["text"]))
            answer = _by_stage(
                lambda r=record: taken.add("alone", r["id"], lambda: _solve(reasoner, r))
            )
            for stage in STAGES:
                taken.put(stage, record["id"], answer.timings.get(stage, 0.0) / 1e3, 0.0)
            taken.add("empty theory", record["id"], lambda a=answer: _floor(a))
    return {**taken.record(), "statements": {"all": _statements(reasoner)}}


def _batch(reasoner: Any, records: Sequence[dict[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Give each question's share of the batch's parse and its own answering."""
    items = [{k: v for k, v in record.items() if k != "answer"} for record in records]
    usual = time.perf_counter
    found = []
    for clock in (time.process_time, usual):
        time.perf_counter = clock  # also for the reasoner's stages
        try:
            last, spent = clock(), []
            for number, answer in enumerate(reasoner.solve_many(items)):
                now = clock() - last
                share = answer.timings.get("parse", 0.0) / 1e3
                if number % 64 == 0:  # 64 texts are parsed before the first of them is answered
                    now -= share * min(64, len(items) - number)
                spent.append(now + share)
                last = clock()
        finally:
            time.perf_counter = usual
        found.append(spent)
    for record, *both in zip(records, *found, strict=True):
        yield record["id"], both


def _by_stage(run: Callable[[], Any]) -> Any:
    """Call a function with the reasoner's stages timed by the processor's clock."""
    usual = time.perf_counter
    time.perf_counter = time.process_time
    try:
        return run()
    finally:
        time.perf_counter = usual


def _floor(answer: Any) -> None:
    """Let clingo read, ground and solve the facts of a question without any rule, once for each candidate."""
    import clingo

    from kparse.notation.facts import facts

    control = clingo.Control(["--warn=none"])
    candidates = [f"binds(p,c{number})" for number in range(len(answer.candidates))]
    text = f"{' '.join(fact + '.' if fact[-1] != '.' else fact for fact in facts(answer.graph))}"
    control.add("base", [], f"{text} 1 {{ {';'.join(candidates)} }} 1.")
    control.ground([("base", [])])
    for candidate in candidates:
        control.solve(assumptions=[(clingo.parse_term(candidate), True)])


def _statements(reasoner: Any) -> list[float]:
    """Count the rules of the knowledge, and the rules without pools that they stand for."""
    from clingo import ast

    rules = reasoner.store.rules()
    statements: list[Any] = []
    ast.parse_string("\n".join(rule.program for rule in rules), statements.append)
    bodies = [one for one in statements if getattr(one, "body", ())]
    return [float(len(rules)), float(sum(len(one.unpool()) for one in bodies))]


def explanations(reasoner: Any, records: Sequence[dict[str, Any]], repeats: int) -> dict[str, Any]:
    """Time questions plain, with a short and with a full explanation, in turns."""
    from coindex.reasoner.rendering.render import to_text

    taken = Taken()
    ways = {
        "plain": lambda r: _solve(reasoner, r),
        "short": lambda r: to_text(_solve(reasoner, r)),
        "full": lambda r: to_text(_solve(reasoner, r, explain=True), full=True),
    }
    for turn in range(repeats + 1):  # the first turn warms up
        for record in records:
            for name in ways if turn % 2 else reversed(ways):
                if turn:
                    taken.add(name, record["id"], lambda r=record, n=name: ways[n](r))
                else:
                    ways[name](record)
    return taken.record()


def stores(
    reasoner: Any,
    records: Sequence[dict[str, Any]],
    repeats: int,
    sizes: Sequence[int],
    knowledge: str,
) -> dict[str, Any]:
    """Time questions with the shipped rows and with more and more rows beside them, in turns."""
    from coindex.reasoner import Reasoner
    from coindex.reasoner.store.store import Store

    taken = Taken()
    with tempfile.TemporaryDirectory(prefix="coindex-bench-") as directory:
        opened: dict[str, Any] = {}
        for size in (0, *sizes):
            extra = Path(directory) / f"rows_{size}.lp"
            write_rows(extra, size)
            time.sleep(2.1)  # a store does not trust the modification times of newer files
            paths = [knowledge, *([str(extra)] if size else [])]
            name = f"{size:,} more rows"
            opened[name] = taken.add(f"{name}: built", "all", lambda p=paths: Store.open(p))
            opened[name].fetch(())
        asked = Reasoner(knowledge=[knowledge])
        asked._nlp = reasoner.nlp
        for turn in range(repeats + 1):  # the first turn warms up
            for record in records:
                for name, store in opened.items() if turn % 2 else reversed(opened.items()):
                    asked.store = store
                    store.forget()
                    if turn:
                        taken.add(name, record["id"], lambda r=record: _solve(asked, r))
                    else:
                        _solve(asked, record)
    return taken.record()


def lengths(reasoner: Any, words: Sequence[int], repeats: int) -> dict[str, Any]:
    """Time a question at the end of longer and longer texts, and running texts."""
    from coindex.reasoner.documents.resolve import resolve

    taken = Taken()
    for turn in range(repeats + 1):  # the first turn warms up
        for count in words if turn % 2 else reversed(words):
            text, running = text_of(count), told(count)
            start = text.rindex(" it ") + 1
            ways = {
                "question": lambda t=text, s=start: reasoner.solve(
                    t, pronoun=s, candidates=["the porter", "the trunk"]
                ),
                "running text": lambda t=running: resolve(t, reasoner=reasoner),
            }
            for name, run in ways.items():
                if turn:
                    taken.add(
                        name, str(len((text if run is ways["question"] else running).split())), run
                    )
                else:
                    run()
    return taken.record()


def main() -> None:
    """Measure what the argument says, and print it."""
    task = json.loads(sys.argv[1])
    from coindex.reasoner import Reasoner

    records = [json.loads(line) for line in Path(task["questions"]).read_text().splitlines()]
    records = records[:: task["every"]]
    reasoner = Reasoner()
    repeats = task["repeats"]
    ways = {
        "questions": lambda: questions(reasoner, records, repeats),
        "explanations": lambda: explanations(reasoner, records, repeats),
        "lengths": lambda: lengths(reasoner, task["words"], repeats),
        "stores": lambda: stores(reasoner, records, repeats, task["sizes"], task["knowledge"]),
    }
    found: dict[str, Any] = {}
    for part in (part for part in ways if part in task["parts"]):
        try:
            found[part] = ways[part]()
        except Exception as error:  # an older version may lack what is measured
            print(f"bench: {part}: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
    print("\n" + json.dumps(found))


if __name__ == "__main__":
    main()
