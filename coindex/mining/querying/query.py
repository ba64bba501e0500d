"""Answer questions on demand from a corpus, as Wikisense does: find lines, learn from them only, conclude.

The queries of a question (:mod:`coindex.mining.querying.keywords`) are tried in turn, from narrow to wide. After each
query, the records of all lines found so far are counted and weighed like a count store
(:mod:`coindex.reasoner.evidence.weigh`). The search ends when the counts distinguish the candidates. After Isaak and
Michael (2016, "Tackling the Winograd Schema Challenge through machine logical inferences").

>>> with Index("books.index") as index:  # doctest: +SKIP
...     enquirer = Enquirer(index)
...     asked = enquirer.asked("The guard thanked the cook because [he] was hungry.")
...     enquirer.ask(asked[0], 1000).answer
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from coindex.mining.extracting.records import KINDS, Fact, Pair, read_record
from coindex.mining.querying.counts import Tallies
from coindex.mining.querying.index import Index
from coindex.mining.querying.keywords import Alike, Query, queries
from coindex.mining.querying.recorded import Recall
from coindex.mining.querying.weak_preferences import weaker
from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.evidence.keys import Keys, part_of
from coindex.reasoner.evidence.tables import REFERENCES, TABLES, Tally, read
from coindex.reasoner.evidence.tables import written as written_refs
from coindex.reasoner.evidence.weigh import DECISIVE, SCALE, Evidence, Weigher, evidence
from kparse.errors import CoindexError
from kparse.graph import SemanticGraph
from kparse.mentions.question import Question
from kparse.mentions.situations import participants

if TYPE_CHECKING:
    from coindex.reasoner.item import Item
    from coindex.reasoner.running.engine import Reasoner

MOST = 50_000
"""Maximum number of lines found for a question; samples are drawn from these."""
MARGIN = 0.3
"""Minimum log-odds between the best two candidates for a conclusion."""
_TABLES = {Pair: "effect", Fact: "fact"}
"""The table that each kind of record adds to."""
_WIDTH = {table.name: len(table.counts) for table in TABLES}
_USUAL = "all"
"""Kind of the rows over all situations (:mod:`coindex.mining.querying.counts`)."""
_SEEN = 1000
"""A count at which everything is treated as known."""
Cell = tuple[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about a text."""

    graph: SemanticGraph
    question: Question

    @property
    def candidates(self) -> tuple[str, ...]:
        """The possible antecedents of the pronoun."""
        return tuple(candidate.text for candidate in self.question.candidates)


@dataclass(frozen=True, slots=True)
class Tried:
    """A query that was tried."""

    name: str
    query: str
    found: int
    """Number of lines that no earlier query found; at most :data:`MOST` in total."""
    used: int
    """Number of these lines that were used."""


@dataclass(frozen=True, slots=True)
class Conclusion:
    """The conclusion from lines of a corpus about a question."""

    candidates: tuple[str, ...]
    answer: int | None
    """Index of the candidate; ``None`` if the lines do not decide."""
    scores: tuple[float, ...] = ()
    """Support for each candidate, in log-odds."""
    evidence: tuple[Evidence, ...] = ()
    tried: tuple[Tried, ...] = ()
    sentences: int = 0
    """Number of lines used."""
    error: str = ""
    """Why the question could not be processed."""

    def to_dict(self) -> dict[str, Any]:
        """Return a JSON-ready dictionary."""
        return {
            "answer": self.answer,
            "text": None if self.answer is None else self.candidates[self.answer],
            "candidates": list(self.candidates),
            "scores": list(self.scores),
            "sentences": self.sentences,
            "tried": [
                {"name": t.name, "query": t.query, "found": t.found, "used": t.used}
                for t in self.tried
            ],
            "evidence": [{"id": e.id, "text": e.text, "source": e.source} for e in self.evidence],
            **({"error": self.error} if self.error else {}),
        }


def _drawn(number: int, size: int, seed: int) -> NDArray[np.intp]:
    if size >= number:
        return np.arange(number)
    # NumPy's raw random numbers are stable across versions; its permutations may not be.
    draws = np.random.Generator(np.random.PCG64(seed)).random(number)
    return np.sort(np.argpartition(draws, size)[:size] if size else np.arange(0))


