"""What the tests share: a cache of their own, and one reasoner for the whole run."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from coindex.reasoner.running.engine import Reasoner

ROOT = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden", action="store_true", help="write the kept explanations anew"
    )


def pytest_configure(config: pytest.Config) -> None:
    cache = config.rootpath / ".pytest_cache" / "coindex"
    os.environ.setdefault("COINDEX_CACHE", str(cache))
    # A shell makes what it runs in the background deaf to interruptions; what tests start would inherit that.
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "reasoner" in getattr(item, "fixturenames", ()):
            item.add_marker("model")


@pytest.fixture(scope="session")
def reasoner() -> Reasoner:
    return Reasoner()
