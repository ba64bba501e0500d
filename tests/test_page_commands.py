"""The commands of the pages run, and what a page shows below one is what it prints.

Each command of a page is run in the order of the page, in a directory that has the files which the page names. What is
shown in the block below it has to be printed, line by line in this order; numbers and blanks do not count, since
knowledge grows, and `...` stands for anything, also at the end of a line. A command that is not run here is in
:data:`NOT_RUN`, with the reason: a new command has to be run, or to be put there.
"""

from __future__ import annotations

import io
import json
import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from coindex.commands import main as cli
from coindex.harness.schemas.files import load
from tests.conftest import ROOT

DOCS = ROOT / "docs"
PAGES = sorted([*DOCS.glob("*.md"), ROOT / "knowledge" / "CONVENTIONS.md"])
_COMMAND = re.compile(
    r"^    (?P<command>(?:python|coindex) [^\n]*)\n(?:\n?```(?:text)?\n(?P<shown>.*?)^```$)?"
    r"|^\$ (?P<console>(?:python|coindex) [^\n]*)\n(?P<printed>.*?)(?=^```$|^\$ )",
    re.MULTILINE | re.DOTALL,
)
"""A command in an indented line, maybe with a block below it, or in a block of console."""
_OWN = re.compile(r"(?:python cli\.py|coindex) (.*)")
_SYNOPSIS = re.compile(
    r"\[--|\[(?:FILE|PATH|NAME)|\.\.\.|\b[a-z]+\|[a-z]+\b|\bTEXT\b|\bFILE\b|\bQUERY\b"
)
"""What a reader is to replace."""

DATA = "needs the public data (docs/evaluation.md), which do not ship"
MODEL = "needs a model or a server of others"
SERVER = "runs until it is stopped: tests start it in a process"
PAGE = "tests of its own run every command of the page"
CORPUS = "needs a corpus of raw text"
NOT_RUN: dict[str, dict[str, str]] = {
    "asking.md": {
        "coindex evaluate own=own.jsonl": MODEL,
        "coindex solve": MODEL,
        "coindex evaluate own.jsonl": "goes on from a model's replies (tests/asking)",
        "coindex kb review my/asked.jsonl --repair": "goes on from a model's replies (tests/asking)",
        "coindex serve": SERVER,
    },
    "authoring.md": {
        "python cli.py kb watch": SERVER,
        "python cli.py kb compile": "would write into the knowledge",
    },
    "copa.md": {
        "python cli.py copa count SIMPLEWIKI": CORPUS,
        "python cli.py copa baseline copa-dev.xml": DATA,
        "python cli.py copa score B.dev": DATA,
        "python cli.py copa agree": "needs the answers of raters (tests/harness/copa)",
    },
    "evaluation.md": {
        "python cli.py evaluate questions=tests/unseen": "takes half an hour",
        "python cli.py evaluate wsc=WSC-1-100.xml": DATA,
        "python cli.py evaluate wg=train_m.jsonl": DATA,
        "python cli.py evaluate WSC=WSC-1-100.xml": DATA,
        "python cli.py evaluate GAP": DATA,
    },
    "hardness.md": {
        "python cli.py hardness evaluate WSC-1-100.xml": DATA,
        "python cli.py hardness study coindex/harness/schemas/library/time.yaml --filled": "people fill in",
    },
    "reference.md": {"python cli.py kb conflicts": "WORD stands for any word"},
    "serve.md": {"python cli.py serve": SERVER, "python cli.py solve --jsonl -": SERVER},
    "statistics.md": {
        "python cli.py mine run wiki/": "needs a cluster",
        "python cli.py mine query WSC-1-100.xml": DATA,
        "python cli.py evaluate GAP": DATA,
    },
    "tutorial.md": {"python cli.py": "tests/test_pages.py runs them"},
    "winoflexi.md": {"python cli.py winoflexi": "tests/winoflexi/test_command.py runs them"},
    "CONVENTIONS.md": {"python cli.py kb new --profile": "would write into the knowledge"},
}
"""Commands that are not run here: by page, by how they begin, with the reason. Benches have tests of their own."""
SLOW = (
    "calibrate",
    "contest",
    "evaluate",
    "hardness evaluate",
    "hardness fit",
    "kb ask",
    "kb diff",
    "kb reliability",
    "kb review",
    "kb test",
    "mine ",
    "schema check",
    "solve --file",
)
"""What takes more than some seconds, or goes on from such a command."""


@dataclass(frozen=True)
class Command:
    """A command of a page, and what is shown below it."""

    text: str
    shown: str

    @property
    def words(self) -> list[str]:
        """What follows the program's name."""
        match = _OWN.fullmatch(self.text)
        assert match is not None
        return shlex.split(match[1], comments=True)

    @property
    def is_slow(self) -> bool:
        return " ".join(self.words).startswith(SLOW)


def commands(page: Path) -> Iterator[Command]:
    """The commands of the program that a page has, apart from synopses."""
    for match in _COMMAND.finditer(page.read_text("utf-8")):
        text = (match["command"] or match["console"]).strip()
        if _OWN.fullmatch(text) and not _SYNOPSIS.search(text):
            yield Command(text, match["shown"] or match["printed"] or "")


