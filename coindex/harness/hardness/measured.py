"""Measurements of questions: rounds over a corpus and features, made in worker processes and kept line by line.

They depend on the questions, the index, the plan of rounds, the knowledge and :data:`VERSION`; while these are the
same, a file of measurements is reused, and an interrupted run resumes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import TypeAdapter

from coindex.harness.hardness.features import features, rare_words
from coindex.harness.hardness.rounds import Course, Plan, course
from coindex.harness.kept import kept
from coindex.reasoner.item import Item
from coindex.reasoner.jobs.executor import Place, in_order
from coindex.reasoner.jobs.journal import knowledge_files
from coindex.reasoner.jobs.workers import Limits, Lost, Settings
from kparse.cachedir import cache_directory, writable
from kparse.caches import lru_cache

if TYPE_CHECKING:
    from coindex.harness.questions.questions import Gold
    from coindex.mining.querying.query import Enquirer
    from coindex.reasoner.running.engine import Reasoner

VERSION = 2
"""Increase it when the measurements change."""
MARGIN = 0.3
"""As :data:`coindex.mining.querying.query.MARGIN`, which is not imported here because it needs numpy."""


@dataclass(frozen=True, slots=True)
class Work:
    """How questions are measured."""

    index: str | None = None
    """Index of a corpus; ``None`` for no rounds."""
    plan: Plan = field(default_factory=Plan)
    margin: float = MARGIN
    settings: Settings = field(default_factory=Settings)
    workers: Place = 1
    seconds: float = 3600.0
    """Limits of a question; without records its lines are parsed, 50,000 of them in minutes."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A question with its measurements."""

    id: str
    pair: str
    text: str
    candidates: tuple[str, ...]
    answer: int | None
    """Index of the right candidate, or of the one presumed right."""
    features: dict[str, float] = field(default_factory=dict)
    course: Course | None = None
    """The rounds; ``None`` without a corpus, or if the question could not be processed."""
    reasoner_answer: int | None = None
    """The reasoner's answer."""
    decided_by: str = ""
    error: str = ""
    rare: tuple[str, ...] = ()
    """Its rarest words, the rarest first."""

    @property
    def labels(self) -> tuple[int | None, ...]:
        """A label for each number of sentences."""
        return self.course.labels if self.course is not None else ()

    def to_line(self) -> str:
        """Return the measurements as a line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_line(cls, line: str) -> Measured:
        """Read such a line.

        Raises:
            ValueError: it is not such a line.
        """
        return _MEASURED.validate_json(line, strict=True)


_MEASURED = TypeAdapter(Measured)


# --------------------------------------------------------------------------------------- measure


@dataclass(frozen=True, slots=True)
class _Task:
    gold: Gold
    index: str | None
    plan: Plan
    margin: float


@lru_cache(1)
def _enquirer(reasoner: Reasoner, index: str, margin: float) -> Enquirer:
    from coindex.mining.querying.index import Index
    from coindex.mining.querying.query import Enquirer

    return Enquirer(Index(index), reasoner=reasoner, margin=margin, show=False)


def measure_task(reasoner: Reasoner, task: _Task) -> Measured:
    """Measure a question (the job of a worker process)."""
    enquirer = _enquirer(reasoner, task.index, task.margin) if task.index is not None else None
    return measure(task.gold, reasoner, enquirer, task.plan)


def measure(
    gold: Gold, reasoner: Reasoner, enquirer: Enquirer | None = None, plan: Plan | None = None
) -> Measured:
    """Measure a question.

    Args:
        gold: the question; without a right answer, the reasoner's is presumed right.
        reasoner: answers it.
        enquirer: of a corpus; ``None`` for no rounds.
        plan: of the rounds.

    Raises:
        InputError, ModelError: the corpus cannot be queried, or there is no parser.
    """
    item = gold.item
    [answer] = reasoner.solve_many([item])
    right = gold.answer if gold.answer is not None else answer.answer
    error, made = answer.error or "", None
    if enquirer is not None:
        asked = enquirer.of_item(item)
        if isinstance(asked, str):
            error = error or asked
        else:
            plan = plan or Plan()
            ground = enquirer.ground(asked, max(_most(), *plan.sizes))
            made = course(ground, plan)
    found = features(answer, right, reasoner, made) if right is not None else {}
    return Measured(
        item.id,
        gold.pair,
        item.text,
        item.candidates,
        right,
        found,
        made,
        answer.answer if not answer.error else None,
        answer.decided_by,
        " ".join(error.split()),
        rare_words(answer.graph),
    )


def _most() -> int:
    """Most lines from which samples are drawn."""
    from coindex.mining.querying.query import MOST

    return MOST


# ------------------------------------------------------------------------------------------ keep


def measure_all(
    golds: Sequence[Gold],
    work: Work,
    out: str | Path | None = None,
    note: Callable[[str], None] = lambda message: None,
) -> list[Measured]:
    """Measure questions, with a progress bar, or read earlier measurements.

    Args:
        golds: the questions.
        work: how they are measured.
        out: file of the measurements; by default in the cache directory.
        note: receives remarks for the user.

    Raises:
        InputError: the file cannot be written, another process uses it, or the index cannot be queried.
        ModelError, KnowledgeError, SolveError: the workers cannot start.
    """
    check_index(work.index)
    digest = _asked(golds, work)[:12]
    target = Path(out) if out is not None else _cached(digest)
    form = (Measured.from_line, Measured.to_line)
    made = partial(_measured, golds, work)
    return kept(target, "hardness", digest, len(golds), made, form, note)


def check_index(index: str | None) -> None:
    """Check that an index can be queried, before the workers start.

    Raises:
        InputError: it cannot.
    """
    if index is not None:
        from coindex.mining.querying.index import Index

        with Index(index) as found:
            found.files  # noqa: B018  reads the file, so that damage is reported here


def _cached(digest: str) -> Path | None:
    folder = cache_directory() / "hardness"
    return folder / f"{digest}.jsonl" if writable(folder) else None


def knowledge_state(settings: Settings) -> str:
    """Tell knowledge, encodings and counts from others by what is in the files."""
    digest = hashlib.sha256()
    for path in knowledge_files(settings):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _asked(golds: Sequence[Gold], work: Work) -> str:
    digest = hashlib.sha256(f"{VERSION} {work.plan!r} {work.margin!r}\n".encode())
    digest.update(f"{work.settings!r} {knowledge_state(work.settings)}\n".encode())
    if work.index is not None:
        status = Path(work.index).stat()
        digest.update(f"{status.st_size} {status.st_mtime_ns}\n".encode())
    for gold in golds:
        digest.update(f"{gold.item!r} {gold.answer} {gold.pair}\n".encode())
    return digest.hexdigest()


def _measured(golds: Sequence[Gold], work: Work, done: int) -> Iterator[Measured]:
    rest = golds[done:]
    tasks = (_Task(gold, work.index, work.plan, work.margin) for gold in rest)
    results = in_order(
        tasks,
        measure_task,
        work.settings,
        workers=work.workers,
        limits=Limits(seconds=work.seconds),
    )
    for gold, result in zip(rest, results, strict=True):
        yield result if not isinstance(result, Lost) else _lost(gold, result.reason)


def _lost(gold: Gold, reason: str) -> Measured:
    item = gold.item
    return Measured(item.id, gold.pair, item.text, item.candidates, gold.answer, error=reason)


def as_gold(text: str, start: int, end: int, candidates: Sequence[str], answer: int | None) -> Gold:
    """Make a question of a text, with the right answer if that is known."""
    from coindex.harness.questions.questions import Gold

    return Gold(Item("1", text, start, end, tuple(candidates)), answer, "1")
