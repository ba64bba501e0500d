"""Optional packages: what to say where one is missing. ``pyproject.toml`` lists them by *extra*."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from kparse.errors import InputError


def program() -> str:
    """Return the words that start the program here: ``python cli.py`` in a checkout, or ``coindex`` where installed."""
    return "python cli.py" if Path(sys.argv[0]).name == "cli.py" else "coindex"


def missing_extra(needs: str, extra: str) -> InputError:
    """Make the error of something whose optional packages are not installed.

    Args:
        needs: what needs which packages.
        extra: the extra of the project that has them.
    """
    installed = program() == "coindex"
    what = f"'coindex[{extra}]'" if installed else f"-e '.[{extra}]'"
    return InputError(
        f"{needs}, which this Python does not have",
        hint=f"To install what is missing: pip install {what}.",
    )


def require_pyarrow(what: str) -> None:
    """Check that pyarrow is there.

    Args:
        what: needs it.

    Raises:
        InputError: it is not installed.
    """
    if importlib.util.find_spec("pyarrow") is None:
        raise missing_extra(f"{what} needs pyarrow", "mining")
