"""GAP (Webster et al. 2018) scored as its authors do: for each of two names, whether a pronoun stands for it.

A whole text is read, so a pronoun may stand for neither name. F1 counts each name by itself; bias is F1 for feminine
pronouns divided by F1 for masculine ones. Salience alone decides: knowledge is not asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coindex.harness.questions.gap import Row
from coindex.reasoner.discourse.resolved import Resolved

if TYPE_CHECKING:
    from coindex.reasoner.discourse.texts import TextReader
    from coindex.reasoner.running.engine import Reasoner

MARGIN = 1.5
"""By how much others may be more salient than the better name, in log-odds; chosen on the half called tune."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A row, which name is the better one (``None`` if neither is a candidate), and whether it is meant."""

    row: Row
    better: int | None
    is_meant: bool

    @property
    def is_feminine(self) -> bool:
        """Whether the pronoun is *she*, *her* or *hers*."""
        item = self.row.item
        return item.text[item.pron_start : item.pron_end].lower() in ("she", "her", "hers")

    def says(self, name: int) -> bool:
        """Whether the pronoun is said to stand for a name."""
        return self.is_meant and self.better == name


@dataclass(frozen=True, slots=True)
class Score:
    """Counts of names: rightly said to be meant, wrongly, and missed; and of rows with one right name."""

    true: int
    false: int
    missed: int
    asked: int
    right: int

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return 2 * self.true / max(1, 2 * self.true + self.false + self.missed)


def judged(reasoner: Reasoner, row: Row) -> Judged:
    """Read a text and judge both names."""
    from coindex.reasoner.discourse.texts import TextReader
    from kparse.semantics.build import analyse_long

    item = row.item
    reader = TextReader(
        reasoner, analyse_long(reasoner.nlp, item.text), reasoning=False, choices=[]
    )
    answers = {
        one.pronoun.start: one.referent for one in reader.read() if isinstance(one, Resolved)
    }
    named = [
        reader.number_at(place, place + len(name))
        for place, name in zip(row.places, item.candidates, strict=True)
    ]
    scores = _scores(reader, item.pron_start)
    answer = answers.get(item.pron_start)
    if answer is not None and answer not in scores:
        scores = {answer: 0.0}
    found = [i for i in range(2) if named[i] is not None and named[i] in scores]
    if not found:
        return Judged(row, None, is_meant=False)
    better = max(found, key=lambda i: scores[named[i] or 0])
    best = max(scores.values())
    return Judged(row, better, is_meant=scores[named[better] or 0] >= best - MARGIN)


def _scores(reader: TextReader, start: int) -> dict[int, float]:
    return {
        entity.number: score
        for one in reader.choices or ()
        if reader.parsed.tokens[one.phrase.head].start == start
        for entity, score in zip(one.candidates, one.scores, strict=True)
    }


def score(found: Iterable[Judged]) -> Score:
    """Count.

    Rows with one right name count as asked; right are those whose right name is the better one.
    """
    true = false = missed = asked = right = 0
    for one in found:
        for name in range(2):
            true += one.says(name) and one.row.right[name]
            false += one.says(name) and not one.row.right[name]
            missed += one.row.right[name] and not one.says(name)
        if any(one.row.right):
            asked += 1
            right += one.better is not None and one.row.right[one.better]
    return Score(true, false, missed, asked, right)