class Enquirer:
    """Answers questions from the lines of a corpus.

    Args:
        index: index of the corpus.
        reasoner: parses questions and provides the lexicon; by default one with the shipped knowledge.
        model: name or path of its parser, if it is not the shipped one; its records are cached separately.
        margin: minimum log-odds between the best two candidates for a conclusion.
        show: whether to draw progress bars when lines are parsed.
    """

    def __init__(
        self,
        index: Index,
        *,
        reasoner: Reasoner | None = None,
        model: str | None = None,
        margin: float = MARGIN,
        show: bool = True,
    ) -> None:
        self.index, self.margin = index, margin
        self._given = reasoner
        self.recall = Recall(index, lambda: self.reasoner.nlp, model=model, show=show)

    @cached_property
    def reasoner(self) -> Reasoner:
        """The reasoner that parses questions and provides the lexicon."""
        if self._given is not None:
            return self._given
        from coindex.reasoner.running.engine import Reasoner

        return Reasoner(mined="")

    @cached_property
    def keys(self) -> Keys:
        """Keys of classes and relations."""
        return Keys(self.reasoner.store)

    @cached_property
    def words(self) -> Alike:
        """Similar words."""
        return Alike(self.reasoner.store)

    def asked(
        self,
        text: str,
        *,
        pronoun: str | int | None = None,
        candidates: Sequence[str] | None = None,
    ) -> list[Asked]:
        """Read the questions of a text, as :meth:`coindex.reasoner.running.engine.Reasoner.solve_all` does.

        Raises:
            InputError: the text is empty or too long, or lacks the pronoun or a candidate.
            ModelError: there is no parser.
        """
        from kparse.errors import InputError
        from kparse.mentions.candidates import find_questions, strip_brackets
        from kparse.semantics.build import parse_text

        text, marked = strip_brackets(text)
        if not text.strip():
            raise InputError("the text is empty", hint="Give a sentence with a pronoun.")
        wanted: list[str | int | None] = list(marked) if pronoun is None and marked else [pronoun]
        offsets = [w for w in wanted if isinstance(w, int)]
        graph = parse_text(self.reasoner.nlp, text, blanks="_" in text, asked=offsets)
        return [
            Asked(graph, question)
            for which in wanted
            for question in find_questions(
                graph, pronoun=which, candidates=candidates, gender_of=self.reasoner.gender_of
            )
        ]

    def of_item(self, item: Item) -> Asked | str:
        """Read a question of a collection; return an explanation if that is impossible."""
        from kparse.mentions.candidates import find_questions
        from kparse.semantics.build import parse_text

        try:
            graph = parse_text(self.reasoner.nlp, item.text, blanks=True, asked=[item.pron_start])
            found = find_questions(
                graph,
                pronoun=item.pronoun,
                candidates=item.candidates,
                gender_of=self.reasoner.gender_of,
            )
        except CoindexError as error:
            return str(error)
        return Asked(graph, found[0])

    def ground(self, asked: Asked, most: int = MOST, *, ranked: bool = True) -> Ground:
        """Find up to ``most`` lines that are relevant to a question.

        Raises:
            InputError: the index cannot be queried.
        """
        return Ground(self, asked, most, ranked=ranked)

    def ask(self, asked: Asked, sentences: int, seed: int | None = None) -> Conclusion:
        """Answer a question from a limited number of lines, or abstain.

        Args:
            asked: see :meth:`asked`.
            sentences: maximum number of lines.
            seed: seed for drawing them from all lines found (at most :data:`MOST`); without it the best are taken.

        Raises:
            InputError, ModelError: the corpus cannot be queried, or lines cannot be parsed.
        """
        most = sentences if seed is None else max(sentences, MOST)
        return self.ground(asked, most).conclude(sentences, seed, explain=True)


@dataclass(slots=True)
class _Pool:
    """The lines first found by a query: a contiguous range of the ground's lines."""

    query: Query
    start: int
    end: int


@dataclass(slots=True)
class _Learnt:
    """The counts of lines as arrays: which line adds how much to which cell."""

    lines: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    cells: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    counts: NDArray[np.int32] = field(default_factory=lambda: np.zeros((0, 2), np.int32))

    def extend(self, rows: Sequence[tuple[int, int, int, int]]) -> None:
        """Add rows."""
        new = np.array(rows, np.int32).reshape(-1, 4)
        self.lines = np.concatenate((self.lines, new[:, 0]))
        self.cells = np.concatenate((self.cells, new[:, 1]))
        self.counts = np.concatenate((self.counts, new[:, 2:]))


