"""The benchmark of questions runs. Its figures are not judged here."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    out = tmp_path_factory.mktemp("bench") / "report.json"
    command = [sys.executable, "bench/run.py", "--quick", "--json", str(out)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    assert "| verdict |" in done.stdout
    found: dict[str, object] = json.loads(out.read_text(encoding="utf-8"))
    return found


@pytest.mark.slow
@pytest.mark.model
def test_quick_run_measures_every_part(report: dict[str, object]) -> None:
    lines = report["lines"]
    assert isinstance(lines, list)
    parts = {line["part"] for line in lines}
    assert parts == {"warm", "warm, alone", "explanation", "cold start", "store"}
    assert all(line["cpu"] >= 0 or line["what"] == "the rest" for line in lines)
    bars = {line["what"]: line["bar"] for line in lines if line["bar"]}
    assert sorted(bars.values()) == [1.2, 1.5, 2.0, 25.0, 25.0]
    assert all(line["verdict"] in ("met", "missed") for line in lines if line["bar"])


def test_questions_name_their_pronouns() -> None:
    lines = (ROOT / "bench" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    assert len(records) == len({r["id"] for r in records}) >= 60
    for record in records:
        pronoun = record["text"][record["pron_start"] : record["pron_end"]]
        assert pronoun.lower() in {"he", "she", "it", "they"}, record
        assert 0 <= record["answer"] < len(record["candidates"])


def test_examples_in_the_code() -> None:
    command = [sys.executable, "-m", "doctest", "bench/run.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout
