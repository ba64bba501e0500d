"""What came of examples, kept in the cache directory for the next start of ``kb watch`` and the next ``kb test``.

``kb watch`` finds results again only for the same knowledge, program, parser and statistics.
"""

from __future__ import annotations

import importlib.metadata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

import kparse
from coindex.files.cache import digest, keep, program_digest, recall
from coindex.files.shipped import ENCODINGS, PACKAGE
from coindex.reasoner.asp.records import FileContent
from coindex.reasoner.authoring.examples import Example, Judged
from coindex.reasoner.authoring.prepared import Concern
from coindex.reasoner.knowledge.related_words import RELATED_WORDS
from coindex.reasoner.running.parses import made_by
from kparse.cachedir import cache_directory
from kparse.errors import Diagnostic

_FORM = b"2"
"""To be changed when what is kept of ``kb test`` has another form."""
_SHOWN = 10
Kept = tuple[Concern, "tuple[str, str] | None"]
"""What can speak about an example; and code and message of what is wrong with it, if anything."""


class KeptResults:
    """Results of examples in a file.

    Args:
        paths: the knowledge that is watched.
        model: the parser, as for :class:`coindex.reasoner.running.engine.Reasoner`.
    """

    def __init__(self, paths: Sequence[Path], model: str | None) -> None:
        self._path = _place("watched", paths)
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
        return {key: (Concern(*concern), wrong) for key, concern, wrong in found or ()}

    def keep(
        self,
        contents: Iterable[FileContent],
        results: Iterable[tuple[Example, Concern, Diagnostic | None]],
    ) -> None:
        """Keep results for this knowledge, instead of those for what it was before."""
        if self._usable:
            value = tuple(
                (
                    identity(example),
                    tuple(getattr(concern, one.name) for one in fields(concern)),
                    found and (found.code, found.message),
                )
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


# ------------------------------------------------------------------------- the last run of ``kb test``


@dataclass(frozen=True, slots=True)
class Compared:
    """The examples that came out otherwise than in the last run; those that are new are not among them."""

    now_wrong: tuple[Example, ...]
    now_right: tuple[Example, ...]
    before: int
    """How many of the examples had been asked before."""

    def lines(self) -> Iterator[str]:
        """Say what has changed."""
        if not self.before:
            return
        if not self.now_wrong and not self.now_right:
            yield f"as in the last run: all {self.before} examples that it had come out the same"
            return
        counts = f"{len(self.now_wrong)} now fail, {len(self.now_right)} are now right"
        yield f"compared with the last run: {counts}"
        for said, several in (("now fails", self.now_wrong), ("now right", self.now_right)):
            for example in several[:_SHOWN]:
                yield f"  {said}  {example.location.file}:{example.location.line}  {example.line}"
            if several[_SHOWN:]:
                yield f"  and {len(several) - _SHOWN} more"


def compare_with_last(
    those: Sequence[Judged], paths: Iterable[Path], model: str | None
) -> Compared:
    """Compare results with those of the last run with the same folders and parser, and keep them in their place."""
    path = _place("tested", paths, model or "")
    known: dict[bytes, bool] = dict(recall(path, _FORM) or ())
    asked = [(one.example, known.get(identity(one.example)), one.finding) for one in those]
    wrong = tuple(example for example, was, found in asked if was is False and found)
    right = tuple(example for example, was, found in asked if was and not found)
    known |= {identity(example): found is not None for example, _, found in asked}
    keep(path, _FORM, tuple(sorted(known.items())))
    return Compared(wrong, right, sum(was is not None for _, was, _ in asked))


def _place(kind: str, paths: Iterable[Path], *more: str) -> Path:
    """Give the file for results of some knowledge."""
    named = digest((kind, *more, *(str(path.resolve()) for path in paths))).hex()[:24]
    return cache_directory() / kind / named
