"""The commands of pages run, one after the other, in a reader's directory, and print what the page shows."""

from __future__ import annotations

import io
import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from coindex.commands import main as cli
from coindex.harness.hardness.listing import read_golds
from coindex.harness.schemas.files import load
from tests.conftest import ROOT

LIBRARY = "coindex/harness/schemas/library"
_COMMAND = re.compile(
    r"^(?:    )python cli\.py (?P<command>.*)\n(?:\n```text\n(?P<shown>(?:.*\n)*?)```)?", re.M
)
NOT_RUN = {
    "kb compile": "writes beside the program's own files (tests/reasoner has it)",
    "kb watch": "ends only with Ctrl-C (tests/reasoner/authoring/test_watch.py has it)",
    "hardness evaluate WSC-1-100.xml": "needs data that does not ship",
}
Run = Callable[[str], tuple[int, str]]


def commands(page: str) -> list[tuple[str, str]]:
    """The commands of a page with the output that is shown below them."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    found = [(m["command"], m["shown"] or "") for m in _COMMAND.finditer(text)]
    return [(c, s) for c, s in found if not c.startswith(tuple(NOT_RUN))]


@pytest.fixture
def run(
    parser_loaded_once: None,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Run:
    """A command in the reader's directory, where the checkout's folders are: status, and what it prints."""
    for folder in ("coindex", "knowledge", "tests"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())

    def call(command: str) -> tuple[int, str]:
        status = cli.main(shlex.split(command))
        return status, "".join(capsys.readouterr())

    return call


def plain(line: str) -> str:
    """A line without numbers, which change as knowledge grows, and with single blanks."""
    return " ".join(re.sub(r"[\d,.]*\d[\d,.]*%?|\.lp|\.tsv", "#", line).split())


def check(page: str, run: Run, before: Callable[[str], None]) -> None:
    """Run a page's commands: each ends well, or with findings (1); what is shown is among what is printed."""
    for command, shown in commands(page):
        before(command)
        status, printed = run(command)
        assert status in (0, 1), f"{command}: {printed}"
        lines = {plain(line) for line in printed.splitlines()}
        for line in shown.splitlines():
            if line.strip() and "..." not in line:
                assert plain(line) in lines, f"{page}: {command}: prints no `{line}`"


@pytest.mark.slow
@pytest.mark.model
def test_commands_about_schemas(run: Run, tmp_path: Path) -> None:
    def before(command: str) -> None:
        if "filled.txt" in command:
            sheet = (tmp_path / "test.txt").read_text("utf-8")
            (tmp_path / "filled.txt").write_text(sheet.replace("____", "A"), "utf-8")
        elif command.startswith("copa count"):
            (tmp_path / "CORPUS").mkdir()
            text = "The heavy rope held the boat, and a long rope was there.\n" * 9
            (tmp_path / "CORPUS" / "a.txt").write_text(text)
            (tmp_path / "WORDS").write_text("rope boat heavy long\n")

    check("schemas.md", run, before)


@pytest.mark.slow
@pytest.mark.model
def test_commands_about_hardness(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("scipy")
    pytest.importorskip("matplotlib")
    own = tmp_path / "my-schemas.yaml"
    schemas = (ROOT / LIBRARY / "time.yaml").read_text("utf-8")
    own.write_text(schemas + (ROOT / LIBRARY / "possession.yaml").read_text("utf-8"), "utf-8")
    run(f"schema convert {own} schemas.xml")
    count = 2 * len(load([own]).schemas)
    lines = []
    for number, gold in enumerate(read_golds(str(own)), 1):
        item = gold.item
        record = {"id": str(number), "text": item.text, "pair_id": gold.pair}
        record |= {"pron_start": item.pron_start, "pron_end": item.pron_end}
        lines.append(record | {"candidates": list(item.candidates), "answer": gold.answer})
    (tmp_path / "schemas.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines))
    for name in ("alone", "asked"):
        answers = [{"id": str(n), "answer": n % 3 % 2} for n in range(1, count + 1)]
        text = "".join(json.dumps(one) + "\n" for one in answers)
        (tmp_path / f"{name}.jsonl").write_text(text)
    people = "".join(f"{n}\t{0.7 + 0.3 * (n % 5) / 5}\n" for n in range(1, count + 1))
    (tmp_path / "people.tsv").write_text("item\thuman_accuracy\n" + people)
    (tmp_path / "texts.txt").write_text("The bakery opened early because it was full.\n" * 3)
    run("mine index texts.txt --out books.index")

    def before(command: str) -> None:
        if "--filled" in command:
            (tmp_path / "filled").mkdir()
            for sheet in (tmp_path / "sheets").glob("*.txt"):
                text = sheet.read_text("utf-8").replace("____", "A")
                (tmp_path / "filled" / sheet.name).write_text(text, "utf-8")

    def quick(command: str) -> tuple[int, str]:
        fewer = " --rounds 2 --sentences 10" if "--index" in command else ""
        return run(command + fewer)

    check("hardness.md", quick, before)


@pytest.mark.slow
@pytest.mark.model
def test_commands_about_authoring(run: Run, tmp_path: Path) -> None:
    for version in ("old", "new"):
        place = tmp_path / version / "knowledge"
        place.mkdir(parents=True)
        (place / "words.lp").write_text('verb("zib",hit).\n' if version == "new" else "")
    (tmp_path / "my").mkdir()
    (tmp_path / "my" / "words.lp").write_text('% ---- words\nverb("zib",strike).\n')

    def before(command: str) -> None:
        if "BEFORE.json" in command:
            question = {"id": "1", "text": "Ann thanked Beth because she had helped."}
            question |= {"pron_start": 25, "pron_end": 28, "candidates": ["Ann", "Beth"]}
            line = json.dumps(question | {"answer": 1, "pair_id": "1"})
            (tmp_path / "q.jsonl").write_text(line + "\n")
            for name in ("BEFORE", "AFTER"):
                run(f"evaluate q.jsonl --out {name}.json")

    check("authoring.md", run, before)
