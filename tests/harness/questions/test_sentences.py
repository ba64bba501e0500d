"""Tables of sentences of knowledge: read strictly, and given to the questions they are for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coindex.commands import main as cli
from coindex.harness.questions.sentences import is_table, read_sentences, with_sentences
from coindex.harness.questions.sources import Selection, read_sets
from kparse.errors import InputError

TEXT = "The nurse zibbed the guard because he was glorpy."


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "own.jsonl"
    start = TEXT.index(" he ") + 1
    line = {"text": TEXT, "pron_start": start, "pron_end": start + 2}
    line |= {"candidates": ["the nurse", "the guard"]}
    path.write_text(
        "\n".join(json.dumps({"id": str(i), **line, "answer": i - 1}) for i in (1, 2)) + "\n"
    )
    return path


def table(tmp_path: Path, text: str) -> str:
    path = tmp_path / "told.tsv"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_sentences_reach_their_questions(tmp_path: Path, questions: Path) -> None:
    sets, entries = read_sets([str(questions)], Selection(), {})
    file = table(tmp_path, "item\tsentence\n1\tA.\n\n2\tB.\n1\tC.\n")
    found = with_sentences(entries, read_sentences([file], sets))
    assert [e.asked.knowledge for e in found] == [("A.", "C."), ("B.",)]
    assert is_table(file)
    assert [e.asked.knowledge for e in with_sentences(entries, {})] == [(), ()]


def test_a_name_says_for_which_set(tmp_path: Path) -> None:
    file = table(tmp_path, "1\tA.\n")
    assert read_sentences([f"b={file}"], ["a", "b"]) == {"b": {"1": ("A.",)}}
    with pytest.raises(InputError, match="for which set"):
        read_sentences([file], ["a", "b"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1\n", "told.tsv:1:1: not a question and a sentence"),
        ("1\tA.\n2\tB.\tC.\n", "told.tsv:2:1: not a question"),
        ("1\t \n", "told.tsv:1:1: not a question"),
        ("item\tsentence\n", "no sentence in it"),
    ],
)
def test_what_is_no_table(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_sentences([table(tmp_path, text)], ["own"])
    assert message in str(caught.value)


def test_a_question_that_is_not_there(tmp_path: Path, questions: Path) -> None:
    sets, entries = read_sets([str(questions)], Selection(), {})
    tables = read_sentences([table(tmp_path, "9\tA.\n")], sets)
    with pytest.raises(InputError, match="no question '9'"):
        with_sentences(entries, tables)
    assert with_sentences(entries, tables, whole=False)


@pytest.mark.model
def test_the_command(tmp_path: Path, questions: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = table(tmp_path, "1\tX zibs Y if X is glorpy.\n2\tX zibs Y if Y is glorpy.\n")
    arguments = ["evaluate", str(questions), "--knowledge", file, "--workers", "1"]
    assert cli.main([*arguments, "--format", "json"]) == 0
    run = json.loads(capsys.readouterr().out)
    assert [(i["answer"], i["gold"]) for i in run["items"]] == [(0, 0), (1, 1)]
    assert cli.main([*arguments, "--out", file]) == 2
    assert "overwrite" in capsys.readouterr().err