class Ground:
    """The lines found for a question and their counts; built once for any number of rounds.

    Only the cells that the question needs are counted. To find them, the question is weighed with a probe store that
    knows nothing and one that knows everything. A round is then a sum over arrays.

    Args:
        enquirer: enquirer of the corpus.
        asked: the question.
        most: maximum number of lines to find.
        ranked: whether to take the best lines if there are more; otherwise the first in the corpus.
    """

    def __init__(
        self, enquirer: Enquirer, asked: Asked, most: int = MOST, *, ranked: bool = True
    ) -> None:
        self.by, self.asked = enquirer, asked
        self.cells: dict[Cell, int] = {}
        self._tallies = Tallies(enquirer.keys)
        self.learnt = _Learnt()
        self._records: dict[int, tuple[str, ...]] = {}
        self.numbers, self.pools = self._found(most, ranked)
        self._loaded = np.zeros(len(self.numbers), bool)
        for known in (0, _SEEN):
            self._conclusive(_Probe(self.cells, known))

    def _found(self, most: int, ranked: bool) -> tuple[list[int], list[_Pool]]:
        numbers: dict[int, None] = {}
        pools: list[_Pool] = []
        for query in queries(self.asked.graph, self.asked.question, self.by.words):
            start = len(numbers)
            if start >= most:
                break
            # A limit of "most" leaves enough lines after those already found are dropped.
            for number in self.by.index.search(query.match, most, ranked=ranked):
                if len(numbers) < most:
                    numbers[number] = None
            pools.append(_Pool(query, start, len(numbers)))
        return list(numbers), pools

    # ---------------------------------------------------------------------------------------- learn

    def load(self) -> None:
        """Count all lines at once, in preparation for many rounds.

        Raises:
            ModelError: lines must be parsed, and there is no model.
        """
        self._load(np.arange(len(self.numbers)))

    def _load(self, lines: NDArray[np.intp]) -> None:
        missing = lines[~self._loaded[lines]]
        if not len(missing):
            return
        some = missing.tolist()
        records = self.by.recall.of([self.numbers[n] for n in some])
        self._records |= zip(some, records, strict=True)
        self._loaded[missing] = True
        self.learnt.extend(self.counted(self._of(some), set(self.cells)))

    def _of(self, lines: Iterable[int]) -> Iterator[tuple[int, str]]:
        for line in lines:
            for record in self._records[line]:
                yield line, record

    def counted(
        self,
        records: Iterable[tuple[int, str]],
        wanted: set[Cell],
    ) -> list[tuple[int, int, int, int]]:
        """Return what serialised records, each with its line, add to cells."""
        tables = {table for table, _ in wanted}
        kinds = tuple(f"[{n}," for n, kind in enumerate(KINDS) if _TABLES[kind] in tables)
        known: dict[str, list[tuple[int, int, int]]] = {}
        found: list[tuple[int, int, int, int]] = []
        for line, record in records:
            if not record.startswith(kinds):
                continue
            adds = known.get(record)
            if adds is None:
                adds = known[record] = self._adds(self._tallies(read_record(record)), wanted)
            found += [(line, *add) for add in adds]
        return found

    def _adds(self, tallies: Iterable[Tally], wanted: set[Cell]) -> list[tuple[int, int, int]]:
        return [
            (self.cells[table, keys], counts[0], counts[1] if len(counts) > 1 else 0)
            for table, keys, counts in tallies
            if (table, keys) in wanted
        ]

    def cell(self, wanted: Cell) -> int:
        """Return the number of a cell; a new cell is counted now."""
        number = self.cells.get(wanted)
        if number is None:
            number = self.cells[wanted] = len(self.cells)
            self.learnt.extend(self.counted(self._of(sorted(self._records)), {wanted}))
        return number

    # ------------------------------------------------------------------------------------- conclude

    def conclude(
        self, sentences: int, seed: int | None = None, *, explain: bool = False
    ) -> Conclusion:
        """Try the queries in turn, up to a total number of lines, until one is conclusive.

        Args:
            sentences: maximum number of lines.
            seed: seed for sampling from a query that finds too many lines; without it the best are taken.
            explain: whether to give the sources of the evidence.

        Raises:
            ModelError: lines must be parsed, and there is no model.
        """
        chosen = np.zeros(len(self.numbers), bool)
        tried: list[Tried] = []
        left = sentences
        result = Conclusion(self.asked.candidates, None)
        for pool in self.pools:
            if left <= 0:
                break
            found = pool.end - pool.start
            size = min(left, found)
            some = np.arange(size) if seed is None else _drawn(found, size, seed)
            some = some + pool.start
            left -= size
            chosen[some] = True
            tried.append(Tried(pool.query.name, pool.query.match, found, size))
            if not size:
                continue
            self._load(some)
            result = self._conclusive(_Counts(self, chosen, explain=explain))
            if result.answer is not None:
                break
        return Conclusion(
            result.candidates,
            result.answer,
            result.scores,
            result.evidence,
            tuple(tried),
            sentences - left,
        )

    def _conclusive(self, counts: Any) -> Conclusion:
        """Weigh the counts."""
        weigher = Weigher(counts, self.by.keys)
        # Lines found for this question are more relevant than general text, so a lower threshold suffices.
        found = evidence(self.asked.graph, self.asked.question, weigher, fitting=DECISIVE)
        if not found or isinstance(counts, _Probe):
            found = [*found, *weaker(self.asked.graph, self.asked.question, weigher)]
        scores = [0.0] * len(self.asked.candidates)
        for one in found:
            for number, weight in self._speaks(one):
                scores[number] += weight / SCALE
        order = sorted(range(len(scores)), key=lambda n: -scores[n])
        clear = len(order) > 1 and scores[order[0]] - scores[order[1]] >= max(self.by.margin, 1e-9)
        return Conclusion(
            self.asked.candidates,
            order[0] if clear else None,
            tuple(round(score, 2) for score in scores),
            tuple(found),
        )

    def _speaks(self, one: Evidence) -> Iterator[tuple[int, int]]:
        """Yield the candidates that evidence supports, with weights (as in ``encodings/mined.lp``)."""
        args = arguments(one.fact)
        nodes = [candidate.node for candidate in self.asked.question.candidates]
        if one.fact.startswith("typical("):
            yield from ((n, int(args[3])) for n, node in enumerate(nodes) if node == args[2])
            return
        first, part, weight = args[1], args[4], int(args[5])
        meant = {
            target
            for role, target in participants(self.asked.graph, first)
            if part_of(role) == part
        }
        yield from ((n, weight) for n, node in enumerate(nodes) if node in meant)


