"""The record of an evaluation: every item with its answer, and the scores computed from them, as one JSON file.

It is what ``evaluate --out`` writes, and what ``--compare`` and the report read. Writing and reading are inverse.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, SkipValidation, TypeAdapter

from coindex.harness.questions.sources import SetInfo
from coindex.reasoner.answer import Outcome
from kparse.errors import InputError, Location

FORMAT = "coindex-run"
VERSION = 1
HINT = "Give a file that `evaluate --out` has written."


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that applied in a candidate's reading (``sign`` -1: against it)."""

    id: str
    weight: int
    sign: int
    text: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of knowledge that a question had, and whether it was used."""

    sentence: str
    used: bool
    source: str
    """Who stated it, if it was asked for; empty for one of ``--knowledge``."""


@dataclass(frozen=True, slots=True)
class RunItem:
    """A question with its right answer and the one that was given. Indices count candidates from 0."""

    set: str
    id: str
    pair: str
    part: str
    """``tune`` (looked at while rules were written) or ``held``."""
    tags: tuple[str, ...]
    kind: Literal["pronoun", "choice"]
    text: str
    pronoun: str
    start: int
    """The place of the pronoun, in code points."""
    end: int
    candidates: tuple[str, ...]
    gold: int | None
    answer: int | None
    right: bool | None
    """``None`` where the file has no right answer."""
    decided_by: SkipValidation[Outcome]
    """Records of earlier versions have others, too."""
    confidence: float
    margin: int
    """How much more the runner-up costs at the level that decided; 0 for ties."""
    level: str
    """The level that decided (``knowledge``, ``preference`` ...); empty for ties and errors."""
    costs: tuple[int, ...]
    rules: tuple[tuple[Rule, ...], ...]
    """The rules that applied, for each candidate."""
    baselines: dict[str, int | None]
    """The answer of each baseline; ``None`` if it has none."""
    human: float | None
    """Share of people who answered rightly, 0 to 1."""
    miss: str | None
    """Class of a wrong answer (``coindex.harness.misses.diagnosis``)."""
    hole: str | None
    """The same, also for a lucky guess: a right answer that no rule decided."""
    about: tuple[str, ...]
    """What the class is about, for counting: words without rows, links without an axiom, rules, connectives."""
    why: str
    """The reason, in one line."""
    missing: tuple[str, ...]
    """Words without rows."""
    graph: str
    explanation: str | None
    ms: float
    error: str | None
    sentences: tuple[Sentence, ...] = ()
    """Those that were asked for, or given for this question."""
    alone: int | None = None
    """Where there are sentences: the answer without them."""

    @property
    def key(self) -> tuple[str, str]:
        """What identifies the item across runs."""
        return self.set, self.id


@dataclass(frozen=True, slots=True)
class Cell:
    """How many items, and how many of them right."""

    items: int = 0
    right: int = 0

    @property
    def share(self) -> float | None:
        """Share of right answers; ``None`` without items."""
        return self.right / self.items if self.items else None


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the precision-coverage curve: of the surest ``share`` of items, ``precision`` are right."""

    share: float
    precision: float
    margin: int
    """The smallest margin among the items that were added last."""
    confidence: float
    """Items of at least this confidence."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Items whose confidence lies in a range: their mean confidence, and how many are right."""

    low: Annotated[float, Field(alias="from")]
    high: Annotated[float, Field(alias="to")]
    items: int
    mean: float
    right: int


@dataclass(frozen=True, slots=True)
class Twins:
    """Pairs of questions: how many are both answered rightly, and how many get the same answer twice."""

    pairs: int = 0
    both_right: int = 0
    same_answer: int = 0
    decided: int = 0
    """Pairs of which knowledge decides both."""
    told_apart: int = 0
    """Of those that knowledge decides: pairs whose answers differ."""


@dataclass(frozen=True, slots=True)
class Human:
    """Right answers to items that are easy for people (at least a share ``cut`` is right), and to hard ones."""

    easy: Cell
    hard: Cell
    cut: float


