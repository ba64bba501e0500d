"""Several systems in one table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coindex.harness.hardness.labels import Labels, read_labels
from coindex.harness.hardness.report.evaluation import Options
from coindex.harness.hardness.report.systems import systems, systems_rows, systems_text
from kparse.errors import InputError
from tests.harness.hardness.made import golds

pytest.importorskip("scipy")
GOLDS = golds()  # the right answers are 0, 1, 1, 0
HUMANS = {"0": 1.0, "1": 0.8, "2": 0.6, "3": 0.9}


def labels(rows: dict[str, tuple[int | None, ...]], sizes: tuple[int, ...] = (1,)) -> Labels:
    return Labels(sizes, rows)


def test_a_row_a_system() -> None:
    one = labels({"0": (0,), "1": (1,), "2": (0,), "3": (None,)})
    sizes = (10, 20, 50)
    two = labels(
        {"0": (None, 0, 0), "1": (None, None, None), "2": (0, 0, 0), "3": (0, 0, 0)}, sizes
    )
    found = systems(GOLDS, {"one": one, "two": two}, HUMANS, Options((1,), samples=99))
    assert [each["system"] for each in found] == ["one", "two"]
    first, second = found
    assert (first["right"]["items"], first["wrong"]["items"], first["unanswered"]["items"]) == (
        2,
        1,
        1,
    )
    assert (first["right"]["human"], first["right"]["deviation"]) == (0.9, 0.1414)
    assert (first["wrong"]["human"], first["wrong"]["deviation"]) == (0.6, None)
    assert second["sentences"] == 50
    assert second["classes"] == {"easy": 2, "hard": 1, "uncharacterised": 1}
    assert second["pearson"]["items"] == 3
    text = systems_text(found)
    assert "0.90 ± 0.14" in text
    assert text.splitlines()[1].split()[:3] == ["one", "2", "(50.0"]
    assert systems_rows(found).splitlines()[1].split("\t")[:4] == ["one", "2", "1", "1"]
    assert "people" not in systems_text(systems(GOLDS, {"one": one}, {}, Options((1,))))


def test_answers_of_solve_are_read(tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    lines = [{"id": str(n), "answer": a, "ms": 1} for n, a in enumerate((0, None, 1, 1))]
    file.write_text("\n".join(map(json.dumps, lines)) + "\n")
    assert read_labels(file, GOLDS).of == {"0": (0,), "1": (None,), "2": (1,), "3": (1,)}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "a.jsonl:1:1: no line with `id` and `answer`"),
        ('{"id": "7", "answer": 0}', "a.jsonl:1:1: there is no question '7'"),
        ('{"id": "0", "answer": 2}', "a.jsonl:1:1: '2' is no answer"),
        ('{"id": "0", "answer": 0}\n{"id": "0", "answer": 0}', "a.jsonl:2:1: '0' comes twice"),
        ('{"id": "0", "answer": 0}', "question '1' has no answer"),
    ],
)
def test_answers_that_are_none(tmp_path: Path, line: str, message: str) -> None:
    (tmp_path / "a.jsonl").write_text(line)
    with pytest.raises(InputError) as caught:
        read_labels(tmp_path / "a.jsonl", GOLDS)
    assert message in str(caught.value)
