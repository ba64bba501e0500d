"""Long commands that are interrupted say in one line what is kept and how to go on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from clingo.ast import ASTSequence

from coindex.commands import main as cli
from coindex.reasoner.linting import lint
from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")

ITEM = {
    "text": "The cook thanked the porter because he had helped.",
    "pron_start": 36,
    "pron_end": 38,
    "candidates": ["the cook", "the porter"],
    "answer": 1,
}
COPA = {
    "premise": "The pipe burst.",
    "choice1": "The cellar was under water.",
    "choice2": "The cellar was painted.",
    "question": "effect",
    "label": 0,
}


def _work(pid: int, seconds: float) -> None:
    """Wait until a process has used so much processor time, at most 20 seconds (where that cannot be read: 3)."""
    place = Path(f"/proc/{pid}/stat")
    for _ in range(400 if place.exists() else 60):
        time.sleep(0.05)
        if place.exists():
            fields = place.read_text().rpartition(")")[2].split()
            if (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") > seconds:
                return


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("interrupted")
    items = [json.dumps({"id": f"q{number}", **ITEM}) for number in range(3000)]
    (home / "q.jsonl").write_text("\n".join(items) + "\n")
    choices = [json.dumps({"idx": number, **COPA}) for number in range(3000)]
    (home / "copa.jsonl").write_text("\n".join(choices) + "\n")
    (home / "text.txt").write_text("The cook thanked the porter. He had helped.\n" * 400_000)
    return home


@pytest.mark.slow
@pytest.mark.model
@pytest.mark.parametrize(
    ("command", "kept"),
    [
        ("evaluate q.jsonl --out run.json --workers 1", "answers"),
        ("evaluate q.jsonl --workers 1", ""),
        ("calibrate q.jsonl --out curves.toml", "answers"),
        ("hardness q.jsonl --corpus text.txt", "measurements"),
        ("copa run copa.jsonl --out choices.txt", "answers"),
        ("copa count text.txt --out counts", "counts up to the last checkpoint"),
        ("mine run text.txt --out shards --licence CC0", "finished shards"),
        ("kb lint", "files that were read"),
        ("kb test", "parsed texts"),
        ("kb diff {ROOT}/knowledge", "parsed texts"),
    ],
)
def test_one_line_says_how_to_go_on(files: Path, tmp_path: Path, command: str, kept: str) -> None:
    words = command.replace("{ROOT}", str(ROOT)).split()
    status, out, err = _interrupted(files, _environment(tmp_path, warm=words[0] != "kb"), words)
    assert status == 130, out + err
    said = [line for line in err.splitlines() if "interrupted" in line]
    if kept:
        assert said == [
            f"coindex: interrupted; {kept} are kept. To go on: python cli.py {' '.join(words)}"
        ]
    else:
        assert said == [
            "coindex: interrupted; nothing is kept. With --out FILE answers are kept, and the same command goes on"
        ]


@pytest.mark.slow
@pytest.mark.model
def test_a_batch_names_its_part_file(files: Path, tmp_path: Path) -> None:
    words = "solve --jsonl q.jsonl --out answers.jsonl".split()
    status, _, err = _interrupted(files, _environment(tmp_path, warm=True), words)
    assert status == 130
    assert err.endswith("coindex: interrupted\n")
    assert "answers are kept in" in err or not list(files.glob("answers.jsonl.*"))


def _environment(cache: Path, *, warm: bool) -> dict[str, str]:
    """Give an environment with a cache of its own, which has the knowledge compiled if it is warm."""
    if warm:
        for file in Path(os.environ["COINDEX_CACHE"]).glob("knowledge-*"):
            os.link(file, cache / file.name)
    return {**os.environ, "COINDEX_CACHE": str(cache), "PYTHONPATH": str(ROOT)}


def _interrupted(
    files: Path, environment: dict[str, str], words: list[str]
) -> tuple[int, str, str]:
    """Start a command, interrupt it, and give its exit status and what it wrote."""
    with subprocess.Popen(
        [sys.executable, str(ROOT / "cli.py"), *words],
        cwd=files,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        _work(process.pid, 0.4)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    assert "Traceback" not in out + err
    return process.returncode, out, err


def test_a_short_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(lint, "lint", stopped)
    assert cli.main(["kb", "lint", "a file.lp"]) == 130
    assert capsys.readouterr().err == (
        "coindex: interrupted; files that were read are kept. To go on: coindex kb lint 'a file.lp'\n"
    )


class Interrupted:
    def __del__(self) -> None:
        raise KeyboardInterrupt


def interrupted_while_collecting() -> None:
    late = Interrupted()
    del late
    time.sleep(10)


class Unfinished:
    def __del__(self) -> None:
        raise ValueError("not clingo's")


def test_what_python_cannot_raise_is_neither_shown_nor_lost(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "unraisablehook", sys.__unraisablehook__)
    monkeypatch.setattr(sys, "argv", ["coindex", "--version"])
    assert cli.main() == 0
    capsys.readouterr()
    half_made = ASTSequence.__new__(ASTSequence)
    del half_made
    assert capsys.readouterr().err == ""
    with pytest.raises(KeyboardInterrupt):
        interrupted_while_collecting()
    assert capsys.readouterr().err == ""
    other = Unfinished()
    del other
    assert "not clingo's" in capsys.readouterr().err
