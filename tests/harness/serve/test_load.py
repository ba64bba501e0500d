"""A short load test: right answers under attack."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="serve needs FastAPI (the extra `serve`)")
pytest.importorskip("uvicorn", reason="serve needs uvicorn (the extra `serve`)")

from tests.conftest import ROOT


@pytest.mark.slow
@pytest.mark.model
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_no_answer_is_wrong_while_others_attack() -> None:
    command = [sys.executable, "bench/serve_load.py", "--quick", "--hostile", "0.5"]
    command += ["--seconds", "3", "--clients", "8", "--workers", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "MISSED" not in done.stdout
    assert "| answered otherwise than in this process | 0 | 0 |" in done.stdout
    assert "| not refused as they deserve | 0 | 0 |" in done.stdout
