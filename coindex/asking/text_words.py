"""Words to search raw text for: the irregular forms of a word, and words that are not worth a search."""

from __future__ import annotations

from kparse.caches import cache
from kparse.input.lemmas import exceptions, irregular

LIGHT = frozenset(
    "be become do feel get give go have let look make need put say seem take tell think try want".split()
)
"""Words that say little without their arguments."""


@cache
def forms() -> dict[str, tuple[str, ...]]:
    """Give the irregular forms of lemmas; regular ones have the same stem, which is what an index has.

    >>> forms()["give"]
    ('gave', 'given', 'giving')
    """
    found: dict[str, dict[str, None]] = {}
    table = [(form, upos, lemma) for (form, upos), some in irregular().items() for lemma in some]
    table += [(form, upos, lemma) for (form, upos), lemma in exceptions().items()]
    for form, upos, lemma in sorted(table):
        if upos in ("VERB", "AUX", "ADJ", "NOUN") and form.isalpha():
            found.setdefault(lemma, {})[form] = None
    return {lemma: tuple(some) for lemma, some in found.items()}
