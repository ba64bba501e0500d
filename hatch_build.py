"""Puts the compiled knowledge into a wheel, so that the first answer after an installation need not wait for it.

What compiling imports must be in ``build-system.requires``: an installer builds with nothing else.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledKnowledge(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles the knowledge of the source tree."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the store to the files of a wheel (of an editable one there are none)."""
        if self.target_name != "wheel" or version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root))
        self._directory = tempfile.TemporaryDirectory(prefix="coindex-wheel-")
        try:
            from coindex.reasoner.store.store_file import SHIPPED, ship

            store = Path(self._directory.name) / SHIPPED.name
            ship(store, root / "knowledge")
        except ModuleNotFoundError as error:
            self.app.abort(
                f"{error.name} is missing, which building needs: see build-system.requires in pyproject.toml"
            )
        finally:
            sys.path.remove(str(root))
        build_data["force_include"][str(store)] = f"coindex/{SHIPPED.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was made."""
        directory = getattr(self, "_directory", None)
        if directory is not None:
            directory.cleanup()
