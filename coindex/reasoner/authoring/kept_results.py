"""What came of examples, kept in the cache directory for the next start of ``kb watch``.

Results are found again only for the same knowledge, program, parser and statistics.
"""

from __future__ import annotations

import importlib.metadata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import kparse
from coindex.files.cache import digest, keep, program_digest, recall
from coindex.files.shipped import ENCODINGS, PACKAGE
from coindex.reasoner.asp.records import FileContent
from coindex.reasoner.authoring.examples import Example
from coindex.reasoner.authoring.prepared import Concern
from coindex.reasoner.knowledge.related_words import RELATED_WORDS
from coindex.reasoner.running.parses import made_by
from kparse.cachedir import cache_directory
from kparse.errors import Diagnostic

Kept = tuple[Concern, "tuple[str, str] | None"]
"""What can speak about an example; and code and message of what is wrong with it, if anything."""


class KeptResults:
    """Results of examples in a file.

    Args:
        paths: the knowledge that is watched.
        model: the parser, as for :class:`coindex.reasoner.running.engine.Reasoner`.
    """

    def __init__(self, paths: Sequence[Path], model: str | None) -> None:
        named = digest(("watched", *(str(path.resolve()) for path in paths))).hex()[:24]
        self._path = cache_directory() / "watched" / named
        parser = made_by(model)
        self._usable = parser is not None
        places = (PACKAGE / "reasoner", Path(kparse.__file__).parent)
        encodings = [path.read_bytes() for path in sorted(ENCODINGS.rglob("*.lp"))]
        clingo = importlib.metadata.version("clingo")
        words = RELATED_WORDS.read_bytes() if RELATED_WORDS.is_file() else b""
        self._made_by = digest((parser or "", clingo, program_digest(*places), words, *encodings))

    def find(self, contents: Iterable[FileContent]) -> Mapping[bytes, Kept]:
        """Give the results that are kept for this knowledge, by example (:func:`identity`)."""
        found = recall(self._path, self._key(contents)) if self._usable else None
        return {key: (_concern(concern), wrong) for key, concern, wrong in found or ()}

    def keep(
        self,
        contents: Iterable[FileContent],
        results: Iterable[tuple[Example, Concern, Diagnostic | None]],
    ) -> None:
        """Keep results for this knowledge, instead of those for what it was before."""
        if self._usable:
            value = tuple(
                (identity(example), _plain(concern), found and (found.code, found.message))
                for example, concern, found in results
            )
            keep(self._path, self._key(contents), value)

    def _key(self, contents: Iterable[FileContent]) -> bytes:
        files = (part for one in contents for part in (one.source.name, "\n".join(one.lines)))
        return digest((self._made_by, *files))


def identity(example: Example) -> bytes:
    """Give a digest of an example that does not depend on its place in the file."""
    bare = replace(example.item, id="")
    return digest((example.rule, str(example.fires), repr(bare), example.location.file or ""))


def _plain(concern: Concern) -> tuple[Any, ...]:
    return concern.keys, concern.axioms, concern.plays, concern.asserted, concern.there


def _concern(values: tuple[Any, ...]) -> Concern:
    return Concern(*values)
