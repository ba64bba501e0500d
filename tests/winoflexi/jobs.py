"""Jobs for worker processes, which know nothing of Django."""

from __future__ import annotations

import os
import time
from typing import Any


def sleepy(reasoner: Any, task: dict[str, Any]) -> dict[str, Any]:
    """Never end for schemas with a certain word; end at once for others."""
    if "bucket" in task["schema"]["text"]:
        time.sleep(600)
    return {
        "findings": [],
        "answers": [],
        "hardness": None,
        "spelling": [],
        "patterns": [],
        "connectors": [],
    }


def dying(reasoner: Any, task: dict[str, Any]) -> dict[str, Any]:
    """Be gone."""
    os._exit(3)
