"""Imports spaCy without its command line, which takes a fifth of the time until a model is loaded."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

_COMMAND_LINE = ("spacy.cli", "spacy.cli.info")


def import_spacy() -> ModuleType:
    """Import spaCy; if nobody has done so yet, without ``spacy.cli``, which is then imported where it is asked for."""
    if "spacy" not in sys.modules:
        package, module = map(ModuleType, _COMMAND_LINE)
        package.__path__ = []
        package.info = module.info = _info  # type: ignore[attr-defined]
        sys.modules.update(zip(_COMMAND_LINE, (package, module), strict=True))
        try:
            import spacy
        except (ImportError, AttributeError):  # another release may need more of it
            for name in [name for name in sys.modules if name.partition(".")[0] == "spacy"]:
                del sys.modules[name]
        else:
            vars(spacy).pop("cli", None)
        finally:
            for name, stand_in in zip(_COMMAND_LINE, (package, module), strict=True):
                if sys.modules.get(name) is stand_in:
                    del sys.modules[name]
    import spacy

    return spacy


def _info(*args: Any, **options: Any) -> Any:
    """What ``spacy.info`` does."""
    from spacy.cli.info import info

    return info(*args, **options)
