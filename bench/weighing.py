"""What each choice in weighing counts is worth: ``python bench/weighing.py RUN.json [--store NAME=FILE ...]``.

RUN.json is what ``cli.py evaluate FILES --out RUN.json`` has written. Of its questions about pronouns those are taken
that knowledge left open. Each is answered by counts alone: in each of the ways below with the shipped store, or as it
is with the stores given. Right and decided, by set and part, then all sets together, with Wilson's interval and the
exact p (two-sided) of so many right ones by chance. A question's evidence is added up as the logic program does it.
The exit status is always 0.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from reasoner import mined  # noqa: E402
from reasoner.mined import FIRST_COUNTS, Evidence, Lean, Part, Weigher, evidence, places  # noqa: E402
from reasoner.mined_keys import ANY, part_of  # noqa: E402

if TYPE_CHECKING:
    from kparse.graph import SemanticGraph
    from kparse.question import Question
    from kparse.situations import Situation

Counts = Counter[tuple[str, str, bool]]
"""How many, by set, part, and whether they are right."""


@dataclass(frozen=True, slots=True)
class Open:
    """A question that knowledge left open."""

    name: str
    part: str
    gold: int
    graph: SemanticGraph
    question: Question


def read_open(path: str, reasoner: Any) -> list[Open]:
    """Read the questions of a run that knowledge left open, and parse them anew."""
    from harness.scores.run import read_run
    from kparse.build import parse_text
    from kparse.candidates import find_questions
    from kparse.errors import AntecedentError

    found: list[Open] = []
    for item in read_run(path).items:
        if item.kind != "pronoun" or item.decided_by == "knowledge" or item.gold is None:
            continue
        try:
            graph = parse_text(reasoner.nlp, item.text, blanks=True, asked=[item.start])
            asked = {"pronoun": item.start, "candidates": item.candidates}
            (question,) = find_questions(graph, **asked, gender_of=reasoner.gender_of)
        except AntecedentError:
            continue  # no way can tell
        found.append(Open(item.set, item.part, item.gold, graph, question))
    return found


# ------------------------------------------------------------------------------------------- weigh


def decided(one: Open, weigher: Weigher, kinds: Sequence[str]) -> int | None:
    """The candidate that counts speak for most; ``None`` if for none, or for two alike."""
    from reasoner._facts import arguments

    nodes = [candidate.node for candidate in one.question.candidates]
    scores = [0] * len(nodes)
    for spoken in evidence(one.graph, one.question, weigher, fitting=mined.FITTING):
        if not spoken.fact.startswith(tuple(kinds)):
            continue
        told = arguments(spoken.fact)
        for place, node in enumerate(nodes):
            if node is not None and _of(spoken, told, node, one.graph):
                scores[place] += int(told[-1])
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 and best else None


def _of(spoken: Evidence, told: Sequence[str], node: str, graph: SemanticGraph) -> bool:
    """Whether evidence speaks for a candidate."""
    if spoken.fact.startswith("typical"):
        return told[2] == node
    _, first, _, _, part, _ = told
    return part in {part_of(role) for host, role in places(graph, node) if host == first}


class Changed(Weigher):
    """Weighs only some of what speaks of who is meant."""

    keep: Callable[[Part], bool]
    over_all = False

    def lean(self, first: Situation, second: Situation, relation: str, place: str) -> Lean:
        """Weigh as usual, from the parts that are kept."""
        usual = super().lean(first, second, ANY if self.over_all else relation, place)
        parts = tuple(part for part in usual.parts if self.keep(part))
        total = 0.0
        for side, share in (("second", 1.0), ("first", FIRST_COUNTS)):
            mine = [part for part in parts if part.side == side]
            words = [part.weight for part in mine if part.kind == "word"]
            classes = [part.weight for part in mine if part.kind == "class"]
            total += share * (sum(words) + (sum(classes) / len(classes) if classes else 0.0))
        return Lean(total, parts)


def keeping(which: Callable[[Part], bool], *, over_all: bool = False) -> type[Weigher]:
    """Make a weigher that keeps some parts."""
    return type("Kept", (Changed,), {"keep": lambda _, part: which(part), "over_all": over_all})


@contextmanager
def given(**values: Any) -> Iterator[None]:
    """Change constants of the weigher for a while."""
    usual = {name: getattr(mined, name) for name in values}
    for name, value in values.items():
        setattr(mined, name, value)
    try:
        yield
    finally:
        for name, value in usual.items():
            setattr(mined, name, value)


def _prior(strength: float) -> dict[str, Any]:
    """The prior's pseudo-counts."""
    usual = mined._log_odds

    def log_odds(counts: Sequence[Any], prior: float, given: float = strength) -> float:
        return usual(counts, prior, given)

    return {"_log_odds": log_odds}


