"""Whether a text is English: by the function words of its sentences, and by its script.

A name, a headline or a list has hardly any function word, and says nothing; nor does a word that English shares with
the other language (*was*, *in*), or one between capitals (*Juan de la Cruz*).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from importlib.resources import files

from kparse.caches import cache
from kparse.errors import InputError

ENGLISH = "English"
LEAST = 2
"""Function words of another language that a sentence needs."""
SHARE = 0.2
"""Least share that they have among its words."""
READ = 20_000
"""Characters of a text that are looked at: a tenth of them in each of ten places if it is longer."""
_PARTS = 10
_SHOWN = 6
"""Words of a text that a message shows."""
_SENTENCE = re.compile(r"[.!?…;:\n]+")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_PARTICLES = frozenset(
    "da das de del della den der di do dos du e la las le los van von y zu zum".split()
)
_LATIN = 0x0250
"""Letters below this code point are Latin."""


def other_language(text: str) -> str | None:
    """Give the language in which most of a text seems to be; ``None`` if that is English, or nothing shows what it is.

    >>> other_language("Die Frau sah den Mann nicht. He was late.")
    'German'
    >>> other_language("Paris: Juan de la Cruz, Le Monde, Ludwig van der Berg") is None
    True
    """
    text = _parts(text)
    letters = [c for c in text if c.isalpha()]
    foreign = sum(not _is_latin(c) for c in letters)
    if 2 * foreign > len(letters):
        return "another script"
    counts: dict[str, int] = {}
    for sentence in _SENTENCE.split(text):
        found = _language(sentence)
        if found is not None:
            counts[found] = counts.get(found, 0) + len(_WORD.findall(sentence))
    english = counts.pop(ENGLISH, 0)
    if sum(counts.values()) <= english:
        return None
    return min(counts, key=lambda name: (-counts[name], name))


def require_english(text: str) -> None:
    """Refuse a text in another language.

    Raises:
        InputError: most of it seems to be in another language.
    """
    found = not_english(text)
    if found is not None:
        raise InputError(found, hint="Only English is read.")


def not_english(text: str) -> str | None:
    """Say that a text is in another language; ``None`` if it may be English."""
    found = other_language(text)
    if found is None:
        return None
    words = text.split()
    begin = " ".join(words[:_SHOWN]) + (" ..." if len(words) > _SHOWN else "")
    return f"the text seems to be in {found}, not in English: “{begin}”"


def _parts(text: str) -> str:
    if len(text) <= READ:
        return text
    step = len(text) // _PARTS
    return "\n".join(text[i * step : i * step + READ // _PARTS] for i in range(_PARTS))


def _is_latin(letter: str) -> bool:
    return ord(letter) < _LATIN or unicodedata.name(letter, "").startswith("LATIN")


def _language(sentence: str) -> str | None:
    """Give the language whose function words a sentence has; ``None`` if there are too few."""
    words = _WORD.findall(sentence.replace("’", "'"))
    counted = [word.lower() for i, word in enumerate(words) if _counts(words, i, sentence)]
    scores = {name: sum(w in own for w in counted) for name, own in _words().items()}
    english = scores.pop(ENGLISH)
    best = min(scores, key=lambda name: (-scores[name], name))
    many = scores[best]
    if english >= many:
        return ENGLISH if english else None
    return best if many >= LEAST and many >= SHARE * len(words) else None


def _counts(words: list[str], i: int, sentence: str) -> bool:
    """Tell whether a word may be a function word: it has a small letter, is the first, or all are capitals."""
    word = words[i]
    if word[:1].isupper() and i and not sentence.isupper():
        return False
    if word not in _PARTICLES or not i:
        return True
    before, after = i - 1, i + 1
    while before > 0 and words[before] in _PARTICLES:
        before -= 1
    while after < len(words) - 1 and words[after] in _PARTICLES:
        after += 1
    return not (words[before][:1].isupper() and words[min(after, len(words) - 1)][:1].isupper())


def english_words() -> frozenset[str]:
    """Give frequent function words of English, in small letters."""
    return _words()[ENGLISH]


@cache
def _words() -> Mapping[str, frozenset[str]]:
    """Function words by language; of other languages those that are no English words."""
    text = files("kparse").joinpath("data", "function_words.tsv").read_text(encoding="utf-8")
    rows = dict(line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    own = {name: frozenset(words.split()) for name, words in rows.items()}
    shared = own[ENGLISH] | own.pop("Shared")
    return {name: words if name == ENGLISH else words - shared for name, words in own.items()}
