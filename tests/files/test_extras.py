"""What is said where an optional package is missing."""

from __future__ import annotations

import sys
import tomllib
from importlib.machinery import ModuleSpec
from importlib.util import find_spec

import pytest

from coindex.commands import main
from coindex.files.extras import missing_extra
from tests.conftest import ROOT


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("/usr/bin/coindex", "pip install 'coindex[serve]'"),
        ("cli.py", "pip install -e '.[serve]'"),
    ],
)
def test_it_fits_how_the_program_was_started(
    program: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [program])
    assert str(missing_extra("serve needs uvicorn", "serve")).splitlines() == [
        "serve needs uvicorn, which this Python does not have",
        f"  To install what is missing: {words}.",
    ]


@pytest.mark.parametrize(
    ("words", "lacking", "extra"),
    [
        (["serve"], "fastapi", "serve"),
        (["serve"], "uvicorn", "serve"),
        (["winoflexi", "serve"], "django", "winoflexi"),
        (["winoflexi", "migrate"], "waitress", "winoflexi"),
        (["mine", "run", "texts", "--out", "mined"], "pyarrow", "mining"),
    ],
)
def test_a_verb_without_its_packages_says_it_in_one_message(
    words: list[str],
    lacking: str,
    extra: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def without(name: str, package: str | None = None) -> ModuleSpec | None:
        return None if name == lacking else find_spec(name, package)

    monkeypatch.setattr("importlib.util.find_spec", without)
    assert main.main(words) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 2)
    assert lacking in err.lower()
    assert f"[{extra}]'" in err
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    packages = [each.lower() for each in project["optional-dependencies"][extra]]
    assert any(each.startswith(lacking) for each in packages)
