"""``contest run``, ``score`` and ``award`` as the command line calls them."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex.commands import main
from coindex.harness.contest import run as runner
from kparse.errors import InputError
from tests.harness.contest.stubs import StubSettings
from tests.harness.contest.test_output import EXAMPLE, WRITTEN


def command(*words: str | Path) -> int:
    options = main._parser().parse_args(["contest", *map(str, words)])
    status: int = options.run(options)
    return status


@pytest.fixture
def output(tmp_path: Path) -> Path:
    file = tmp_path / "T-output.txt"
    file.write_text(WRITTEN, encoding="utf-8")
    return file


def test_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("coindex.reasoner.jobs.workers.Settings", StubSettings)
    source = tmp_path / "in.xml"
    source.write_bytes(EXAMPLE.read_bytes().replace(b"ISO-8859-1", b"UTF-8"))
    words = ("run", source, "--team", "T", "--out", tmp_path / "out", "--workers", "2")
    assert command(*words) == 0
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "the header says utf-8, but there are bytes that are not UTF-8" in captured.err
    assert "6 problems answered, 0 by a guess: " in captured.err
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["T-output.txt", "T-trace.jsonl"]
    with pytest.raises(InputError, match="is no name for a team"):
        command("run", source, "--team", "../T")
    assert runner.check_team("T") == "T"


def test_score(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command("score", output, EXAMPLE) == 0
    captured = capsys.readouterr()
    assert "  right           4 of 5 (80.0 %)" in captured.out
    assert "  as round one, alone: in line for a smaller prize" in captured.out
    assert captured.err == ""
    output.write_text(WRITTEN.replace("Answer ", "Answer 9"), encoding="utf-8")
    assert command("score", output, EXAMPLE) == 0
    captured = capsys.readouterr()
    assert "Answer 91.A, but the final list has no answer" in captured.err
    assert "... and 2 more" in captured.err
    assert "4 of 5" in captured.out


def test_award(output: Path, capsys: pytest.CaptureFixture[str]) -> None:
    better = output.with_name("U-output.txt")
    better.write_text("A, A, A, B, A, B\n")
    second = output.parent / "two" / "U-output.txt"
    second.parent.mkdir()
    second.write_text("A, A, A, B, B, B\n")
    assert command("award", "--round", EXAMPLE, output, better, "--round", EXAMPLE, second) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[1].split()[:2] == ["1", "U"]
    assert out[1].endswith("grand prize")
    assert out[2].endswith("first smaller prize")
    assert out[3] == "Round one: 1 without a right answer in the file, not graded: 5."
    with pytest.raises(InputError, match="no output file"):
        command("award", "--round", EXAMPLE)
    with pytest.raises(InputError, match="there are 3 rounds"):
        command("award", *("--round", EXAMPLE, output) * 3)
