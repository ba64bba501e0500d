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
    command = [sys.executable, "bench/run.py", "--smallest", "--json", str(out)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    assert "Error" not in done.stderr
    assert "| verdict |" in done.stdout
    found: dict[str, object] = json.loads(out.read_text(encoding="utf-8"))
    return found


@pytest.mark.slow
@pytest.mark.skipif("not config.getoption('-m')", reason="asked when wanted: -m slow")
@pytest.mark.model
def test_the_smallest_run_measures_every_part(report: dict[str, object]) -> None:
    lines = report["lines"]
    assert isinstance(lines, list)
    parts = {line["part"] for line in lines}
    assert parts == {
        "question",
        "question, alone",
        "explanation",
        "cold start",
        "store",
        "text",
        "edit",
    }
    assert all(line["median"] > 0 for line in lines if line["unit"] == "x")
    bars = {line["what"]: line["bar"] for line in lines if line["bar"]}
    assert bars == {
        "solve / only spacy.load": 1.4,
        "--help": 150.0,
        "in batch / parser alone": 5.0,
        "full / plain": 2.0,
        "1,000 more rows / 0 more rows": 1.1,
        "question: the longest": 2000.0,
        "running text: the longest": 2000.0,
        "kb lint rows/motion.lp": 2000.0,
        "kb lint axioms/space.lp": 2000.0,
        "kb watch: a row": 2000.0,
        "kb watch: a weight": 2000.0,
    }
    assert all(line["verdict"] in ("met", "missed") for line in lines if line["bar"])


def test_questions_name_their_pronouns() -> None:
    lines = (ROOT / "bench" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    assert len(records) == len({r["id"] for r in records}) >= 60
    for record in records:
        pronoun = record["text"][record["pron_start"] : record["pron_end"]]
        assert pronoun.lower() in {"he", "she", "it", "they"}, record
        assert 0 <= record["answer"] < len(record["candidates"])


@pytest.mark.parametrize("file", ["costs/figures.py", "costs/inside.py"])
def test_examples_in_the_code(file: str) -> None:
    command = [sys.executable, "-m", "doctest", file]
    done = subprocess.run(command, cwd=ROOT / "bench", capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout
