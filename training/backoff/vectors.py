"""Word vectors from co-occurrence counts: positive pointwise mutual information, reduced by a truncated SVD.

A verb's vector is made from its inflected forms and from occurrences after *to*, *will*, *he* and the like, so that a
noun with the same spelling affects it less. Everything is seeded: the same text gives the same vectors.
"""

from __future__ import annotations

import gzip
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias
from zlib import crc32

import numpy as np
import numpy.typing as npt

from training.backoff.wordnet import Wordnet

Matrix: TypeAlias = npt.NDArray[np.float32]
Indices: TypeAlias = npt.NDArray[np.int64]
Word: TypeAlias = tuple[str, str]
"""Part of speech and lemma."""

WINDOW = 5
DIMENSIONS = 100
FORMS = 60_000
"""The number of most frequent forms whose contexts are counted."""
CONTEXTS = 8_000
"""The number of most frequent forms that count as contexts."""
COMMONEST = 30_000
"""Commonest words that get rows."""
MIN_COUNT = 30
"""A word seen less often gets no vector."""
SMOOTHING = 0.75
CHUNK = 2_000_000
_TOKEN = re.compile(r"[a-z]+(?:-[a-z]+)*|[.!?;]")
_BEFORE_VERB = frozenset(
    "to will would can could may might must shall should not i you he she they we who did do does never".split()
)
_MARK = "#v"


@dataclass(frozen=True, slots=True)
class Vectors:
    """Vectors of unit length, one row per word, and each word's frequency per million."""

    words: tuple[Word, ...]
    matrix: Matrix
    frequency: dict[Word, float]

    @property
    def index(self) -> dict[Word, int]:
        """The row of each word."""
        return {word: n for n, word in enumerate(self.words)}

    def save(self, path: Path) -> None:
        """Keep them in a file."""
        np.savez(
            path,
            words=np.array([" ".join(word) for word in self.words]),
            matrix=self.matrix,
            counted=np.array([" ".join(word) for word in self.frequency]),
            frequency=np.array(list(self.frequency.values())),
        )

    @classmethod
    def load(cls, path: Path) -> Vectors:
        """Read what :meth:`save` kept."""
        with np.load(path) as kept:
            return cls(
                tuple(_pair(word) for word in kept["words"]),
                kept["matrix"],
                {
                    _pair(w): float(f)
                    for w, f in zip(kept["counted"], kept["frequency"], strict=True)
                },
            )


def _pair(text: str) -> Word:
    part, _, lemma = str(text).partition(" ")
    return part, lemma


