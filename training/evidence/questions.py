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

SIMILAR, FITTED, TODAY = "similar", "pairs_fitted", "today"
"""Features that :func:`coindex.reasoner.evidence.spoken.features` does not have: the similarity of nouns, the score of
a pairwise model that was fitted without the question's pair (log-odds), and what knowledge counts today (points)."""


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
        said = -optimum.costs(case.question.pronoun)["knowledge"]
        more = {SIMILAR: similar[optimum.index], TODAY: float(said)}
        row |= {name: round(value, 4) for name, value in more.items() if value}
        found.append(Candidate(row, tuple(spoken)))
    return found


def _finder(solved: Solved, store: Store) -> Any:
    given = {rule.id: rule for rule in solved.selection.added}

    def rule(name: str) -> Any:
        return given.get(name) or store.rule(name)

    return rule


class _Listening(PairwiseModel):
    """Notes the terms of the questions that a model is asked about."""

    def __init__(self, model: PairwiseModel) -> None:
        """Listen to what a model is asked."""
        super().__init__({}, model.path)
        self._model = model
        self.heard: dict[tuple[str, ...], list[QuestionTerms]] = {}
        """By the pronoun and its candidates, in the order of the questions."""

    def evidence(
        self, atoms: Iterable[Atom], pronoun: str, candidates: Sequence[str]
    ) -> list[Evidence]:
        """Note the terms, and give the model's evidence."""
        known = list(atoms)
        terms = terms_of(known, pronoun, candidates)
        self.heard.setdefault((pronoun, *candidates), []).append(terms)
        return self._model.evidence(known, pronoun, candidates)


class _Notes:
    """Notes the evidence of the questions that a reasoner answers, while it is in use."""

    def __init__(self, reasoner: Reasoner) -> None:
        """Take over a reasoner."""
        self._reasoner = reasoner
        self._listening: _Listening | None = None
        self._before = reasoner.pairwise_model, reasoner.answered
        self._found: dict[tuple[object, ...], tuple[list[Candidate], QuestionTerms | None]] = {}
        self.last: list[Candidate] = []
        """Of the question that was answered last."""

    def __enter__(self) -> _Notes:
        """Begin to listen."""
        reasoner = self._reasoner
        if reasoner.pairwise_model is not None:
            reasoner.pairwise_model = self._listening = _Listening(reasoner.pairwise_model)
        reasoner.answered = self._note
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the reasoner as it was."""
        self._reasoner.pairwise_model, self._reasoner.answered = self._before

    def _note(self, solved: Solved, answer: Answer) -> None:
        reasoner = self._reasoner
        self.last = evidence_of(solved, reasoner.store, reasoner.word_vectors)
        question, terms = solved.case.question, None
        nodes = (c.node or f"none({i})" for i, c in enumerate(question.candidates))
        if self._listening is not None and not question.is_gap:
            waiting = self._listening.heard.get((question.pronoun, *nodes))
            terms = waiting.pop(0) if waiting else None  # (asked and answered in one order)
        self._found[_key(answer)] = self.last, terms

    def of(self, answer: Answer) -> tuple[list[Candidate], QuestionTerms | None]:
        """Give what was noted of a question about a pronoun."""
        return self._found.get(_key(answer), ([], None))

    @property
    def are_whole(self) -> bool:
        """Whether each question that the model was asked about has been answered."""
        return self._listening is None or not any(self._listening.heard.values())


def _key(answer: Answer) -> tuple[object, ...]:
    return answer.text, answer.start, answer.end, answer.candidates


def task(reasoner: Reasoner, entries: Sequence[Entry]) -> list[Asked]:
    """Answer questions and note the evidence (the job of a worker process)."""
    items = [entry.asked for entry in entries if isinstance(entry.asked, Item)]
    with _Notes(reasoner) as notes:
        answers = list(reasoner.solve_many(items))
        noted = {item.id: notes.of(answer) for item, answer in zip(items, answers, strict=True)}
        whole = notes.are_whole
    if not whole and len(items) > 1:  # they could not be answered in one program
        return [one for entry in entries for one in task(reasoner, [entry])]
    left = iter(answers)
    found: list[Asked] = []
    for entry in entries:
        if isinstance(entry.asked, Item):
            answer = next(left)
            candidates, terms = noted[entry.asked.id]
        else:
            with _Notes(reasoner) as notes:
                answer = reasoner.choose(entry.asked)
            candidates, terms = notes.last, None
        asked = replace(unanswered(entry), answer=answer.answer, decided_by=answer.decided_by)
        if answer.error is None:
            asked = replace(asked, candidates=tuple(candidates), terms=terms)
        found.append(asked)
    return found


def unanswered(entry: Entry, _reason: str = "") -> Asked:
    """Give the record of a question without an answer."""
    part: Part = "tune" if entry.part == "tune" else "check"
    return Asked(entry.set, entry.id, entry.pair, part, entry.kind, entry.gold or 0, None, "error")


# ------------------------------------------------------------------------------------------ as lines

_NUMBERS = (
    "points", "halves", "distance", "discount", "turned", "steps", "inferred", "narrow", "wide"
)  # fmt: skip
"""What a line has of a rule, after its name and form."""


def rules_of(lists: Iterable[Sequence[Any]]) -> tuple[Spoken, ...]:
    """Read the rules of a line."""
    return tuple(
        Spoken(name, form, **dict(zip(_NUMBERS, numbers, strict=True)))
        for name, form, *numbers in lists
    )


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
    candidates = tuple(Candidate(dict(row), rules_of(rules)) for row, rules in record["candidates"])
    name, identity, pair, part, kind = record["head"]
    return Asked(
        name,
        identity,
        pair,
        part,
        kind,
        gold=int(record["gold"]),
        answer=record["answer"],
        decided_by=record["decided_by"],
        candidates=candidates,
        terms=QuestionTerms(terms[0], tuple(terms[1:])) if terms else None,
    )
