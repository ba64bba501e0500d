"""How ``kb show`` prints a scene of a script: as it is written, and the scenes that lead to it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from coindex.reasoner.english.scene_names import PREFIX, is_scene, scene_name

if TYPE_CHECKING:
    from coindex.reasoner.store.store import Store

_WIDTH = 100
"""The most characters of a line."""


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
