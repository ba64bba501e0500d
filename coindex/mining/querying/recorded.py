"""Records of lines, serialised as one line of text each and cached between questions; missing ones are made."""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING

from coindex.files.progress import Progress
from coindex.mining.extracting.records import written
from coindex.mining.text.filters import MAX_SENTENCE
from kparse.cachedir import cache_directory, temporary_directory, writable

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

    from coindex.mining.extracting.mapper import Extractor
    from coindex.mining.querying.index import Index
    from coindex.mining.text.sentence_filter import SentenceFilter
    from kparse.input.tokens import ParsedText

EXTRACTOR = "coindex.mining.extracting.extractor"
_VERSION = 1
_BATCH = 512
"""Number of lines to parse before their records are saved."""
_MANY = 200
"""Minimum number of lines for a progress bar."""
_AT_ONCE = 500  # records


class Recall:
    """Provides the records of lines of an index: from the index, from the cache, or newly made.

    New records are stored in the cache directory, keyed by the text of the line, the parser and the extractor.

    Args:
        index: the index.
        nlp: loads the parser when it is needed; the shipped one by default.
        model: name or path of that parser.
        show: whether to draw progress bars.
    """

    def __init__(
        self,
        index: Index,
        nlp: Callable[[], Language] | None = None,
        *,
        model: str | None = None,
        show: bool = True,
    ) -> None:
        self._index, self._load, self._model, self._show = index, nlp, model, show
        # Use the option of the run in the index, so that records of its missing shards are made in the same way.
        self._thorough = bool(index.meta.get("records", {}).get("thorough"))
        self.parsed = 0
        """Number of lines that were parsed, not looked up."""

    def of(self, numbers: Sequence[int]) -> list[tuple[str, ...]]:
        """Return the serialised records of each line, sorted.

        Raises:
            ModelError: a line must be parsed, and the model is missing.
        """
        found = self._index.records(numbers)
        missing = [n for n in dict.fromkeys(numbers) if n not in found]
        if missing:
            texts = [place.text for place in self._index.places(missing)]
            found.update(zip(missing, self._made(texts), strict=True))
        return [found[n] for n in numbers]

    def _made(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        keys = [hashlib.blake2b(text.encode(), digest_size=16).digest() for text in texts]
        known = self._known(keys)
        todo = [n for n, key in enumerate(keys) if key not in known]
        with Progress(len(todo), show=self._show and len(todo) >= _MANY) as progress:
            for start in range(0, len(todo), _BATCH):
                some = todo[start : start + _BATCH]
                made = progress.over(self._parsed([texts[n] for n in some]))
                fresh = {keys[n]: records for n, records in zip(some, made, strict=True)}
                self._keep(fresh)
                known |= fresh
        return [known[key] for key in keys]

    # ---------------------------------------------------------------------------------------- cache

    @cached_property
    def _cache(self) -> sqlite3.Connection:
        from coindex.mining.counting.run import model_state, program_state

        state = [_VERSION, self._thorough, model_state(self._model), program_state(EXTRACTOR)]
        name = hashlib.sha256(json.dumps(state).encode()).hexdigest()[:16]
        folder = cache_directory() / "lines"
        if not writable(folder):
            folder = temporary_directory()
        # If no directory is writable, records are cached in memory only.
        for where in (str(folder / f"{name}.sqlite"), ":memory:"):
            with contextlib.suppress(sqlite3.Error):
                connection = sqlite3.connect(where, timeout=30)
                connection.execute("PRAGMA synchronous = OFF")
                connection.execute(
                    "CREATE TABLE IF NOT EXISTS line (key BLOB PRIMARY KEY, data TEXT NOT NULL)"
                    " WITHOUT ROWID"
                )
                return connection
        raise AssertionError("a database in memory can always be made")

    def _known(self, keys: Sequence[bytes]) -> dict[bytes, tuple[str, ...]]:
        found: dict[bytes, tuple[str, ...]] = {}
        for start in range(0, len(keys), _AT_ONCE):
            some = keys[start : start + _AT_ONCE]
            statement = f"SELECT key, data FROM line WHERE key IN ({','.join('?' * len(some))})"
            with contextlib.suppress(sqlite3.Error):
                for key, data in self._cache.execute(statement, some):
                    found[key] = tuple(data.split("\n")) if data else ()
        return found

    def _keep(self, fresh: dict[bytes, tuple[str, ...]]) -> None:
        rows = [(key, "\n".join(records)) for key, records in fresh.items()]
        # A full disk must not cost the answer, only time.
        with contextlib.suppress(sqlite3.Error), self._cache:
            self._cache.executemany("INSERT OR IGNORE INTO line VALUES (?,?)", rows)

    # ---------------------------------------------------------------------------------------- parse

    @cached_property
    def _tools(self) -> tuple[Language, SentenceFilter, Extractor]:
        from coindex.mining.text.sentence_filter import SentenceFilter
        from kparse.input.pipeline import load_model

        extractor: Extractor = import_module(EXTRACTOR).extractor()
        nlp = self._load() if self._load is not None else load_model(self._model)
        return nlp, SentenceFilter.for_extractor(extractor, nlp.vocab.strings), extractor

    def _parsed(self, texts: Sequence[str]) -> Iterator[tuple[str, ...]]:
        nlp = self._tools[0]
        for doc in nlp.pipe(texts, batch_size=128):
            self.parsed += 1
            yield self.records(doc)

    def records(self, doc: Doc) -> tuple[str, ...]:
        """Return the serialised records of a parsed line, as ``mine run`` does."""
        from coindex.mining.extracting.mapper import looked_into
        from kparse.input.tokens import from_doc
        from kparse.semantics.build import build

        _, sentence_filter, extractor = self._tools
        places = None if self._thorough else sentence_filter(doc)
        if places == []:
            return ()
        found: list[str] = []
        each: dict[str, tuple[ParsedText, bool]] = {}
        for sentence, good in looked_into(from_doc(doc), places):
            each.setdefault(sentence.text, (sentence, good))
        for sentence, good in each.values():
            if good and len(sentence.text) <= MAX_SENTENCE:
                # An extractor failure on one sentence must not cost the answer.
                with contextlib.suppress(Exception):
                    found += map(written, list(extractor.records(build(sentence))))
        return tuple(sorted(found))