def reason(page: Path, command: Command) -> str:
    """Why a command is not run; empty if it is."""
    for beginning, why in NOT_RUN.get(page.name, {}).items():
        if command.text.startswith(beginning):
            return why
    return ""


# --------------------------------------------------------------------------------- files of pages


def _questions(place: Path, name: str, number: int = 4) -> None:
    lines = (ROOT / "tests" / "unseen" / "questions.jsonl").read_text("utf-8").splitlines()
    (place / name).write_text("\n".join(lines[:number]) + "\n", "utf-8")


_COPA = """<?xml version="1.0" encoding="UTF-8"?>
<copa-corpus version="1.0">
  <item id="1" asks-for="cause" most-plausible-alternative="2">
    <p>The soup was too salty.</p>
    <a1>The bowl was blue.</a1>
    <a2>The cook salted it twice.</a2>
  </item>
  <item id="2" asks-for="effect" most-plausible-alternative="1">
    <p>The man left the tap running.</p>
    <a1>The bathroom was flooded.</a1>
    <a2>The lamp went out.</a2>
  </item>
</copa-corpus>
"""
_TEXT = """The guard scolded the cook because he was angry about the soup.
The captain thanked the pilot because he had helped the crew.
Anna feared Clara because she was cruel to everybody.
The clerk refused the visitor because he had no ticket for the show.
"""


def _schemas_page(place: Path) -> None:
    (place / "filled.txt").write_text("".join(f"{n} A\n" for n in range(1, 21)), "utf-8")
    (place / "CORPUS").write_text(_TEXT * 5, "utf-8")
    (place / "WORDS").write_text("guard cook captain pilot angry ticket\n", "utf-8")


def _authoring_page(place: Path) -> None:
    (place / "my" / "words.lp").write_text('verb("blick",scold).\n', "utf-8")


def _authoring_page_slow(place: Path) -> None:
    """An old version of the knowledge, in which one row of the new one is missing."""
    for name in ("old", "new"):
        shutil.copytree(ROOT / "knowledge", place / name / "knowledge")
    file = place / "new" / "knowledge" / "rows" / "ability.lp"
    file.write_text(file.read_text("utf-8") + '\nadj("furious",happy).\n', "utf-8")
    for name in ("BEFORE", "AFTER"):
        _questions(place, "two.jsonl", 2)
        assert cli.main(["evaluate", "two.jsonl", "--out", f"{name}.json"]) == 0


def _contest_page(place: Path) -> None:
    gold = ROOT / "tests" / "harness" / "contest" / "contest.xml"
    shutil.copy(gold, place / "GOLD.xml")
    for team, directory in (("NAME", "."), ("A", "."), ("B", "."), ("A", "two")):
        assert cli.main(["contest", "run", str(gold), "--team", team, "--out", directory]) == 0
    (place / "T-output.txt").write_text("A, B, A, B, A, B\n", "utf-8")
    for name in ("ROUND1.xml", "ROUND2.xml"):
        shutil.copy(gold, place / name)


def _copa_page(place: Path) -> None:
    (place / "QUESTIONS.xml").write_text(_COPA, "utf-8")
    (place / "gold.dev").write_text("1 0 1\n2 1 0\n", "utf-8")
    (place / "OTHER.dev").write_text("1 1 0\n2 1 0\n", "utf-8")
    (place / "TEXTS").write_text(_TEXT, "utf-8")
    (place / "QUESTIONS.jsonl").write_text(
        json.dumps(
            {
                "id": "1",
                "premise": "The soup was too salty.",
                "alternatives": ["The bowl was blue.", "The cook salted it twice."],
                "asks": "cause",
                "answer": 1,
            }
        )
        + "\n",
        "utf-8",
    )


def _evaluation_page(place: Path) -> None:
    _questions(place, "questions.jsonl")
    _copa_page(place)
    shutil.copy(place / "QUESTIONS.xml", place / "copa.xml")
    for name in ("questions.xml", "train.txt"):
        assert cli.main(["schema", "convert", str(_TIME), f"{name}.xml"]) == 0
    shutil.move(place / "questions.xml.xml", place / "questions.xml")
    (place / "train.txt.xml").unlink()
    (place / "train.txt").write_text(
        "The guard scolded the cook because he was late.\nhe\nThe guard,the cook\nthe cook\n\n",
        "utf-8",
    )
    assert cli.main(["evaluate", "questions.jsonl", "--out", "OLD.json"]) == 0


_TIME = ROOT / "coindex" / "harness" / "schemas" / "library" / "time.yaml"


