"""Relations: the atoms of a predicate, each with what its truth hangs on; and what compiled rules call.

An atom's *mark* is 0 if it is certain. Otherwise it is a literal of the ground program: a positive number is an atom
that may be true, a negative one is an atom that has to be false.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from coindex.reasoner.deriving.reading import Row, Value

Body = tuple[int, ...]
Found = dict[Row, "int | list[Body]"]
"""Atoms that rules give: 0 if certain, else the bodies of ground rules."""
Item = tuple[Row, int]


class Relation:
    """The atoms of a predicate, with indexes by the arguments that were asked for so far."""

    __slots__ = ("_indexes", "_more", "_under", "rows")

    def __init__(self, rows: dict[Row, int], under: Relation | None = None) -> None:
        """Take the atoms with their marks.

        Args:
            rows: the atoms.
            under: another relation, whose atoms come first in ``rows``; its indexes are used.
        """
        self.rows = rows
        self._indexes: dict[tuple[int, ...], dict[Value, list[Item]]] = {}
        self._under = under
        self._more = len(under.rows) if under else 0

    def extended(self, more: Mapping[Row, int]) -> Relation:
        """Give the same with more atoms."""
        return Relation({**self.rows, **more}, self) if self.rows else Relation(dict(more))

    def index(self, places: tuple[int, ...]) -> Mapping[Value, Sequence[Item]]:
        """Give the atoms by their arguments at some places (one value for one place, else a tuple)."""
        found = self._indexes.get(places)
        if found is None:
            found = self._indexes[places] = {}
            items: Iterable[Item] = self.rows.items()
            if self._under is not None:
                found.update(self._under.index(places))
                items = islice(items, self._more, None)
            shared = self._under is not None
            for item in items:
                self._enter(found, places, item, shared)
        return found

    def add(self, row: Row, mark: int) -> None:
        """Add an atom."""
        self.rows[row] = mark
        shared = self._under is not None
        for places, found in self._indexes.items():
            self._enter(found, places, (row, mark), shared)

    @staticmethod
    def _enter(
        found: dict[Value, list[Item]], places: tuple[int, ...], item: Item, shared: bool
    ) -> None:
        row = item[0]
        key = row[places[0]] if len(places) == 1 else tuple([row[place] for place in places])
        before = found.get(key)
        if before is None:
            found[key] = [item]
        elif shared:  # (the list may be another relation's)
            found[key] = [*before, item]
        else:
            before.append(item)


NOTHING = Relation({})


def emit(out: Found, row: Row, body: Iterable[int]) -> None:
    """Note that a row holds if all of a body do; zeros stand for what is certain."""
    before = out.get(row)
    if before == 0:
        return
    literals = tuple(dict.fromkeys([literal for literal in body if literal]))
    if not literals:
        out[row] = 0
    elif before is None:
        out[row] = [literals]
    elif isinstance(before, list) and literals not in before:
        before.append(literals)


def none_of(items: Iterable[Item]) -> Body | None:
    """Give the literals by which none of the atoms is true; ``None`` if one is certain."""
    body = []
    for _, mark in items:
        if mark == 0:
            return None
        body.append(-mark)
    return tuple(body)


def less(one: Value, other: Value) -> bool:
    """Compare values in clingo's order: numbers, names, strings, compound terms."""
    if type(one) is int and type(other) is int:
        return one < other
    return _rank(one) < _rank(other)


def _rank(value: Value) -> tuple[Any, ...]:
    if type(value) is int:
        return 0, value
    if type(value) is tuple:
        return 3, len(value) - 1, value[0].encode(), tuple(map(_rank, value[1:]))
    return (2, value[1:-1].encode()) if value[0] == '"' else (1, value.encode())


def sums_of(elements: Iterable[tuple[Row, Body]]) -> tuple[int, list[tuple[int, list[Body]]]]:
    """Add up the first terms of distinct tuples that are certain; give those of the others with their bodies."""
    certain: set[Row] = set()
    open_ones: dict[Row, list[Body]] = {}
    for row, body in elements:
        if type(row[0]) is not int:
            continue
        literals = tuple([literal for literal in body if literal])
        if literals:
            open_ones.setdefault(row, []).append(literals)
        else:
            certain.add(row)
    rest = [(row[0], bodies) for row, bodies in open_ones.items() if row not in certain]
    return sum(row[0] for row in certain), rest


def greatest(
    elements: Iterable[tuple[Row, Body]],
) -> Iterator[tuple[Value, list[Body], list[list[Body]]]]:
    """Give each value that may be the greatest, the bodies that make it one, and those of each greater one."""
    values: dict[Value, list[Body]] = {}
    for row, body in elements:
        values.setdefault(row[0], []).append(tuple([literal for literal in body if literal]))
    above: list[list[Body]] = []
    for value in sorted(values, key=_rank, reverse=True):
        bodies = values[value]
        if () in bodies:
            yield value, [()], list(above)
            return
        yield value, bodies, list(above)
        above.append(bodies)
