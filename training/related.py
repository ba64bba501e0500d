"""Which words may stand for one another in a profile: ``knowledge/derived/related.lp``.

    python -m training.related WORDNET

WORDNET is the archive of Open English WordNet's YAML sources. A word is related to

- adjectives of the same property by the lexicon (*mean*, *nasty*), if the property has no more than 60 words;
- words of its two commonest synsets (*praise*, *extol*);
- words derived from its commonest sense (*kindness*, *kind*).

Related words are only those that stand in some profile. What each way is worth was measured on the tuned parts
(``docs/profiles.md``); words similar by WordNet's own relation were hardly better than chance and are left out, and so are
the commonest verbs and adjectives, whose synonyms say little.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from coindex.files.shipped import KNOWLEDGE
from coindex.files.textfile import write_text
from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.knowledge.profiles import PREDICATE, profile_of
from coindex.reasoner.knowledge.reading import Row, load
from kparse.asp import quote
from kparse.errors import CoindexError
from training.backoff.wordnet import Wordnet, read_wordnet

SENSES = 2
"""Synsets of a word that count."""
LARGEST = 60
"""A property with more words says too little."""
COMMONEST = 40
"""So many of the commonest verbs and adjectives have no related words."""
HEADER = """\
% Derived, not written by hand: words that may stand for one another in a profile.
%
%   related(Lemma,Lemmas).    words of profiles, joined by blanks, that the lemma is near to in meaning
%
% Written by `python -m training.related`.
% Source: the authored adjectives; Open English WordNet (CC BY 4.0): synonyms and derived words.
"""


def related_words(rows: Iterable[Row], wordnet: Wordnet) -> dict[str, list[str]]:
    """Give the related words of each lemma, sorted."""
    given = list(rows)
    wanted = {w.lemma for row in given if row.predicate == PREDICATE for w in profile_of(row).words}
    common = _commonest()
    found: dict[str, set[str]] = defaultdict(set)
    for lemma, other in (*_by_property(given), *_by_wordnet(wordnet)):
        if lemma != other and other in wanted and lemma not in common:
            found[lemma].add(other)
    return {lemma: sorted(found[lemma]) for lemma in sorted(found)}


def _commonest() -> frozenset[str]:
    found: set[str] = set()
    for name in ("verbs", "adjectives"):
        text = (KNOWLEDGE / "frequency" / f"{name}.tsv").read_text(encoding="utf-8")
        lines = [line for line in text.splitlines() if not line.startswith("#")]
        found.update(line.split("\t")[1] for line in lines[:COMMONEST])
    return frozenset(found)


def _by_property(rows: Iterable[Row]) -> Iterator[tuple[str, str]]:
    words: Mapping[str, set[str]] = defaultdict(set)
    for row in rows:
        if row.predicate == "adj" and "derived/" not in row.file:
            lemma, meaning = arguments(row.fact)
            words[meaning].add(lemma[1:-1])
    for lemmas in words.values():
        if len(lemmas) <= LARGEST:
            yield from ((one, other) for one in lemmas for other in lemmas)


def _by_wordnet(wordnet: Wordnet) -> Iterator[tuple[str, str]]:
    for (_, lemma), senses in wordnet.senses.items():
        for number, sense in enumerate(senses[:SENSES]):
            for member in wordnet.members.get(sense.synset, ()):
                yield lemma, member.lower().replace(" ", "_")
            if number:
                continue
            for relation in ("derivation", "pertainym", "participle"):
                for key in sense.related.get(relation, ()):
                    if key in wordnet.owner:
                        yield lemma, wordnet.owner[key][1]


def main(arguments_: Sequence[str] | None = None) -> int:
    """Write the file."""
    parser = argparse.ArgumentParser(prog="python -m training.related", description=__doc__)
    parser.add_argument("wordnet", type=Path, metavar="WORDNET")
    options = parser.parse_args(arguments_)
    try:
        found = related_words(load([KNOWLEDGE]).rows, read_wordnet(options.wordnet))
    except CoindexError as error:
        print(f"related: {error}", file=sys.stderr)
        return 2
    lines = [f"related({quote(k)},{quote(' '.join(v))})." for k, v in found.items()]
    write_text(KNOWLEDGE / "derived" / "related.lp", HEADER + "\n".join(lines) + "\n")
    print(f"{len(found)} lemmas, {sum(map(len, found.values()))} related words")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
