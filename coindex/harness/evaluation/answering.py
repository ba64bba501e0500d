"""What worker processes do: answer a chunk of questions and make the record of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from coindex.harness.misses.diagnosis import diagnose, unanswered
from coindex.harness.questions.sources import Entry
from coindex.harness.scores.baselines import baselines
from coindex.harness.scores.run import Rule, RunItem, Sentence
from coindex.reasoner.answer import Answer
from coindex.reasoner.item import Item
from coindex.reasoner.solving import deciding
from coindex.reasoner.solving.choice import Choice
from kparse.notation.penman import decode

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner


def answer_chunk(
    reasoner: Reasoner, entries: Sequence[Entry], *, explain: bool = False
) -> list[RunItem]:
    """Answer questions together, in their order (the job of a worker process)."""
    answers = _answers(reasoner, entries)
    return [
        record(entry, answer, reasoner, explain=explain, alone=_alone(reasoner, entry, answer))
        for entry, answer in zip(entries, answers, strict=True)
    ]


def _alone(reasoner: Reasoner, entry: Entry, answer: Answer) -> int | None:
    """Answer a question that had sentences of knowledge, or from which rules were left out, as if alone."""
    if not answer.sentence_uses and not answer.left_out:
        return None
    asked = replace(entry.asked, knowledge=())
    asks, reasoner.asks = reasoner.asks, None
    try:
        if isinstance(asked, Choice):
            return reasoner.choose(asked).answer
        return next(reasoner.solve_many([asked])).answer
    finally:
        reasoner.asks = asks


def _answers(reasoner: Reasoner, entries: Sequence[Entry]) -> Iterator[Answer]:
    items = [e.asked for e in entries if isinstance(e.asked, Item)]
    solved = iter(reasoner.solve_many(items))
    for entry in entries:
        if isinstance(entry.asked, Choice):
            yield reasoner.choose(entry.asked)
        else:
            yield next(solved)


def failed(entry: Entry, message: str) -> RunItem:
    """Make the record of a question whose worker process died."""
    return record(entry, entry.asked.failed(message), None)


def record(
    entry: Entry,
    answer: Answer,
    reasoner: Reasoner | None,
    *,
    explain: bool = False,
    alone: int | None = None,
) -> RunItem:
    """Make the record of an answer; with a reasoner, also why it is wrong or was guessed.

    Args:
        entry: the question.
        answer: to it.
        reasoner: what has answered.
        explain: whether to keep the explanation.
        alone: the answer without sentences of knowledge, if there were some.
    """
    graph = decode(answer.graph) if answer.graph else None
    right = None if entry.gold is None else answer.answer == entry.gold
    level, margin = decided(answer)
    if reasoner is not None:
        hole = diagnose(reasoner, entry, answer, graph)
    else:
        hole = unanswered(answer) if entry.gold is not None else None
    return RunItem(
        set=entry.set,
        id=entry.id,
        pair=entry.pair,
        part=entry.part,
        tags=entry.tags,
        kind=entry.kind,
        text=answer.text,
        pronoun=answer.pronoun,
        start=answer.start,
        end=answer.end,
        candidates=answer.candidates,
        gold=entry.gold,
        answer=answer.answer,
        right=right,
        decided_by=answer.decided_by,
        confidence=round(answer.confidence, 6),
        margin=margin,
        level=level,
        costs=tuple(answer.costs),
        rules=_rules(answer),
        baselines=baselines(answer, graph if entry.kind == "pronoun" else None),
        human=entry.human,
        miss=hole.kind if hole is not None and right is False else None,
        hole=hole.kind if hole is not None else None,
        about=hole.about if hole is not None else (),
        why=hole.why if hole is not None else "",
        missing=answer.missing,
        graph=answer.graph,
        explanation=_explanation(answer) if explain else None,
        ms=round(sum(answer.timings.values()), 3),
        error=answer.error,
        sentences=tuple(Sentence(u.sentence, u.used, u.source) for u in answer.sentence_uses),
        alone=alone,
    )


def decided(answer: Answer) -> tuple[str, int]:
    """Return the source of what decided the answer, and by how much; no source and 0 where nothing decided."""
    decision = deciding.decided(answer)
    return ("", 0) if decision is None else (decision.source or "", decision.margin)


def _rules(answer: Answer) -> tuple[tuple[Rule, ...], ...]:
    rules = {r.index: r.rules for r in answer.readings}
    return tuple(
        tuple(Rule(r.id, r.weight, r.sign, r.text, r.file, r.line) for r in rules.get(index, ()))
        for index in range(len(answer.candidates))
    )


def _explanation(answer: Answer) -> str | None:
    from coindex.reasoner.rendering.render import to_text

    return to_text(answer) if answer.error is None else None
