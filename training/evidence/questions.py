"""Questions with the evidence for each of their candidates: what a worker makes of them, and how it is written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from coindex.harness.questions.sources import Entry
from coindex.reasoner.answer import Answer
from coindex.reasoner.evidence.breadth import Breadths
from coindex.reasoner.evidence.pairwise_model import Atom, PairwiseModel, QuestionTerms, terms_of
from coindex.reasoner.evidence.similar_nouns import similarities
from coindex.reasoner.evidence.spoken import Spoken, Text, features, spoken_in
from coindex.reasoner.evidence.weigh import Evidence
from coindex.reasoner.evidence.word_vectors import WordVectors
from coindex.reasoner.item import Item
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.solving.case import Solved
from coindex.reasoner.store.store import Store
from kparse.caches import lru_cache

Part = Literal["tune", "check"]

SIMILAR, FITTED = "similar", "pairs_fitted"
"""Features that the program does not have: the similarity of nouns, and the score of a pairwise model that was fitted
without the question's pair (log-odds)."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate with its evidence."""

    features: dict[str, float]
    """Those that are not 0."""
    rules: tuple[Spoken, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its answer and the evidence for its candidates (none if it could not be answered)."""

    set: str
    id: str
    pair: str
    part: Part
    kind: str
    gold: int
    answer: int | None
    decided_by: str
    candidates: tuple[Candidate, ...] = ()
    terms: QuestionTerms | None = None
    """The terms of the pairwise model."""


@lru_cache(2)
def _breadths(store: Store) -> Breadths:
    return Breadths(store)


def evidence_of(solved: Solved, store: Store, vectors: WordVectors | None) -> list[Candidate]:
    """Give the evidence for each candidate of a question that was solved, in their order."""
    case = solved.case
    facts = (*case.facts, *solved.program.facts)
    text = Text(case.graph, solved.selection.rows, facts, _finder(solved, store), _breadths(store))
    nodes = [c.node or f"none({i})" for i, c in enumerate(case.question.candidates)]
    similar = [0.0] * len(nodes)
    if vectors is not None and not case.question.is_gap:
        similar = similarities(case.graph, case.question.pronoun, nodes, vectors)
    found = []
    for optimum in sorted(solved.solution.optima, key=lambda one: one.index):
        shown, node = frozenset(optimum.shown), nodes[optimum.index]
        spoken = spoken_in(shown, node, text)
        row = features(spoken, shown, case.question.pronoun, node)
        if similar[optimum.index]:
            row[SIMILAR] = round(similar[optimum.index], 4)
        found.append(Candidate(row, tuple(spoken)))
    return found


def _finder(solved: Solved, store: Store) -> Any:
    given = {rule.id: rule for rule in solved.selection.added}

    def rule(name: str) -> Any:
        return given.get(name) or store.rule(name)

    return rule


class _Listening(PairwiseModel):
    """Notes the terms of the question that is being solved."""

    def __init__(self, model: PairwiseModel) -> None:
        """Listen to what a model is asked."""
        super().__init__({}, model.path)
        self._model = model
        self.last: QuestionTerms | None = None

    def evidence(
        self, atoms: Iterable[Atom], pronoun: str, candidates: Sequence[str]
    ) -> list[Evidence]:
        """Note the terms, and give the model's evidence."""
        known = list(atoms)
        self.last = terms_of(known, pronoun, candidates)
        return self._model.evidence(known, pronoun, candidates)


def task(reasoner: Reasoner, entries: Sequence[Entry]) -> list[Asked]:
    """Answer questions one by one and note the evidence (the job of a worker process)."""
    found: list[Asked] = []
    last: list[Solved] = []

    def note(solved: Solved, answer: Answer) -> None:
        last.append(solved)

    listening = None
    before = reasoner.pairwise_model, reasoner.answered
    if reasoner.pairwise_model is not None:
        reasoner.pairwise_model = listening = _Listening(reasoner.pairwise_model)
    reasoner.answered = note
    try:
        for entry in entries:
            last.clear()
            if listening is not None:
                listening.last = None
            if isinstance(entry.asked, Item):
                answer = next(reasoner.solve_many([entry.asked]))
            else:
                answer = reasoner.choose(entry.asked)
            asked = replace(
                unanswered(entry), answer=answer.answer, decided_by=answer.decided_by
            )
            if last and answer.error is None:
                candidates = evidence_of(last[-1], reasoner.store, reasoner.word_vectors)
                terms = listening.last if listening is not None else None
                asked = replace(asked, candidates=tuple(candidates), terms=terms)
            found.append(asked)
    finally:
        reasoner.pairwise_model, reasoner.answered = before
    return found


def unanswered(entry: Entry, reason: str = "error") -> Asked:
    """Give the record of a question without an answer."""
    part: Part = "tune" if entry.part == "tune" else "check"
    return Asked(
        entry.set, entry.id, entry.pair, part, entry.kind, entry.gold or 0, None, "error"
    )


# ------------------------------------------------------------------------------------------ as lines

_NUMBERS = (
    "points", "halves", "distance", "discount", "turned", "steps", "inferred", "narrow", "wide"
)  # fmt: skip
"""What a line has of a rule, after its name and form."""


def to_lines(asked: Asked, fitted: float | None = None) -> list[str]:
    """Write a line of JSON for each candidate.

    Args:
        asked: the question.
        fitted: the lead of the right candidate by the pairwise model that was fitted without it, in log-odds.
    """
    lines = []
    for index, candidate in enumerate(asked.candidates):
        row = dict(candidate.features)
        if fitted and len(asked.candidates) == 2:
            row[FITTED] = round(fitted / 2 if index == asked.gold else -fitted / 2, 4)
        record = {
            "set": asked.set,
            "id": asked.id,
            "pair": asked.pair,
            "part": asked.part,
            "kind": asked.kind,
            "candidate": index,
            "of": len(asked.candidates),
            "gold": index == asked.gold,
            "answered": index == asked.answer,
            "decided_by": asked.decided_by,
            "features": dict(sorted(row.items())),
            "rules": [
                [one.id, one.form, *(getattr(one, name) for name in _NUMBERS)]
                for one in candidate.rules
            ],
        }
        lines.append(json.dumps(record, ensure_ascii=False))
    return lines


def to_line(asked: Asked) -> str:
    """Write a question as one line, which :func:`from_line` reads."""
    terms = asked.terms
    record = {
        "head": [asked.set, asked.id, asked.pair, asked.part, asked.kind],
        "gold": asked.gold,
        "answer": asked.answer,
        "decided_by": asked.decided_by,
        "candidates": [
            [c.features, [[r.id, r.form, *(getattr(r, n) for n in _NUMBERS)] for r in c.rules]]
            for c in asked.candidates
        ],
        "terms": [sorted(terms.pronoun), *map(sorted, terms.candidates)] if terms else [],
    }
    return json.dumps(record, ensure_ascii=False)


def from_line(line: str) -> Asked:
    """Read what :func:`to_line` wrote.

    Raises:
        ValueError, TypeError, KeyError: it is something else.
    """
    record: dict[str, Any] = json.loads(line)
    terms = [frozenset(map(str, each)) for each in record["terms"]]
    candidates = tuple(
        Candidate(
            dict(row),
            tuple(
                Spoken(name, form, **dict(zip(_NUMBERS, numbers, strict=True)))
                for name, form, *numbers in rules
            ),
        )
        for row, rules in record["candidates"]
    )
    return Asked(
        *record["head"],
        gold=int(record["gold"]),
        answer=record["answer"],
        decided_by=record["decided_by"],
        candidates=candidates,
        terms=QuestionTerms(terms[0], tuple(terms[1:])) if terms else None,
    )
