"""A run as CSV and as LaTeX."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from coindex.harness.questions.sources import SetInfo
from coindex.harness.scores.export import escaped, rows, to_csv, to_latex, write_csv, write_latex
from coindex.harness.scores.run import Run, dumped
from coindex.harness.scores.tally import scores_of_sets
from kparse.errors import InputError
from tests.conftest import ROOT

Make = Callable[..., Any]


@pytest.fixture
def made(make: Make) -> Callable[..., Run]:
    def run(*names: str) -> Run:
        items = [
            item
            for name in names
            for item in (
                make(set=name),
                make(set=name, id="2", gold=0, answer=1, miss="row", hole="row"),
                make(set=name, id="3", pair="p3", part="held", decided_by="tie", answer=0),
            )
        ]
        return Run(
            command="python cli.py evaluate 'a\nb.txt'",
            seed="1",
            program={"version": "9.8", "knowledge": "abc"},
            sets={name: SetInfo(f"{name}.txt", "f" * 64, "jsonl", 3) for name in names},
            scores=scores_of_sets(items, names),
            items=tuple(items),
        )

    return run


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_a_line_of_csv_a_set_and_part(made: Callable[..., Run]) -> None:
    run = made("s")
    whole = read(to_csv(run))
    assert [(row["set"], row["part"]) for row in whole] == [
        ("s", "tune"),
        ("s", "held"),
        ("s", "all"),
    ]
    tune, held, both = whole
    assert [tune[key] for key in ("items", "right", "accuracy", "decided", "precision")] == [
        "2",
        "1",
        "0.5",
        "2",
        "0.5",
    ]
    assert (held["decided"], held["precision"], held["rest_right"]) == ("0", "", "0")
    assert (tune["twins"], tune["twins_both_right"], tune["twins_same_answer"]) == ("1", "0", "1")
    assert (tune["first_items"], tune["first_right"], tune["subject_items"]) == ("2", "1", "0")
    assert tune["subject_accuracy"] == ""
    low, high = run.scores["s"]["all"].interval
    assert (float(both["low"]), float(both["high"])) == (low, high)
    assert {row["coindex"] for row in whole} == {"9.8"}
    assert {row["file"] for row in whole} == {"s.txt"}
    assert to_csv(run).endswith("\r\n")


def test_all_sets_together_come_last(made: Callable[..., Run]) -> None:
    found = rows(made("s", "t"))
    assert [row["set"] for row in found] == ["s"] * 3 + ["t"] * 3 + ["all"] * 3
    assert found[-1]["items"] == 6
    assert found[-1]["file"] is None
    assert "all 2 sets & tune" in to_latex(made("s", "t"))


@pytest.mark.parametrize("name", ['a,"b"', "x_1 & 50 %", "naïve"])
def test_any_name_of_a_set_is_read_back(made: Callable[..., Run], name: str) -> None:
    assert {row["set"] for row in read(to_csv(made(name)))} == {name}


def test_latex(made: Callable[..., Run]) -> None:
    lines = to_latex(made("w_s & {c}")).splitlines()
    assert lines[0] == "% Coindex 9.8, knowledge abc: python cli.py evaluate 'a b.txt'"
    body = [line for line in lines if " & " in line]
    (columns,) = re.findall(r"begin\{tabular\}\{([lr]+)\}", "\n".join(lines))
    cells = [re.split(r"(?<!\\)&", line) for line in body]
    assert {len(row) for row in cells} == {len(columns)}
    assert cells[1][0].strip() == r"w\_s \& \{c\}"
    assert cells[1][3].strip() == "50.0 (9.5--90.5)"
    assert cells[2][0].strip() == ""
    assert all(line.endswith(r"\\") for line in body)


def test_no_sign_is_left_to_latex() -> None:
    left = re.sub(r"\\[&%$#_{}]|\\text\w+\{\}|\{-\}", "", escaped("\\ ~ ^ & % $ # _ { } < > | -"))
    assert left.split() == []


@pytest.mark.parametrize("write", [write_csv, write_latex])
def test_files_are_replaced_whole(
    made: Callable[..., Run], tmp_path: Path, write: Callable[[Run, Path], None]
) -> None:
    target = tmp_path / "table"
    target.write_text("before " * 10_000)
    write(made("s"), target)
    assert "before" not in target.read_text()
    assert list(tmp_path.iterdir()) == [target]
    with pytest.raises(InputError, match="cannot write"):
        write(made("s"), tmp_path / "none" / "table")


def test_the_recipe_for_pandas(
    made: Callable[..., Run],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = (ROOT / "docs" / "evaluation.md").read_text("utf-8")
    (recipe,) = (
        code for code in re.findall(r"```python\n(.*?)```", page, re.S) if "pandas" in code
    )
    columns = set(re.findall(r'"(\w+)"', recipe)) & set(rows(made("s"))[0])
    assert {"set", "part", "items", "accuracy", "low", "high", "precision"} <= columns
    pytest.importorskip("pandas")
    write_csv(made("s", "t"), tmp_path / "scores.csv")
    (tmp_path / "run.json").write_text(dumped(made("s", "t")), "utf-8")
    monkeypatch.chdir(tmp_path)
    exec(compile(recipe, "evaluation.md", "exec"), {})
    out = capsys.readouterr().out
    assert re.search(r"^all +2 +0\.0", out, re.M)
    assert re.search(r"knowledge +2 +0\.5", out)
    assert re.search(r"^row +2", out, re.M)