def lines_of(corpora: Path, share: float) -> Iterator[str]:
    """Give a share of the lines of all text files, chosen by their content."""
    for path in sorted(corpora.glob("*/*.txt.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for line in file:
                if crc32(line.encode()) % 1000 < share * 1000:
                    yield line


def _tokens(lines: Iterable[str]) -> Iterator[list[str]]:
    """Yield the words of each line; a form after *to* and the like is marked."""
    for line in lines:
        found = _TOKEN.findall(line.lower())
        yield [
            token + _MARK if before in _BEFORE_VERB else token
            for before, token in zip(["", *found], found, strict=False)
        ]


def encoded(lines: Iterable[str]) -> tuple[list[str], Indices]:
    """Give the forms, the commonest first, and the text as their numbers; a gap after each line."""
    numbers: dict[str, int] = {}
    parts: list[Indices] = []
    buffer: list[int] = []
    for tokens in _tokens(lines):
        buffer += [numbers.setdefault(token, len(numbers)) for token in tokens]
        buffer += [-1] * WINDOW
        if len(buffer) > CHUNK:
            parts.append(np.array(buffer, dtype=np.int64))
            buffer = []
    parts.append(np.array(buffer, dtype=np.int64))
    text = np.concatenate(parts)
    counts = np.bincount(text[text >= 0], minlength=len(numbers))
    names = np.array(list(numbers), dtype=object)
    order = sorted(range(len(names)), key=lambda n: (-int(counts[n]), str(names[n])))
    rank = np.empty(len(names) + 1, dtype=np.int64)
    rank[np.array(order, dtype=np.int64)] = np.arange(len(order))
    rank[-1] = -1
    return [str(names[n]) for n in order], rank[text]


def _company(text: Indices, plain: Indices, forms: int, contexts: int) -> Matrix:
    """Count which forms stand near which contexts, the near ones more (1 at once, 1/5 at the end of the window)."""
    found = np.zeros(forms * contexts, dtype=np.float32)
    for start in range(0, len(text), CHUNK):
        end = min(start + CHUNK, len(text))
        for distance in range(1, WINDOW + 1):
            stop = min(end, len(text) - distance)
            here, there = slice(start, stop), slice(start + distance, stop + distance)
            for own, near in ((text[here], plain[there]), (text[there], plain[here])):
                kept = (own >= 0) & (own < forms) & (near >= 0) & (near < contexts)
                keys, numbers = np.unique(own[kept] * contexts + near[kept], return_counts=True)
                found[keys] += numbers.astype(np.float32) / distance
    return found.reshape(forms, contexts)


def ppmi(counts: Matrix) -> Matrix:
    """Turn the counts into positive pointwise mutual information."""
    rows = counts.sum(axis=1, dtype=np.float64)
    columns = counts.sum(axis=0, dtype=np.float64) ** SMOOTHING
    columns /= columns.sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        weighed = counts / np.maximum(rows, 1e-9)[:, None].astype(np.float32)
        weighed /= columns[None, :].astype(np.float32)
        np.log(weighed, out=weighed)
    np.nan_to_num(weighed, copy=False, nan=0.0, posinf=0.0, neginf=0.0)
    result: Matrix = np.maximum(weighed, 0, out=weighed)
    return result


def reduced(matrix: Matrix, dimensions: int, *, rounds: int = 4, seed: int = 1) -> Matrix:
    """Give the rows in fewer dimensions by a randomised truncated SVD, each of length 1."""
    rng = np.random.default_rng(seed)
    wide = min(dimensions + 20, *matrix.shape)
    basis = rng.standard_normal((matrix.shape[1], wide)).astype(np.float32)
    for _ in range(rounds):
        basis, _ = np.linalg.qr(matrix.T @ (matrix @ basis))
    left, values, _ = np.linalg.svd(matrix @ basis, full_matrices=False)
    found = (left * np.sqrt(values))[:, :dimensions].astype(np.float32)
    norms = np.linalg.norm(found, axis=1, keepdims=True)
    result: Matrix = found / np.maximum(norms, 1e-9)
    return result


def _words_of(forms: Sequence[str], wordnet: Wordnet) -> list[list[Word]]:
    """Give for each form the words that it counts for: marked forms for verbs, others mostly for other words."""
    found: list[list[Word]] = []
    for form in forms:
        bare = form.removesuffix(_MARK)
        here = sorted(wordnet.lemmas_of(bare))
        verbs = [w for w in here if w[0] == "verb"]
        if verbs and form.endswith(_MARK):
            here = verbs
        elif len(here) > len(verbs) > 0:
            here = [w for w in here if w[0] != "verb" or bare not in (w[1], w[1] + "s")]
        found.append(here)
    return found


def _contexts(forms: Sequence[str], counts: Indices) -> list[str]:
    """List the commonest forms, marked or not, that count as contexts."""
    found: Counter[str] = Counter()
    for form, count in zip(forms, counts, strict=True):
        found[form] += int(count)
    return [word for word, _ in sorted(found.items(), key=lambda e: (-e[1], e[0]))[:CONTEXTS]]


def _frequencies(belongs: Iterable[Sequence[Word]], counts: Indices) -> dict[Word, float]:
    """Count words, the commonest first; an occurrence of a form is shared among its words."""
    found: defaultdict[Word, float] = defaultdict(float)
    for words, count in zip(belongs, counts, strict=True):
        for word in words:
            found[word] += int(count) / len(words)
    return dict(sorted(found.items(), key=lambda e: (-e[1], e[0])))


def train(corpora: Path, wordnet: Wordnet, *, share: float, log: Any = sys.stderr) -> Vectors:
    """Count co-occurrences in a share of the text, and reduce it to vectors.

    Raises:
        OSError: a text cannot be read.
    """
    forms, text = encoded(lines_of(corpora, share))
    occurrences = np.bincount(text[text >= 0], minlength=len(forms))
    total = int(occurrences.sum())
    print(f"{total:,} words of text, {len(forms):,} forms", file=log, flush=True)
    bare = [form.removesuffix(_MARK) for form in forms]
    contexts = _contexts(bare, occurrences)
    number = {context: n for n, context in enumerate(contexts)}
    as_context = np.array([*(number.get(form, -1) for form in bare), -1], dtype=np.int64)
    size = min(FORMS, len(forms))
    counts = _company(text, as_context[text], size, len(contexts))
    belongs = _words_of(forms, wordnet)
    frequency = _frequencies(belongs, occurrences)
    having = {word for mine in belongs[:size] for word in mine}
    words = [w for w, n in frequency.items() if w in having and n >= MIN_COUNT]
    row = {word: n for n, word in enumerate(words)}
    joined: Matrix = np.zeros((len(words), len(contexts)), dtype=np.float32)
    for n, mine in enumerate(belongs[:size]):
        for word in mine:
            if word in row:
                joined[row[word]] += counts[n] / len(mine)
    del counts
    print(f"{len(words):,} words have vectors", file=log, flush=True)
    matrix = reduced(ppmi(joined), DIMENSIONS)
    common = list(frequency)[: COMMONEST * 2]
    return Vectors(tuple(words), matrix, {w: frequency[w] / total * 1e6 for w in common})
