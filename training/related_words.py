"""Write the table of related words: synonyms, derivations, antonyms and direct hypernyms of common words.

    python -m training.related_words WORDNET [--to FILE]

WORDNET is the archive of Open English WordNet's YAML sources. A line of the table is a word, its part of speech, and
what it is related to, by kind (:mod:`coindex.reasoner.knowledge.related_words` reads it). A pair is written if one of
the two words is in the lists of common words (of two nouns both) and the relation holds between senses that are
among the first of both: WordNet orders senses by how common they are. The same archive and lists give the same bytes.
"""

from __future__ import annotations

import argparse
import lzma
import re
from collections.abc import Iterator
from pathlib import Path

from coindex.files.textfile import write_bytes
from coindex.reasoner.knowledge.frequencies import LISTS, read_list
from coindex.reasoner.knowledge.related_words import RELATED_WORDS
from training.backoff.wordnet import Wordnet, read_wordnet

SENSES = 4
"""A relation counts if it holds between senses that are among so many first of both words."""
LIMITS = {"m": 2, "h": 2, "i": 2}
"""The same for kinds that are told of fewer senses."""
DEEDS = frozenset("04 07 09 10 11 12 22 26".split())
"""Numbers of WordNet's files of nouns for acts, attributes, cognition, communication, events, feelings, processes and
states. A noun whose first sense is in another (*pot*) names no deed."""
LETTERS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)?(?:_(?:[a-z]{2,7}))?")

Pair = tuple[str, str, str, str, str]
"""Kind, word, part of speech, other word, its part of speech."""


def common_words() -> frozenset[str]:
    """Return the words of the lists of common words, without particles and nouns of light verbs."""
    found = {one.lemma for name in LISTS for one in read_list(name)}
    found |= {one.verb for name in LISTS for one in read_list(name) if one.verb}
    return frozenset(found)


def pairs(wordnet: Wordnet, common: frozenset[str]) -> dict[Pair, int]:
    """Return related pairs with the rank, from 1 on, of the less common of the two senses.

    A pair stands in both directions, but for hypernyms, where the second word is the more general one.
    """
    ranks: dict[str, dict[str, int]] = {}
    for (_, lemma), senses in wordnet.senses.items():
        for rank, sense in enumerate(senses[:SENSES], 1):
            of = ranks.setdefault(sense.synset, {})
            of[lemma] = min(rank, of.get(lemma, rank))
    found: dict[Pair, int] = {}
    for kind, one, part, other, its, rank in _related(wordnet, ranks):
        if (one == other and part == its) or rank > LIMITS.get(kind, SENSES):
            continue
        known = (one in common) + (other in common)
        if known < (2 if part == its == "noun" else 1):
            continue
        if not (_WORD.fullmatch(one) and _WORD.fullmatch(other)):
            continue
        key = (kind, one, LETTERS[part], other, LETTERS[its])
        found[key] = min(rank, found.get(key, rank))
    return found


def _related(
    wordnet: Wordnet, ranks: dict[str, dict[str, int]]
) -> Iterator[tuple[str, str, str, str, str, int]]:
    derived = _derivations(wordnet)
    for (part, lemma), senses in wordnet.senses.items():
        for rank, sense in enumerate(senses[:SENSES], 1):
            for other, its in ranks[sense.synset].items():
                yield "s", lemma, part, other, part, max(rank, its)
            for upper in wordnet.related(sense.synset, "hypernym"):
                for other, its in ranks.get(upper, {}).items():
                    yield "h", lemma, part, other, part, max(rank, its)
            for upper in wordnet.related(sense.synset, "similar"):
                for other, its in ranks.get(upper, {}).items():
                    yield "m", lemma, part, other, part, max(rank, its)
            for member in ranks[sense.synset]:
                yield from _derived(wordnet, derived, (part, lemma), rank, member, sense.synset)
            related = (
                ("a", sense.related.get("antonym", ())),
                ("d", sorted(derived.get(sense.key, ()))),
            )
            for kind, keys in related:
                for key in keys:
                    if key not in wordnet.owner:
                        continue
                    its_part, other = wordnet.owner[key]
                    its = _rank(wordnet, its_part, other, key)
                    if its <= SENSES:
                        yield kind, lemma, part, other, its_part, max(rank, its)


def _derivations(wordnet: Wordnet) -> dict[str, set[str]]:
    """Return the senses that each sense is a derivation of or has one in; the source may say so of either."""
    found: dict[str, set[str]] = {}
    for senses in wordnet.senses.values():
        for sense in senses:
            for relation in ("derivation", "participle", "pertainym"):
                for key in sense.related.get(relation, ()):
                    found.setdefault(sense.key, set()).add(key)
                    found.setdefault(key, set()).add(sense.key)
    return found


def _derived(
    wordnet: Wordnet,
    derived: dict[str, set[str]],
    word: tuple[str, str],
    rank: int,
    member: str,
    synset: str,
) -> Iterator[tuple[str, str, str, str, str, int]]:
    """Give what is derived from a word or a synonym in that very sense, and the verb of the deed that it names."""
    part, lemma = word
    first = wordnet.senses[word][0].key.partition("%")[2].split(":")
    of_deed = part == "noun" and len(first) > 1 and first[1] in DEEDS
    for sense in wordnet.senses[part, member]:
        if sense.synset != synset:
            continue
        for key in sorted(derived.get(sense.key, ())):
            if key not in wordnet.owner:
                continue
            its_part, other = wordnet.owner[key]
            its = max(rank, _rank(wordnet, its_part, other, key))
            if member != lemma and its_part != part:
                yield "i", lemma, part, other, its_part, its
            if of_deed and its_part == "verb":
                # What is derived from the noun itself comes before what is derived from a synonym.
                yield "v", lemma, part, other, its_part, its if member == lemma else its + 1


def _rank(wordnet: Wordnet, part: str, lemma: str, key: str) -> int:
    senses = wordnet.senses[part, lemma]
    return next(n for n, sense in enumerate(senses, 1) if sense.key == key)


def lines(found: dict[Pair, int]) -> Iterator[str]:
    """Give the lines of the table, sorted."""
    yield "# Written by python -m training.related_words. Source: Open English WordNet, CC BY 4.0, https://en-word.net."
    rows: dict[tuple[str, str], dict[str, list[str]]] = {}
    for (kind, one, part, other, its), rank in sorted(found.items()):
        rows.setdefault((one, part), {}).setdefault(kind, []).append(f"{other}:{its}{rank}")
    for (word, part), kinds in sorted(rows.items()):
        related = "\t".join(f"{kind}={' '.join(some)}" for kind, some in sorted(kinds.items()))
        yield f"{word}:{part}\t{related}"


def main(argv: list[str] | None = None) -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else "")
    parser.add_argument("wordnet", type=Path, metavar="WORDNET")
    parser.add_argument("--to", type=Path, default=RELATED_WORDS, metavar="FILE")
    options = parser.parse_args(argv)
    found = pairs(read_wordnet(options.wordnet), common_words())
    data = "".join(f"{line}\n" for line in lines(found)).encode()
    write_bytes(options.to, lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))
    print(f"{len(found)} pairs in {options.to}")


if __name__ == "__main__":
    main()
