"""The part of a pair's questions: looked at while rules are written, for fitting, or for checking the fit."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from coindex.harness.questions.questions import part_of
from coindex.reasoner import calibration
from coindex.reasoner.calibration import Kind, read_tables
from kparse.caches import lru_cache

Half = Literal["tune", "fit", "shown"]


def half(pair: str, seed: str = "1") -> Half:
    """Return the part of a pair's questions: looked at while rules are written, for fitting, or for checking.

    >>> [half(f"own:{number}") for number in range(5)]
    ['shown', 'tune', 'fit', 'fit', 'tune']
    """
    if part_of(pair, seed) == "tune":
        return "tune"
    return "fit" if part_of(pair, f"{seed}/calibration") == "tune" else "shown"


def shipped_half(kind: Kind, pair: str) -> Half:
    """Return the part of a pair's questions for the shipped calibration, which may be judged on ``shown`` only.

    Raises:
        InputError: the shipped file cannot be read.
    """
    return half(pair, _seeds(calibration.SHIPPED).get(kind, "1"))


@lru_cache(1)
def _seeds(path: Path) -> dict[str, str]:
    return {kind: str(table.get("seed", "1")) for kind, table in read_tables(path).items()}
