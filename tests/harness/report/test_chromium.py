"""The report in a browser: its script filters, nothing is blocked or fails, and no text of an item is executed."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element

import html5lib
import pytest

from coindex.harness.report.page import render
from tests.harness.report.test_page import Record, a_run, by_id, hostile_run, lines, words

CHROMIUM = shutil.which("chromium")
OPTIONS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --enable-logging=stderr --dump-dom"
).split()

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium on this machine")


class Opened(NamedTuple):
    """A page after its script has run, and what the browser's console says."""

    tree: Element
    console: list[str]

    @property
    def shown(self) -> list[Mapping[str, str]]:
        """The attributes of the items that are not filtered out."""
        return [node.attrib for node in lines(self.tree) if "hidden" not in node.attrib]


@pytest.fixture
def opened(tmp_path: Path) -> Callable[..., Opened]:
    def open_page(page: str, hash_: str = "") -> Opened:
        file = tmp_path / "report.html"
        file.write_text(page, encoding="utf-8")
        address = file.as_uri() + hash_
        done = subprocess.run(
            [str(CHROMIUM), *OPTIONS, f"--user-data-dir={tmp_path / 'profile'}", address],
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=True,
        )
        tree = html5lib.parse(done.stdout, namespaceHTMLElements=False)
        return Opened(tree, [line for line in done.stderr.splitlines() if "CONSOLE" in line])

    return open_page


@pytest.fixture(scope="module")
def run() -> Record:
    return a_run({"yard": 60, "farm": 40})


def test_a_report_opens_with_all_its_items(run: Record, opened: Callable[..., Opened]) -> None:
    page = opened(render(run))
    assert page.console == []
    assert len(page.shown) == len(run["items"])
    assert "hidden" not in by_id(page.tree, "filter").attrib
    assert words(by_id(page.tree, "shown")) == "100 of 100"


def test_the_address_filters_and_sorts(run: Record, opened: Callable[..., Opened]) -> None:
    page = opened(render(run), "#part=held&result=wrong&tag=social&text=Mended+GATE&sort=sure")
    wanted = [
        item
        for item in run["items"]
        if item["part"] == "held"
        and not item["right"]
        and "social" in item["tags"]
        and "mended" in item["text"]
    ]
    assert page.console == []
    assert wanted
    assert [float(item["data-sure"]) for item in page.shown] == sorted(
        (item["confidence"] for item in wanted), reverse=True
    )
    assert words(by_id(page.tree, "shown")) == f"{len(wanted)} of 100"


def test_a_filter_that_nothing_fits_leaves_nothing(
    run: Record, opened: Callable[..., Opened]
) -> None:
    page = opened(render(run), "#set=meadow")
    assert page.shown == []
    assert page.console == []


def test_the_address_of_an_item_unfolds_it(run: Record, opened: Callable[..., Opened]) -> None:
    page = opened(render(run), "#item-7")
    assert [at for at, item in enumerate(page.shown, 1) if "open" in item] == [7]


def test_no_text_of_an_item_is_run(opened: Callable[..., Opened]) -> None:
    page = opened(render(hostile_run()))
    assert page.console == []
    title = page.tree.find(".//title")
    assert title is not None
    assert words(title).startswith("Evaluation of")
    assert len(page.shown) == 7


def test_the_policy_refuses_any_other_script(run: Record, opened: Callable[..., Opened]) -> None:
    """A condition of the other tests: a script that is not the report's own is blocked, and the console says so."""
    page = opened(render(run).replace('"use strict";', '"use strict"; ', 1))
    assert any("Content Security Policy" in line for line in page.console)
    assert "hidden" in by_id(page.tree, "filter").attrib
    assert len(page.shown) == len(run["items"])
