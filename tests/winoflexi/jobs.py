"""Jobs for worker processes, which know nothing of Django."""

from __future__ import annotations

import os
import time
from typing import Any

_EMPTY: dict[str, Any] = {
    "findings": [],
    "answers": [],
    "hardness": None,
    "spelling": [],
    "patterns": [],
    "connectors": [],
}


def sleepy(reasoner: Any, task: dict[str, Any]) -> dict[str, Any]:
    """Never end for schemas with a certain word; end at once for others."""
    if "bucket" in task["schema"]["text"]:
        time.sleep(600)
    return dict(_EMPTY)


def in_order(reasoner: Any, task: dict[str, Any]) -> dict[str, Any]:
    """Write down which schema it is; the first one takes long enough for others to queue up."""
    text = task["schema"]["text"]
    with open(os.environ["WINOFLEXI_TEST_ORDER"], "a") as file:
        file.write(text + "\n")
    if "bucket" in text:
        time.sleep(0.7)
    return dict(_EMPTY)


def dying(reasoner: Any, task: dict[str, Any]) -> dict[str, Any]:
    """Be gone."""
    os._exit(3)
