"""The reader of the collection's XML: it repairs irregular input, and reports what it cannot repair."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coindex.harness.questions.collection import (
    Problem,
    answer_text,
    parse_collection,
    read_collection,
)
from coindex.harness.questions.passage import join, join_two, squeeze
from kparse.errors import InputError
from tests.conftest import ROOT

EXAMPLE = ROOT / "tests" / "harness" / "contest" / "contest.xml"
ANSWERS = "<answers><answer>Ida</answer><answer>Mia</answer></answers>"


def one(inner: str, answers: str = ANSWERS) -> Problem:
    """The last problem of some XML of schemas."""
    data = f"<collection>{inner.replace('#', answers)}</collection>".encode()
    return parse_collection(data, "x.xml").problems[-1]


def text(before: str, pronoun: str, after: str) -> Problem:
    return one(
        f"<schema><text><txt1>{before}</txt1><pron>{pronoun}</pron><txt2>{after}</txt2></text>#</schema>"
    )


def test_the_example() -> None:
    problems = read_collection(EXAMPLE).problems
    assert [p.number for p in problems] == [1, 2, 3, 4, 5, 6]
    assert [p.line for p in problems] == [5, 27, 49, 67, 85, 101]
    assert [p.pronoun for p in problems] == ["she", "it", "it", "it", "she", "He"]
    assert [p.gold for p in problems] == [0, 0, 0, 1, None, 1]
    assert [p.human for p in problems] == [(17, 18), (18, 18), None, None, None, (12, 18)]
    assert [p.same_text for p in problems] == [False, True, False, False, True, False]
    assert [p.variant for p in problems] == [False, False, False, True, False, False]
    assert not any(p.fault or p.gold_fault for p in problems)
    assert problems[0].text == problems[1].text
    assert problems[1].answers == ("the parcel", "the shop", "the post office")
    assert problems[3].text == (
        "Zoë's trunk does not fit under the berth, for it, she says, is too low."
    )
    assert problems[4].text == problems[3].text
    assert problems[4].text[problems[4].start - 4 :].startswith("it, she says")
    assert [p.excerpt for p in problems][1:] == [
        "she carried it",
        "it, she says, is too high",
        "it, she says, is too low",
        "for it, she says",
        "He",
    ]


@pytest.mark.parametrize(
    ("before", "pronoun", "after", "whole", "word"),
    [
        ("Ida met Mia as", " she ", "left.", "Ida met Mia as she left.", "she"),
        ("Ida lit\n it\n", "it, ", "for it was\ndark.", "Ida lit it it, for it was dark.", "it"),
        ("", "She", ", too, saw Mia.", "She, too, saw Mia.", "She"),
        ("Mia saw", "her", ".", "Mia saw her.", "her"),
        ("Mia said:“", "It", "'s late.”", "Mia said:“It's late.”", "It"),
        ('Mia said: "', "He", 'left."', 'Mia said: "He left."', "He"),
        ('Mia said: "No, not', "him", '" and left.', 'Mia said: "No, not him" and left.', "him"),
        ("Mia knew (and", "she", ") too", "Mia knew (and she) too", "she"),
        ("Mia knew", "(she", "said) it", "Mia knew (she said) it", "she"),
        ("Mia said", "she", "'liked' it", "Mia said she 'liked' it", "she"),
        ("Mia said", "they", "'ll come", "Mia said they'll come", "they"),
        ("Mia saw", "him or her", "there.", "Mia saw him or her there.", "him"),
        ("Mia,", ", she", "said", "Mia,, she said", "she"),
        ("Ida\u00a0met\u2028Mia", "she\u0085", "left\t.", "Ida met Mia she left .", "she"),
    ],
)
def test_the_pronoun_is_put_into_its_place(
    before: str, pronoun: str, after: str, whole: str, word: str
) -> None:
    problem = text(before, pronoun, after)
    assert (problem.text, problem.pronoun, problem.fault) == (whole, word, "")


def test_the_text_without_txt_elements() -> None:
    assert one("<schema><text>Ida met <pron>her</pron> there.</text>#</schema>").text == (
        "Ida met her there."
    )
    assert one(
        "<schema><text><txt1>I<b>d</b>a met</txt1><pron>her</pron></text>#</schema>"
    ).text == ("Ida met her")


TEXT = "<schema><text><txt1>Ida met Mia. She laughed, and</txt1><pron>she</pron><txt2>sang.</txt2></text>#</schema>"


@pytest.mark.parametrize(
    ("second", "start"),
    [
        ("<quote><pron>She</pron><quote2>laughed</quote2></quote>", 13),
        ("<quote><quote1>and</quote1><pron>she</pron></quote>", 30),
        ("<text/><quote><pron>She</pron><quote2>laughed</quote2></quote>", 13),
        ("<text><pron>she</pron></text><quote><pron>she</pron><quote2>sang</quote2></quote>", 30),
    ],
)
def test_a_text_that_is_not_repeated_is_the_one_before(second: str, start: int) -> None:
    problem = one(f"{TEXT}<schema><sameText/>{second}#</schema>")
    assert problem.text == "Ida met Mia. She laughed, and she sang."
    assert (problem.start, problem.fault, problem.same_text) == (start, "", True)


def test_a_text_inside_the_element_that_says_what_it_is() -> None:
    inner = "<schema><sameText><txt1>Mia said</txt1><pron>she</pron><txt2>sang</txt2></sameText>#</schema>"
    assert one(inner).text == "Mia said she sang"
    assert one(TEXT + inner).text == "Mia said she sang"


def test_a_pronoun_that_only_the_excerpt_tells() -> None:
    problem = one(
        "<schema><text><txt1>Ida met Mia and she sang.</txt1></text><quote><pron>she</pron></quote>#</schema>"
    )
    assert (problem.start, problem.pronoun, problem.fault) == (16, "she", "")


@pytest.mark.parametrize(
    ("inner", "fault"),
    [
        ("<schema/>", "there is no text"),
        ("<schema><sameText/>#</schema>", "there is no text"),
        ("<schema><variantText/><quote><pron>she</pron></quote>#</schema>", "there is no text"),
        ("<schema><text><txt1>Ida sang.</txt1></text>#</schema>", "there is no pronoun"),
        (
            "<schema><text><txt1>Ida</txt1><pron>,</pron><txt2>sang</txt2></text>#</schema>",
            "no pron",
        ),
        (
            "<schema><text><txt1>He saw he sang.</txt1></text><quote><pron>he</pron></quote>#</schema>",
            "its place",
        ),
        ("<schema><text><pron>She</pron>sang.</text></schema>", "there are no answers"),
        (
            "<schema><text><pron>She</pron>sang.</text><answer>.</answer><answer>Ida</answer></schema>",
            "one answer only",
        ),
        (
            f"<schema><text><pron>She</pron>sang.</text>{'<answer>Ida</answer>' * 27}</schema>",
            "27 answers, and 26 letters",
        ),
    ],
)
def test_what_cannot_be_mended_is_told(inner: str, fault: str) -> None:
    assert fault in one(inner).fault


def test_letters_stay_what_they_are_where_an_answer_is_empty() -> None:
    problem = one(
        "<schema><text><pron>She</pron>sang.</text><answer/><answer>Ida</answer><answer>Mia</answer></schema>"
    )
    assert problem.answers == ("", "Ida", "Mia")
    assert not problem.fault


@pytest.mark.parametrize(
    ("given", "gold"), [("B", 1), (" b. ", 1), ("(A)", 0), ("Mia.", 1), ("", None), (" . ", None)]
)
def test_right_answers(given: str, gold: int | None) -> None:
    problem = one(TEXT.replace("#</schema>", f"#<correctAnswer>{given}</correctAnswer></schema>"))
    assert (problem.gold, problem.gold_fault) == (gold, "")


@pytest.mark.parametrize("given", ["C", "AB", "both", "1", "ß"])
def test_right_answers_that_are_none(given: str) -> None:
    problem = one(TEXT.replace("#</schema>", f"#<correctAnswer>{given}</correctAnswer></schema>"))
    assert problem.gold is None
    assert "is none of its 2 answers" in problem.gold_fault


@pytest.mark.parametrize(
    ("given", "human"),
    [
        (" 17 out of 19 subjects got this answer.", (17, 19)),
        ("17/19", (17, 19)),
        ("20 of 19", None),
        ("0 of 0", None),
        ("all of them", None),
        ("", None),
    ],
)
def test_human_subjects(given: str, human: tuple[int, int] | None) -> None:
    inner = TEXT.replace("#</schema>", f"#<humanSubjects>{given}</humanSubjects></schema>")
    assert one(inner).human == human


def test_a_file_of_another_kind() -> None:
    with pytest.raises(InputError) as caught:
        parse_collection(b"\n<copa-corpus><item/></copa-corpus>", "x.xml")
    assert str(caught.value).startswith("x.xml:2:1: there is no problem in the file")


def test_abbreviations_keep_their_dot() -> None:
    assert answer_text(" Prof. Lund Jr. ") == "Prof. Lund Jr."
    assert answer_text("J. P.") == "J. P."
    assert answer_text("the mast . ,") == "the mast"
    assert answer_text(" ., ") == ""


WORDS = st.text(st.characters(exclude_categories=["C"], exclude_characters="<&#"), max_size=12)


@settings(max_examples=100, deadline=None)
@given(WORDS, st.sampled_from(["he", "She", "it", "them"]), WORDS)
def test_the_place_is_right_whatever_the_text(before: str, pronoun: str, after: str) -> None:
    problem = text(before, pronoun, after)
    assert problem.pronoun == pronoun
    assert problem.text == squeeze(problem.text)
    assert "".join(problem.text.split()) == "".join(f"{before}{pronoun}{after}".split())


@given(WORDS, WORDS)
def test_joining_loses_nothing(left: str, right: str) -> None:
    assert join_two(left, right).replace(" ", "") == (left + right).replace(" ", "")
    whole, start = join(left, "it", right)
    assert whole[start : start + 2] == "it"


def test_files_of_the_worst_kind_are_read_in_little_time() -> None:
    long = "a " * 100_000
    problem = one(
        f"<schema><text><txt1>{long}</txt1></text><quote><quote1>{long}</quote1><pron>a</pron></quote>"
        f"<answer>{'. ' * 200_000}</answer><answer>Ida</answer></schema>"
    )
    assert "its place" in problem.fault
    assert problem.answers == ("", "Ida")


def test_the_data_of_the_contest_if_it_is_there() -> None:
    file = ROOT.parent / "shared" / "data" / "contest" / "format-example.xml"
    if not file.exists():
        pytest.skip(f"there is no {Path('shared') / 'data'} beside the project")
    problems = read_collection(file).problems
    assert len(problems) == 5
    assert not any(p.fault or p.gold_fault for p in problems)
