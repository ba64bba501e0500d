"""What the documentation says is there, loads, and does what it says."""

from __future__ import annotations

import argparse
import importlib
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from clingo import ast

from coindex.commands import main
from coindex.reasoner.authoring.examples import check, read_examples
from coindex.reasoner.linting.lint import lint
from coindex.reasoner.rendering.render import to_text
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.store.store import Store
from kparse.notation.penman import decode

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    [
        *(ROOT / "docs").rglob("*.md"),
        *ROOT.glob("*.md"),
        ROOT / "encodings" / "README.md",
        *(ROOT / "knowledge").glob("*.md"),
    ]
)
TUTORIAL = ROOT / "docs" / "tutorial.md"
OF_TODAY = [p for p in PAGES if p.parent.name != "decisions" and p.name != "CHANGELOG.md"]
"""Pages that describe the present state; the others are history."""
INVENTED = ("my/", "coindex/winoflexi/locale/CODE/")
"""Prefixes of paths that a reader creates."""
OTHERS = ("clingo", "coindex.sources", "hatchling", "pip", "pytest", "venv")
"""Modules that are run and are not the project's; and a group of entry points, which looks like a module."""

_LINK = re.compile(r"(?<!!)\[[^\]\n]*\]\(([^)\s]+)\)")
_CODE = re.compile(r"`([^`\n]+)`")
_PATH = re.compile(
    r"(?:\.\./)*[\w.-]+(?:/[\w.*-]+)*/[\w*-]*(?:\.(?:lp|py|md|lark|toml|json|jsonl|txt|tsv|penman))?"
)
_TREE = re.compile(
    r"(?<![\w/.-])(?:coindex|kparse|training|encodings|knowledge|tests|bench)/[\w./*-]*[\w*/]"
)
_RUN = re.compile(r"python -m ([\w.]+)")
_MODULE = re.compile(r"(?<![\w./-])(?:coindex|kparse|training)(?:\.\w+)+")
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NAMED = re.compile(r"^`my/([\w./]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PLACE = re.compile(r"\[(knowledge|encodings)/[\w/]+\.lp:\d+(?: · (\w+) ·[^\]]*)?\]")


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks(page: Path, language: str) -> list[str]:
    return [m[2] for m in _BLOCK.finditer(page.read_text("utf-8")) if m[1] == language]


def anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in _LINK.findall(page.read_text("utf-8")):
        if re.match(r"\w+:", target):
            continue
        path, _, fragment = target.partition("#")
        place = (page.parent / path) if path else page
        assert place.exists(), target
        if fragment:
            headings = re.findall(r"^#+ (.*)$", place.read_text("utf-8"), re.MULTILINE)
            assert fragment in map(anchor, headings), target


@pytest.mark.parametrize("page", OF_TODAY, ids=name)
def test_files_that_are_named_exist(page: Path) -> None:
    text = page.read_text("utf-8")
    tops = {p.name for p in ROOT.iterdir() if p.is_dir()}
    quoted = {c.removesuffix(".") for c in _CODE.findall(text)}
    paths = {c for c in quoted if _PATH.fullmatch(c) and c.split("/")[0] in tops}
    paths.update(_TREE.findall(text))
    assert [
        path
        for path in sorted(paths)
        if not path.startswith(INVENTED) and not any(ROOT.glob(path.rstrip("/")))
    ] == []


@pytest.mark.parametrize("page", OF_TODAY, ids=name)
def test_modules_that_are_named_exist(page: Path) -> None:
    text = page.read_text("utf-8")
    named = {*_RUN.findall(text), *_MODULE.findall(text)}
    assert [m for m in sorted(named) if m not in OTHERS and not named_module(m)] == []


def named_module(dotted: str) -> bool:
    """Whether there is a module of that name, or one that has what its last name says."""
    if find(dotted):
        return True
    module, _, attribute = dotted.rpartition(".")
    return find(module) and hasattr(importlib.import_module(module), attribute)


def find(dotted: str) -> bool:
    """Whether there is a module of that name in the checkout."""
    place = ROOT.joinpath(*dotted.split("."))
    return bool(dotted) and (place.is_dir() or place.with_suffix(".py").is_file())


def commands(page: Path) -> Iterator[list[str]]:
    """The commands of a page as words."""
    text = page.read_text("utf-8").replace("\\|", "|")
    for line in re.findall(r"(?:^\s+|^\$ |`)(?:python cli\.py|coindex) ([^`\n]*)", text, re.M):
        lexer = shlex.shlex(line, posix=True, punctuation_chars=False)
        lexer.whitespace_split, lexer.commenters = True, "#"
        yield list(lexer)


