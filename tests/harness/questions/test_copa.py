"""Readers of COPA questions, on questions of our own."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coindex.harness.questions.copa import CopaGold, json_line, read_copa
from coindex.harness.questions.questions import Gold
from coindex.reasoner.item import Item
from coindex.reasoner.solving.choice import Choice
from kparse.errors import InputError

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE copa-corpus SYSTEM "copa.dtd">\n'
XML = f"""{HEAD}<copa-corpus version="1.0">

  <item id="1" asks-for="cause" most-plausible-alternative="2">
    <p>The soup was
      too salty.</p>
    <a1>The bowl was blue.</a1>
    <a2>The cook &amp; his aunt salted it twice.</a2>
  </item>
  <item id="2" asks-for="effect">
    <p>Nora lost her key.</p><a1>She rang the bell.</a1><a2>She baked bread.</a2>
  </item>
</copa-corpus>
"""
OURS = {
    "id": "n1",
    "premise": "The rope tore.",
    "alternatives": ["It was old.", "It was red."],
    "asks": "cause",
    "answer": 0,
}
THEIRS = {
    "idx": 4,
    "premise": "The rope tore.",
    "choice1": "The swing fell.",
    "choice2": "The sky fell.",
    "question": "effect",
    "label": 0,
}
TEXT = st.text(min_size=1, max_size=30).filter(lambda text: text.split())


def written(path: Path, text: str, encoding: str = "utf-8") -> Path:
    path.write_bytes(text.encode(encoding))
    return path


def jsonl(path: Path, *records: object) -> Path:
    return written(path, "".join(json.dumps(record) + "\n" for record in records))


def item(attributes: str = "", inside: str = "<p>A.</p><a1>B.</a1><a2>C.</a2>") -> str:
    attributes = attributes or 'id="1" asks-for="cause" most-plausible-alternative="1"'
    return f"{HEAD}<copa-corpus>\n<item {attributes}>{inside}</item>\n</copa-corpus>"


def test_xml_with_its_doctype(tmp_path: Path) -> None:
    first, second = read_copa(written(tmp_path / "q.xml", XML))
    assert first.choice == Choice(
        "1",
        "The soup was too salty.",
        ("The bowl was blue.", "The cook & his aunt salted it twice."),
        "cause",
    )
    assert (first.answer, first.line) == (1, 5)
    assert (second.choice.asks, second.answer) == ("effect", None)


def test_the_dtd_is_never_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    far = XML.replace('SYSTEM "copa.dtd"', 'SYSTEM "http://127.0.0.1:9/copa.dtd"')
    (tmp_path / "copa.dtd").write_text("<!-- not a DTD at all <")
    monkeypatch.chdir(tmp_path)
    assert len(read_copa(written(tmp_path / "q.xml", far))) == 2
    assert len(read_copa(written(tmp_path / "q.xml", XML))) == 2


def test_a_wrong_encoding_is_survived_and_told(tmp_path: Path) -> None:
    text = XML.replace("UTF-8", "ISO-8859-1").replace("Nora", "Zoë")
    messages: list[str] = []
    path = written(tmp_path / "q.xml", text)
    assert read_copa(path, messages.append)[1].choice.premise == "Zoë lost her key."
    assert len(messages) == 1
    assert "bytes are UTF-8" in messages[0]


def test_json_of_both_forms(tmp_path: Path) -> None:
    ours, theirs = read_copa(jsonl(tmp_path / "q.jsonl", OURS, THEIRS))
    assert ours.choice == Choice("n1", "The rope tore.", ("It was old.", "It was red."), "cause")
    assert theirs.choice.id == "4"
    assert theirs.choice.alternatives == ("The swing fell.", "The sky fell.")
    assert (ours.answer, theirs.answer, theirs.line) == (0, 0, 2)


@given(
    identity=st.text(min_size=1, max_size=9).filter(lambda text: text.split() == [text]),
    texts=st.tuples(TEXT, TEXT, TEXT),
    asks=st.sampled_from(["cause", "effect"]),
    answer=st.sampled_from([None, 0, 1]),
)
def test_round_trip(
    tmp_path_factory: pytest.TempPathFactory,
    identity: str,
    texts: tuple[str, str, str],
    asks: str,
    answer: int | None,
) -> None:
    premise, *both = (" ".join(text.split()) for text in texts)
    gold = CopaGold(Choice(identity, premise, (both[0], both[1]), asks), answer, 1)  # type: ignore[arg-type]
    path = tmp_path_factory.getbasetemp() / "round.jsonl"
    path.write_bytes(json_line(gold).encode() + b"\n")
    assert read_copa(path) == [gold]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (XML[:300], "not well-formed XML"),
        (XML.replace('id="2"', 'id="1"'), "q.xml:11:1: question '1' comes twice (first in line 5)"),
        (HEAD + "<collection/>", "q.xml:3:1: the root is <collection>, not <copa-corpus>"),
        (HEAD + "<copa-corpus/>", "there is no question in it"),
        (HEAD + "<copa-corpus>stray</copa-corpus>", "text in <copa-corpus> outside"),
        (HEAD + "<copa-corpus><set/></copa-corpus>", "<set> does not belong in <copa-corpus>"),
        (item('id="1" asks-for="reason"'), "q.xml:4:1: question 1 asks for 'reason'"),
        (item('asks-for="cause"'), "the id '' is empty"),
        (item('id="a b" asks-for="cause"'), "the id 'a b' is empty or has a blank"),
        (item('id="1" asks-for="cause" most-plausible-alternative="3"'), "is '3', not 1 or 2"),
        (item('id="1" asks-for="cause" answer="1"'), "unknown attribute answer"),
        (item(inside="<p>A.</p><a1>B.</a1>"), "does not hold one each of <p>, <a1> and <a2>"),
        (item(inside="<p>A.</p><a2>C.</a2><a1>B.</a1>"), "in this order"),
        (item(inside="<p>A.</p><a1> </a1><a2>C.</a2>"), "empty premise or alternative"),
        (item(inside="<p>A <b>b</b>.</p><a1>B.</a1><a2>C.</a2>"), "q.xml:4:67: <b> inside a"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><copa-corpus>&b;</copa-corpus>', "declarations inside"),
        ("", "the file is empty"),
    ],
)
def test_bad_xml_ends_in_one_message(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_copa(written(tmp_path / "q.xml", text))
    assert message in str(caught.value)


def without(record: dict[str, object], key: str) -> dict[str, object]:
    return {k: v for k, v in record.items() if k != key}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": ', "q.jsonl:2:8: not JSON: Expecting value"),
        ("[1]", "q.jsonl:2:1: not a JSON object"),
        (json.dumps(without(OURS, "asks")), 'no "asks"'),
        (json.dumps(without(THEIRS, "choice2")), 'no "choice2"'),
        (json.dumps(without(OURS, "id")), 'no "id" that is a string'),
        (json.dumps(OURS | {"id": True}), 'no "id" that is a string'),
        (json.dumps(OURS | {"answers": 1}), 'unknown key "answers"'),
        (json.dumps(OURS | {"label": 1}), '"label" does not belong to this form'),
        (json.dumps(OURS | {"answer": 2}), '"answer" is 2, not 0 or 1'),
        (json.dumps(OURS | {"answer": True}), '"answer" is True, not 0 or 1'),
        (json.dumps(THEIRS | {"label": "0"}), "\"label\" is '0', not 0 or 1"),
        (json.dumps(THEIRS | {"question": "why"}), "asks for 'why'"),
        (json.dumps(OURS | {"alternatives": ["It was old."]}), "not a list of two sentences"),
        (json.dumps(OURS | {"alternatives": ["a", 3]}), "is not a string"),
        (json.dumps(OURS | {"premise": " "}), "empty premise"),
        (json.dumps(OURS | {"id": "x" * 10_000}), "an id of more than 200 characters"),
        (json.dumps(OURS | {"premise": "\ud800"}), "half a surrogate pair"),
        (json.dumps(OURS), "q.jsonl:2:1: question 'n1' comes twice (first in line 1)"),
        ('{"id": "x", "id": "y"}', "a key comes twice"),
        ("[" * 100_000, "q.jsonl:2:1: "),
    ],
)
def test_bad_json_ends_in_one_message(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_copa(written(tmp_path / "q.jsonl", f"{json.dumps(OURS)}\n{line}\n"))
    assert message in str(caught.value)


@pytest.mark.parametrize("seed", range(4))
def test_mutations_end_in_questions_or_in_one_message(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    whole = "".join(f"{json.dumps(record)}\n" for record in (OURS, THEIRS))
    for text, path in ((XML, tmp_path / "q.xml"), (whole, tmp_path / "q.jsonl")):
        for _ in range(250):
            data = bytearray(text.encode())
            for _ in range(chance.randint(1, 6)):
                place = chance.randrange(len(data))
                end = place + chance.choice([0, 1, 1, 20])
                data[place:end] = chance.choice(
                    [b"", b"<", b"&", b'"', b"\xff", b"\0", b"{", data[:40]]
                )
            path.write_bytes(data)
            message, golds = "", []
            try:
                golds = read_copa(path)
            except InputError as error:
                message = str(error)
            assert bool(message) != bool(golds)
            assert len(message) < 800
            assert all(g.choice.premise and all(g.choice.alternatives) for g in golds)


def test_other_files(tmp_path: Path) -> None:
    for name, message in [
        ("none.xml", "No such file"),
        ("q.txt", "unknown kind of question file"),
        (".", "unknown kind"),
    ]:
        with pytest.raises(InputError, match=message):
            read_copa(tmp_path / name)
    (tmp_path / "d.jsonl").mkdir()
    with pytest.raises(InputError, match="Is a directory"):
        read_copa(tmp_path / "d.jsonl")
    (tmp_path / "long.jsonl").write_bytes(b" " + b"x" * 10_000_000)
    with pytest.raises(InputError, match="after 8 MB"):
        read_copa(tmp_path / "long.jsonl")


def test_parts_go_by_the_question(tmp_path: Path) -> None:
    golds = read_copa(jsonl(tmp_path / "q.jsonl", *(OURS | {"id": n} for n in range(40))))
    assert {gold.part() for gold in golds} == {"tune", "held"}
    twin = Item("t", "It slept.", 0, 2, ("the cat", "the dog"))
    assert all(g.part("2") == Gold(twin, 0, g.pair).part("2") for g in golds)
