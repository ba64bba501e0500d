"""Readers of question collections, on small files with the defects that real ones have."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from harness.questions import Gold, read_questions, write_items
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
        ("q.xml", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "entities are not read"),
        ("q.xml", "<collection><schema/></collection>", "no pronoun or no answers"),
        ("q.txt", "one line only", "has 1 lines, not 4"),
        ("q.jsonl", '{"id": 1}\n', "q.jsonl:1:1"),
        ("q.csv", "", "unknown kind"),
    ],
)
def test_bad_files_end_in_one_message(tmp_path: Path, name: str, text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_questions(written(tmp_path / name, text))
    assert message in str(caught.value)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        read_questions(tmp_path / "none.xml")


def test_twins_stay_in_one_part(tmp_path: Path) -> None:
    golds = read_questions(written(tmp_path / "q.xml", XML))
    assert len({g.part() for g in golds}) == 1
    parts = {Gold(golds[0].item, 0, f"pair:{n}").part() for n in range(20)}
    assert parts == {"tune", "held"}
