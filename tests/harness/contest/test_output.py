"""The output file: written byte for byte as the contest wants it, read with a message for whatever is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coindex.files.textfile import write_text
from coindex.harness.contest.output import output_text, parse_output, read_output
from coindex.harness.questions.collection import Problem, read_collection
from kparse.errors import InputError
from tests.conftest import ROOT

EXAMPLE = ROOT / "tests" / "harness" / "contest" / "contest.xml"
WRITTEN = """\
Aunt Thea wrapped the parcel for Rosalind, and since the shop was closing she carried it to the post office herself.
since the shop was closing she carried it
Answer 1.A Aunt Thea

Aunt Thea wrapped the parcel for Rosalind, and since the shop was closing she carried it to the post office herself.
she carried it
Answer 2.C the post office

Zoë's trunk does not fit under the berth, for it, she says, is too high.
it, she says, is too high
Answer 3.A The trunk

Zoë's trunk does not fit under the berth, for it, she says, is too low.
it, she says, is too low
Answer 4.B The berth

Zoë's trunk does not fit under the berth, for it, she says, is too low.
for it, she says
Answer 5.E the sleeper

Captain Brandt waved to the pilot. He had brought the barge in safely.
He
Answer 6.B the pilot

A, C, A, B, E, B
"""
PROBLEMS = read_collection(EXAMPLE).problems


def test_the_example_is_written_as_it_must_be() -> None:
    assert output_text(PROBLEMS, "A C A B E B".split()) == WRITTEN


def test_the_organisers_example_byte_for_byte() -> None:
    data = ROOT.parent / "shared" / "data" / "contest"
    if not data.exists():
        pytest.skip("there is no shared/data beside the project")
    problems = read_collection(data / "format-example.xml").problems
    expected = (data / "format-example-output.txt").read_bytes()
    assert output_text(problems, "A A A B A".split()).encode() == expected


def test_a_problem_of_which_nothing_is_left() -> None:
    assert output_text([Problem(1, 1, "", 0, 0, "", ())], ["A"]) == (
        "(no text)\n(no excerpt)\nAnswer 1.A\n\nA\n"
    )


def test_one_letter_a_problem() -> None:
    with pytest.raises(ValueError, match="zip"):
        output_text(PROBLEMS, ["A"])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "windows-1252"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_what_is_written_is_read(tmp_path: Path, encoding: str, line_end: str) -> None:
    file = tmp_path / "The-Team-output.txt"
    file.write_bytes(WRITTEN.replace("\n", line_end).encode(encoding))
    output = read_output(file)
    assert output.team == "The-Team"
    assert output.letters == ("A", "C", "A", "B", "E", "B")
    assert output.line == 25
    assert output.disagreements() == []
    assert output.fitted(PROBLEMS) == output


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(0, 1), min_size=1, max_size=20))
def test_round_trip(answers: list[int]) -> None:
    problems = [Problem(n, 1, "He slept.", 0, 2, "He", ("Jo", "Al")) for n in range(1, 21)]
    letters = ["AB"[a] for a in answers]
    output = parse_output(output_text(problems[: len(letters)], letters).encode(), "x-output.txt")
    assert list(output.letters) == letters
    assert output.disagreements() == []


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("", "x-output.txt", "the file is empty"),
        (" \n\n", "x-output.txt", "the file is empty"),
        ("Answer 1.A Jo\n", "x-output.txt:1:1", "entry 1 is 'ANSWER 1.A JO'"),
        ("\nA, B, none\n\n", "x-output.txt:2:1", "entry 3 is 'NONE'"),
        ("A B", "x-output.txt:1:1", "entry 1 is 'A B'"),
        ("A, AB", "x-output.txt:1:1", "entry 2 is 'AB'"),
        ("1, 2", "x-output.txt:1:1", "entry 1 is '1'"),
    ],
)
def test_files_without_a_list(tmp_path: Path, text: str, place: str, says: str) -> None:
    file = tmp_path / "x-output.txt"
    file.write_text(text)
    with pytest.raises(InputError) as caught:
        read_output(file)
    message = str(caught.value).replace(f"{tmp_path}/", "")
    assert message.startswith(place + ": ")
    assert says in message


@pytest.mark.parametrize(
    ("letters", "says"),
    [
        ("A, B, A, B, A, A, A", "x:1:1: the final list has 7 answers, and there are 6 problems"),
        ("A, B, A, C, A, A", "answer 4 of the final list is C, but that problem's answers end"),
        ("A, D, A, B, A, A", "answer 2 of the final list is D"),
    ],
)
def test_lists_for_other_problems(letters: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_output(letters.encode(), "x").fitted(PROBLEMS)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("text", "letters", "left"),
    [
        ("A, , A, -, A, ?", "A.A.A.", [2, 4, 6]),
        ("A, B, A, B, A", "ABABA.", [6]),
        ("A, B, A, B, A, B, , ", "ABABAB", []),
        ("Answer 1.A x\nAnswer 3.C x\nAnswer 6.B x\nA, C, B", "A.C..B", [2, 4, 5]),
        ("Answer 1.A x\nAnswer 3.A x\nAnswer 6.B x\nA, C, B", "ACB...", [4, 5, 6]),
    ],
)
def test_omitted_answers(text: str, letters: str, left: list[int]) -> None:
    problems = [Problem(n, 1, "He slept.", 0, 2, "He", ("Jo", "Al", "Cy")) for n in range(1, 7)]
    output = parse_output(text.encode(), "x").fitted(problems)
    assert "".join(letter or "." for letter in output.letters) == letters
    assert output.omitted == left
    assert any("an omitted answer is wrong" in d for d in output.disagreements()) == bool(left)


def test_small_letters_and_blanks_do_no_harm() -> None:
    output = parse_output(b"a ,B,  a, b ,a,A", "x")
    assert "".join(output.letters) == "ABABAA"


def test_where_the_answer_lines_disagree() -> None:
    text = WRITTEN.replace("Answer 4.B", "Answer 4.A").replace("Answer 2.C the post office\n", "")
    text = text.replace("Answer 6", "Answer 66")
    disagreements = parse_output(text.encode(), "x").disagreements()
    assert disagreements == [
        "x:14: Answer 4.A, but the final list has B",
        "x:22: Answer 66.B, but the final list has no answer",
        "x: no Answer line for 2, 6",
    ]
    assert parse_output(b"A, B", "x").disagreements() == []


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot write"):
        write_text(tmp_path / "none" / "x.txt", "A")
    write_text(tmp_path / "x.txt", "Zoë\n")
    assert (tmp_path / "x.txt").read_bytes() == "Zoë\n".encode()
    assert [p.name for p in tmp_path.iterdir()] == ["x.txt"]
