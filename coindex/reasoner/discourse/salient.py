"""Answers by salience alone, and the weights of its features."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

from coindex.reasoner.answer import Answer, Reading
from coindex.reasoner.discourse.choosing import Choice
from coindex.reasoner.discourse.entities import Entity
from coindex.reasoner.discourse.phrases import mention_of
from coindex.reasoner.evidence.salience import UNIT, shipped_salience
from kparse.input.tokens import ParsedText

WEIGHTS = "learned/statistics/prose.tsv"
"""The file of the weights in a directory of knowledge, written by ``python -m training.prose``."""
SHOWN = 5
"""Entities that an answer has readings of: the most salient."""
CENT = 100
"""Costs of readings are hundredths of log-odds."""


def shipped_weights(knowledge: Path) -> Mapping[str, float]:
    """Read the weights once in a process, as log-odds; none if there is no file."""
    found = shipped_salience(knowledge / WEIGHTS)
    return {} if found is None else {k: v / UNIT for k, v in found.weights.items()}


def best_entities(choice: Choice) -> list[tuple[Entity, float]]:
    """Give the most salient entities with their log-odds, the best first."""
    ranked = sorted(range(len(choice.candidates)), key=lambda i: (-choice.scores[i], i))
    return [(choice.candidates[i], choice.scores[i]) for i in ranked[:SHOWN]]


def by_salience(
    parsed: ParsedText, choice: Choice, among: list[tuple[Entity, float]] | None = None
) -> tuple[Answer, list[Entity]] | None:
    """Answer a pronoun by salience; ``None`` if it more likely stands for nothing that is named.

    The confidence is the chance of the best entity by the model, among all and none. ``among`` has the entities that
    count, with their log-odds, the best first; by default the most salient ones.
    """
    if choice.is_nothing:
        return None
    best = best_entities(choice) if among is None else among
    entities = [entity for entity, _ in best]
    texts = tuple(_text(parsed, entity, choice) for entity in entities)
    readings = tuple(
        Reading(i, text, None, round(CENT * (best[0][1] - score)), {}, (), ())
        for i, (text, (_, score)) in enumerate(zip(texts, best, strict=True))
    )
    token = parsed.tokens[choice.phrase.head]
    start = _sentence_start(parsed, token.index)
    text = parsed.text[start : _sentence_end(parsed, token.index)]
    answer = Answer(
        text=text,
        pronoun=token.form,
        start=token.start - start,
        end=token.end - start,
        candidates=texts,
        answer=0,
        decided_by="preference",
        confidence=chance(choice),
        readings=readings,
    )
    return answer, entities


def chance(choice: Choice) -> float:
    """Give the chance of the best entity among all and none."""
    top = max(*choice.scores, choice.nothing)
    whole = sum(math.exp(score - top) for score in (*choice.scores, choice.nothing))
    return math.exp(max(choice.scores) - top) / whole


def _text(parsed: ParsedText, entity: Entity, choice: Choice) -> str:
    return " ".join(mention_of(parsed, entity.named_before(choice.phrase.head)).text.split())


def _sentence_start(parsed: ParsedText, index: int) -> int:
    tokens = parsed.tokens
    while index > 0 and tokens[index - 1].sentence == tokens[index].sentence:
        index -= 1
    return tokens[index].start


def _sentence_end(parsed: ParsedText, index: int) -> int:
    tokens = parsed.tokens
    while index + 1 < len(tokens) and tokens[index + 1].sentence == tokens[index].sentence:
        index += 1
    return tokens[index].end
