"""The vocabulary's predicates, as needed for reading knowledge.

The file ``kparse/notation/vocabulary.toml`` is read at the first call of one of these functions, so
a compiled store works without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from kparse.caches import cache

if TYPE_CHECKING:
    from kparse.notation.vocabulary import Predicate

POLES = ("hi", "lo")
"""The ends of a dimension."""


@cache
def rows() -> Mapping[tuple[str, int], Predicate]:
    """Return the predicates of rows by name and arity."""
    from kparse.notation.vocabulary import predicates

    return predicates("row")


@cache
def row_names() -> Mapping[str, Predicate]:
    """Return the predicates of rows by name (if two share a name, either one)."""
    return {name: predicate for (name, _), predicate in rows().items()}


def is_lexical(name: str) -> bool:
    """Return whether the predicate is one of rows."""
    return name in row_names()


@cache
def _axioms() -> frozenset[tuple[str, int]]:
    from kparse.notation.vocabulary import predicates

    return frozenset(predicates("axiom"))


def is_axiom(name: str, arity: int) -> bool:
    """Return whether the predicate is the head of an axiom."""
    return (name, arity) in _axioms()


@cache
def constant_types() -> frozenset[str]:
    """Return the types whose constants link rows to other rows and to rules."""
    from kparse.notation.vocabulary import types

    return frozenset(entry.name for entry in types().values() if entry.leads)


@cache
def argument_types(name: str, arity: int) -> tuple[str, ...]:
    """Return the types of a predicate's arguments; an empty tuple if it is not in the vocabulary."""
    from kparse.notation.vocabulary import find

    entry = find(name, arity)
    return () if entry is None else entry.types


@cache
def lexicon_types(name: str, arity: int) -> tuple[str, ...]:
    """Return the types of a row's arguments; an empty tuple if the predicate is not one of rows."""
    entry = rows().get((name, arity))
    return () if entry is None else entry.types


def leads_nowhere(predicate: str) -> bool:
    """Return whether no key is to be followed from the rows of a predicate."""
    entry = row_names().get(predicate)
    return entry is not None and entry.follows == "nothing"


def leads(predicate: str, args: Sequence[str], key: str) -> Iterator[str]:
    """Return the keys to follow from a row found under a key: constants, and words in quotes."""
    entry = row_names().get(predicate)
    follows = "constants" if entry is None else entry.follows
    if follows == "nothing":
        return
    types = lexicon_types(predicate, len(args))
    for place, argument in enumerate(args):
        if argument == key:
            continue
        if argument[0] == '"':
            if follows == "words" and place > 0:
                yield argument
        elif argument[0] not in "-0123456789#(" and (
            not types or (place < len(types) and types[place] in constant_types())
        ):
            yield argument
