"""How sure answers by rules of each source are: curves of ``calibrate --asked``, beside the asked file or shipped.

They have the form of ``coindex/reasoner/calibration.toml``: a table ``asked pronoun`` or ``asked choice``, in which the
names of the sources stand in the place of levels. A source without figures has none here, and a modest confidence.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from coindex.reasoner.asks import Query
from coindex.reasoner.calibration import Calibration, Curve, curves_of, read_tables, shipped

PRONOUN, CHOICE = "asked pronoun", "asked choice"
"""The tables of the two kinds of questions."""
ENDING = ".calibration"
"""What is added to the name of an asked file for the figures that hold for it."""


class Reliability:
    """The curves that hold for an asked file: those beside it, and else those that ship.

    Raises:
        InputError: the file beside it cannot be used (with line and column).
    """

    def __init__(self, asked: str | Path) -> None:
        self.path = beside(asked)
        self._text = self.path.read_bytes() if self.path.is_file() else b""
        self._own = _read(self.path, self._text)

    def curve(self, source: str, query: Query) -> Curve | None:
        """Give the curve of a source for a question's kind; ``None`` if it has none."""
        kind = CHOICE if query.asks else PRONOUN
        found = self._own.curves.get(kind, {}).get(source)
        return found or shipped().curves.get(kind, {}).get(source)

    def state(self) -> str:
        """Give a digest of the curves beside the file."""
        return hashlib.sha256(self._text).hexdigest()[:8] if self._text else ""


def beside(asked: str | Path) -> Path:
    """Name the file of curves that belongs to an asked file.

    >>> beside("my/asked.jsonl").name
    'asked.jsonl.calibration'
    """
    return Path(f"{asked}{ENDING}")


def _read(path: Path, text: bytes) -> Calibration:
    return curves_of(read_tables(path), str(path)) if text else Calibration({})
