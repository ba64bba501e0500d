"""The README does what it says."""

from __future__ import annotations

import re
import shlex
import tomllib

import pytest

from coindex.commands import main as cli
from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
SETUP = "python -m venv .venv && .venv/bin/pip install -q -e "


def commands() -> list[str]:
    """Lines of code in the README."""
    return [line.strip() for line in README.splitlines() if line.startswith("    ")]


def test_the_line_to_try_it(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = (c for c in commands() if c.startswith(SETUP + ". && "))
    python, script, *argv = shlex.split(line.rsplit(" && ", 1)[1])
    assert (python, script) == (".venv/bin/python", "cli.py")
    assert argv[:2] == ["solve", "--explain"]
    assert cli.main(argv) == 0
    assert ".lp:" in capsys.readouterr().out


def test_the_line_to_test_it() -> None:
    assert SETUP + "'.[dev]' && .venv/bin/python -m pytest" in commands()
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    assert "dev" in extras


def test_the_verbs_named_exist(capsys: pytest.CaptureFixture[str]) -> None:
    for verbs in {
        tuple(v.split())
        for v in re.findall(r"cli\.py ((?:(?:kb|contest|copa|schema|mine) )?[a-z]+)", README)
    }:
        assert cli.main([*verbs, "--help"]) == 0
        text = capsys.readouterr().out
        for option in re.findall(rf"cli\.py {' '.join(verbs)}\b[^`\n]*", README):
            assert all(name in text for name in re.findall(r"--[a-z-]+", option))


@pytest.mark.parametrize(
    "link", re.findall(r"\]\((?!https?:)([^)#]+)", README) + re.findall(r"`(\w+/[\w/.-]+)`", README)
)
def test_files_named_exist(link: str) -> None:
    assert (ROOT / link).exists()
