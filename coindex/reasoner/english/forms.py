"""Forms of words: by rule, or from ``knowledge/learned/forms.tsv`` where no rule gives them.

>>> [participle(v) for v in ("lift", "carry", "stop", "visit", "give up", "put", "know", "prefer", "lend")]
['lifted', 'carried', 'stopped', 'visited', 'given up', 'put', 'known', 'preferred', 'lent']
>>> [plural(noun) for noun in ("coward", "bully", "boss", "fireman", "foot", "human", "step child")]
['cowards', 'bullies', 'bosses', 'firemen', 'feet', 'humans', 'step children']
>>> [third_person(v) for v in ("carry it", "go", "eat", "have", "quiz")]
['carries it', 'goes', 'eats', 'has', 'quizzes']
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from coindex.files.shipped import KNOWLEDGE
from kparse.caches import cache, lru_cache

FORMS = KNOWLEDGE / "learned" / "forms.tsv"
"""Lemma, form's name and form; written by ``python -m training.forms``."""
Name: TypeAlias = Literal["participle", "third_person", "plural"]
_VOWELS = frozenset("aeiou")


@cache
def _table() -> Mapping[tuple[str, str], str]:
    rows = (line.split("\t") for line in FORMS.read_text(encoding="utf-8").splitlines())
    return {(row[0], row[1]): row[2] for row in rows if not row[0].startswith("#")}


def participle(verb: str) -> str:
    """Give the past participle of a verb; what follows the verb stays behind it."""
    first, space, rest = verb.partition(" ")
    return f"{_form(first, 'participle')}{space}{rest}"


def third_person(verb: str) -> str:
    """Give the form of the present that goes with *she*; what follows the verb stays behind it."""
    first, space, rest = verb.partition(" ")
    return f"{_form(first, 'third_person')}{space}{rest}"


def plural(noun: str) -> str:
    """Give the plural of a noun; what stands before it stays there."""
    before, space, last = noun.rpartition(" ")
    return f"{before}{space}{_form(last, 'plural')}"


@lru_cache(10_000)
def _form(word: str, name: Name) -> str:
    return _table().get((word, name)) or regular(word, name)


def regular(word: str, name: Name) -> str:
    """Give a form by rule.

    >>> [regular(v, "participle") for v in ("bake", "try", "play", "rob", "open", "fix")]
    ['baked', 'tried', 'played', 'robbed', 'opened', 'fixed']
    """
    before = word[-2:-1]
    if name != "participle":
        if name == "plural" and word.endswith("man"):
            return f"{word[:-3]}men"
        if word.endswith("y") and before not in _VOWELS:
            return f"{word[:-1]}ies"
        hissing = word.endswith(("s", "x", "z", "ch", "sh"))
        return (
            f"{word}es" if hissing or (word[-1:] == "o" and before not in _VOWELS) else f"{word}s"
        )
    if word.endswith("e"):
        return f"{word}d"
    if word.endswith("y") and before not in _VOWELS:
        return f"{word[:-1]}ied"
    doubles = word[-1:] not in "aeiouwxy" and before in _VOWELS and word[-3:-2] not in _VOWELS
    one_vowel = sum(letter in _VOWELS for letter in word) == 1
    return f"{word}{word[-1] if doubles and one_vowel and len(word) > 2 else ''}ed"
