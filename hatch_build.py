"""Puts the compiled knowledge into a wheel, so that the first answer after an installation need not wait for it.

Where the packages that compile it are not installed, the wheel has none, and the first use compiles it.
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
        try:
            from coindex.reasoner.knowledge.store_file import SHIPPED, ship
        except ImportError as error:
            self.app.display_warning(f"the wheel has no compiled knowledge: {error}")
            return
        finally:
            sys.path.remove(str(root))
        self._directory = tempfile.TemporaryDirectory(prefix="coindex-wheel-")
        store = Path(self._directory.name) / SHIPPED.name
        ship(store, root / "knowledge")
        build_data["force_include"][str(store)] = f"coindex/{SHIPPED.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was made."""
        directory = getattr(self, "_directory", None)
        if directory is not None:
            directory.cleanup()
