"""A small corpus, schemas about it, and measurements made up."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from coindex.harness.hardness.features import FEATURES
from coindex.harness.hardness.measured import Measured
from coindex.harness.hardness.rounds import Course, Found, Votes
from coindex.harness.questions.questions import Gold
from coindex.reasoner.item import Item

MEN = "gardener butcher weaver hunter painter drummer".split()
WOMEN = "abbess heiress governess actress sorceress mistress".split()
SIZES = (5, 20, 100)
TEXTS = (
    ("The teacher scolded the pupil because [he] was angry.", 0),
    ("The teacher praised the pupil because [he] was brave.", 1),
    ("The teacher scolded the pupil because [he] was brave.", 1),
    ("The teacher praised the pupil because [he] was angry.", 0),
)
BOTH = ("the teacher", "the pupil")


def corpus() -> str:
    """Lines in which people who scold are angry, and people who are praised are brave."""
    lines = []
    for man, woman in zip(MEN, WOMEN, strict=True):
        lines += [
            f"The {woman} scolded the lord of the {man}s because she was angry.",
            f"The lord of the {man}s scolded the {woman} at noon because he was angry.",
            f"The {woman} praised the lord of the {man}s because he was brave.",
            f"The lord of the {man}s praised the {woman} at noon because she was brave.",
            f"The {woman} walked with the {man} along the river to the old mill.",
        ]
    return "\n".join(lines) + "\n"


def golds(texts: Iterable[tuple[str, int]] = TEXTS) -> list[Gold]:
    """Questions, two a pair."""
    found = []
    for number, (marked, answer) in enumerate(texts):
        start = marked.index("[")
        text = marked.replace("[", "").replace("]", "")
        item = Item(str(number), text, start, start + marked.index("]") - start - 1, BOTH)
        found.append(Gold(item, answer, f"p{number // 2}"))
    return found


def collection(path: Path, some: Sequence[Gold] | None = None) -> Path:
    """Write questions as JSON lines."""
    lines = []
    for gold in some if some is not None else golds():
        item = gold.item
        record: dict[str, Any] = {
            "id": item.id,
            "text": item.text,
            "pron_start": item.pron_start,
            "pron_end": item.pron_end,
            "candidates": list(item.candidates),
            "pair_id": gold.pair,
            "answer": gold.answer,
        }
        lines.append(json.dumps(record))
    path.write_text("\n".join(lines) + "\n")
    return path


def people(path: Path, shares: dict[str, float]) -> Path:
    """Write how many people answer rightly."""
    rows = [f"{item}\t{share}" for item, share in shares.items()]
    path.write_text("item\thuman_accuracy\n" + "\n".join(rows) + "\n")
    return path


def votes(size: int, answers: Sequence[int], margin: float = 0.0) -> Votes:
    """Rounds that are the same in both halves."""
    return Votes(size, tuple(answers), tuple(answers), (margin, -margin), float(size))


def measured(number: int, *, seed: int = 1, labels: Sequence[int | None] = ()) -> Measured:
    """An item with features drawn at random, the same for the same number and seed."""
    draw = random.Random(f"{seed} {number}")
    features = {feature.name: draw.gauss(0, 1) for feature in FEATURES}
    some = labels or [draw.choice((0, 1, None)) for _ in SIZES]
    rounds = []
    for size, label in zip(SIZES, some, strict=True):
        answers = [5, 5, 5]
        answers[2 if label is None else label] = 40
        rounds.append(votes(size, answers, draw.gauss(0, 1)))
    return Measured(
        str(number),
        f"p{number // 2}",
        f"Item {number} <b>is</b> one.",
        BOTH,
        number % 2,
        features,
        Course(tuple(rounds), (Found("both predicates", 7),)),
        0,
        "knowledge",
    )


def inline(tasks: Iterable[Any], job: Any, settings: Any, **_: Any) -> Iterator[Any]:
    """Do the work in this process, for tests that are not about workers."""
    ready = settings.reasoner()
    for task in tasks:
        yield job(ready, task)
