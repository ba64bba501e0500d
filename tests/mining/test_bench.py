"""The benchmark of mining runs. Its figures are not judged here."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT


def ran(*arguments: str) -> str:
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


@pytest.mark.slow
@pytest.mark.model
def test_a_quick_run_measures(tmp_path: Path) -> None:
    out = tmp_path / "figures.json"
    parts = ["throughput", "filter", "cost"]
    found = ran("bench/mine.py", "--quick", "--part", *parts, "--json", str(out))
    assert "verdict" in found
    figures = json.loads(out.read_text(encoding="utf-8"))
    assert {one["part"] for one in figures} == {*parts, "throughput, --thorough"}
    ratios = [one for one in figures if " / " in one["what"]]
    assert len(ratios) == 2
    assert all(one["cpu"] > 0 for one in ratios)
    shares = [one["elapsed"] for one in figures if one["part"] == "filter"]
    assert shares
    assert all(0 < share <= 1 for share in shares)
