"""Official files of choices: what is written, what is read, what is refused and how."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coindex.harness.copa.choices import read_choices, same_questions, write_choices
from coindex.harness.copa.scoring import comparison_lines, marks, read_key, score_lines
from coindex.harness.statistics.paired import compare
from kparse.errors import InputError

IDS = st.text(st.characters(whitelist_categories=("Ll", "Lu", "Nd", "Pd")), min_size=1, max_size=8)


def written(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_bytes_of_a_file(tmp_path: Path) -> None:
    write_choices(tmp_path / "out", [("1", 0), ("2", 1)])
    assert (tmp_path / "out").read_bytes() == b"1 1 0\n2 0 1\n"
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


@given(chosen=st.dictionaries(IDS, st.integers(0, 1), min_size=1))
def test_round_trip(tmp_path_factory: pytest.TempPathFactory, chosen: dict[str, int]) -> None:
    path = tmp_path_factory.getbasetemp() / "round.dev"
    write_choices(path, chosen.items())
    assert list(read_choices(path).chosen.items()) == list(chosen.items())


def test_forgiven_are_blanks_empty_lines_and_other_line_ends(tmp_path: Path) -> None:
    path = written(tmp_path / "c", b"\xef\xbb\xbf1 1 0\r\n\r\n  7\t0   1  \n\n12 1 0")
    choices = read_choices(path)
    assert choices.chosen == {"1": 0, "7": 1, "12": 0}
    assert choices.lines == {"1": 1, "7": 3, "12": 5}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 1 0\n2 1 1\n", "c:2:1: both alternatives are chosen of question '2'"),
        ("1 0 0\n", "c:1:1: no alternative is chosen of question '1'"),
        ("1 1 0\n\n1 0 1\n", "c:3:1: question '1' comes twice (first in line 1)"),
        ("1 1\n", "c:1:1: not a choice: '1 1'"),
        ("1 1 0 1\n", "c:1:1: not a choice"),
        ("1 2 0\n", "c:1:1: not a choice"),
        ("1 1 0\n2 \u0661 0\n", "c:2:1: not a choice"),
        ("x" * 10_000, "c:1:1: not a choice: 'xxx"),
        ("", "c: the file is empty"),
        (b"1 1 0\n\xff\n", "c:2:1: not UTF-8"),
    ],
)
def test_refused_with_the_line(tmp_path: Path, text: str | bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_choices(written(tmp_path / "c", text))
    assert message in str(caught.value)
    assert len(str(caught.value)) < 400


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        read_choices(tmp_path / "none")
    with pytest.raises(InputError, match="Is a directory"):
        read_choices(tmp_path)
    with pytest.raises(InputError, match="cannot write"):
        write_choices(tmp_path / "none" / "out", [("1", 0)])


def test_one_choice_for_each_question(tmp_path: Path) -> None:
    choices = read_choices(written(tmp_path / "c", "1 1 0\n2 0 1\n"))
    same_questions(choices, ["2", "1"], "gold")
    with pytest.raises(InputError) as caught:
        same_questions(choices, ["1", "2", "3", "4"], "gold")
    assert "no choice for question '3' and 1 more of gold" in str(caught.value)
    with pytest.raises(InputError) as caught:
        same_questions(choices, ["1"], "gold")
    assert "c:2:1: question '2' is not in gold" in str(caught.value)


def test_score_in_words(tmp_path: Path) -> None:
    gold = written(
        tmp_path / "gold.jsonl",
        '{"id": "a", "premise": "It thawed.", "alternatives": ["Ice", "Sun"], "asks": "cause", "answer": 1}\n'
        '{"id": "b", "premise": "He fell.", "alternatives": ["Ow", "Yes"], "asks": "effect", "answer": 0}\n',
    )
    choices = read_choices(written(tmp_path / "c", "b 1 0\na 1 0\n"))
    key = read_key(gold)
    marked = marks(choices, key)
    assert marked == [False, True]
    lines = score_lines(choices, key, marked)
    assert lines[0].endswith("c: 1 of 2 right, 50.0 % (95 % interval 9.5 to 90.5)")
    assert lines[1:] == [
        "  against chance: p = 1.000000",
        "  cause:  0 of 1 right, 0.0 % (95 % interval 0.0 to 79.3)",
        "  effect: 1 of 1 right, 100.0 % (95 % interval 20.7 to 100.0)",
    ]
    compared = comparison_lines(compare(marked, [True, True], seed="3"), "3")
    assert compared[0].startswith(
        "difference: -50.0 points; 0 questions right in the first only, 1"
    )
    assert "9,999 shuffles (seed 3), 9999 with" in compared[1]
    assert compared[1].endswith("p = (9999 + 1) / 10,000 = 1.0000")


def test_a_key_without_answers(tmp_path: Path) -> None:
    line = '{"id": "a", "premise": "It thawed.", "alternatives": ["Ice", "Sun"], "asks": "cause"}\n'
    with pytest.raises(InputError, match=r"gold\.jsonl:1:1: question a has no right answer"):
        read_key(written(tmp_path / "gold.jsonl", line))
