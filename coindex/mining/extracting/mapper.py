"""The map: a piece of text to the records of its sentences, done by a worker."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from coindex.mining.extracting.shards import Report, Row, encode
from coindex.mining.text.corpus import Kind, blocks
from coindex.mining.text.filters import MAX_SENTENCE, Reason, key, prose
from coindex.reasoner.jobs.workers import Settings
from kparse.errors import CoindexError

if TYPE_CHECKING:
    from spacy.language import Language

    from coindex.mining.extracting.records import Record
    from coindex.mining.text.sentence_filter import SentenceFilter
    from kparse.graph import SemanticGraph
    from kparse.input.tokens import ParsedText


class Extractor(Protocol):
    """What gives the records of a sentence.

    It may have the methods ``is_person(lemma)`` and ``gender_of(lemma)`` of nouns: then fewer graphs have to be built.
    """

    def records(self, graph: SemanticGraph) -> Iterable[Record]:
        """Give the records of a graph."""


BATCH = 128
"""Texts that the parser takes at once."""
_TOLD = 3
"""Failures of which a shard tells where they were."""
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS")
"""Each worker is one process on one core."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A task of the map."""

    number: int
    kind: Kind
    name: str
    """Of the file, for messages."""
    line: int
    """Number of the first line."""
    tail: bool
    """Whether the first line is the rest of one that is longer than any text."""
    data: bytes
    digest: str
    """Of what the shard is made of: kept with it."""


@dataclass(frozen=True, slots=True)
class Mapped:
    """What the map gives: the shard's tables, and what became of its text."""

    tables: tuple[bytes, ...]
    report: Report


@dataclass(frozen=True, slots=True)
class MapSettings(Settings):
    """What every worker makes its mapper of."""

    extractor: str = "coindex.mining.extracting.extractor"
    """A module whose ``extractor()`` makes an :class:`Extractor`."""
    thorough: bool = False
    """Whether to build the graph of every sentence, for all facts, not only of those that can give a pair."""
    parses: bool = True
    """Whether there is text to be parsed: what is wrong with the model is to be said at the start."""

    def reasoner(self) -> Any:
        """Make the mapper, ready to work."""
        for name in THREADS:
            os.environ.setdefault(name, "1")
        mapper = Mapper(self)
        if self.parses:
            mapper.parser  # noqa: B018  loads it
        return mapper


def map_piece(mapper: Any, task: Piece) -> Mapped:
    """Do a task of the map: what a worker is given to do."""
    mapped: Mapped = mapper(task)
    return mapped


class Mapper:
    """Parses text and extracts records."""

    def __init__(self, settings: MapSettings) -> None:
        self._extractor: Extractor = import_module(settings.extractor).extractor()
        self._model, self._thorough = settings.model, settings.thorough

    @cached_property
    def parser(self) -> tuple[Language, SentenceFilter]:
        """The parser, and the filter of sentences.

        Raises:
            ModelError: there is no such model.
        """
        from coindex.mining.text.sentence_filter import SentenceFilter
        from kparse.input.pipeline import load_model

        nlp = load_model(self._model)
        gc.collect()
        gc.freeze()  # the model stays: it need not be looked through again and again
        return nlp, SentenceFilter.for_extractor(self._extractor, nlp.vocab.strings)

    def __call__(self, task: Piece) -> Mapped:
        """Give the tables of a piece of text."""
        work = _Work(task, self._extractor)
        if task.kind == "conllu":
            for line, parsed in work.sentences():
                work.take(line, parsed)
        else:
            self._parse(work)
        report = work.report()
        about = {"shard": task.digest, "file": task.name, "line": task.line}
        tables = encode(work.rows, {**about, "report": asdict(report)})
        return Mapped(tables, report)

    def _parse(self, work: _Work) -> None:
        from kparse.input.tokens import from_doc

        nlp, sentence_filter = self.parser
        # What the vocabulary learns from a piece is forgotten with it: memory stays flat.
        with nlp.memory_zone():
            texts = ((text, line) for line, text in work.lines())
            for doc, line in nlp.pipe(texts, as_tuples=True, batch_size=BATCH):
                if self._thorough:
                    work.take(line, from_doc(doc))
                elif places := sentence_filter(doc):
                    work.take(line, from_doc(doc), places)
                else:
                    work.count(sentence.text for sentence in doc.sents)


