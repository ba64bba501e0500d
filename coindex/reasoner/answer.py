"""What the reasoner answers: plain data, importable without clingo and spaCy, with a JSON form.

The JSON form of an answer is ``Answer.to_dict()``; its schema is ``coindex/reasoner/rendering/answer.schema.json``.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from coindex.version import __version__

Outcome = Literal[
    "knowledge",
    "asked",
    "mined",
    "preference",
    "tie",
    "nothing parsed",
    "no pronoun",
    "no candidate",
    "error",
]
"""What decided: authored knowledge, rules that were asked for and not reviewed (``asked``), statistics (``mined``), or
a weak preference (parallelism, salience ...); ``tie`` if nothing did; else why there is no answer."""
INFORMED: tuple[Outcome, ...] = ("knowledge", "asked", "mined")
"""The outcomes of answers that are no guesses."""


@dataclass(frozen=True, slots=True)
class FiredRule:
    """A rule that spoke in a reading: its name, its place, and its sentence with the phrases filled in."""

    id: str
    file: str
    line: int
    text: str
    weight: int
    source: str
    level: Literal["knowledge", "asked", "mined", "preference"] = "knowledge"
    sign: Literal[1, -1] = 1
    """1: speaks for the reading; -1: speaks against it."""
    link: str = ""
    """The link of the text that it explains, as a term; empty if it needs none."""
    how: Literal["", "expected", "converse"] = ""
    """``expected``: it says what one would expect and the text denies; ``converse``: it says the contrary of both
    sides."""
    told: str = ""
    """The sentence of a short explanation, if it is another one: in the text's own words."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A node of the derivation: a statement in words, how it came to hold, and what it rests on."""

    statement: str
    atom: str
    how: Literal["given", "row", "rule", "chosen", "assumed false", "condition", "counted", "above"]
    rule: str | None = None
    file: str | None = None
    line: int | None = None
    because: tuple[Proof, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """One candidate's best reading: its cost by level (highest first) and the rules that spoke in it."""

    index: int
    candidate: str
    node: str | None
    cost: int
    cost_by_level: dict[str, int]
    rules: tuple[FiredRule, ...] = ()
    proofs: tuple[Proof, ...] = ()
    problems: tuple[str, ...] = ()
    """What grammar has against it: ``co_argument``, ``own_possessor``, ``disagreement`` or ``thing_called_he``."""


@dataclass(frozen=True, slots=True)
class SentenceUse:
    """What became of a sentence of knowledge that was given with the question, or asked for."""

    sentence: str
    used: bool
    why: str
    """Which words it shares with the question, or why it was not used."""
    source: str = ""
    """Who stated it, if it was asked for; empty if it was given with the question."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A rule that would have spoken, and was left out of an answer because its statement was judged false."""

    id: str
    file: str
    line: int
    statement: str
    """What it says, in general: all that was judged."""
    why: str
    """As an explanation has it: ``judged false by llm:MODEL, not reviewed``."""

    @property
    def key(self) -> str:
        """What a case names it by: a sentence that was asked for by its words, another rule by its name."""
        return self.statement if self.id.startswith("english_rule(") else self.id


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one question about one pronoun.

    ``answer`` is the index of the chosen candidate (``None`` only when ``decided_by`` says why there is none),
    ``confidence`` between 0 and 1 (``1 / n``: a guess among ``n`` candidates), ``costs`` one a candidate,
    in their order; the lowest wins.
    """

    text: str
    pronoun: str
    start: int
    end: int
    candidates: tuple[str, ...]
    answer: int | None
    decided_by: Outcome
    confidence: float
    readings: tuple[Reading, ...] = ()
    timings: dict[str, float] = field(default_factory=dict)
    """Milliseconds by stage: parse, facts, select, ground, solve, explain."""
    graph: str = ""
    """The semantic graph in PENMAN notation."""
    missing: tuple[str, ...] = ()
    """Rows that would have helped: words of the question without any row, and the like."""
    error: str | None = None
    sentence_uses: tuple[SentenceUse, ...] = ()
    """What became of the sentences of knowledge that were given with the question."""
    left_out: tuple[LeftOut, ...] = ()
    """The rules that were left out because of what was said of their statements."""

    @property
    def candidate(self) -> str | None:
        """The chosen phrase."""
        return None if self.answer is None else self.candidates[self.answer]

    def is_undecided(self, least: float | None) -> bool:
        """Whether the answer is less sure than is asked for (no limit: ``None``)."""
        return least is not None and self.error is None and self.confidence < least

    @property
    def is_by_rules(self) -> bool:
        """Whether rules with a statement in English decided it, among them those found in raw text."""
        supplied = any(use.used and use.source for use in self.sentence_uses)
        return self.decided_by in ("knowledge", "asked") or (
            self.decided_by == "mined" and supplied
        )

    @property
    def costs(self) -> list[int]:
        """Cost of each candidate's best reading, in the order of the candidates."""
        return [r.cost for r in sorted(self.readings, key=lambda r: r.index)]

    @property
    def best(self) -> Reading | None:
        """The chosen candidate's reading."""
        return next((r for r in self.readings if r.index == self.answer), None)

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready form."""
        data = asdict(self)
        for reading in data["readings"]:
            for rule in reading["rules"]:
                del rule["told"]  # (another wording of its text)
        data["candidate"] = self.candidate
        data["costs"] = self.costs
        data["coindex"] = __version__
        return data
