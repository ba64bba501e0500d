"""Content words for the quick checks and the leak detector: lemmas without the parser, without function words."""

from __future__ import annotations

import re

from kparse.caches import lru_cache
from kparse.input.lemmas import lemma_of
from kparse.mentions.matching import stem

_WORD = re.compile(r"\w+(?:['’-]\w+)*")
FUNCTION = frozenset(
    """a an the this that these those some any no every each all both either neither other another such
    i me my mine you your yours he him his she her hers it its we us our ours they them their theirs one
    himself herself itself themselves myself yourself ourselves who whom whose which what where when why how
    be am is are was were been being have has had having do does did doing done will would shall should can could may
    might must ought not n't never and or but nor so yet if then than as because although though while since unless
    until after before whether of in on at by for from to with without into onto over under about against between
    through during above below up down out off again there here very too more most less least only also just even
    isn't wasn't aren't weren't don't doesn't didn't hasn't haven't hadn't won't wouldn't can't cannot couldn't
    shouldn't""".split()
)
"""Words that do not show what a text is about."""


def words(text: str) -> list[str]:
    """Return the words of a text in lower case.

    >>> words("The nurse’s 2 coats didn't fit.")
    ['the', "nurse's", '2', 'coats', "didn't", 'fit']
    """
    return [w.lower().replace("’", "'") for w in _WORD.findall(text)]


@lru_cache(20_000)
def lemmas(word: str) -> frozenset[str]:
    """Return the possible lemmas of a word, itself included.

    >>> sorted(lemmas("carried"))
    ['carried', 'carry']
    """
    word = word.removesuffix("'s").removesuffix("'")
    verb = (lemma_of(word, "VERB", word, tag, trust=False) for tag in ("VBD", "VBZ"))
    found = (word, stem(word), *verb, lemma_of(word, "ADJ", word, "JJR", trust=False))
    return frozenset(f for f in found if f)


def content(text: str) -> list[frozenset[str]]:
    """Return the possible lemmas of each content word, in order."""
    return [lemmas(word) for word in words(text) if word not in FUNCTION]


def shared(one: str, other: str) -> bool:
    """Return whether two texts have a content word in common.

    >>> shared("Who carried the crate?", "Ida carries crates."), shared("Who slept?", "Ida carries crates.")
    (True, False)
    """
    here = {lemma for found in content(one) for lemma in found}
    return any(found & here for found in content(other))


@lru_cache(50_000)
def keys(text: str) -> frozenset[str]:
    """Return one lemma (the shortest) of each content word, for comparing texts."""
    return frozenset(min(found, key=lambda lemma: (len(lemma), lemma)) for found in content(text))
