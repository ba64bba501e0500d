"""Pages whose figures come from commands show what those commands print today.

``python -m pytest tests/test_pages.py --update-golden`` writes the tutorial, the gallery and the picture anew.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from bench import data_flow, gallery, limits
from coindex.commands import main as cli
from coindex.reasoner.running.engine import Reasoner
from tests.conftest import ROOT

DOCS = ROOT / "docs"
TUTORIAL = DOCS / "tutorial.md"
_PARTS = re.compile(
    r"^`my/(?P<file>[\w./]+)`:\n\n```\w+\n(?P<content>.*?)^```$"
    r"|^```console\n\$ python cli\.py (?P<command>[^\n]*)\n(?P<output>.*?)^```$"
    r"|If you mistype [^`]*?\n\n```text\n(?P<typos>.*?)^```$"
    r"|^```penman\n(?P<graph>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_ONCE = re.compile(r"^coindex: the knowledge is read and compiled .*\n", re.MULTILINE)
"""Said only where no cache has it."""
_ELLIPSIS = "[...]\n"
_TYPOS = (("class(E,create)", "class(E,creat)"), ("coref(X,Y)", "coref(X,Z)"))


@pytest.fixture
def run(
    parser_loaded_once: None,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[[str], str]:
    """A command as in the tutorial, in the reader's directory: what it prints."""
    (tmp_path / "my").mkdir()
    monkeypatch.chdir(tmp_path)

    def call(command: str) -> str:
        assert cli.main(shlex.split(command)) in (0, 1)
        out, err = capsys.readouterr()
        return out + _ONCE.sub("", err)

    return call


@pytest.mark.model
def test_every_figure_of_the_tutorial(
    run: Callable[[str], str], tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    before = TUTORIAL.read_text("utf-8")
    last = ""
    kinds: list[str] = []

    def checked(match: re.Match[str]) -> str:
        nonlocal last
        kinds.append(str(match.lastgroup))
        if match["file"] is not None:
            path = tmp_path / "my" / match["file"]
            path.parent.mkdir(exist_ok=True)
            path.write_text(match["content"], "utf-8")
        elif match["command"] is not None:
            last = run(match["command"])
            if match["output"]:
                return _with(match, "output", last)
            if match["command"].startswith("kb lint"):
                assert last == ""
        elif match["graph"] is not None:
            return _with(match, "graph", last.partition("(d1")[1] + last.partition("(d1")[2])
        else:
            rules = tmp_path / "my" / "rules.lp"
            own = rules.read_text("utf-8")
            mistyped = own
            for right, wrong in _TYPOS:
                assert right in mistyped
                mistyped = mistyped.replace(right, wrong)
            rules.write_text(mistyped, "utf-8")
            found = _with(match, "typos", run("kb lint my"))
            rules.write_text(own, "utf-8")
            return found
        return match[0]

    after = _PARTS.sub(checked, before)
    assert kinds.count("output") == 15
    assert {"content", "typos", "graph"} <= set(kinds)
    if pytestconfig.getoption("--update-golden"):
        TUTORIAL.write_text(after, "utf-8")
    else:
        assert before == after, "--update-golden writes it anew"


def _with(match: re.Match[str], group: str, printed: str) -> str:
    """Put what was printed in the place of what is shown; of a block with an ellipsis, as many lines as before."""
    shown = match[group]
    if shown.endswith(_ELLIPSIS):
        lines = shown.count("\n") - 1
        printed = "".join(printed.splitlines(keepends=True)[:lines]) + _ELLIPSIS
    printed = printed.rstrip("\n") + "\n"
    at = match.start(group) - match.start()
    return match[0][:at] + printed + match[0][at + len(shown) :]


@pytest.mark.model
def test_the_gallery_is_what_the_command_writes(
    reasoner: Reasoner, pytestconfig: pytest.Config
) -> None:
    page = gallery.written(reasoner)
    if pytestconfig.getoption("--update-golden"):
        gallery.PAGE.write_text(page, "utf-8")
    shown = gallery.PAGE.read_text("utf-8")
    assert gallery.without_numbers(shown) == gallery.without_numbers(page)


def test_the_gallery_shows_twelve_sentences_good_and_bad() -> None:
    page = gallery.PAGE.read_text("utf-8")
    verdicts = re.findall(r"^\*\*(Right|Wrong)", page, re.MULTILINE)
    assert len(verdicts) == len(gallery.PIECES) == 12
    assert len(set(verdicts)) == 2
    assert f"Of the twelve, {verdicts.count('Right')} are answered rightly." in page


def test_the_picture_of_the_data_flow_is_what_the_command_draws(
    pytestconfig: pytest.Config,
) -> None:
    if pytestconfig.getoption("--update-golden"):
        data_flow.PICTURE.write_text(data_flow.drawn(), "utf-8")
    assert data_flow.PICTURE.read_text("utf-8") == data_flow.drawn()
    assert "prefers-color-scheme:dark" in data_flow.drawn()
    for _, places, _ in data_flow.SIDE:
        for place in re.findall(r"\w+(?:/[\w.]+)+", places):
            assert (ROOT / place).exists(), place


def test_the_sentences_of_the_limits_are_pairs() -> None:
    page = (DOCS / "limits.md").read_text("utf-8")
    found = limits.probes()
    for kind, sentences in found.items():
        assert f"| {kind} " in page
        for first, second in zip(sentences[::2], sentences[1::2], strict=True):
            assert {first[1], first[2]} == {second[1], second[2]}
            assert first[1] != second[1]
            for phrase in first[1:]:
                assert phrase in first[0].lower() or phrase in first[0]
    assert f"{sum(map(len, found.values()))} sentences" in page


def test_shares_of_the_limits_are_those_of_the_readme() -> None:
    rows = [
        re.findall(r"(?:\d+ \()?([\d.]+) %\)", line)
        for line in (ROOT / "README.md").read_text("utf-8").splitlines()
        if "| held |" in line
    ]
    right = [float(row[0]) for row in rows]
    wrong = [100 - float(row[2]) for row in rows]
    page = " ".join((DOCS / "limits.md").read_text("utf-8").split())
    assert f"{min(right):.0f} to {max(right):.0f} of 100 answers are right" in page
    assert f"wrong in {min(wrong):.0f} to {max(wrong):.0f} of 100 cases" in page
