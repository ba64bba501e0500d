"""`cite`, and that the version is the same wherever it is written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from coindex.commands import main as cli
from coindex.files.citation import path, read_citation, to_bibtex
from coindex.files.templates import environment
from coindex.version import __version__
from kparse.errors import InputError
from tests.conftest import ROOT


def test_the_version_is_that_of_the_program() -> None:
    assert read_citation().version == __version__


def test_pages_and_answers_name_it() -> None:
    page = environment("coindex.reasoner.rendering").from_string("{{ program }}").render()
    assert page == f"Coindex {__version__}"
    for template in (
        "coindex/reasoner/rendering/templates/answer.html.j2",
        "coindex/harness/report/templates/page.html",
    ):
        assert '<meta name="generator" content="{{ program }}">' in (ROOT / template).read_text()


def test_the_changelog_begins_with_this_release() -> None:
    heads = re.findall(r"^## (\S+)(?: - (\S+))?$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    released = [(version, day) for version, day in heads if version != "Unreleased"]
    assert released[0] == (__version__, read_citation().released)


def test_the_file_has_what_the_format_requires() -> None:
    read = yaml.safe_load(path().read_text("utf-8"))
    assert read["cff-version"] == "1.2.0"
    assert {"message", "title", "authors", "version", "date-released", "license"} <= set(read)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", str(read["date-released"]))


def test_cite(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["cite"]) == 0
    text, bibtex = capsys.readouterr().out.split("\n\n")
    assert text.startswith("The Coindex developers (")
    assert f"version {__version__}" in text
    assert bibtex.startswith("@misc{coindex,\n")
    assert bibtex.count("{") == bibtex.count("}")
    assert cli.main(["cite", "--format", "bibtex"]) == 0
    assert capsys.readouterr().out == bibtex == to_bibtex(read_citation()) + "\n"


@pytest.mark.parametrize("text", ["", "title: [", "title: x\nauthors: 3\n", None])
def test_a_damaged_file_is_one_message(tmp_path: Path, text: str | None) -> None:
    file = tmp_path / "CITATION.cff"
    if text is not None:
        file.write_text(text)
    with pytest.raises(InputError, match=re.escape(str(file))):
        read_citation(file)
