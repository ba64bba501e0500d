"""Amounts and measures: *few of them*, *eleven of them*, *only two feet deep*, *ten months old*.

A number and a word of amount may say the same (*eleven*, *many*). A measure beside an adjective need not say what the
adjective says alone: who is *ten months old* is not old, and what is *only two feet deep* is not deep.
"""

from __future__ import annotations

from enum import Enum

from kparse.graph import Node, SemanticGraph
from kparse.input.word_lists import NUMBERS

_FEW = frozenset("few couple handful little".split())
_MANY = frozenset(
    "many several lot plenty hundred thousand million dozen score number heap mass much".split()
)
_VAGUE = _FEW | _MANY | frozenset("enough more most some half none fewer less all both".split())
_MOST_FEW, _LEAST_MANY = 12, 5
"""Numbers up to the first are a few, from the second on they are many."""
_ONLY = frozenset("only just merely barely hardly scarcely".split())
_SHORT = frozenset("minute hour day week month".split())
_UNITS = _SHORT | frozenset(
    "second year decade century inch foot yard mile millimetre centimetre metre kilometre millimeter centimeter meter "
    "kilometer fathom ounce pound stone ton gram kilogram kilo storey story floor page".split()
)
_GROWN, _AGED = 18, 60
"""Ages in years from which nobody is young any more, and from which one is old."""


class Pole(Enum):
    """What an adjective with a measure says."""

    PLAIN = "plain"
    """The same as the adjective alone: *eighty feet tall* is tall; so has an adjective without a measure."""
    LOW = "low"
    """The opposite: *only two feet deep*, *ten months old*."""
    NEITHER = "neither"
    """Neither the one nor the other: *thirty years old*."""


def number(word: str) -> float | None:
    """Return the number that a word or an attribute stands for, or ``None``.

    >>> number("eleven"), number("5"), number("twelve_hundred"), number("few")
    (11.0, 5.0, 1200.0, None)
    """
    total = 1.0
    for part in word.replace(",", "").split("_"):
        written = NUMBERS.get(part, part)
        try:
            total *= float(written)
        except ValueError:
            return None
    return total


def is_amount(word: str) -> bool:
    """Check whether a word says how many or how much."""
    return word in _VAGUE or number(word) is not None


def alike(one: str, other: str) -> bool:
    """Check whether two words of amount may say the same.

    >>> alike("few", "three"), alike("many", "hundred"), alike("many", "40"), alike("few", "many"), alike("2", "3")
    (True, True, True, False, False)
    """
    if one == other or {one, other} <= _FEW or {one, other} <= _MANY:
        return True
    first, second = number(one), number(other)
    if first is not None and second is not None:
        return first == second
    if first is None and second is None:
        return False
    word, value = (one, second) if first is None else (other, first)
    assert value is not None
    return (word in _FEW and value <= _MOST_FEW) or (word in _MANY and value >= _LEAST_MANY)


def measure_of(graph: SemanticGraph, node: str) -> Node | None:
    """Return the measure of an adjective: the node of *ten months* beside *old*; ``None`` where it compares."""
    holder = graph.nodes[node]
    if holder.kind not in ("state", "property") or holder.attrs.get("degree"):
        return None
    for edge in graph.out(node, "tmod"):
        found = graph.nodes[edge.target]
        if found.concept in _UNITS and found.attrs.get("quant"):
            return found
    return None


def pole(graph: SemanticGraph, node: str) -> Pole:
    """Return what an adjective says with its measure."""
    measure = measure_of(graph, node)
    if measure is None:
        return Pole.PLAIN
    beside = (*graph.out(measure.id, "mod"), *graph.out(node, "mod"))
    if any(graph.nodes[edge.target].concept in _ONLY for edge in beside):
        return Pole.LOW
    amount = measure.attrs["quant"]
    if amount in _FEW:
        return Pole.LOW
    if graph.nodes[node].concept != "old":
        return Pole.PLAIN
    value = number(amount)
    if measure.concept in _SHORT or (value is not None and value < _GROWN):
        return Pole.LOW
    return Pole.PLAIN if value is None or value >= _AGED else Pole.NEITHER


def same_measure(one: Node, other: Node) -> bool:
    """Check whether two measures may be the same: the unit, and the amount or a vague one."""
    return one.concept == other.concept and alike(one.attrs["quant"], other.attrs["quant"])
