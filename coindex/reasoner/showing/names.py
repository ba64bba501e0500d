"""Lists of all classes and of all properties, each with three of its words: ``kb show classes``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.counterfactuals.class_coverage import Coverage

if TYPE_CHECKING:
    from coindex.reasoner.store.store import Store

LISTS = {"classes": "event_class", "properties": "property"}
"""What can be listed, with the predicate that declares it."""
_KINDS = {"classes": "verb", "properties": "adjective"}
_ALL = 1_000_000
_NAME, _ABOVE = 22, 24  # widths of the first two columns


def listing(store: Store, what: str) -> str:
    """List all classes or properties by name: what is directly above each, how many words it has, and three of them.

    Args:
        store: the knowledge.
        what: ``classes`` or ``properties``.
    """
    return "\n".join(_lines(store, what))


def _lines(store: Store, what: str) -> Iterator[str]:
    coverage = Coverage(store)
    names = sorted({arguments(row.fact)[0] for row in store.rows_of(LISTS[what], _ALL)})
    yield f"{what}: {len(names)}, with those above them and their words (kb show NAME tells all of one)"
    for name in names:
        covered = coverage.covered(name)
        # (a property may have nothing but verbs that ascribe it; these are no words of its own)
        own = covered is not None and covered.number and covered.what == _KINDS[what]
        above = ", ".join(coverage.above(name)) or "-"
        yield f"  {name:<{_NAME}} {above:<{_ABOVE}} {covered if own else '-'}".rstrip()
