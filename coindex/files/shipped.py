"""Where the data that ships lies: the knowledge and the encodings.

In a checkout they are folders beside the packages; in an installed wheel they are inside ``coindex``.

>>> shipped("knowledge").name, shipped("encodings").is_dir()
('knowledge', True)
"""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
"""The folder of the import package ``coindex``."""


def shipped(name: str) -> Path:
    """Give the folder of that name within the package, or beside it in a checkout."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


KNOWLEDGE = shipped("knowledge")
"""What knowledge engineers edit: ``rows``, ``axioms``, ``profiles``, ``scripts``, ``examples``; what programs write:
``learned``."""
ENCODINGS = shipped("encodings")
"""The ASP programs that derive an answer."""


def short_name(path: Path) -> str:
    """Name a file of the shipped knowledge from ``knowledge/`` on, another one by its last folders.

    >>> short_name(KNOWLEDGE / "rows" / "food.lp"), short_name(Path("/a/b/c/d.tsv"))
    ('knowledge/rows/food.lp', 'b/c/d.tsv')
    """
    if path.is_relative_to(KNOWLEDGE):
        return f"{KNOWLEDGE.name}/{path.relative_to(KNOWLEDGE).as_posix()}"
    return "/".join(path.parts[-3:])
