"""Derives rows for words without any: selects words, sets prices, writes knowledge files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from spacy.lang.en.stop_words import STOP_WORDS

from coindex.files.textfile import write_text
from training.backoff.authored import Authored
from training.backoff.guess import Guesser
from training.backoff.trust import Guess, Trial, Tried, chosen, precision
from training.backoff.vectors import COMMONEST, Word
from training.backoff.wordnet import Wordnet

THRESHOLD = {"verb": 0.5, "adj": 0.5, "noun": 0.6}
"""The minimum probability of a guess that becomes a row."""
MIN_SOUND, MIN_TRIED = 0.6, 30
"""The precision that guesses of one method and price need on words with rows, and the minimum number of such words."""
CHEAP = 0.8
"""A guess with at least this probability costs 1, others 2."""
MIN_LETTERS = 3
LEFT_OUT = frozenset(
    "be will would can could may might must shall should ought have do let get go other own same such last next "
    "certain various several only very least most more about anti mere first second third fourth fifth sixth seventh "
    "eighth ninth tenth eleventh twelfth hundredth none one two three four five six seven eight nine ten eleven twelve "
    "hundred thousand million billion dozen thing something anything everything nothing somebody anybody nobody "
    "someone anyone everyone".split()
)
"""Pronominal words, numerals and auxiliaries: rows would say nothing about them."""
FILES = {"verb": "verbs", "adj": "adjectives", "noun": "nouns", "adverb": "adverbs"}
_PREDICATE = {"verb": "verb", "adj": "adj", "noun": "kind", "adverb": "adverb"}
_WHAT = {
    "verb": "classes of verbs",
    "adj": "properties of adjectives",
    "noun": "kinds of nouns",
    "adverb": "properties of whoever acts so",
}
ADVERB_PRICE = 1


def price_of(guess: Guess) -> int:
    """Give the price of a guess."""
    if guess.word[0] == "adverb":
        return ADVERB_PRICE
    return 1 if guess.trust >= CHEAP else 2


def wanted(authored: Authored, wordnet: Wordnet, frequency: Mapping[Word, float]) -> list[Word]:
    """List the commonest words that have no rows of their own, the commonest first."""
    common = sorted(frequency, key=lambda w: (-frequency[w], w))[:COMMONEST]
    return [w for w in common if w not in authored.taken and _is_wanted(w, wordnet)]


def _is_wanted(word: Word, wordnet: Wordnet) -> bool:
    part, lemma = word
    if (
        lemma in LEFT_OUT
        or lemma in STOP_WORDS
        or len(lemma) < MIN_LETTERS
        or part not in ("verb", "adj", "noun")
    ):
        return False
    senses = wordnet.senses.get(word, [])
    # *wooden, Danish, chemical* classify things but do not describe them
    return bool(senses) and not (part == "adj" and senses[0].related.get("pertainym"))


def guesses(guesser: Guesser, trials: Mapping[str, Trial], words: Iterable[Word]) -> list[Guess]:
    """Guess at words; those below the threshold of their part of speech are left out."""
    found = (
        chosen(guesser, trials[w[0]].weights, w, guesser.candidates(w), THRESHOLD[w[0]])
        for w in words
    )
    return [guess for guess in found if guess is not None]


# ---------------------------------------------------------------------------------------- adverbs


def _adjectives_of(wordnet: Wordnet, adverb: str) -> list[str]:
    """Return the adjectives that an adverb is formed from."""
    keys = (
        key
        for sense in wordnet.senses.get(("adv", adverb), ())
        for key in sense.related.get("pertainym", ())
    )
    owners = (wordnet.owner.get(key, ("", "")) for key in keys)
    return list(dict.fromkeys(lemma for part, lemma in owners if part == "adj"))


def adverb_guess(authored: Authored, wordnet: Wordnet, adverb: str) -> list[Guess]:
    """Guess from its adjective the property that an adverb ascribes to the actor."""
    for adjective in _adjectives_of(wordnet, adverb):
        labels = authored.labels.get(("adj", adjective), frozenset())
        of_doers = sorted(label for label in labels if label in authored.of_doers)
        if of_doers:
            return [Guess(("adverb", adverb), x, 1.0, "adjective", (adjective,)) for x in of_doers]
    return []


def tried_adverbs(authored: Authored, wordnet: Wordnet) -> list[Tried]:
    """Guess at the adverbs that have rows."""
    return [
        Tried(guess, guess.label in own, guess.label in authored.included("adj", own))
        for adverb, own in authored.adverbs.items()
        for guess in adverb_guess(authored, wordnet, adverb)
    ]


# ---------------------------------------------------------------------------------------- writing


def fact(guess: Guess) -> str:
    """Write a guess as a row.

    >>> fact(Guess(("verb", "nab"), "capture", 0.9, "both", ("seize",)))
    'verb("nab",capture).'
    """
    return f'{_PREDICATE[guess.word[0]]}("{guess.word[1]}",{guess.label}).'


def mark(guess: Guess) -> str:
    """Write the origin of a guess as a row.

    >>> mark(Guess(("verb", "nab"), "capture", 0.9, "both", ("seize", "catch")))
    'backed_off("nab",verb,both,"seize, catch",1).'
    """
    part, lemma = guess.word
    like = ", ".join(word.replace("_", " ") for word in guess.like)
    return f'backed_off("{lemma}",{part},{guess.method},"{like}",{price_of(guess)}).'


def proven(tried: Sequence[Tried]) -> list[Tried]:
    """Drop guesses of methods that are not precise enough at their price."""
    groups: dict[tuple[str, int], list[Tried]] = {}
    for one in tried:
        groups.setdefault((one.guess.method, price_of(one.guess)), []).append(one)
    good = {
        group
        for group, here in groups.items()
        if len(here) >= MIN_TRIED and precision(here)[1] >= MIN_SOUND
    }
    return [one for one in tried if (one.guess.method, price_of(one.guess)) in good]


def worth_keeping(found: Iterable[Guess], tried: Sequence[Tried]) -> list[Guess]:
    """Keep the guesses whose method is precise enough at their price."""
    good = {(one.guess.method, price_of(one.guess)) for one in proven(tried)}
    return [guess for guess in found if (guess.method, price_of(guess)) in good]


def report(tried: Sequence[Tried]) -> list[str]:
    """Report how good guesses at words with rows were, by method and price."""
    lines = []
    groups = sorted({(price_of(t.guess), t.guess.method) for t in tried})
    for price, method in groups:
        here = [t for t in tried if (price_of(t.guess), t.guess.method) == (price, method)]
        number, sound, exact = precision(here)
        lines.append(
            f"%   price {price}, {method:<9} {number:>5} words tried, {sound:.1%} sound, {exact:.1%} exact"
        )
    number, sound, exact = precision(tried)
    lines.append(
        f"%   all                {number:>5} words tried, {sound:.1%} sound, {exact:.1%} exact"
    )
    return lines


def write(directory: Path, part: str, found: Sequence[Guess], tried: Sequence[Tried]) -> Path:
    """Write the rows of a part of speech; each line ends with the chance that it is right.

    Raises:
        OutputError: the file cannot be written.
    """
    header = [
        f"% Derived, not written by hand: {_WHAT[part]} for words without rows of their own (docs/statistics.md).",
        "% An authored row of the same word puts these out of use: what is wrong here is corrected in ../../rows.",
        "% Written by `python -m training.backoff`.",
        "% Source: Open English WordNet (CC BY 4.0); co-occurrences in books out of copyright and in English and",
        "% Simple English Wikipedia (CC BY-SA 3.0), as vectors that are not kept; opinion lexicon by Bing Liu",
        "% (CC BY 4.0); and the authored rows of similar words.",
        "% Words with rows, guessed as if they had none (sound: one of their labels or one that includes it):",
        *report(tried),
        "",
    ]
    by_word: dict[Word, list[Guess]] = {}
    for guess in found:
        by_word.setdefault(guess.word, []).append(guess)
    lines = [
        f"{' '.join(map(fact, mine))} {mark(mine[0])} % {mine[0].trust:.2f}"
        for _, mine in sorted(by_word.items())
    ]
    path = directory / f"{FILES[part]}.lp"
    write_text(path, "\n".join([*header, *lines]) + "\n")
    return path


def counted(found: Iterable[Guess]) -> str:
    """Report the number of guesses by method and price."""
    counts = Counter((guess.method, price_of(guess)) for guess in found)
    return ", ".join(f"{n} by {method} at {price}" for (method, price), n in sorted(counts.items()))