def _hardness_page(place: Path) -> None:
    shutil.copy(_TIME, place / "my-schemas.yaml")
    _books(place)
    norms = _TIME.with_name("norms.yaml")  # a fit needs ten pairs
    assert cli.main(["schema", "convert", str(norms), "schemas.xml"]) == 0
    rows = "".join(f"{n}\t0.{70 + n}\n" for n in range(1, 25))
    (place / "people.tsv").write_text(f"item\thuman_accuracy\n{rows}", "utf-8")
    assert cli.main(["mine", "index", "books/", "--out", "books.index"]) == 0
    halves = [half for schema in load([_TIME, norms]).schemas for half in schema.halves][:24]
    records = {
        "schemas": [
            {
                "id": str(n),
                "text": half.text,
                "pron_start": half.start,
                "pron_end": half.end,
                "candidates": half.answers,
                "answer": half.right,
            }
            for n, half in enumerate(halves, 1)
        ],
        "alone": [{"id": str(n), "answer": n % 2} for n in range(1, 25)],
        "asked": [{"id": str(n), "answer": n // 2 % 2} for n in range(1, 25)],
    }
    for name, lines in records.items():
        text = "".join(json.dumps(line) + "\n" for line in lines)
        (place / f"{name}.jsonl").write_text(text, "utf-8")


def _books(place: Path) -> None:
    (place / "books").mkdir()
    (place / "books" / "one.txt").write_text(_TEXT, "utf-8")
    _questions(place, "questions.jsonl", 2)


def _reliability_page(place: Path) -> None:
    _questions(place, "questions.jsonl")


def _spacy_page(place: Path) -> None:
    (place / "BOOK.txt").write_text("Ida thanked Rosa. She had helped her.\n", "utf-8")


def _winoflexi_page(place: Path) -> None:
    _questions(place, "halves.jsonl", 2)


FILES: dict[str, Callable[[Path], None]] = {
    "schemas.md": _schemas_page,
    "authoring.md": _authoring_page,
    "copa.md": _copa_page,
    "CONVENTIONS.md": _copa_page,
    "hardness.md": _hardness_page,
    "reliability.md": _reliability_page,
    "spacy.md": _spacy_page,
    "statistics.md": _books,
    "winoflexi.md": _winoflexi_page,
}
SLOW_FILES: dict[str, Callable[[Path], None]] = {
    "authoring.md": _authoring_page_slow,
    "contest.md": _contest_page,
    "evaluation.md": _evaluation_page,
}


@pytest.fixture
def place(parser_loaded_once: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The reader's directory, in which the folders of a checkout can be read."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my").mkdir()
    for name in ("coindex", "knowledge", "tests", "encodings"):
        (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


# ------------------------------------------------------------------------------------------ tests


def _run(page: Path, place: Path, capsys: pytest.CaptureFixture[str], *, slow: bool) -> None:
    wanted = [c for c in commands(page) if not reason(page, c) and (slow or not c.is_slow)]
    FILES.get(page.name, lambda _: None)(place)
    if slow:
        SLOW_FILES.get(page.name, lambda _: None)(place)
    wrong: list[str] = []
    for command in wanted:
        capsys.readouterr()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sys.stdin", io.StringIO(""))
            status = cli.main(command.words)
        out, err = capsys.readouterr()
        if status not in (0, 1):
            wrong.append(f"{command.text}\nends with {status}:\n{err}")
        elif missing := not_printed(command.shown, out + err):
            wrong.append(f"{command.text}\ndoes not print: {missing}\nbut\n{out}{err}")
    assert not wrong, "\n\n".join(wrong)


def not_printed(shown: str, printed: str) -> str:
    """The first line shown that is not printed, in the order shown; empty if there is none.

    >>> not_printed("a 1\\n...\\nb", "a  22\\nx\\nb\\n"), not_printed("b\\na", "a\\nb\\n")
    ('', 'a')
    """
    lines = iter([_plain(line) for line in printed.splitlines()])
    for line in shown.splitlines():
        wanted = _plain(line)
        start = wanted.removesuffix("...").rstrip()
        if start and not any(
            there == wanted or (start != wanted and there.startswith(start)) for there in lines
        ):
            return line
    return ""


def _plain(line: str) -> str:
    return re.sub(r"\d[\d,.]*", "#", " ".join(line.split())).replace("-#", "#")


FAST = [p for p in PAGES if any(not reason(p, c) and not c.is_slow for c in commands(p))]
WITH_SLOW = [p for p in PAGES if any(not reason(p, c) and c.is_slow for c in commands(p))]


@pytest.mark.model
@pytest.mark.parametrize("page", FAST, ids=lambda page: page.name)
def test_the_commands_of_a_page(
    page: Path, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _run(page, place, capsys, slow=False)


@pytest.mark.slow
@pytest.mark.skipif("not config.getoption('-m')", reason="asked when wanted: -m slow")
@pytest.mark.model
@pytest.mark.parametrize("page", WITH_SLOW, ids=lambda page: page.name)
def test_all_commands_of_a_page(
    page: Path, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _run(page, place, capsys, slow=True)


def test_reasons_are_about_commands_that_there_are() -> None:
    for name, reasons in NOT_RUN.items():
        (page,) = (p for p in PAGES if p.name == name)
        texts = [c.text for c in commands(page)]
        for beginning in reasons:
            assert any(text.startswith(beginning) for text in texts), (name, beginning)


def test_what_is_not_printed_is_found() -> None:
    assert not_printed("a 1\n...\nb", "a  22\nx\nb\n") == ""
    assert not_printed("b\na", "a\nb\n") == "a"
