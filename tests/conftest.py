"""Shared by the tests: a separate cache, one reasoner per process, a parser that is loaded once."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

from coindex.files.shipped import KNOWLEDGE
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.store.store import Store
from kparse.errors import CoindexError
from kparse.input import pipeline

ROOT = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden explanations")


def pytest_configure(config: pytest.Config) -> None:
    cache = config.rootpath / ".pytest_cache" / "coindex"
    os.environ.setdefault("COINDEX_CACHE", str(cache))
    # Shells make background jobs ignore SIGINT, and processes started by tests would inherit that.
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if not hasattr(config, "workerinput"):
        # Compiled once, before processes of tests start, so that none of them waits or says that it waits.
        with suppress(CoindexError):  # tests of knowledge tell what is wrong with it
            Store.open([KNOWLEDGE])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "reasoner" in getattr(item, "fixturenames", ()):
            item.add_marker("model")


@pytest.fixture(scope="session")
def reasoner() -> Reasoner:
    return Reasoner()


_load_once = cache(pipeline.load_model)


@pytest.fixture
def parser_loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands that a test runs in this process share one parser: loading it takes half a second."""
    monkeypatch.setattr(pipeline, "load_model", _load_once)
