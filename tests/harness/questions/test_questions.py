"""Readers of question collections, on small files with the defects that real ones have."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coindex.harness.questions.questions import Gold, read_questions, write_items
from kparse.errors import InputError

XML = """<?xml version="1.0" encoding="ISO-8859-1"?>
<collection>
<schema><text><txt1>
The kettle did not fit under the
tap because</txt1><pron> it </pron><txt2> was too wide. </txt2></text>
<answers><answer>The kettle </answer><answer> the tap</answer></answers>
<correctAnswer> A. </correctAnswer></schema>
<schema><text><txt1>Ren\u00e9 thanked Ida because</txt1><pron>she</pron><txt2>, as ever, had helped.</txt2></text>
<answers><answer>Ren\u00e9</answer><answer>Ida</answer></answers></schema>
</collection>
"""

LINE = (
    '{{"id": 1, "text": "Ida fed it, as it was hungry.", "candidates": ["a", "b"], '
    '"pron_start": 12, "pron_end": {}}}\n'
)

DPR = """The cook fed the cat because it was hungry.
it
The cook,the cat
the cat

When Nora met Jill, she smiled.
she
Nora,Jill
Nora
"""


def written(path: Path, text: str, encoding: str = "utf-8") -> Path:
    path.write_bytes(text.encode(encoding))
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_xml_whatever_its_declared_encoding(tmp_path: Path, encoding: str) -> None:
    first, second = read_questions(written(tmp_path / "q.xml", XML, encoding))
    assert first.item.text == "The kettle did not fit under the tap because it was too wide."
    assert first.item.text[first.item.pron_start : first.item.pron_end] == "it"
    assert first.item.candidates == ("The kettle", "the tap")
    assert first.answer == 0
    assert second.answer is None
    assert second.item.text == "Ren\u00e9 thanked Ida because she, as ever, had helped."
    assert first.pair == second.pair


def test_dpr_offsets_come_after_the_candidates(tmp_path: Path) -> None:
    first, second = read_questions(written(tmp_path / "q.txt", DPR))
    assert (first.item.pron_start, first.answer) == (29, 1)
    assert second.item.text[second.item.pron_start :].startswith("she smiled")
    assert second.answer == 0


def test_jsonl_round_trip(tmp_path: Path) -> None:
    golds = read_questions(written(tmp_path / "q.txt", DPR))
    write_items([g.item for g in golds], tmp_path / "q.jsonl")
    assert [g.item for g in read_questions(tmp_path / "q.jsonl")] == [g.item for g in golds]
    assert "answer" not in json.loads((tmp_path / "q.jsonl").read_text().splitlines()[0])


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("q.xml", "<collection><schema>", "q.xml:1:"),
        ("q.xml", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "could define entities"),
        ("q.xml", "<collection>\n<schema/></collection>", "q.xml:2:1: problem 1: there is no text"),
        ("q.xml", XML.replace("A. ", "C"), "problem 1: the correct answer 'C' is none of its 2"),
        ("q.xml", "<copa-corpus/>", "there is no problem in the file"),
        ("q.txt", "one line only", "q.txt:1:1: block 1 has 1 lines, not 4"),
        ("q.txt", DPR + "\n\nIda ran.\nshe\n", "q.txt:12:1: block 3 has 2 lines"),
        ("q.txt", DPR.replace("Nora,Jill", "Nora"), "q.txt:6:1: the third line has less than two"),
        ("q.txt", DPR.replace("\nshe\n", "\nhers\n"), "the pronoun 'hers' is not in the text"),
        ("q.jsonl", '{"id": 1}\n', 'q.jsonl:1:1: not a question: no "text"'),
        ("q.jsonl", "\n[1]\n", "q.jsonl:2:1: not a question: not a JSON object"),
        ("q.jsonl", LINE.format("1e400"), '"pron_end" is not a whole number'),
        ("q.jsonl", LINE.format('14, "answer": 2'), '"answer" is 2, not the index'),
        ("q.jsonl", LINE.format('14, "answer": true'), '"answer" is true, not the index'),
        ("q.jsonl", LINE.format('14, "tags": "size"'), '"tags" is not a list of strings'),
        ("q.jsonl", LINE.format('14, "human": 93'), '"human" is not a share between 0 and 1'),
        ("q.jsonl", "[" * 100_000, "q.jsonl:1:1: not a question: not JSON"),
        ("q.xml", "", "the file is empty"),
        ("q.csv", "", "unknown kind"),
    ],
)
def test_bad_files_end_in_one_message(tmp_path: Path, name: str, text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_questions(written(tmp_path / name, text))
    assert message in str(caught.value)


def test_what_else_a_question_may_have(tmp_path: Path) -> None:
    line = LINE.format('14, "answer": 1, "tags": ["size", "hard"], "human": 0.5, "pair_id": 7')
    (gold,) = read_questions(written(tmp_path / "q.jsonl", line + "\n"))
    assert (gold.answer, gold.pair, gold.tags, gold.human) == (1, "7", ("size", "hard"), 0.5)
    xml = XML.replace(
        "</schema>", "<humanSubjects>3 out of 4 subjects got it</humanSubjects></schema>", 1
    )
    first, second = read_questions(written(tmp_path / "q.xml", xml))
    assert (first.human, second.human) == (0.75, None)


def test_line_separators_inside_a_json_line(tmp_path: Path) -> None:
    line = LINE.format("14").replace("as it", "as\u2028it")
    (gold,) = read_questions(written(tmp_path / "q.jsonl", line))
    assert "\u2028" in gold.item.text


def test_a_phrase_may_be_asked_about_in_dpr(tmp_path: Path) -> None:
    text = "Ida hit Mia, and the poor girl cried.\nthe poor girl\nIda,Mia\nMia\n"
    (gold,) = read_questions(written(tmp_path / "q.txt", text))
    assert gold.item.text[gold.item.pron_start : gold.item.pron_end] == "the poor girl"


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        read_questions(tmp_path / "none.xml")


def test_twins_stay_in_one_part(tmp_path: Path) -> None:
    golds = read_questions(written(tmp_path / "q.xml", XML))
    assert len({g.part() for g in golds}) == 1
    parts = {Gold(golds[0].item, 0, f"pair:{n}").part() for n in range(20)}
    assert parts == {"tune", "held"}


@pytest.mark.parametrize("more", ['"tags": ["\\ud800"]', '"pair_id": "\\ud800"', '"id": "\\ud800"'])
def test_half_a_surrogate_pair_is_refused(tmp_path: Path, more: str) -> None:
    (tmp_path / "q.jsonl").write_text(LINE.format(f"14, {more}"))
    with pytest.raises(InputError, match="surrogate"):
        read_questions(tmp_path / "q.jsonl")


def test_questions_with_a_null_for_their_pair_are_no_pair(tmp_path: Path) -> None:
    (tmp_path / "q.jsonl").write_text(LINE.format('14, "pair_id": null') * 2)
    assert [gold.pair for gold in read_questions(tmp_path / "q.jsonl")] == ["1", "2"]
