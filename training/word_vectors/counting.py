"""Counts co-occurrences of words, and reduces them to a short vector for each word.

Words are lemmas of Open English WordNet without function words, whatever their part of speech; two co-occur if
they are fewer than a window of words apart within a line (a sentence, or a paragraph of an encyclopedia). Positive
pointwise mutual information (Church and Hanks 1990, contexts smoothed as in Levy, Goldberg and Dagan 2015, section
3.1) is reduced by a truncated singular value decomposition. Everything is seeded: the same text gives the same bytes.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from coindex.reasoner.evidence.word_vectors import WordVectors
from kparse.errors import InputError
from training.backoff.vectors import Indices, Matrix, encoded, lines_of, ppmi, reduced
from training.backoff.wordnet import Wordnet

WINDOW = 25
"""Size of the window in which words co-occur."""
WORDS = 16_000
"""Commonest lemmas that get a vector."""
DIMENSIONS = 100
LEAST = 5
"""A form seen less often is left out."""
CHUNK = 3_000_000
_MARK = "#v"


@dataclass(frozen=True, slots=True)
class Setting:
    """What is counted, and how much is kept."""

    window: int = WINDOW
    words: int = WORDS
    dimensions: int = DIMENSIONS


def lemma_of(form: str, wordnet: Wordnet, left_out: Collection[str]) -> str | None:
    """Give the shortest lemma of a form; ``None`` for function words and words that WordNet lacks."""
    if form in left_out or len(form) < 2:
        return None
    found = sorted({word for _, word in wordnet.lemmas_of(form)}, key=lambda w: (len(w), w))
    return found[0] if found and found[0] not in left_out else None


def pairs_within(words: Indices, window: int, size: int) -> Matrix:
    """Count which words follow which within a window.

    Args:
        words: the text as numbers of words below ``size``; -1 ends a line, -2 is a word that does not count but takes
            its place in the window.
        window: how many words it spans.
        size: how many words there are.

    Returns:
        A matrix of ``size`` rows and columns: how often the column's word follows the row's.
    """
    found = np.zeros(size * size, dtype=np.float32)
    line = np.cumsum(words == -1)
    kept = np.flatnonzero(words >= 0)
    word, line = words[kept].astype(np.int64), line[kept]
    for start in range(0, len(word), CHUNK):
        end = min(start + CHUNK, len(word))
        keys = []
        for step in range(1, window):
            stop = min(end, len(word) - step)
            if stop <= start:
                break
            here, there = slice(start, stop), slice(start + step, stop + step)
            near = (line[here] == line[there]) & (kept[there] - kept[here] < window)
            if not near.any():
                break
            keys.append(word[here][near] * size + word[there][near])
        if keys:
            numbers, times = np.unique(np.concatenate(keys), return_counts=True)
            found[numbers] += times.astype(np.float32)
    return found.reshape(size, size)


def train(
    corpora: Path,
    wordnet: Wordnet,
    left_out: Collection[str],
    setting: Setting | None = None,
    *,
    share: float = 1.0,
    log: Any = sys.stderr,
) -> WordVectors:
    """Count co-occurrences in a share of the text, and reduce it to vectors.

    Raises:
        OSError: a text cannot be read.
        InputError: there is no text.
    """
    setting = setting or Setting()
    forms, text = encoded(lines_of(corpora, share))
    times = np.bincount(text[text >= 0], minlength=len(forms))
    bare = [form.removesuffix(_MARK) for form in forms]
    lemmas = dict(_lemmas(set(bare), wordnet, left_out))
    counted: Counter[str] = Counter()
    for form, number in zip(bare, times, strict=True):
        if form in lemmas:
            counted[lemmas[form]] += int(number)
    words = sorted(counted, key=lambda w: (-counted[w], w))[: setting.words]
    print(f"{int(times.sum()):,} words of text, {len(words):,} lemmas", file=log, flush=True)
    if not words:
        raise InputError(f"no text in {corpora}", hint="See --help on DATA.")
    row = {word: number for number, word in enumerate(words)}
    rows = [row.get(lemmas.get(form, ""), -2) for form in bare]
    pairs = pairs_within(np.array([*rows, -1], dtype=np.int64)[text], setting.window, len(words))
    pairs += pairs.T.copy()
    matrix = reduced(ppmi(pairs), setting.dimensions)
    return WordVectors.of(_forms(bare, times, rows), matrix)


def _lemmas(
    forms: Collection[str], wordnet: Wordnet, left_out: Collection[str]
) -> Iterator[tuple[str, str]]:
    for form in forms:
        if lemma := lemma_of(form, wordnet, left_out):
            yield form, lemma


def _forms(bare: Sequence[str], times: Indices, rows: Sequence[int]) -> dict[str, int]:
    """Give the row of each frequent form, in alphabetical order."""
    seen: Counter[str] = Counter()
    of: dict[str, int] = {}
    for form, number, row in zip(bare, times, rows, strict=True):
        if row >= 0:
            seen[form] += int(number)
            of[form] = row
    return {form: of[form] for form in sorted(of) if seen[form] >= LEAST}
