"""Distributional similarity of two alternatives to a premise: evidence for choices that knowledge leaves open.

Words that occur near the same other words have similar vectors. The alternative is preferred whose words are more
similar to the premise's, on average over all pairs. A word that stands in both says only what is spoken of, nothing of
cause and effect: it is not paired with itself. The vectors are counted in running text (:mod:`training.word_vectors`).
They speak only where rules tie, and cannot distinguish cause from effect.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from coindex.files.shipped import short_name
from coindex.reasoner.evidence.points import TRUST, points
from coindex.reasoner.evidence.weigh import LARGEST, SCALE, Evidence
from kparse.asp import quote
from kparse.caches import lru_cache
from kparse.errors import KnowledgeError

WORD_VECTORS = "learned/statistics/word_vectors.npz"
"""Where the vectors lie in a directory of knowledge."""
SLOPE = 4.0
"""Units of log-odds for a difference in similarity of 1 (``docs/copa.md``)."""
SHOWN_PAIRS = 2
"""How many pairs of words an explanation names."""

_TOKEN = re.compile(r"[a-z]+n['’]t\b|[a-z]+(?:-[a-z]+)*")
"""A word; one with a shortened *not* (*don't*, *won't*) is a word of its own."""
_STEPS = 127
"""Vectors are stored as whole numbers; the largest of each vector becomes 127 or -127."""

Vector: TypeAlias = npt.NDArray[np.float32]
Small: TypeAlias = npt.NDArray[np.int8]


@dataclass(frozen=True, slots=True, eq=False)
class WordVectors:
    """Vectors of words, by their forms."""

    rows: Mapping[str, int]
    """The row of each form; forms of one word share a row."""
    matrix: Small
    """A row a word; only its direction counts."""
    path: str = "word vectors"

    @classmethod
    def of(cls, rows: Mapping[str, int], matrix: Vector, path: str = "word vectors") -> WordVectors:
        """Make word vectors of real vectors, a row a word; their lengths do not matter."""
        largest = np.maximum(np.abs(matrix).max(axis=1, keepdims=True), 1e-9)
        return cls(rows, np.rint(matrix / largest * _STEPS).astype(np.int8), path)

    def written(self) -> bytes:
        """Give the bytes of a file with the vectors, the same for the same vectors."""
        stream = io.BytesIO()
        np.savez_compressed(
            stream,
            forms=np.frombuffer("\n".join(self.rows).encode(), dtype=np.uint8),
            rows=np.array(list(self.rows.values()), dtype=np.uint16),
            matrix=self.matrix,
        )
        return stream.getvalue()

    def words_of(self, text: str) -> list[str]:
        """Give the words of a text that have a vector, each as often as it stands there.

        >>> WordVectors({"rains": 0, "wet": 1}, np.eye(2, dtype=np.int8)).words_of("It rains; wet, wet roofs.")
        ['rains', 'wet', 'wet']
        """
        return [word for word in _TOKEN.findall(text.lower()) if word in self.rows]

    def similarity(self, ours: Sequence[str], theirs: Sequence[str]) -> Vector:
        """Give the cosine of each word with each other one: a row for each of ours, a column for each of theirs."""
        result: Vector = self._units(ours) @ self._units(theirs).T
        return result

    def _units(self, words: Sequence[str]) -> Vector:
        found = self.matrix[[self.rows[word] for word in words]].astype(np.float32)
        result: Vector = found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-9)
        return result

    def scores(self, premise: str, alternatives: Sequence[str]) -> list[float]:
        """Give the mean similarity of each alternative to the premise; 0 where no two different words have a vector.

        >>> vectors = WordVectors({"rain": 0, "roof": 1, "wet": 2}, np.array([[3, 1], [1, 3], [3, 2]], dtype=np.int8))
        >>> [round(score, 2) for score in vectors.scores("rain", ["rain", "wet", "wet rain"])]
        [0.0, 0.96, 0.96]
        """
        ours = self.words_of(premise)
        found = []
        for alternative in alternatives:
            theirs = self.words_of(alternative)
            pairs = self._different(ours, theirs)
            found.append(float(self.similarity(ours, theirs)[pairs].mean()) if pairs.any() else 0.0)
        return found

    def _different(self, ours: Sequence[str], theirs: Sequence[str]) -> npt.NDArray[np.bool_]:
        """Tell which pairs are of different words; two forms of a word are one."""
        one = np.array([self.rows[word] for word in ours], dtype=np.intp)
        other = np.array([self.rows[word] for word in theirs], dtype=np.intp)
        result: npt.NDArray[np.bool_] = one[:, None] != other[None, :]
        return result

    def evidence(
        self, premise: str, alternatives: Sequence[str], gap: str, nodes: Sequence[str]
    ) -> Iterator[Evidence]:
        """Give the evidence for the more similar alternative; none if both are equally similar.

        Args:
            premise: its text.
            alternatives: their texts.
            gap: the term asked about.
            nodes: the terms of the alternatives, in their order.
        """
        scores = self.scores(premise, alternatives)
        for index, (node, score) in enumerate(zip(nodes, scores, strict=True)):
            weight = points(min(LARGEST / SCALE, (score - min(scores)) * SLOPE), TRUST)
            if weight > 0:
                name = f"similar_words({node})"
                fact = f"typical({quote(name)},{gap},{node},{weight})"
                most_similar = self._most_similar(premise, alternatives[index])
                others = ", ".join(f"{s:.2f}" for n, s in enumerate(scores) if n != index)
                text = (
                    "Counted in many texts: its words are used more like those of the premise than the other's are"
                    f" (similarity {score:.2f} against {others}; 1 is the same)."
                )
                yield Evidence(
                    name, fact, text, self.path, 0, f"counted; most similar: {most_similar}"
                )

    def _most_similar(self, premise: str, alternative: str) -> str:
        """Name the most similar pairs of words."""
        ours = list(dict.fromkeys(self.words_of(premise)))
        theirs = list(dict.fromkeys(self.words_of(alternative)))
        if not ours or not theirs:
            return "none"
        found, different = self.similarity(ours, theirs), self._different(ours, theirs)
        pairs = sorted(
            (-round(float(found[i, j]), 4), other, one)
            for i, one in enumerate(ours)
            for j, other in enumerate(theirs)
            if different[i, j]
        )
        if not pairs:
            return "none"
        return "; ".join(
            f"“{other}” with “{one}” {-minus:.2f}" for minus, other, one in pairs[:SHOWN_PAIRS]
        )


def read_word_vectors(path: Path) -> WordVectors:
    """Read the file that :mod:`training.word_vectors` writes.

    Raises:
        KnowledgeError: it cannot be read, or does not hold forms, their rows, and a matrix with these rows.
    """
    hint = (
        "Write it again with `python -m training.word_vectors`, or restore the repository's file."
    )
    try:
        with np.load(path) as kept:
            forms = kept["forms"].tobytes().decode().split("\n")
            rows, matrix = kept["rows"].tolist(), kept["matrix"]
    except OSError as error:
        raise KnowledgeError(f"cannot read {path}: {error.strerror or error}", hint=hint) from error
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise KnowledgeError(f"{path}: no file of vectors: {error}", hint=hint) from error
    if matrix.ndim != 2 or len(forms) != len(rows) or not rows or max(rows) >= len(matrix):
        raise KnowledgeError(f"{path}: forms, rows and vectors do not go together", hint=hint)
    return WordVectors(dict(zip(forms, rows, strict=True)), matrix, short_name(path))


@lru_cache(4)
def shipped_word_vectors(path: Path) -> WordVectors | None:
    """Read a file of vectors once in a process; ``None`` if there is none."""
    return read_word_vectors(path) if path.is_file() else None
