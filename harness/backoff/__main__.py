"""Derive rows for words without any; ``python -m harness.backoff --help``. What it does: ``docs/backoff.md``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from harness.backoff.authored import Authored, read_authored
from harness.backoff.guess import Guesser
from harness.backoff.rows import (
    THRESHOLD,
    adverb_guess,
    counted,
    guesses,
    told,
    tried_adverbs,
    wanted,
    write,
)
from harness.backoff.trust import Guess, trial
from harness.backoff.vectors import COMMONEST, Vectors, Word, train
from harness.backoff.wordnet import Wordnet, read_wordnet
from kparse.errors import AntecedentError, InputError
from reasoner.knowledge import DEFAULT


def read_opinions(directory: Path) -> dict[str, int]:
    """Read the opinion lexicon: 1 for positive words, -1 for negative ones.

    Raises:
        InputError: a list cannot be read.
    """
    found: dict[str, int] = {}
    for name, sign in (("positive", 1), ("negative", -1)):
        path = directory / f"{name}-words.txt"
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"cannot read {path}: {error}", hint="Give opinion_lexicon.") from error
        found.update({w: sign for line in lines if (w := line.strip()) and w[0] != ";"})
    return found


def share_of_text(frequency: Mapping[Word, float], words: set[Word]) -> float:
    """Give the share that words have in the running text of nouns, verbs and adjectives."""
    counted = {w: f for w, f in frequency.items() if w[0] in THRESHOLD}
    return sum(f for w, f in counted.items() if w in words) / max(sum(counted.values()), 1e-9)


def _vectors(options: argparse.Namespace, wordnet: Wordnet) -> Vectors:
    if options.vectors is not None and options.vectors.is_file():
        return Vectors.load(options.vectors)
    try:
        vectors = train(options.data / "corpora", wordnet, share=options.share)
    except OSError as error:
        raise InputError(f"cannot read the text: {error}", hint="See --help on DATA.") from error
    if options.vectors is not None:
        vectors.save(options.vectors)
    return vectors


def derive(
    authored: Authored, wordnet: Wordnet, vectors: Vectors, opinions: Mapping[str, int], to: Path
) -> None:
    """Guess at all words without rows, and write the files.

    Raises:
        OutputError: a file cannot be written.
    """
    guesser = Guesser(authored, wordnet, vectors, opinions)
    trials = {part: trial(guesser, part) for part in THRESHOLD}
    words = wanted(authored, wordnet, vectors.frequency)
    found: list[Guess] = guesses(guesser, trials, words)
    for part, threshold in THRESHOLD.items():
        mine = [guess for guess in found if guess.word[0] == part]
        tried = trials[part].tried(guesser, threshold)
        path = write(to, part, mine, tried)
        asked = sum(word[0] == part for word in words)
        print(f"{path}: {len(mine)} of {asked} words ({counted(mine)})")
        print(f"  tried on {len(trials[part].words)} words with rows:")
        print("\n".join(told(part, tried)).replace("%  ", "   "))
    common = sorted(vectors.frequency, key=lambda w: (-vectors.frequency[w], w))[:COMMONEST]
    adverbs = [
        guess
        for part, lemma in common
        if part == "adv" and lemma not in authored.adverbs
        for guess in adverb_guess(authored, wordnet, lemma)
    ]
    print(f"{write(to, 'adverb', adverbs, tried_adverbs(authored, wordnet))}: {len(adverbs)} rows")
    before = share_of_text(vectors.frequency, authored.taken)
    after = share_of_text(vectors.frequency, authored.taken | {guess.word for guess in found})
    print(f"of nouns, verbs and adjectives in running text with rows: {before:.2%}, now {after:.2%}")


def main(argv: Sequence[str] | None = None) -> int:
    """Read, guess and write; give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m harness.backoff", description=__doc__)
    parser.add_argument(
        "data",
        type=Path,
        help="directory with corpora/ (*/*.txt.gz) and kb/ (open-english-wordnet.tar.xz, opinion_lexicon/)",
    )
    parser.add_argument("--knowledge", type=Path, default=DEFAULT)
    parser.add_argument("--to", type=Path, default=DEFAULT / "derived")
    parser.add_argument("--share", type=float, default=1.0, help="of the text that is counted")
    parser.add_argument("--vectors", type=Path, help="file (.npz) to keep vectors in, or to take them from")
    options = parser.parse_args(argv)
    try:
        wordnet = read_wordnet(options.data / "kb" / "open-english-wordnet.tar.xz")
        opinions = read_opinions(options.data / "kb" / "opinion_lexicon")
        vectors = _vectors(options, wordnet)
        derive(read_authored([options.knowledge]), wordnet, vectors, opinions, options.to)
    except AntecedentError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
