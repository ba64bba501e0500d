"""Derive rows for words without any; ``python -m training.backoff --help``. What it does: ``docs/statistics.md``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from coindex.files.shipped import KNOWLEDGE
from coindex.reasoner.knowledge.derived_rows import DERIVED
from coindex.reasoner.knowledge.frequencies import ListName, read_list
from coindex.reasoner.store.folders import LEARNED
from kparse.errors import CoindexError, InputError
from training.backoff.authored import Authored, read_authored
from training.backoff.guess import Guesser
from training.backoff.rows import (
    THRESHOLD,
    adverb_guess,
    counted,
    guesses,
    proven,
    report,
    tried_adverbs,
    wanted,
    worth_keeping,
    write,
)
from training.backoff.trust import Guess, trial
from training.backoff.vectors import COMMONEST, Vectors, Word, train
from training.backoff.wordnet import Wordnet, read_wordnet


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
            raise InputError(
                f"cannot read {path}: {error}", hint="Give opinion_lexicon."
            ) from error
        found.update({w: sign for line in lines if (w := line.strip()) and w[0] != ";"})
    return found


_LISTS: tuple[tuple[ListName, str], ...] = (
    ("verbs", "verb"),
    ("adjectives", "adj"),
    ("nouns", "noun"),
)


def shares(words: set[Word]) -> list[float]:
    """Give for each list of the commonest words the share of occurrences whose word is among those given.

    Raises:
        InputError: a list cannot be read.
    """
    found = []
    for name, part in _LISTS:
        listed = read_list(name)
        known = sum(
            w.frequency
            for w in listed
            if (part, w.lemma) in words or (w.base and ("verb", w.base) in words)
        )
        found.append(known / max(sum(w.frequency for w in listed), 1e-9))
    return found


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
    found: list[Guess] = []
    for part, threshold in THRESHOLD.items():
        asked = [word for word in words if word[0] == part]
        tried = trials[part].tried(guesser, threshold)
        mine = worth_keeping(guesses(guesser, trials, asked), tried)
        found += mine
        print(f"{write(to, part, mine, proven(tried))}: {len(mine)} of {len(asked)} words")
        print(f"  {counted(mine)}; tried on {len(trials[part].words)} words with rows:")
        print("\n".join(report(tried)).replace("%  ", "   "))
    common = sorted(vectors.frequency, key=lambda w: (-vectors.frequency[w], w))[:COMMONEST]
    adverbs = [
        guess
        for part, lemma in common
        if part == "adv" and lemma not in authored.adverbs
        for guess in adverb_guess(authored, wordnet, lemma)
    ]
    print(f"{write(to, 'adverb', adverbs, tried_adverbs(authored, wordnet))}: {len(adverbs)} rows")
    before = shares(authored.taken)
    after = shares(authored.taken | {guess.word for guess in found})
    for (name, _), old, new in zip(_LISTS, before, after, strict=True):
        print(f"occurrences of the commonest {name} without rows: {1 - old:.2%}, now {1 - new:.2%}")


def main(argv: Sequence[str] | None = None) -> int:
    """Read, guess and write; give the exit status."""
    parser = argparse.ArgumentParser(prog="python -m training.backoff", description=__doc__)
    parser.add_argument(
        "data",
        type=Path,
        help="directory with corpora/ (*/*.txt.gz) and kb/ (open-english-wordnet.tar.xz, opinion_lexicon/)",
    )
    parser.add_argument("--knowledge", type=Path, default=KNOWLEDGE)
    parser.add_argument("--to", type=Path, default=KNOWLEDGE / LEARNED / DERIVED)
    parser.add_argument("--share", type=float, default=1.0, help="of the text that is counted")
    parser.add_argument(
        "--vectors", type=Path, help="file (.npz) to keep vectors in, or to take them from"
    )
    options = parser.parse_args(argv)
    try:
        wordnet = read_wordnet(options.data / "kb" / "open-english-wordnet.tar.xz")
        opinions = read_opinions(options.data / "kb" / "opinion_lexicon")
        vectors = _vectors(options, wordnet)
        derive(read_authored([options.knowledge]), wordnet, vectors, opinions, options.to)
    except CoindexError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