@dataclass(frozen=True, slots=True)
class Scores:
    """All counts over some items (those with a right answer)."""

    items: int
    right: int
    accuracy: float
    interval: tuple[float, float]
    """Wilson's, 95 %."""
    expected: float
    """Accuracy of guessing."""
    by: dict[str, Cell]
    """By outcome."""
    baselines: dict[str, Cell]
    """Over the items that the baseline answers."""
    coverage: tuple[Point, ...]
    area: float
    """Under the precision-coverage curve."""
    reliability: tuple[Bin, ...]
    calibration_error: float
    """Expected calibration error of ``confidence``."""
    twins: Twins
    human: Human | None
    tags: dict[str, Cell]
    misses: dict[str, int]
    """Wrong answers by class."""
    undecided: dict[str, Cell]
    """Items that no rule decided, by class, whether the guess was lucky or not."""


@dataclass(frozen=True, slots=True)
class Run:
    """A whole evaluation; ``scores`` are by set, then by part (``tune``, ``held``, ``all``)."""

    command: str
    seed: str
    program: dict[str, str]
    """Version of the program, digest of its knowledge."""
    sets: dict[str, SetInfo]
    scores: dict[str, dict[str, Scores]]
    items: tuple[RunItem, ...] = field(repr=False)


# ------------------------------------------------------------------------------------------ as JSON


_RUN = TypeAdapter(Run)
_ITEM = TypeAdapter(RunItem)


def to_json(run: Run) -> dict[str, Any]:
    """Return the run as JSON-ready data."""
    return {
        "format": FORMAT,
        "version": VERSION,
        **_RUN.dump_python(run, mode="json", by_alias=True, warnings=False),
    }


def dumped(run: Run) -> str:
    """Return the run as the text of its file: one line for each item, so that two runs can be compared by eye."""
    record = to_json(run)
    items = record.pop("items")
    head = json.dumps(record, ensure_ascii=False, indent=1)
    body = ",\n".join(f"  {json.dumps(item, ensure_ascii=False)}" for item in items)
    return f'{head[:-2]},\n "items": [\n{body}\n ]\n}}\n'


def item_line(item: RunItem) -> str:
    """Return an item as one line of JSON."""
    return json.dumps(_ITEM.dump_python(item, mode="json", warnings=False), ensure_ascii=False)


def read_run(path: str | Path) -> Run:
    """Read the record of a run.

    Raises:
        InputError: the file is missing, is not JSON (with line and column), or is not the record of a run.
    """
    name = str(path)
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
        record = json.loads(text)
    except OSError as exc:
        raise InputError(f"cannot read {name}: {exc.strerror}", hint=HINT) from exc
    except UnicodeDecodeError as exc:
        raise InputError(f"{name}: not UTF-8 (byte {exc.start + 1})", hint=HINT) from exc
    except json.JSONDecodeError as exc:
        place = Location(name, exc.lineno, exc.colno)
        raise InputError(f"not JSON: {exc.msg}", location=place, hint=HINT) from exc
    except (ValueError, RecursionError) as exc:
        raise InputError(f"{name}: not JSON: {exc}", hint=HINT) from exc
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise InputError(f"{name}: not the record of an evaluation", hint=HINT)
    if record.get("version") != VERSION:
        raise InputError(
            f"{name}: written in version {record.get('version')!r} of the format, not {VERSION}",
            hint="Run the evaluation again.",
        )
    try:
        run = _RUN.validate_json(text, strict=True)
        for item in run.items:
            _check(item)
    except ValueError as exc:
        why = " ".join(str(exc).split())[:200]
        raise InputError(
            f"{name}: a damaged record of an evaluation: {why}", hint="Run the evaluation again."
        ) from exc
    return run


def item_from(line: str) -> RunItem:
    """Read what :func:`item_line` has written.

    Raises:
        ValueError: something is missing, or of the wrong type.
    """
    item = _ITEM.validate_json(line, strict=True)
    _check(item)
    return item


def _check(item: RunItem) -> None:
    """Check that indices and ``right`` fit the candidates."""
    for index in (item.gold, item.answer, item.alone):
        if index is not None and index not in range(len(item.candidates)):
            raise ValueError(f"{item.id!r} has no candidate {index}")
    if item.right is not (None if item.gold is None else item.answer == item.gold):
        raise ValueError(f"right of {item.id!r} is {json.dumps(item.right)}")
