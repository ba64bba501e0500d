"""Lists of ``kb show``: all classes or properties, a scene with those that lead to it, the sentences with a word."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.counterfactuals.class_coverage import Coverage
from coindex.reasoner.english.scene_names import PREFIX, is_scene, scene_name

if TYPE_CHECKING:
    from coindex.reasoner.store.store import Store

LISTS = {"classes": "event_class", "properties": "property"}
"""What can be listed, with the predicate that declares it."""
_KINDS = {"classes": "verb", "properties": "adjective"}
_ALL = 1_000_000
_NAME, _ABOVE = 22, 24  # widths of the first two columns
_WIDTH = 100  # characters of a line
_MOST = 20  # sentences that are listed


def listing(store: Store, what: str) -> str:
    """List all ``classes`` or ``properties``: what is directly above each, how many words it has, and three of them."""
    coverage = Coverage(store)
    names = sorted({arguments(row.fact)[0] for row in store.rows_of(LISTS[what], _ALL)})
    lines = [
        f"{what}: {len(names)}, with those above them and their words (kb show NAME tells all of one)"
    ]
    for name in names:
        covered = coverage.covered(name)
        # (a property may have nothing but verbs that ascribe it; these are no words of its own)
        own = covered is not None and covered.number and covered.what == _KINDS[what]
        above = ", ".join(coverage.above(name)) or "-"
        lines.append(f"  {name:<{_NAME}} {above:<{_ABOVE}} {covered if own else '-'}".rstrip())
    return "\n".join(lines)


def scene_parts(store: Store, query: str) -> Iterator[list[str]]:
    """Describe the scene of a name (``burnt_food``, ``burnt food``) or of its constant (``s_burnt_food``)."""
    name = scene_name(query.strip().replace(" ", "_"))
    rows = store.rows_for(PREFIX + name)
    place = next((row for row in rows if row.predicate == "property"), None)
    if place is None:
        return
    lines = [f"scene {name}  {place.file}:{place.line}", *store.block_at(place)]
    before = {row.key for row in store.rows_about(PREFIX + name) if row.predicate == "effect"}
    names = sorted(scene_name(key) for key in before if is_scene(key) and key != PREFIX + name)
    if names:
        text = f"after {' '.join(names)}"
        lines += textwrap.wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="     ")
    yield lines


def sentence_parts(store: Store, word: str) -> Iterator[list[str]]:
    """List the stored sentences of which one half says a word; this reads the index of all."""
    found = store.sentences_with(word)
    if found:
        lines = [f"  {one.text}  {one.file}:{one.line}" for one in found[:_MOST]]
        more = [f"  and {len(found) - _MOST} more"] if len(found) > _MOST else []
        yield [f"sentences with {word} ({len(found)})", *lines, *more]
