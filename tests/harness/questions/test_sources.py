"""Question files of any kind, their names, parts and tags; human scores."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from coindex.harness.questions.sources import (
    Entry,
    Selection,
    connective,
    is_name,
    named,
    read_humans,
    read_sets,
)
from kparse.errors import InputError

COPA = """<?xml version="1.0" encoding="UTF-8"?>
<copa-corpus version="1.0">
<item id="1" asks-for="cause" most-plausible-alternative="2">
<p>The pond froze.</p><a1>The ducks left.</a1><a2>The night was cold.</a2></item>
</copa-corpus>
"""
DPR = "The cook fed the cat because it was hungry.\nit\nThe cook,the cat\nthe cat\n"
SCHEMA = """<collection><schema><text><txt1>Nora lent Ida a coat, so</txt1><pron>she</pron><txt2>was warm.</txt2></text>
<answers><answer>Nora</answer><answer>Ida</answer></answers><correctAnswer>B</correctAnswer></schema></collection>
"""


def question(number: int, **given: Any) -> str:
    record = {
        "id": f"q{number}",
        "text": "Max kicked Ivo because he was sore.",
        "pron_start": 23,
        "pron_end": 25,
        "candidates": ["Max", "Ivo"],
        "answer": 1,
        "pair_id": f"p{number // 2}",
    }
    return json.dumps({**record, **given}) + "\n"


def write(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


def read(*arguments: str, **selection: Any) -> list[Entry]:
    return read_sets(arguments, Selection(**selection), {})[1]


def test_a_mix_of_formats(tmp_path: Path) -> None:
    files = [
        write(tmp_path / "a.xml", SCHEMA),
        write(tmp_path / "b.txt", DPR),
        "mine=" + write(tmp_path / "c.jsonl", question(0)),
        write(tmp_path / "d.xml", COPA),
    ]
    sets, entries = read_sets(files, Selection(), {})
    assert {name: (i.file, i.kind, i.items) for name, i in sets.items()} == {
        "a": ("a.xml", "collection", 1),
        "b": ("b.txt", "dpr", 1),
        "mine": ("c.jsonl", "jsonl", 1),
        "d": ("d.xml", "copa", 1),
    }
    assert [(e.set, e.kind, e.gold) for e in entries] == [
        ("a", "pronoun", 1),
        ("b", "pronoun", 1),
        ("mine", "pronoun", 1),
        ("d", "choice", 1),
    ]
    assert entries[3].tags == ("asks:cause", "candidates:2")
    assert "connective:so" in entries[0].tags


def test_copa_as_json_lines(tmp_path: Path) -> None:
    record = {
        "id": "7",
        "premise": "It froze.",
        "alternatives": ["It was cold.", "It was hot."],
        "asks": "cause",
    }
    file = write(tmp_path / "copa.jsonl", json.dumps({**record, "answer": 0}) + "\n")
    assert [(e.kind, e.candidates) for e in read(file)] == [
        ("choice", ("It was cold.", "It was hot."))
    ]


def test_parts_and_thirds_keep_pairs_together(tmp_path: Path) -> None:
    file = write(tmp_path / "q.jsonl", "".join(question(n) for n in range(60)))
    tune, held = read(file, part="tune"), read(file, part="held")
    assert {e.id for e in tune} | {e.id for e in held} == {e.id for e in read(file)}
    assert not {e.pair for e in tune} & {e.pair for e in held}
    third = read(file, third=True, seed="5")
    pairs = sorted({e.pair for e in read(file)})
    assert {e.pair for e in third} == set(random.Random("5").sample(pairs, 10))
    assert len(third) == 20


@pytest.mark.parametrize(
    ("argument", "name"),
    [("q.xml", "q"), ("a b=q.xml", "a b"), ("dir=1/q.xml", "dir"), ("some/a=b.xml", "a=b")],
)
def test_names(argument: str, name: str) -> None:
    assert named(argument)[0] == name


@pytest.mark.parametrize("argument", ["=q.xml", " =q.xml", "q="])
def test_no_name_or_no_file(argument: str) -> None:
    with pytest.raises(InputError, match="not NAME=FILE"):
        named(argument)


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (("{}/q.jsonl", "{}/q.jsonl"), "the name of two sets"),
        (("all={}/q.jsonl",), "stands for all sets"),
        (("{}/none.xml",), "cannot read"),
        (("{}",), "cannot read"),
        (("{}/open.jsonl",), "no question has a right answer"),
        (("{}/empty.jsonl",), "empty.jsonl: the"),
        (("{}/q.csv",), "unknown kind"),
        (("{}/latin.xml",), "latin.xml"),
    ],
)
def test_files_that_cannot_be_used(tmp_path: Path, files: tuple[str, ...], message: str) -> None:
    write(tmp_path / "q.jsonl", question(0))
    write(tmp_path / "q.csv", "a,b")
    write(tmp_path / "empty.jsonl", "\n")
    write(tmp_path / "open.jsonl", question(0, answer=None))
    (tmp_path / "latin.xml").write_bytes(b"\x00\xff\xfe nonsense")
    with pytest.raises(InputError) as caught:
        read(*(f.format(tmp_path) for f in files))
    assert message in str(caught.value)


# -------------------------------------------------------------------------------------------- tags


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ada sang because |she was glad.", "because"),
        ("Ada met Eve when |she had time.", "when"),
        ("Ada slept, so |she was rested.", "so"),
        ("Ada was so tired that |she slept.", "none"),
        ("As |she left, Ada sang.", "as"),
        ("Ada is as tall as |she was.", "none"),
        ("Ada sang and |she danced.", "and"),
        ("Even though |she was ill, Ada sang.", "even though"),
        ("Ada sang because it was late. |She slept.", "next"),
        ("Ada said |she was ill.", "none"),
        ("Ada met Ben's aunt, but as usual |she left.", "but"),
    ],
)
def test_connectives(text: str, found: str) -> None:
    assert connective(text.replace("|", ""), text.index("|")) == found


@pytest.mark.parametrize(
    ("phrase", "name"),
    [("Ada", True), ("Mrs. Ames", True), ("the Ames", False), ("Ada's cat", False), ("", False)],
)
def test_names_and_things(phrase: str, name: bool) -> None:
    assert is_name(phrase) is name


# ------------------------------------------------------------------------------------------ people


def test_people(tmp_path: Path) -> None:
    file = write(tmp_path / "q.jsonl", question(0) + question(1, human=0.5))
    table = write(tmp_path / "people.tsv", "item\thuman_accuracy\nq0\t0.92\n")
    humans = read_humans([table], ["q"])
    assert humans == read_humans([f"q={table}"], ["q", "r"]) == {"q": {"q0": 0.92}}
    assert [e.human for e in read_sets([file], Selection(), humans)[1]] == [0.92, 0.5]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("item\thuman_accuracy\n\n", "no question in it"),
        ("item\thuman_accuracy\nq0\tmany\n", ":2:1: not a question and a share"),
        ("q0\n", ":1:1: not a question and a share"),
        ("q0\t1.5\n", "1.5 is no share"),
        ("q0\tnan\n", "nan is no share"),
        ("q0\t1\nq0\t1\n", ":2:1: 'q0' comes twice"),
    ],
)
def test_tables_of_people_that_cannot_be_used(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_humans([write(tmp_path / "people.tsv", text)], ["q"])
    assert message in str(caught.value)


def test_people_of_which_set(tmp_path: Path) -> None:
    file = write(tmp_path / "q.jsonl", question(0))
    table = write(tmp_path / "people.tsv", "q7\t0.92\n")
    for given, sets, message in (
        ([table], ["q", "r"], "for which set"),
        ([table, table], ["q"], "twice"),
        ([str(tmp_path / "none.tsv")], ["q"], "cannot read"),
    ):
        with pytest.raises(InputError, match=message):
            read_humans(given, sets)
    with pytest.raises(InputError, match="no question 'q7'"):
        read_sets([file], Selection(), read_humans([table], ["q"]))
    with pytest.raises(InputError, match="not evaluated"):
        read_sets([file], Selection(), {"r": {"q0": 1.0}})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("q0\t0.5\r\nz\rw\t1\r\n", ":2:1: not a question and a share"),
        ("x" * 200_000 + "\t0.5\n", "has no question 'x"),
        ("q0\t" + "9" * 200_000 + "\n", ":1:1: .* is no share"),
    ],
)
def test_tables_of_people_with_odd_lines(tmp_path: Path, text: str, message: str) -> None:
    file = write(tmp_path / "q.jsonl", question(0))
    (tmp_path / "people.tsv").write_bytes(text.encode())
    with pytest.raises(InputError, match=message) as caught:
        read_sets([file], Selection(), read_humans([str(tmp_path / "people.tsv")], ["q"]))
    assert len(str(caught.value)) < 1_000


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
def test_tables_of_people_with_any_line_ends(tmp_path: Path, end: str) -> None:
    (tmp_path / "p.tsv").write_bytes(f"\ufeffitem\thuman_accuracy{end}q0\t0.5{end}{end}".encode())
    assert read_humans([str(tmp_path / "p.tsv")], ["q"]) == {"q": {"q0": 0.5}}
