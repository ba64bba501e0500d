"""Training samples from questions: the terms of the pronoun and of each candidate, and the right answer."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from coindex.harness.questions.sources import Entry
from coindex.reasoner.evidence.pairwise_model import Atom, PairwiseModel, QuestionTerms, terms_of
from coindex.reasoner.evidence.weigh import Evidence
from coindex.reasoner.item import Item
from coindex.reasoner.running.engine import Reasoner

EXAMPLES = "examples"
"""The set that the examples beside the axioms make."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A question: set, pair (both questions are in one fold), right answer; the terms, if it was answered."""

    set: str
    id: str
    pair: str
    gold: int
    by_knowledge: bool
    right: bool
    """Whether the reasoner answers it right without the pairwise model."""
    terms: QuestionTerms | None


class Recorder(PairwiseModel):
    """Records the terms of the question that is being solved, and adds no evidence."""

    def __init__(self) -> None:
        """Begin without a question."""
        super().__init__({})
        self.last: QuestionTerms | None = None

    def evidence(
        self, atoms: Iterable[Atom], pronoun: str, candidates: Sequence[str]
    ) -> list[Evidence]:
        """Keep the terms."""
        self.last = terms_of(atoms, pronoun, candidates)
        return []


def sample_task(reasoner: Reasoner, entries: Sequence[Entry]) -> list[Sample]:
    """Solve some questions without the pairwise model (a worker's task)."""
    recorder = Recorder()
    before, reasoner.pairwise_model = reasoner.pairwise_model, recorder
    try:
        found = []
        for entry in entries:
            if not isinstance(entry.asked, Item):
                continue
            recorder.last = None
            answer = next(reasoner.solve_many([entry.asked]))
            found.append(
                Sample(
                    entry.set,
                    entry.id,
                    entry.pair,
                    entry.gold or 0,
                    answer.decided_by == "knowledge",
                    answer.answer == entry.gold,
                    recorder.last if answer.error is None else None,
                )
            )
    finally:
        reasoner.pairwise_model = before
    return found


def without_terms(entry: Entry, _reason: str = "") -> Sample:
    """Give the sample of a question that was not answered."""
    return Sample(entry.set, entry.id, entry.pair, entry.gold or 0, False, False, None)


def examples(directory: Path) -> list[Entry]:
    """Read the examples beside the axioms as questions: the first answer is the right one.

    Examples of one rule in one file form a pair: they were written together.

    Raises:
        InputError: a line is not an example.
    """
    from coindex.reasoner.authoring.examples import read_examples

    found: dict[tuple[str, int], Entry] = {}
    for example in read_examples([directory]):
        item = example.item
        pair = f"{example.rule}:{item.id.partition(':')[0]}"
        entry = Entry(EXAMPLES, item.id, pair, "tune", (), item, 0)
        found.setdefault((item.text, item.pron_start or 0), entry)
    return list(found.values())


# ------------------------------------------------------------------------------------------ as lines


def to_line(sample: Sample) -> str:
    """Write a question as a line of JSON."""
    terms = sample.terms
    record = {
        "set": sample.set,
        "id": sample.id,
        "pair": sample.pair,
        "gold": sample.gold,
        "by_knowledge": sample.by_knowledge,
        "right": sample.right,
        "terms": [sorted(terms.pronoun), *map(sorted, terms.candidates)] if terms else [],
    }
    return json.dumps(record, ensure_ascii=False)


def from_line(line: str) -> Sample:
    """Read what :func:`to_line` wrote.

    Raises:
        ValueError, TypeError, KeyError: it is something else.
    """
    record: dict[str, Any] = json.loads(line)
    terms = [frozenset(map(str, each)) for each in record["terms"]]
    return Sample(
        record["set"],
        record["id"],
        record["pair"],
        int(record["gold"]),
        bool(record["by_knowledge"]),
        bool(record["right"]),
        QuestionTerms(terms[0], tuple(terms[1:])) if terms else None,
    )