def options_of(parser: argparse.ArgumentParser) -> set[str]:
    return {option for action in parser._actions for option in action.option_strings}


def below(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    return {
        verb: verb_parser
        for action in parser._actions
        if isinstance(action, argparse._SubParsersAction)
        for verb, verb_parser in action.choices.items()
    }


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_commands_have_these_verbs_and_options(page: Path) -> None:
    for words in commands(page):
        parser = main._parser()
        rest = words
        while rest and below(parser):
            if rest[0].startswith(("-", "VERB", "...")):
                break
            assert rest[0] in below(parser), words
            parser, rest = below(parser)[rest[0]], rest[1:]
        for word in rest:
            option = word.strip("[]").split("|")[0]
            if re.fullmatch(r"--[a-z][\w-]*", option):
                assert option in options_of(parser), words


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_blocks_are_of_their_language(page: Path) -> None:
    for text in blocks(page, "penman"):
        assert decode(text).root == "d1"
    for text in blocks(page, "asp"):
        ast.parse_string(text, lambda _: None)
    for text in blocks(page, "python"):
        compile(text, str(page), "exec")
    for text in blocks(page, "json"):
        json.loads(text)


# -------------------------------------------------------------------------------------- tutorial


@pytest.fixture(scope="module")
def my(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the tutorial's reader writes."""
    directory = tmp_path_factory.mktemp("tutorial") / "my"
    directory.mkdir()
    for file, text in _NAMED.findall(TUTORIAL.read_text("utf-8")):
        (directory / file).parent.mkdir(exist_ok=True)
        (directory / file).write_text(text, encoding="utf-8")
    return directory


@pytest.fixture(scope="module")
def silent() -> Reasoner:
    """Without counts of raw text, as the tutorial asks for guesses."""
    return Reasoner(mined="")


@pytest.fixture(scope="module")
def taught(my: Path) -> Reasoner:
    return Reasoner(extra=[my])


def asked(with_own: bool) -> list[tuple[str, str]]:
    """The questions of the tutorial, with what was printed."""
    found = []
    for block in blocks(TUTORIAL, "console"):
        command, _, output = block.partition("\n")
        words = shlex.split(command.removeprefix("$ "))
        if words[2] == "solve" and ("--knowledge" in words) == with_own:
            found.append((words[-1], output))
    return found


def test_tutorial_files_are_written(my: Path) -> None:
    assert sorted(p.relative_to(my).as_posix() for p in my.rglob("*.*")) == [
        "body.tsv",
        "examples.txt",
        "rules.lp",
        "sentences/sport.txt",
        "words.lp",
    ]
    assert lint([my]) == []


@pytest.mark.model
@pytest.mark.parametrize(("text", "output"), asked(with_own=False))
def test_tutorial_guesses(silent: Reasoner, text: str, output: str) -> None:
    answer = silent.solve(text)
    assert answer.decided_by == "preference", "the tutorial needs another sentence"
    assert any(s in output for s in (f"is read as “{answer.candidate}”", f"= {answer.candidate} "))


@pytest.mark.model
@pytest.mark.parametrize(("text", "output"), asked(with_own=True))
def test_tutorial_answers(taught: Reasoner, text: str, output: str) -> None:
    answer = taught.solve(text)
    assert answer.decided_by == "knowledge"
    words = (f"is read as “{answer.candidate}”", f"= {answer.candidate} ", f"“{answer.candidate}”")
    assert any(s in output for s in words)
    fired = {rule.id for rule in answer.best.rules} if answer.best else set()
    found = re.findall(r"· (\w+) · weight", output)
    assert set(found[:1]) <= fired
    if output.startswith(f"{answer.pronoun} = ") and "\n\n" in output:  # what `--explain` prints
        assert shown(to_text(answer)) == shown(output)


def shown(text: str) -> list[str]:
    """The words of an explanation, without numbers that change as knowledge grows."""
    return re.sub(r"\d+|  +", "", text).split()


@pytest.mark.model
def test_the_readme_shows_what_is_printed(taught: Reasoner) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    command, _, rest = readme.partition('solve --explain "The gardener')[2].partition('"')
    output = rest.partition("```\n")[2].partition("```")[0]
    assert shown(to_text(taught.solve(f"The gardener{command}"))) == shown(output)


@pytest.mark.model
def test_tutorial_examples(my: Path, taught: Reasoner) -> None:
    examples = read_examples([my / "examples.txt"])
    assert len(examples) == 4
    assert check(taught, examples) == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_rules_that_are_quoted_exist(page: Path) -> None:
    with Store.open(ROOT / "knowledge") as store:
        for _, rule in _PLACE.findall(page.read_text("utf-8")):
            assert not rule or store.rule(rule) is not None, rule
