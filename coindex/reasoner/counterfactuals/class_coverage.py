"""What a row about a class covers: its words, those of narrower classes included; and what contradicts it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.english.classes import readable
from coindex.reasoner.knowledge.default_rules import (
    DEEDS,
    DEFAULT_PREDICATES,
    Sides,
    inner,
    sides_of,
)
from coindex.reasoner.knowledge.frequencies import common_ranks

if TYPE_CHECKING:
    from coindex.reasoner.store.store import Store

_EXAMPLES = 3
_ALL = 1_000_000
_WORDS = {"verb": ("verb", "isa"), "adj": ("adjective", "prop_isa")}


@dataclass(frozen=True, slots=True)
class Covered:
    """The words of a class or property."""

    what: str
    """``verb`` or ``adjective``."""
    number: int
    examples: tuple[str, ...]
    """The commonest."""

    def __str__(self) -> str:
        """How many there are, with examples.

        >>> str(Covered("verb", 12, ("lift", "raise", "hoist")))
        '12 verbs, as lift, raise, hoist'
        """
        named = f", as {', '.join(self.examples)}" if self.examples else ""
        return f"{self.number} {self.what}{'s' * (self.number != 1)}{named}"


class Coverage:
    """Counts the words that rows are about, and finds rows that say the contrary of another one.

    Args:
        store: the knowledge; all its rows of some predicates are read.
    """

    def __init__(self, store: Store) -> None:
        self._direct: dict[str, dict[str, set[str]]] = {}
        self._above: dict[str, set[str]] = defaultdict(set)
        self._below: dict[str, set[str]] = defaultdict(set)
        for predicate, (_, under) in _WORDS.items():
            words: dict[str, set[str]] = defaultdict(set)
            for row in store.rows_of(predicate, _ALL):
                word, name = arguments(row.fact)[:2]
                words[name].add(word.strip('"'))
            self._direct[predicate] = words
            for row in store.rows_of(under, _ALL):
                low, high = arguments(row.fact)[:2]
                self._above[low].add(high)
                self._below[high].add(low)
        self._opposite: dict[str, set[str]] = defaultdict(set)
        for row in store.rows_of("opposite", _ALL):
            one, other = arguments(row.fact)[:2]
            self._opposite[one].add(other)
            self._opposite[other].add(one)
        self._facts = {
            predicate: [row.fact for row in store.rows_of(predicate, _ALL)]
            for predicate in DEFAULT_PREDICATES
        }
        self._covered: dict[str, Covered] = {}

    def covered(self, happening: str) -> Covered | None:
        """Say what a row about a class or property covers; ``None`` for a row about a single word."""
        name = inner(happening, "neg")
        if name.startswith('"'):
            return None
        if name not in self._covered:
            self._covered[name] = self._counted(name)
        return self._covered[name]

    def _counted(self, name: str) -> Covered:
        names = self._family(name, self._below)
        for predicate, (what, _) in _WORDS.items():
            words = {word for one in names for word in self._direct[predicate].get(one, ())}
            if words:
                return Covered(what, len(words), tuple(_commonest(words, _EXAMPLES)))
        return Covered("verb", 0, ())

    def narrowest(self, words: Collection[str]) -> list[tuple[str, Covered]]:
        """Give the classes, or else the properties, that have all of some words, the narrowest first."""
        for predicate in _WORDS:
            families = [self._names_of(word, predicate) for word in words]
            common = set.intersection(*families) if families else set()
            if common:
                found = [(name, self._counted(name)) for name in common]
                return sorted(found, key=lambda pair: (pair[1].number, pair[0]))
        return []

    def _names_of(self, word: str, predicate: str) -> set[str]:
        """Give the classes or properties of a word, and all above them."""
        direct = [name for name, words in self._direct[predicate].items() if word in words]
        return {above for name in direct for above in self._family(name, self._above)}

    def others(self, name: str, words: Collection[str], number: int = _EXAMPLES) -> list[str]:
        """Give the commonest words of a class or property, without some."""
        names = self._family(name, self._below)
        every = {w for table in self._direct.values() for one in names for w in table.get(one, ())}
        return _commonest(every - set(words), number)

    def above(self, name: str) -> list[str]:
        """Give the classes or properties directly above one."""
        return sorted(self._above.get(name, ()))

    def breadth(self, name: str) -> int:
        """Say how many words a class or property has; a single word is the narrowest."""
        found = self.covered(name)
        return 0 if found is None else found.number

    def contradicted_by(self, sides: Sides) -> Sides | None:
        """Give a row of the store that says the contrary about the same or a wider class."""
        alike = list(self._about(sides))
        if any((one.part, one.asserted) == (sides.part, sides.asserted) for one in alike):
            return None
        return next((one for one in alike if self.opposed(sides, one)), None)

    def opposed(self, one: Sides, other: Sides) -> bool:
        """Tell whether two rows say the same of two participants only, or of one something and its opposite."""
        if one.predicate != other.predicate or "any" in (one.part, other.part):
            return False
        if one.asserted == other.asserted:
            return one.part != other.part
        return one.part == other.part and other.asserted in self._opposites(one.asserted)

    def _about(self, sides: Sides) -> Iterator[Sides]:
        name = inner(sides.happening, "neg")
        denied = sides.happening != name
        names = {name}
        if name.startswith('"'):
            word = name.strip('"')
            names |= {c for c, words in self._direct["verb"].items() if word in words}
        family = sorted({n for each in names for n in self._family(each, self._above)})
        begins = tuple(f"{sides.predicate}({f'neg({n})' if denied else n}," for n in family)
        for fact in self._facts[sides.predicate]:
            if fact.startswith(begins):
                yield sides_of(fact)

    def _opposites(self, asserted: str) -> set[str]:
        """Give what says the contrary of a property or deed."""
        wrapper = next((deed for deed in DEEDS if asserted.startswith(f"{deed}(")), "")
        said = inner(asserted, *DEEDS)
        bare = inner(said, "neg")
        found = {bare} if bare != said else {f"neg({bare})", *self._opposite.get(bare, ())}
        if bare.endswith((",hi)", ",lo)")):
            found.add(f"{bare[:-3]}{'lo' if bare.endswith('hi)') else 'hi'})")
        return {f"{wrapper}({one})" if wrapper else one for one in found}

    @staticmethod
    def _family(name: str, relation: Mapping[str, set[str]]) -> set[str]:
        found, todo = {name}, [name]
        while todo:
            new = relation.get(todo.pop(), set()) - found
            found |= new
            todo += sorted(new)
        return found


def _commonest(words: Iterable[str], number: int) -> list[str]:
    ranks = common_ranks()
    ordered = sorted(words, key=lambda word: (ranks.get(word, _ALL), word))
    return [readable(word) for word in ordered[:number]]
