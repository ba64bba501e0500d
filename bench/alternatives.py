"""What the roads not taken would cost: ``python bench/alternatives.py [--questions N]``.

The figures that the decision records quote: each question's program as the reasoner writes it, against the same
question with all rows and axioms, with the encodings alone, with encodings that were read once; and one search for each
candidate against one search in all. Processor milliseconds, medians over the questions. Exit status 0.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

if TYPE_CHECKING:
    import clingo

ROOT = Path(__file__).resolve().parent.parent
OPTIONS = ("--warn=no-atom-undefined", "--opt-mode=opt")


@dataclass(frozen=True, slots=True)
class Asked:
    """What clingo was given for one question."""

    program: str
    facts: str
    pronoun: str
    candidates: tuple[str, ...]


def programs(count: int) -> tuple[list[Asked], str]:
    """Let the reasoner answer the first questions; give their programs, and all knowledge as one program."""
    import json

    from reasoner import Reasoner, solver
    from reasoner.program import encoding_text

    reasoner = Reasoner()
    taken: list[Asked] = []
    usual = solver.solve

    def watched(program: str, pronoun: str, candidates: list[str], **more: Any) -> Any:
        facts = program.replace(encoding_text(), "")
        taken.append(Asked(program, facts, pronoun, tuple(candidates)))
        return usual(program, pronoun, candidates, **more)

    with patch.object(solver, "solve", watched):
        for line in (ROOT / "bench" / "questions.jsonl").read_text("utf-8").splitlines()[:count]:
            record = json.loads(line)
            reasoner.solve(
                record["text"], pronoun=record["pron_start"], candidates=record["candidates"]
            )
    rows: list[str] = []
    for predicate in reasoner.store.stats()["predicates"]:
        rows += (f"{row.fact}." for row in reasoner.store.rows_of(predicate, 10**7))
    rules = reasoner.store.rules()
    weights = (f"weight({rule.id},{rule.weight})." for rule in rules if rule.id)
    return taken, "\n".join([*rows, *weights, *(rule.program for rule in rules)])


def grounded(text: str) -> clingo.Control:
    """Read and ground a program."""
    import clingo

    control = clingo.Control(list(OPTIONS), logger=lambda *_: None)
    control.add("base", [], text)
    control.ground([("base", [])])
    return control


def searched(control: clingo.Control, assumed: Sequence[str], pronoun: str) -> None:
    """Optimise once for each assumed candidate, or once without any."""
    import clingo

    for candidate in assumed:
        control.solve(assumptions=[(clingo.parse_term(f"binds({pronoun},{candidate})"), True)])
    if not assumed:
        control.solve()


def spent(action: Callable[[], object]) -> float:
    """Give the processor milliseconds that an action takes, at best of three."""
    times = []
    for _ in range(3):
        begun = time.process_time()
        action()
        times.append((time.process_time() - begun) * 1e3)
    return min(times)


def main(argv: list[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="What the roads not taken would cost.")
    parser.add_argument("--questions", type=int, default=20, metavar="N")
    options = parser.parse_args(argv)
    sys.path.insert(0, str(ROOT))
    os.environ["OMP_NUM_THREADS"] = "1"
    with tempfile.TemporaryDirectory(prefix="antecedent-bench-") as cache:
        os.environ["ANTECEDENT_CACHE"] = cache
        taken, everything = programs(options.questions)
    from clingo import ast

    from reasoner.program import encoding_text

    encodings = encoding_text()
    parsed: list[ast.AST] = []
    ast.parse_string(encodings, parsed.append)

    def read_once(asked: Asked) -> None:
        import clingo

        control = clingo.Control(list(OPTIONS), logger=lambda *_: None)
        with ast.ProgramBuilder(control) as builder:
            for statement in parsed:
                builder.add(statement)
        control.add("base", [], asked.facts)
        control.ground([("base", [])])

    found: dict[str, list[float]] = {}
    for asked in taken:
        own = "\n".join(f for f in asked.facts.splitlines() if f not in everything)
        control = grounded(asked.program)
        actions: dict[str, Callable[[], object]] = {
            "ground: selected rows and axioms": partial(grounded, asked.program),
            "ground: all rows and axioms": partial(grounded, f"{own}\n{everything}\n{encodings}"),
            "ground: the encodings alone": partial(grounded, encodings),
            "ground: encodings read once": partial(read_once, asked),
            "search: once a candidate": partial(searched, control, asked.candidates, asked.pronoun),
            "search: once": partial(searched, control, (), asked.pronoun),
        }
        for what, action in actions.items():
            found.setdefault(what, []).append(spent(action))
    for what, times in found.items():
        print(f"{what:34}{statistics.median(times):10.1f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