class _Work:
    """One piece on its way."""

    def __init__(self, task: Piece, extractor: Extractor) -> None:
        self.task, self.extractor = task, extractor
        self.rows: list[Row] = []
        self._seen_lines: set[int] = set()
        self._seen: set[int] = set()
        self._dropped: Counter[Reason] = Counter()
        self._lines = self._sentences = self._graphs = 0
        self._failed: list[str] = []

    def report(self) -> Report:
        """Say what became of the text."""
        return Report(
            self._lines,
            self._sentences,
            self._graphs,
            len(self.rows),
            dict(sorted(self._dropped.items())),
            tuple(self._failed),
        )

    def lines(self) -> Iterator[tuple[int, str]]:
        """Give the lines that are to be parsed."""

        def drop(reason: Reason) -> None:
            self._lines += 1
            self._dropped[reason] += 1

        def is_new(digest: int) -> bool:
            before = len(self._seen_lines)
            self._seen_lines.add(digest)
            return len(self._seen_lines) > before

        task = self.task
        for line in prose(task.data, task.line, drop, is_new, tail=task.tail):
            self._lines += 1
            yield line

    def sentences(self) -> Iterator[tuple[int, ParsedText]]:
        """Give the sentences of CoNLL-U."""
        from kparse.input.conllu import read_conllu

        for before, raw in blocks(self.task.data):
            number = self.task.line + before
            self._lines += 1
            try:
                text = raw.decode("utf-8-sig")
                if "\t" in text:
                    for parsed in read_conllu(text + "\n", self.task.name, unit="sentence"):
                        yield number, parsed
                continue
            except UnicodeDecodeError:
                self._dropped["undecodable"] += 1
            except CoindexError as error:
                self._fail(number, error)

    def take(self, line: int, parsed: ParsedText, places: Sequence[int] | None = None) -> None:
        """Extract the records of each sentence of a line (``places`` as in :func:`looked_into`)."""
        from kparse.semantics.build import build

        for number, (sentence, good) in enumerate(looked_into(parsed, places)):
            digest = self._new(sentence.text)
            if digest is None or not good:
                continue
            try:
                self._graphs += 1
                found = list(self.extractor.records(build(sentence)))
            except Exception as error:  # one sentence must not cost the others
                self._fail(line, error)
                continue
            self.rows += [(line, number, digest, record) for record in found]

    def count(self, sentences: Iterable[str]) -> None:
        """Count the sentences of a line that nothing is extracted from."""
        for text in sentences:
            self._new(text)

    def _new(self, text: str) -> int | None:
        """Count a sentence, unless it is too long or has come before."""
        if len(text) > MAX_SENTENCE:
            self._dropped["too long"] += 1
            return None
        digest = key(text)
        if digest in self._seen:
            self._dropped["duplicate"] += 1
            return None
        self._seen.add(digest)
        self._sentences += 1
        return digest

    def _fail(self, line: int, error: Exception) -> None:
        self._dropped["failed"] += 1
        if len(self._failed) < _TOLD:
            message = (
                str(error)
                if isinstance(error, CoindexError)
                else f"{type(error).__name__}: {error}"
            )
            self._failed.append(f"{self.task.name}:{line}: {message.splitlines()[0][:200]}")


def looked_into(
    parsed: ParsedText, places: Sequence[int] | None
) -> Iterator[tuple[ParsedText, bool]]:
    """Give each sentence of a text as a text of its own, and whether a graph is to be built of it.

    Args:
        parsed: the text.
        places: what a ``SentenceFilter`` says of it; ``None`` for a graph of every sentence.
    """
    for start, sentence in split(parsed):
        end = start + len(sentence.text)
        yield sentence, places is None or any(start <= place < end for place in places)


def split(parsed: ParsedText) -> Iterator[tuple[int, ParsedText]]:
    """Give each sentence of a text as a text of its own, and at which character it starts.

    A head in another sentence becomes a root.
    """
    from kparse.input.tokens import ParsedText

    tokens = parsed.tokens
    if not tokens:
        return
    if tokens[-1].sentence == tokens[0].sentence:
        yield 0, parsed
        return
    first = 0
    for end in range(1, len(tokens) + 1):
        if end < len(tokens) and tokens[end].sentence == tokens[first].sentence:
            continue
        start = tokens[first].start
        text = parsed.text[start : tokens[end - 1].end]
        yield (
            start,
            ParsedText(
                text,
                tuple(
                    replace(
                        token,
                        index=token.index - first,
                        head=token.head - first if first <= token.head < end else -1,
                        start=token.start - start,
                        end=token.end - start,
                        sentence=0,
                    )
                    for token in tokens[first:end]
                ),
            ),
        )
        first = end
