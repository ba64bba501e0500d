"""Which version of the project this is. The number is written here only; the build reads it from here."""

from __future__ import annotations

__version__ = "0.2.0"
