"""The table of related words is made of the first senses of common words."""

from __future__ import annotations

from training.backoff.wordnet import Sense, Wordnet
from training.related_words import SENSES, lines, pairs

COMMON = frozenset({"choose", "choice", "take", "pot", "vessel", "wide", "narrow"})


def _wordnet() -> Wordnet:
    wordnet = Wordnet()

    def add(part: str, lemma: str, number: str, synset: str, **related: tuple[str, ...]) -> None:
        key = f"{lemma}%{number}:00::"
        found = wordnet.senses.setdefault((part, lemma), [])
        found.append(Sense(key, synset, related))
        wordnet.owner[key] = (part, lemma)

    add("verb", "choose", "2:31", "v1", derivation=("choice%1:04:00::",))
    add("verb", "select", "2:31", "v1")
    add("noun", "choice", "1:04", "n1")
    add("noun", "pick", "1:04", "n1")
    add("verb", "take", "2:40", "v2")
    add("noun", "pot", "1:06", "n2", derivation=("pot%2:35:00::",))
    add("verb", "pot", "2:35", "v3", derivation=("pot%1:06:00::",))
    add("noun", "vessel", "1:06", "n3")
    add("adj", "wide", "3:00", "a1", antonym=("narrow%3:00:00::",))
    add("adj", "narrow", "3:00", "a2", antonym=("wide%3:00:00::",))
    add("noun", "rarity", "1:07", "n4")
    wordnet.relations = {"n2": {"hypernym": ("n3",)}, "v1": {"hypernym": ("v2",)}}
    return wordnet


def test_pairs() -> None:
    found = pairs(_wordnet(), COMMON)
    assert found["s", "choose", "v", "select", "v"] == 1
    assert found["h", "select", "v", "take", "v"] == 1
    assert found["d", "choice", "n", "choose", "v"] == 1  # the source says so of the verb only
    assert found["v", "choice", "n", "choose", "v"] == 1
    assert found["a", "wide", "a", "narrow", "a"] == 1
    assert found["h", "pot", "n", "vessel", "n"] == 1
    assert ("v", "pot", "n", "pot", "v") not in found  # a pot is no deed
    assert ("s", "choice", "n", "pick", "n") not in found  # of two nouns both must be common
    assert not any("rarity" in pair for pair in found)


def test_a_rare_sense_says_nothing() -> None:
    wordnet = _wordnet()
    rare = [Sense(f"take%2:3{n}:00::", f"w{n}", {}) for n in range(SENSES)]
    wordnet.senses["verb", "take"] = [*rare, *wordnet.senses["verb", "take"]]
    assert ("h", "choose", "v", "take", "v") not in pairs(wordnet, COMMON)


def test_lines_are_sorted_and_name_the_source() -> None:
    found = list(lines(pairs(_wordnet(), COMMON)))
    assert "Open English WordNet" in found[0]
    assert found[1:] == sorted(found[1:])
    assert "wide:a\ta=narrow:a1" in found
