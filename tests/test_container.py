"""The container recipe: its commands exist, and its context has what the build needs."""

from __future__ import annotations

import json
import re
import shlex
import tomllib

import pytest

from coindex.commands import main, winoflexi
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "serve.md").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
OPTIONS_OF_RUN = {"--publish", "--volume", "--env", "--user"}
"""Options of `docker run` that are used, and have a value."""


def instructions() -> list[tuple[str, str]]:
    text = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


def given(word: str) -> list[str]:
    return [rest for name, rest in instructions() if name == word]


def after_image(line: str) -> list[str]:
    """The words that `docker run` gives to the image's program."""
    words = shlex.split(line)[2:]
    while words[0].startswith("--"):
        words = words[2:] if words[0] in OPTIONS_OF_RUN else words[1:]
    assert words[0] == "coindex", line
    return words[1:]


def runs() -> list[list[str]]:
    lines = re.findall(r"docker run [^\n`]*", PAGE.replace("\\\n", " "))
    assert len(lines) >= 6
    return [after_image(line) for line in lines]


@pytest.mark.parametrize("words", [w for w in runs() if w], ids=" ".join)
def test_commands_of_the_page_can_be_given(words: list[str]) -> None:
    assert main._parser().parse_args(words).run is not None


def test_the_image_serves_by_default() -> None:
    (entry,), (command,) = given("ENTRYPOINT"), given("CMD")
    assert [*PROJECT["project"]["scripts"]] == json.loads(entry)
    options = main._parser().parse_args(json.loads(command))
    assert (options.host, options.allow_remote) == ("0.0.0.0", True)
    assert given("EXPOSE") == [f"{options.port} {winoflexi.PORT}"]


def test_what_is_run_while_building_exists() -> None:
    install, _, first = given("RUN")
    (extras,) = re.findall(r"/src\[([\w,]+)\]", install)
    assert set(extras.split(",")) <= set(PROJECT["project"]["optional-dependencies"])
    words = shlex.split(first)
    assert words[0] == "coindex"
    assert main._parser().parse_args(words[1:]).text


def test_data_are_in_the_volume() -> None:
    (folder,) = given("VOLUME")
    variables = dict(each.split("=", 1) for each in shlex.split(given("ENV")[0]))
    assert variables["WINOFLEXI_DIR"] == folder
    assert f":{folder}" in PAGE
    assert given("USER") == ["coindex"]


def test_the_context_has_what_the_wheel_is_made_of() -> None:
    lines = (ROOT / ".dockerignore").read_text("utf-8").split()
    build = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = {*build["only-include"], "README.md", "LICENSE", "hatch_build.py", "pyproject.toml"}
    assert all((ROOT / name).exists() for name in needed)
    assert not needed & set(lines)