EFFECT, FACT = ("counted",), ("typical",)
BOTH = (*EFFECT, *FACT)


def ways() -> Iterator[tuple[str, type[Weigher], Sequence[str], dict[str, Any]]]:
    """The ways: name, weigher, kinds of evidence, constants."""
    yield "as it is", Weigher, BOTH, {}
    yield "who is meant: alone", Weigher, EFFECT, {}
    yield "  without classes", keeping(lambda p: p.kind == "word"), EFFECT, {}
    yield "  classes alone", keeping(lambda p: p.kind == "class"), EFFECT, {}
    yield "  without the first situation", keeping(lambda p: p.side == "second"), EFFECT, {}
    yield "  the first situation alone", keeping(lambda p: p.side == "first"), EFFECT, {}
    yield "  without the relation", keeping(lambda p: True, over_all=True), EFFECT, {}
    for strength in (5, 80):
        yield f"  a prior of {strength} instead of 20", Weigher, EFFECT, _prior(strength)
    for least in (1, 4, 12, 16, 24):
        name = f"  from {least / mined.SCALE:g} instead of {mined.DECISIVE / mined.SCALE:g}"
        yield name, Weigher, EFFECT, {"DECISIVE": least}
    yield "what fits: alone", Weigher, FACT, {}
    for least in (8, 16, 24, 40):
        name = f"  from {least / mined.SCALE:g} instead of {mined.FITTING / mined.SCALE:g}"
        yield name, Weigher, FACT, {"FITTING": least}


# ------------------------------------------------------------------------------------------ report


def counted(questions: Sequence[Open], weigher: Weigher, kinds: Sequence[str]) -> Counts:
    """Count right and wrong answers."""
    found: Counts = Counter()
    for one in questions:
        answer = decided(one, weigher, kinds)
        if answer is not None:
            found[one.name, one.part, answer == one.gold] += 1
    return found


def cells(found: Counts, columns: Sequence[tuple[str, str]]) -> list[str]:
    """Say how many are right of how many, by set and part and in all."""
    from harness.scores.statistics import mcnemar, wilson

    told = [f"{found[(*c, True)]}/{found[(*c, True)] + found[(*c, False)]}" for c in columns]
    for part in ("tune", "held", ""):
        right = sum(n for (_, p, good), n in found.items() if good and part in ("", p))
        number = sum(n for (_, p, _), n in found.items() if part in ("", p))
        if not number:
            told.append("0/0")
            continue
        low, high = wilson(right, number)
        chance = mcnemar(right, number - right)
        told.append(
            f"{right}/{number} {100 * right / number:.1f} % ({100 * low:.0f} to {100 * high:.0f}), p {chance:.3f}"
        )
    return told


def main(argv: list[str] | None = None) -> int:
    """Answer and print the table."""
    parser = argparse.ArgumentParser(description="What each choice in weighing counts is worth.")
    parser.add_argument("run", metavar="RUN.json", help="what `evaluate --out` has written")
    parser.add_argument(
        "--store", nargs="+", default=[], metavar="NAME=FILE", help="stores to compare, as they are"
    )
    options = parser.parse_args(argv)
    os.environ["OMP_NUM_THREADS"] = "1"
    from harness.scores.table import table
    from reasoner import Reasoner
    from reasoner.engine import MINED
    from reasoner.mined_keys import Keys
    from reasoner.mined_store import MinedStore

    reasoner = Reasoner(mined="")
    keys = Keys(reasoner.store)
    questions = read_open(options.run, reasoner)
    columns = sorted(
        {(one.name, one.part) for one in questions}, key=lambda c: (c[0], c[1] != "tune")
    )
    rows = [["", *(" ".join(column) for column in columns), "all tune", "all held", "all"]]
    open_ones = Counter((one.name, one.part) for one in questions)
    rows.append(["left open", *(str(open_ones[c]) for c in columns), "", "", str(len(questions))])
    if options.store:
        for argument in options.store:
            name, _, path = argument.partition("=")
            with MinedStore(path or name) as store:
                found = counted(questions, Weigher(store, keys), BOTH)
            rows.append([name, *cells(found, columns)])
    else:
        with MinedStore(MINED) as store:
            for name, weigher, kinds, constants in ways():
                with given(**constants):
                    found = counted(questions, weigher(store, keys), kinds)
                rows.append([name, *cells(found, columns)])
    print(table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
