"""How good the answers are: a table of parsed, graph ok, decided by knowledge, right; apart by part."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from harness.questions import Gold
from reasoner.answer import Answer


@dataclass(slots=True)
class Tally:
    """Counts over a set of questions."""

    items: int = 0
    parsed: int = 0
    matched: int = 0
    by: dict[str, list[int]] = field(default_factory=dict)
    """Outcome -> [how many, how many right]."""

    def add(self, gold: Gold, answer: Answer) -> None:
        """Count one question."""
        self.items += 1
        self.parsed += answer.graph != ""
        self.matched += bool(answer.readings) and all(r.node for r in answer.readings)
        cell = self.by.setdefault(answer.decided_by, [0, 0])
        cell[0] += 1
        cell[1] += answer.answer == gold.answer

    @property
    def right(self) -> int:
        """How many answers are right."""
        return sum(r for _, r in self.by.values())

    def row(self, name: str) -> list[str]:
        """The table's row: counts, and right of those decided by knowledge."""
        decided, right = self.by.get("knowledge", [0, 0])
        guessed = self.items - decided
        return [
            name,
            str(self.items),
            str(self.parsed),
            str(self.matched),
            _share(self.right, self.items),
            _share(decided, self.items),
            _share(right, decided),
            _share(self.right - right, guessed),
        ]


HEADER = [
    "part",
    "items",
    "parsed",
    "graph ok",
    "right",
    "by knowledge",
    "right of these",
    "right of the rest",
]


def _share(part: int, whole: int) -> str:
    return f"{part} ({100 * part / whole:.1f} %)" if whole else "-"


def tally(pairs: Iterable[tuple[Gold, Answer]], seed: str = "1") -> dict[str, Tally]:
    """Tallies by part (``tune``, ``held``) and of all."""
    result = {"tune": Tally(), "held": Tally(), "all": Tally()}
    for gold, answer in pairs:
        result[gold.part(seed)].add(gold, answer)
        result["all"].add(gold, answer)
    return {name: t for name, t in result.items() if t.items}


def table(tallies: dict[str, Tally]) -> str:
    """The tallies as a plain text table."""
    rows = [HEADER, *(t.row(name) for name, t in tallies.items())]
    widths = [max(len(r[i]) for r in rows) for i in range(len(HEADER))]
    return "\n".join(
        "  ".join(c.ljust(w) for c, w in zip(r, widths, strict=True)).rstrip() for r in rows
    )


def describe(gold: Gold, answer: Answer) -> str:
    """One question with its answer and the rules that spoke for each candidate."""
    right = "?" if gold.answer is None else gold.item.candidates[gold.answer]
    lines = [
        f"[{gold.item.id}] {'right' if answer.answer == gold.answer else 'WRONG'} by {answer.decided_by}: "
        f"{gold.item.text}",
        f"   {answer.pronoun!r} -> {answer.candidate!r}, gold {right!r}",
    ]
    for reading in answer.readings:
        rules = ", ".join(f"{r.id}{'+' if r.sign > 0 else '-'}{r.weight}" for r in reading.rules)
        lines.append(f"   {reading.candidate}: {reading.cost_by_level} {rules}")
    if answer.missing:
        lines.append(f"   no rows: {', '.join(answer.missing)}")
    if answer.error:
        lines.append(f"   error: {answer.error}")
    return "\n".join(lines)
