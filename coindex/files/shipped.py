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
