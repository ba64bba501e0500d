"""Guesses of a word's labels from known words: by WordNet, word vectors, its verb, and opinion words.

Each source votes for labels (classes of verbs, properties of adjectives, kinds of nouns). How far a set of votes
can be trusted is fitted on words with authored rows, each guessed as if it had none (:mod:`training.backoff.trust`).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from training.backoff.authored import Authored
from training.backoff.vectors import Matrix, Vectors, Word
from training.backoff.wordnet import Wordnet

NEIGHBOURS = 15
"""How many known words with the nearest vectors vote."""
SHARPNESS = 12.0
"""How much more the nearest of them count."""
SENSES = 4
_CLOSE = 0.35
"""A less similar vector neighbour is not reported."""
_NEAR = {
    "verb": (("hypernym", 0.5), ("similar", 0.8), ("entails", 0.3), ("also", 0.3)),
    "adj": (("similar", 0.7), ("also", 0.4)),
}
FEATURES = 12


@dataclass(slots=True)
class Votes:
    """One source's votes for labels and all that include them, and the words that cast the votes."""

    shares: dict[str, float] = field(default_factory=dict)
    total: float = 0.0
    voters: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A label that a word might have, with the evidence for it."""

    label: str
    features: tuple[float, ...]


class Guesser:
    """Gives the labels that a word might have."""

    def __init__(
        self, authored: Authored, wordnet: Wordnet, vectors: Vectors, opinions: Mapping[str, int]
    ) -> None:
        """Index the known words by synset and vector."""
        self.authored, self.wordnet, self.opinions = authored, wordnet, opinions
        self._vectors, self._row = vectors, vectors.index
        self._in_synset: dict[str, list[tuple[str, float]]] = defaultdict(list)
        self._known: dict[str, tuple[list[str], Matrix]] = {}
        self._under: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        self._lemmas_under: dict[str, list[str]] = defaultdict(list)
        self._prior: dict[str, dict[str, float]] = {}
        self._tone: dict[str, float] = {}
        for part in ("verb", "adj", "noun"):
            self._index(part)

    def _index(self, part: str) -> None:
        words = [w for w in self.authored.labels if w[0] == part]
        counts: dict[str, float] = defaultdict(float)
        tones: dict[str, list[int]] = defaultdict(list)
        for word in words:
            for label in self.authored.included(part, self.authored.labels[word]):
                counts[label] += 1 / len(words)
                if opinion := self.opinions.get(word[1]):
                    tones[label].append(opinion)
            for rank, synset in enumerate(self.wordnet.synsets(*word)[:SENSES]):
                self._in_synset[synset].append((word[1], 1 / (rank + 1)))
        self._prior[part] = dict(counts)
        self._tone.update({x: sum(t) / (len(t) + 2) for x, t in tones.items()})
        with_vectors = [w for w in words if w in self._row]
        rows = [self._row[w] for w in with_vectors]
        self._known[part] = [w[1] for w in with_vectors], self._vectors.matrix[rows]
        if part == "noun":
            for word in words:
                for synset, label, weight in self._contributions(word):
                    self._under[synset][label] += weight
                for synset in self.wordnet.synsets(*word)[:1]:
                    for upper, _ in self.wordnet.above(synset):
                        self._lemmas_under[upper].append(word[1])

    def _contributions(self, word: Word) -> Iterable[tuple[str, str, float]]:
        """Give what a known noun adds to the synsets above it; the key "" counts the noun itself."""
        labels = self.authored.included("noun", self.authored.labels[word])
        best: dict[str, float] = {}
        for rank, synset in enumerate(self.wordnet.synsets(*word)[:SENSES]):
            for upper, _ in self.wordnet.above(synset):
                best.setdefault(upper, 1 / (rank + 1) ** 2)
        for upper, weight in best.items():
            yield upper, "", weight
            for label in labels:
                yield upper, label, weight

    # -- sources

    def _vote(self, part: str, ballots: Mapping[str, float]) -> Votes:
        total = sum(ballots.values())
        votes = Votes(total=total, voters=dict(ballots))
        for lemma, weight in ballots.items():
            for label in self.authored.included(part, self.authored.labels[part, lemma]):
                votes.shares[label] = votes.shares.get(label, 0.0) + weight / total
        return votes

    def by_wordnet(self, word: Word) -> Votes:
        """Let the words of the same and of neighbouring synsets vote; for a noun, those under the nearest hypernyms."""
        if word[0] == "noun":
            return self._by_hypernyms(word)
        ballots: dict[str, float] = defaultdict(float)
        for rank, synset in enumerate(self.wordnet.synsets(*word)[:SENSES]):
            for near, weight in self._around(word[0], synset):
                for lemma, own in self._in_synset.get(near, ()):
                    if lemma != word[1] and (word[0], lemma) in self.authored.labels:
                        ballots[lemma] += weight * own / (rank + 1)
        votes = self._vote(word[0], ballots)
        if word[0] == "adj":
            self._add_antonyms(word, votes)
        return votes

    def _around(self, part: str, synset: str) -> Iterable[tuple[str, float]]:
        found: dict[str, float] = {synset: 1.0}
        for relation, weight in _NEAR[part]:
            for near in self.wordnet.related(synset, relation):
                found.setdefault(near, weight)
                if relation == "hypernym":
                    for upper in self.wordnet.related(near, "hypernym"):
                        found.setdefault(upper, 0.2)
                    for sister in self.wordnet.children.get(near, ()):
                        found.setdefault(sister, 0.15)
                elif part == "adj" and relation == "similar":
                    for sister in self.wordnet.related(near, "similar"):
                        found.setdefault(sister, 0.25)
        for child in self.wordnet.children.get(synset, ()):
            found.setdefault(child, 0.3)
        return found.items()

    def _add_antonyms(self, word: Word, votes: Votes) -> None:
        """Vote for the opposites of its antonyms' labels."""
        ballots: dict[str, float] = defaultdict(float)
        for rank, sense in enumerate(self.wordnet.senses.get(word, ())[:SENSES]):
            for key in sense.related.get("antonym", ()):
                other = self.wordnet.owner.get(key, ("", ""))
                for label in self.authored.labels.get(other, ()) if other != word else ():
                    if opposite := self.authored.opposite.get(label):
                        ballots[opposite] += 0.8 / (rank + 1)
        added = sum(ballots.values())
        if not added:
            return
        total = votes.total + added
        votes.shares = {x: s * votes.total / total for x, s in votes.shares.items()}
        for label, weight in ballots.items():
            for upper in self.authored.included("adj", (label,)):
                votes.shares[upper] = votes.shares.get(upper, 0.0) + weight / total
        votes.total = total

    def _by_hypernyms(self, word: Word) -> Votes:
        own: dict[tuple[str, str], float] = {}
        if word in self.authored.labels:
            own = {(s, x): w for s, x, w in self._contributions(word)}
        shares: dict[str, float] = defaultdict(float)
        total = 0.0
        voters: dict[str, float] = {}
        for rank, synset in enumerate(self.wordnet.synsets(*word)[:SENSES]):
            trust = 1 / (rank + 1) ** 2
            for upper, distance in self.wordnet.above(synset):
                there = self._under.get(upper)
                number = there[""] - own.get((upper, ""), 0.0) if there else 0.0
                if not there or number < 0.2:
                    continue
                weight = trust * number / (number + 1)
                for label, votes in there.items():
                    if label:
                        share = (votes - own.get((upper, label), 0.0)) / number
                        shares[label] += weight * max(share, 0.0)
                total += weight
                for lemma in self._lemmas_under.get(upper, ())[:40]:
                    if lemma != word[1]:
                        voters.setdefault(lemma, trust / (1 + distance))
                trust *= 0.35
                if trust < 0.02:
                    break
        if not total:
            return Votes()
        return Votes({x: s / total for x, s in shares.items()}, total, voters)

    def by_vectors(self, word: Word) -> Votes:
        """Let the known words with the most similar vectors vote."""
        row = self._row.get(word)
        names, matrix = self._known[word[0]]
        if row is None or not names:
            return Votes()
        near = matrix @ self._vectors.matrix[row]
        best = np.argsort(-near, kind="stable")[: NEIGHBOURS + 1]
        ballots = {
            names[n]: math.exp(SHARPNESS * (float(near[n]) - 1))
            for n in best
            if names[n] != word[1]
        }
        votes = self._vote(word[0], ballots)
        votes.total = float(max((near[n] for n in best if names[n] != word[1]), default=0.0))
        return votes

    def by_verb(self, word: Word) -> Votes:
        """Vote for the properties that a participle's verb gives its participants."""
        if word[0] != "adj" or not word[1].endswith(("ed", "ing")):
            return Votes()
        verbs = [lemma for part, lemma in sorted(self.wordnet.lemmas_of(word[1])) if part == "verb"]
        found = self.authored.of_participle(word[1], verbs)
        votes = Votes(total=float(len(found)), voters=dict.fromkeys(verbs, 1.0))
        for label in found:
            for upper in self.authored.included("adj", (label,)):
                votes.shares[upper] = min(1.0, votes.shares.get(upper, 0.0) + 1 / len(found))
        return votes

    # -- together

    def candidates(self, word: Word) -> tuple[list[Candidate], dict[str, Votes]]:
        """Return the labels that any source votes for, with their features."""
        part = word[0]
        sources = {
            "wordnet": self.by_wordnet(word),
            "vectors": self.by_vectors(word),
            "verb": self.by_verb(word),
        }
        opinion = self.opinions.get(word[1], 0) if part == "adj" else 0
        labels = {x for votes in sources.values() for x in votes.shares}
        if opinion:
            labels.add("good" if opinion > 0 else "bad")
        usable = self.authored.usable[part]
        return [
            Candidate(label, self._features(part, label, sources, opinion))
            for label in sorted(labels & usable)
        ], sources

    def _features(
        self, part: str, label: str, sources: Mapping[str, Votes], opinion: int
    ) -> tuple[float, ...]:
        wordnet, vectors, verb = (sources[name] for name in ("wordnet", "vectors", "verb"))
        w, v = wordnet.shares.get(label, 0.0), vectors.shares.get(label, 0.0)
        tone = self._tone.get(label, 0.0)
        return (
            1.0,
            w,
            w * min(wordnet.total, 2.0),
            v,
            v * max(vectors.total, 0.0),
            w * v,
            verb.shares.get(label, 0.0),
            opinion * tone,
            abs(opinion) * (label in ("good", "bad")) * (opinion * tone > 0),
            math.log(self._prior[part].get(label, 1e-4) + 1e-4),
            float(not wordnet.total) * v,
            float(not vectors.total) * w,
        )

    def like(
        self, word: Word, label: str, sources: Mapping[str, Votes], count: int = 3
    ) -> list[str]:
        """Return the known words that support a label most."""
        found: dict[str, float] = defaultdict(float)
        for name in ("wordnet", "vectors"):
            voters = sources[name].voters
            most = max(voters.values(), default=1.0) or 1.0
            for lemma, weight in voters.items():
                labels = self.authored.labels.get((word[0], lemma), frozenset())
                if label in self.authored.included(word[0], labels):
                    found[lemma] += weight / most
        return sorted(found, key=lambda x: (-found[x], x))[:count]
