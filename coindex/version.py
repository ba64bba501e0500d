"""Which version of the project this is."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def version_of_project() -> str:
    """The version that is installed, or ``not installed``."""
    try:
        return version("coindex")
    except PackageNotFoundError:
        return "not installed"
