"""Labels that authored rows give words, used as training data, and which labels include which."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.knowledge.derived_rows import is_derived
from coindex.reasoner.store.reading_files import Row, load
from training.backoff.vectors import Word

LABELS = {"verb": "verb", "adj": "adj", "kind": "noun"}
"""Rows that give a word its labels, and the word's part of speech."""
_ABOVE = {"isa": "verb", "prop_isa": "adj", "kind_isa": "noun"}
MIN_WORDS = 5
"""A label with fewer words than this is never guessed."""
_EMPTY = frozenset(("thing", "act", "mental", "extent"))
"""Labels that are too general to be useful."""
_SAYING = {
    **dict.fromkeys(("verb", "gives", "affect", "frame", "sel", "alternates"), "verb"),
    **dict.fromkeys(("adj", "adj_of", "frame_adj", "stimulus_gives"), "adj"),
    **dict.fromkeys(("kind", "trait", "deed", "having", "nominal", "noun_gives"), "noun"),
}
_TAKES = {
    "ed": ("patient", "experiencer", "theme", "recipient", "loser"),
    "ing": ("stimulus", "agent"),
}


@dataclass(slots=True)
class Authored:
    """Labels of words by part of speech and lemma, and the order of labels."""

    labels: dict[Word, frozenset[str]] = field(default_factory=dict)
    taken: set[Word] = field(default_factory=set)
    """Words with authored rows."""
    above: dict[str, dict[str, frozenset[str]]] = field(default_factory=dict)
    """By part of speech and label: all labels that include it, and itself."""
    usable: dict[str, frozenset[str]] = field(default_factory=dict)
    opposite: dict[str, str] = field(default_factory=dict)
    adverbs: dict[str, frozenset[str]] = field(default_factory=dict)
    """The properties that adverbs ascribe to the actor."""
    of_doers: frozenset[str] = frozenset()
    """The properties that any adverb ascribes."""
    gives: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    """By verb or class and thematic role: the properties that it gives."""

    def included(self, part: str, labels: Iterable[str]) -> frozenset[str]:
        """Return the labels and all that include them."""
        above = self.above[part]
        return frozenset(one for label in labels for one in above.get(label, (label,)))

    def of_participle(self, form: str, verbs: Iterable[str]) -> list[str]:
        """Return the properties that a participle expresses, by the classes of its verb."""
        roles = _TAKES["ing" if form.endswith("ing") else "ed"]
        found: list[str] = []
        for verb in verbs:
            labels = self.labels.get(("verb", verb), frozenset())
            for source in (f'"{verb}"', *sorted(labels)):
                for role in roles:
                    found += self.gives.get(source, {}).get(role, ())
        return found


def read_authored(paths: Sequence[Path]) -> Authored:
    """Read the labels of all words with authored rows.

    Raises:
        KnowledgeError: something is wrong in the files.
    """
    return authored_of([row for row in load(paths).rows if not is_derived(row.file)])


def authored_of(rows: Sequence[Row]) -> Authored:
    """Return the labels that the rows give."""
    found = Authored()
    labels: dict[Word, set[str]] = defaultdict(set)
    adverbs: dict[str, set[str]] = defaultdict(set)
    over: dict[str, dict[str, set[str]]] = {"verb": {}, "adj": {}, "noun": {}}
    for row in rows:
        args = arguments(row.fact)
        lemma = row.key.strip('"')
        if row.key.startswith('"') and row.predicate in _SAYING:
            found.taken.add((_SAYING[row.predicate], lemma))
        if row.predicate in LABELS and row.key.startswith('"'):
            labels[LABELS[row.predicate], lemma].add(args[1])
        elif row.predicate == "adverb":
            adverbs[lemma].add(args[1])
        elif row.predicate in _ABOVE:
            over[_ABOVE[row.predicate]].setdefault(args[0], set()).add(args[1])
        elif row.predicate == "good_pole":
            good, bad = f"dim({args[0]},{args[1]})", f"dim({args[0]},{_other(args[1])})"
            over["adj"].setdefault(good, set()).add("good")
            over["adj"].setdefault(bad, set()).add("bad")
        elif row.predicate == "opposite":
            found.opposite[args[0]] = args[1]
            found.opposite.setdefault(args[1], args[0])
        elif row.predicate == "gives":
            found.gives.setdefault(args[0], {}).setdefault(args[1], []).append(args[2])
    found.labels = {word: frozenset(names) for word, names in sorted(labels.items())}
    found.adverbs = {word: frozenset(names) for word, names in sorted(adverbs.items())}
    ways = Counter(label for names in adverbs.values() for label in names)
    found.of_doers = frozenset(x for x, n in ways.items() if n >= MIN_WORDS and x[:4] != "dim(")
    for part in over:
        own = {label for word, names in found.labels.items() if word[0] == part for label in names}
        names = own | over[part].keys() | {x for xs in over[part].values() for x in xs}
        found.above[part] = {name: _closure(name, over[part]) for name in sorted(names)}
        counts: dict[str, int] = defaultdict(int)
        for word, mine in found.labels.items():
            for label in mine if word[0] == part else ():
                counts[label] += 1
        found.usable[part] = frozenset(x for x, n in counts.items() if n >= MIN_WORDS) - _EMPTY
    return found


def _other(pole: str) -> str:
    return "lo" if pole == "hi" else "hi"


def _closure(name: str, over: Mapping[str, set[str]]) -> frozenset[str]:
    found, layer = {name}, [name]
    while layer:
        layer = [up for one in layer for up in over.get(one, ()) if up not in found]
        found.update(layer)
    return frozenset(found)
