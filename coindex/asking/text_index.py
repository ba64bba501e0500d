"""An index of the sentences of raw text that have a connective, kept between runs: which sentences have these words.

A corpus is a text file or a folder of such files, perhaps compressed (``.gz``). The index is made once for a content.
"""

from __future__ import annotations

import gzip
import hashlib
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from coindex.asking.text_words import forms
from coindex.files.atomic import replacing
from kparse.cachedir import cache_directory, temporary_directory, writable
from kparse.errors import InputError

SUFFIXES = (".txt", ".txt.gz")
CONNECTIVES = (
    *("because", "so", "but", "although", "though", "if", "when", "unless", "since", "while"),
    *("after", "before", "until"),
)
_VERSION = 1
"""Of the index; whoever changes what is in it raises it."""
_SHORTEST, _LONGEST = 5, 32
"""Words of a sentence that is kept."""
_HAS_CONNECTIVE = re.compile(rf"\b(?:{'|'.join(CONNECTIVES)})\b", re.IGNORECASE)
_END = re.compile(r"(?<=[.!?])[\"'”’)]*\s+(?=[\"'“‘(]*[A-Z])")
_ENDS = re.compile(r"[.!?][\"'”’)]*$")
_MOST_JOINED = 12
"""Lines that are joined at most until a sentence ends."""


@dataclass(frozen=True, slots=True)
class Found:
    """A sentence of a corpus, and where it begins."""

    sentence: str
    file: str
    line: int


class TextIndex:
    """The sentences of a corpus.

    Args:
        corpus: a file or a folder.

    Raises:
        InputError: there is no text, or a file cannot be read.
    """

    def __init__(self, corpus: str | Path) -> None:
        root = Path(corpus)
        files = [root] if root.is_file() else sorted(root.rglob("*.txt*"))
        self.files = [path for path in files if path.name.endswith(SUFFIXES)]
        if not self.files:
            raise InputError(
                f"there is no text in {corpus}",
                hint=f"Name a file or a folder with files {' or '.join(SUFFIXES)}.",
            )
        self._names = [
            path.name if root.is_file() else path.relative_to(root).as_posix()
            for path in self.files
        ]
        directory = cache_directory()
        if not writable(directory):
            directory = temporary_directory()
        self.path = directory / f"text-{self._digest()}.sqlite"
        if not self.path.is_file():
            self._make()
        self._connection = sqlite3.connect(
            f"{self.path.as_uri()}?mode=ro", uri=True, check_same_thread=False
        )

    def _digest(self) -> str:
        found = hashlib.sha256(f"{_VERSION}".encode())
        try:
            for name, path in zip(self._names, self.files, strict=True):
                with path.open("rb") as stream:
                    content = hashlib.file_digest(stream, "sha256").digest()
                found.update(name.encode() + b"\0" + content)
        except OSError as error:
            raise InputError(f"{error.filename} cannot be read: {error.strerror}") from error
        return found.hexdigest()[:16]

    def _make(self) -> None:
        with replacing(self.path, flush=False) as temporary:
            connection = sqlite3.connect(temporary)
            try:
                connection.execute("PRAGMA journal_mode=OFF")
                connection.execute(
                    "CREATE VIRTUAL TABLE said USING fts5(sentence, file UNINDEXED, line UNINDEXED,"
                    " tokenize='porter unicode61', detail=none)"
                )
                for name, path in zip(self._names, self.files, strict=True):
                    connection.executemany(
                        "INSERT INTO said VALUES (?, ?, ?)",
                        ((one, name, line) for one, line in sentences_of(path)),
                    )
                connection.commit()
            finally:
                connection.close()

    def find(self, every: Sequence[Iterable[str]], most: int) -> list[Found]:
        """Give sentences that have a word of each group, best first: rare words count more, short sentences, too.

        Args:
            every: groups of lemmas; regular forms have the same stem, irregular ones are looked for, too.
            most: how many.
        """
        words = [dict.fromkeys(form for w in g for form in (w, *forms().get(w, ()))) for g in every]
        groups = [" OR ".join(f'"{w}"' for w in some if w.isalnum()) for some in words]
        if not groups or not all(groups):
            return []
        query = " AND ".join(f"({group})" for group in groups)
        rows = self._connection.execute(
            "SELECT sentence, file, line FROM said WHERE said MATCH ? ORDER BY rank, rowid LIMIT ?",
            [query, most],
        )
        return [Found(*row) for row in rows]


def sentences_of(path: Path) -> Iterator[tuple[str, int]]:
    """Give the sentences of a file that have a connective and are not too long, with their lines.

    Raises:
        InputError: the file cannot be read.
    """
    for text, line in _pieces(path):
        for sentence in _END.split(text):
            said = sentence.strip(" \"'“”‘’")
            words = said.count(" ") + 1
            if _SHORTEST <= words <= _LONGEST and _HAS_CONNECTIVE.search(said):
                yield said, line


def _pieces(path: Path) -> Iterator[tuple[str, int]]:
    """Give lines, those joined in which a sentence goes on, with the number of the first."""
    joined: list[str] = []
    begin = 1
    try:
        open_text = gzip.open if path.suffix == ".gz" else open
        with open_text(path, "rt", encoding="utf-8", errors="replace") as stream:
            for number, line in enumerate(stream, 1):
                said = " ".join(line.split())
                if not joined:
                    begin = number
                if said:
                    joined.append(said)
                if joined and (not said or _ENDS.search(said) or len(joined) >= _MOST_JOINED):
                    yield " ".join(joined), begin
                    joined = []
    except (OSError, EOFError) as error:
        raise InputError(f"{path} cannot be read: {error}") from error
    if joined:
        yield " ".join(joined), begin
