"""Schemas from and to the collection's XML."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from coindex.files.textfile import write_text
from coindex.harness.questions.collection import parse_collection, read_collection
from coindex.harness.schemas.convert import Converted, paired, read_xml, to_xml
from coindex.harness.schemas.files import load, to_yaml
from coindex.harness.schemas.schema import Schema
from kparse.errors import InputError
from tests.conftest import ROOT

SHARED = ROOT.parent / "shared" / "data" / "wsc" / "WSC-1-100.xml"


def problem(
    text: str, right: str, answers: tuple[str, ...] = ("the kite", "the roof"), quote: str = ""
) -> str:
    before, pronoun, after = text.replace("]", "[").split("[")
    around = (quote or text[text.index("[") :]).replace("]", "[").split("[")
    given = "".join(f"<answer>{answer}</answer>" for answer in answers)
    gold = f"<correctAnswer>{right}</correctAnswer>" if right else ""
    return (
        f"<schema><text><txt1>{before}</txt1><pron>{pronoun}</pron><txt2>{after}</txt2></text>"
        f"<quote><quote1>{around[0]}</quote1><pron>{around[1]}</pron><quote2>{around[2]}</quote2>"
        f"</quote><answers>{given}</answers>{gold}</schema>"
    )


def pair_up(*problems: str) -> Converted:
    data = f"<collection>{''.join(problems)}</collection>".encode()
    return paired(parse_collection(data, "dir/My File.xml"))


TEXT = "The kite did not clear the roof because [it] was too {}."


@pytest.mark.parametrize(
    ("one", "other", "template", "special", "alternate"),
    [
        ("a [it] was low b.", "a [it] was high b.", "a [it] was {special} b.", "low", "high"),
        ("I can see [it] now.", "I can see over [it] now.", "I can see {special} [it] now.", "", "over"),
        ("We saw [it].", "We saw [it] again.", "We saw [it] {special}.", "", "again"),
        ("[it] fell so low.", "So [it] fell so low.", "{special} [it] fell so low.", "", "So"),
        ("ran by [it] a lot", "ran by [it]", "ran by [it] {special}", "a lot", ""),
        ("a b [it] x c d, e", "a b [it] y c z, e", "a b [it] {special1} c {special2}, e", "x|d", "y|z"),
        ("An “old” [it] {c} e f", "A “new” [it] {c} e f", "{special1} “{special2}” [it] {{c}} e f", "An|old", "A|new"),
    ],
)  # fmt: skip
def test_what_differs_becomes_a_slot(
    one: str, other: str, template: str, special: str, alternate: str
) -> None:
    found = pair_up(problem(one, "A"), problem(other, "B"))
    assert not found.left
    assert found.schemas[0].text == template
    assert "|".join(found.schemas[0].special) == special
    assert "|".join(found.schemas[0].alternate) == alternate
    assert [half.text for half in found.schemas[0].halves] == [
        text.replace("[", "").replace("]", "") for text in (one, other)
    ]


def test_the_half_whose_first_answer_is_right_has_the_special_word() -> None:
    found = pair_up(problem(TEXT.format("high"), "B"), problem(TEXT.format("heavy"), "A"))
    assert found.schemas[0].special == ("heavy",)
    assert found.schemas[0].answers == ("the kite", "the roof")
    assert found.schemas[0].id == "my-file-001"
    assert str(found.schemas[0].at("text")) == "dir/My File.xml:1:1"


HEAVY, HIGH = problem(TEXT.format("heavy"), "A"), problem(TEXT.format("high"), "B")


@pytest.mark.parametrize(
    ("other", "message", "code"),
    [
        (problem(TEXT.format("high"), "B", ("the kite", "a roof")), "the answers differ", "W107"),
        (problem(TEXT.format("high").replace("[it]", "[that]"), "B"), "pronouns differ", "W107"),
        (problem(TEXT.format("high"), ""), "is not given", "W107"),
        (problem(TEXT.format("high"), "B", ("a", "b", "c")), "3 answers, not 2", "W107"),
        (problem("Nothing like that, for [it] fell.", "B"), "too little in common", "W107"),
        (problem(TEXT.format("tattered"), "A"), "the same answer is right in both", "E404"),
    ],
)
def test_what_is_no_twin_is_left_out_with_why(other: str, message: str, code: str) -> None:
    found = pair_up(HEAVY, other, HEAVY, HIGH)
    assert [schema.special for schema in found.schemas] == [("heavy",)]
    assert message in found.left[0].message
    assert found.left[0].code == code
    assert found.left[0].location.line == 1


def test_the_last_alone_is_left_out() -> None:
    assert "it is the last" in pair_up(HEAVY, HIGH, HEAVY).left[0].message


def test_nothing_but_single_problems_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "one.xml"
    path.write_text(f"<collection>{HEAVY}</collection>")
    with pytest.raises(InputError, match="there is no schema: problem 1 is left out"):
        load([path])


def test_excerpts_are_kept_where_they_are_not_the_usual() -> None:
    quotes = ("because [it] was too heavy", "because [it] was too high")
    found = pair_up(
        problem(TEXT.format("heavy"), "A", quote=quotes[0]),
        problem(TEXT.format("high"), "B", quote=quotes[1]),
    )
    assert found.schemas[0].quote == "because [it] was too {special}"
    again = parse_collection(to_xml(found.schemas).encode(), "x")
    assert again.problems[1].excerpt == "because it was too high"
    odd = pair_up(problem(TEXT.format("heavy"), "A", quote="[it] weighed a lot"), HIGH)
    assert odd.schemas[0].quote == ""


WORDS = st.text(st.sampled_from("ab <&>'"), min_size=1, max_size=8).map(
    lambda text: " ".join(text.split())
)


@settings(max_examples=100, deadline=None)
@given(
    first=st.lists(WORDS, max_size=4),
    last=st.lists(WORDS, min_size=1, max_size=4),
    words=st.tuples(WORDS, WORDS).filter(lambda pair: pair[0] != pair[1]),
    answers=st.tuples(WORDS.filter(bool), WORDS.filter(bool)),
)
def test_what_is_written_as_xml_is_read_again(
    first: list[str], last: list[str], words: tuple[str, str], answers: tuple[str, str]
) -> None:
    text = " ".join(" ".join([*first, "[it]", "w", "{special}", *last, "x."]).split())
    schema = Schema("a", text, (words[0],), (words[1],), answers)
    try:
        xml = to_xml([schema])
    except InputError as error:
        refused = error.message
        assume("would be read as" not in refused)
        raise
    problems = parse_collection(xml.encode(), "x").problems
    assert [p.text for p in problems] == [half.text for half in schema.halves]
    assert [p.answers for p in problems] == [answers, answers]
    assert [p.gold for p in problems] == [0, 1]


def test_shipped_schemas_survive_xml(tmp_path: Path) -> None:
    own = load().schemas
    path = tmp_path / "own.xml"
    write_text(path, to_xml(own))
    back = read_xml(path)
    assert back.left == []
    assert [[(h.text, h.start, h.answers) for h in s.halves] for s in back.schemas] == [
        [(h.text, h.start, h.answers) for h in s.halves] for s in own
    ]


def test_long_and_dull_texts_are_compared_in_time() -> None:
    long = "a b " * 2_000
    shifted = pair_up(
        problem(f"x {long}[it] {long}", "A"), problem(f"y {long}[it] b {long} c", "B")
    )
    assert "too little in common" in shifted.left[0].message
    found = pair_up(problem(f"x {long}[it] {long}u", "A"), problem(f"y {long}[it] {long}v", "B"))
    assert found.schemas[0].special == ("x", "u")


def test_a_text_that_xml_cannot_hold_is_refused() -> None:
    schema = Schema("a", "Non[it] {special}", ("x",), ("y",), ("b", "c"))
    with pytest.raises(InputError, match="a:special cannot be written as XML"):
        to_xml([schema])


@pytest.mark.skipif(not SHARED.is_file(), reason="there is no shared/data beside the project")
def test_the_collection_keeps_texts_and_answers(tmp_path: Path) -> None:
    found = read_xml(SHARED)
    assert len(found.schemas) == 50
    write_text(tmp_path / "w.yaml", to_yaml(found.schemas))
    write_text(tmp_path / "w.xml", to_xml(load([tmp_path / "w.yaml"]).schemas))
    before, after = (read_collection(path).problems for path in (SHARED, tmp_path / "w.xml"))
    assert [(p.text, p.start, p.answers, p.gold) for p in after] == [
        (p.text, p.start, p.answers, p.gold) for p in before
    ]