class _Probe:
    """A count store that records which cells are requested, and knows nothing or everything."""

    path = ""

    def __init__(self, cells: dict[Cell, int], known: int) -> None:
        self._cells, self._known = cells, known

    def rows(self, table: str, *keys: str) -> list[tuple[Any, ...]]:
        """Record the requested cell."""
        self._cells.setdefault((table, keys), len(self._cells))
        return [(*keys, *[self._known] * _WIDTH[table], "")] if self._known else []

    def where(self, _: str) -> str:
        """No references are kept."""
        return ""


class _Counts:
    """Counts over some lines of a ground.

    They provide no base rates: nearly all lines found by a verb are about that verb, so their base rate is what the
    question asks for. Both persons are therefore equally likely a priori.
    """

    def __init__(self, ground: Ground, chosen: NDArray[np.bool_], *, explain: bool) -> None:
        self._ground, self._chosen, self._explain = ground, chosen, explain
        self.path = ground.by.index.path
        self._sum()

    def _sum(self) -> None:
        """Sum the counts of the chosen lines."""
        learnt, cells = self._ground.learnt, self._ground.cells
        mine = self._chosen[learnt.lines]
        self._lines, self._cells = learnt.lines[mine], learnt.cells[mine]
        counts = learnt.counts[mine]
        self._sums = [np.bincount(self._cells, counts[:, n], len(cells)) for n in (0, 1)]

    def rows(self, table: str, *keys: str) -> list[tuple[Any, ...]]:
        """The row with these keys, all of them, if anything was counted."""
        if keys[0] == _USUAL:
            return []
        number = self._ground.cell((table, keys))
        if number >= len(self._sums[0]):
            self._sum()
        counts = [int(self._sums[n][number]) for n in range(_WIDTH[table])]
        if not any(counts):
            return []
        return [(*keys, *counts, self._refs(number) if self._explain else "")]

    def _refs(self, cell: int) -> str:
        index = self._ground.by.index
        lines = np.unique(self._lines[self._cells == cell]).tolist()
        numbers = sorted(self._ground.numbers[n] for n in lines)[:REFERENCES]
        return written_refs((place.file, place.line) for place in index.places(numbers))

    def where(self, refs: str) -> str:
        """Return references in words."""
        files = self._ground.by.index.files
        return ", ".join(f"{files[file]}:{line}" for file, line in read(refs))
