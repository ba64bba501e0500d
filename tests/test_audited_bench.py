"""Rated statements become recorded judgements."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import audited
from coindex.asking.judged import verdicts_in
from coindex.asking.prompt import request_to_judge
from coindex.asking.recorded import Recorded

LATE = "If people wait, it is often because they are late."


def test_a_table_becomes_a_source(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, out = tmp_path / "fired.tsv", tmp_path / "reader.jsonl"
    line = f"0\treason(wait,actor,late)\t5\trows/x.lp\t3\t{LATE}\t1a:0\n"
    table.write_text(f"# rating rule\n{line}{line}", "utf-8")
    assert audited.main([str(table), str(out)]) == 0
    assert capsys.readouterr().out == "1 statements\n"
    (reply,) = Recorded(str(out)).ask([request_to_judge([LATE])])
    assert verdicts_in(reply.text, [LATE]) == ["false"]


def test_a_damaged_line_is_one_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "fired.tsv"
    table.write_text("7\ta\n", "utf-8")
    assert audited.main([str(table), str(tmp_path / "out.jsonl")]) == 1
    assert "fired.tsv:1: no rated statement" in capsys.readouterr().err
