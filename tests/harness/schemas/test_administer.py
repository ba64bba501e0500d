"""Tests drawn from schemas: what is drawn, the sheet and its key, answers typed and graded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from coindex.harness.schemas.administer import (
    ask,
    code,
    draw,
    grade,
    key,
    key_of,
    read_key,
    result,
    sheet,
)
from coindex.harness.schemas.files import load
from coindex.harness.schemas.schema import Schema
from kparse.errors import InputError


def made(count: int) -> list[Schema]:
    return [
        Schema(
            id=f"s{n}",
            text=f"The boat {n} hit the pier as [it] {{special}}.",
            special=("drifted",),
            alternate=("broke",),
            answers=(f"the boat {n}", "the pier"),
        )
        for n in range(count)
    ]


def test_what_is_drawn_depends_on_seed_and_id_alone() -> None:
    schemas = made(40)
    test = draw(schemas, "7")
    assert draw(list(reversed(schemas)), "7") == test
    assert [a.number for a in test] == list(range(1, 41))
    fewer = {a.half.id: a.order for a in draw(schemas[:10], "7")}
    assert fewer.items() <= {a.half.id: a.order for a in test}.items()
    assert [a.half.id for a in draw(schemas, "8")] != [a.half.id for a in test]
    assert draw(schemas, "7", 5) == test[:5]
    assert len(draw(schemas, "\udcff")) == 40  # a byte that is no UTF-8, from the command line
    with pytest.raises(InputError, match="40 schemas for 41 questions"):
        draw(schemas, "7", 41)


def test_each_schema_is_asked_once_and_halves_and_letters_are_mixed() -> None:
    test = draw(made(400), "1")
    assert len({a.half.schema.id for a in test}) == 400
    for counted in (
        Counter(a.half.side for a in test),
        Counter(a.order for a in test),
        Counter(a.right for a in test),
    ):
        assert min(counted.values()) > 150  # of 200 expected; 5 standard deviations


def test_the_right_letter_is_the_right_answer() -> None:
    for asked in draw(made(30), "3"):
        answer = asked.choices["AB".index(asked.right)]
        assert answer == ("the pier" if "broke" in asked.half.text else asked.half.answers[0])


def filled(text: str, letters: dict[int, str]) -> str:
    for number, letter in letters.items():
        text = text.replace(f"Answer {number}: ____", f"Answer {number}: {letter}")
    return text


def test_a_filled_sheet_is_graded() -> None:
    test = draw(made(4), "5")
    paper = sheet(test)
    assert all(asked.half.text in paper.replace("\n   ", " ") for asked in test)
    assert "Answer 4: ____" in paper
    assert not any(asked.half.id in paper for asked in test)
    wrong = "B" if test[1].right == "A" else "A"
    done = filled(paper, {1: f" {test[0].right.lower()}__", 2: wrong, 3: test[2].right})
    for right in (key_of(test), read_key(key(test), "k")):
        grades = grade(done, right, "sheet")
        assert [g.given == g.right for g in grades] == [True, False, True, False]
        assert grades[3].given is None
    report = result(grades, 4)
    assert "2 of 4 right: 50.0 %, 95 % interval 15.0 to 85.0 %" in report
    assert f"   2  {wrong}, right is {test[1].right}  {test[1].half.id}" in report
    assert "1 without an answer" in report


def test_plain_lines_are_graded() -> None:
    test = draw(made(3), "5")
    answers = "\n".join(f"{a.number}. {a.right}" for a in test)
    assert "3 of 3 right: 100.0 %" in result(grade(answers, key_of(test), "x"), 3)


@pytest.mark.parametrize("form", ["{}. {}", "{}:{}", " {}) {} ", "{}{}", "{}\t({})\r"])
def test_plain_lines_as_people_write_them(form: str) -> None:
    test = draw(made(3), "5")
    answers = "\n".join(form.format(a.number, a.right.lower()) for a in test)
    assert "3 of 3 right: 100.0 %" in result(grade(answers, key_of(test), "x"), 3)


@pytest.mark.parametrize(
    "form", ["answer {}: {}", "ANSWER {} {}", "Answer{}. ({})", "Answer {}:__{}_\r"]
)
def test_a_sheet_as_people_fill_it(form: str) -> None:
    test = draw(made(3), "5")
    done = sheet(test)
    for a in test:
        done = done.replace(f"Answer {a.number}: ____", form.format(a.number, a.right.lower()))
    assert "3 of 3 right: 100.0 %" in result(grade(done, key_of(test), "x"), 3)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: "1 A\n2 C\n", "x:2:1: no answer: 2 C"),
        (lambda text: "1 A\n\n1 B\n", "x:3:1: question 1 is answered twice"),
        (lambda text: "9 A\n", "x:1:1: there is no question 9"),
        (lambda text: "", "there are no answers"),
        (lambda text: "\0\1\2", "no answer"),
        (lambda text: filled(text, {2: "A or B"}), "no answer: Answer 2: A or B"),
        (lambda text: text.replace("Answer 2", "Answer 7"), "there is no question 7"),
        (lambda text: text.replace(text[18:26], "0123abcd"), "answers to test 0123abcd"),
    ],
)
def test_answers_that_cannot_be_graded(change: Callable[[str], str], message: str) -> None:
    test = draw(made(3), "5")
    assert sheet(test)[18:26] == code(test)
    with pytest.raises(InputError) as caught:
        grade(change(sheet(test)), key_of(test), "x")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1 A x\n",
        "key of test 0123abcd\n1 C x\n",
        "key of test 0123abcd\n1 A x\n1 B x\n",
    ],
)
def test_keys_that_are_none(text: str) -> None:
    with pytest.raises(InputError):
        read_key(text, "k")


def asked_with(lines: list[str | type[KeyboardInterrupt]], count: int = 3) -> tuple[str, str]:
    """Give a test with these lines as input; return the output and the result."""
    test, shown, waiting = draw(made(count), "2"), [], iter(lines)

    def read() -> str:
        line = next(waiting, "")
        if line is KeyboardInterrupt:
            raise KeyboardInterrupt
        return str(line)

    grades = ask(test, read, shown.append)
    return "".join(shown), result(grades, len(test))


def test_a_test_at_the_terminal() -> None:
    test = draw(made(3), "2")
    answer = test[0].choices["AB".index(test[0].right)]
    shown, report = asked_with(
        [
            f"{answer.upper()}\n",
            "what?\n",
            "\n",
            f" {test[1].right.lower()}.\n",
            f"{test[2].right}\n",
        ]
    )
    assert "3 of 3 right" in report
    assert shown.count("Please write A or B") == 2
    assert "not asked" not in report


@pytest.mark.parametrize("end", ["", KeyboardInterrupt])
def test_an_early_end_is_graded_so_far(end: str | type[KeyboardInterrupt]) -> None:
    right = draw(made(3), "2")[0].right
    _, report = asked_with([f"{right}\n", end])
    assert "1 of 1 right" in report
    assert "2 not asked" in report
    assert asked_with([end])[1] == "nothing was answered"


def test_shipped_schemas_make_a_test_that_is_read_as_it_was_meant() -> None:
    test = draw(load().schemas, "1")
    right = "\n".join(f"{a.number} {a.right}" for a in test)
    assert f"{len(test)} of {len(test)} right" in result(grade(right, key_of(test), "x"), len(test))
    assert grade(filled(sheet(test), {1: "A"}), key_of(test), "x")[0].given == "A"


def test_the_report_has_the_time_of_each_question_and_a_test_against_guessing() -> None:
    test, now = draw(made(3), "2"), iter([0.0, 4.0, 10.0, 12.0, 20.0, 50.0])
    wrong = "B" if test[2].right == "A" else "A"
    lines = iter([test[0].right, test[1].right, wrong])
    grades = ask(test, lambda: next(lines), lambda _: None, lambda: next(now))
    assert [grade.seconds for grade in grades] == [4.0, 2.0, 30.0]
    report = result(grades, 3)
    assert "who guesses gets 2 or more with probability 0.5\n" in report
    assert (
        f"36 s for 3 questions: median 4.0 s, longest 30.0 s (question 3, {grades[2].id})" in report
    )
    assert "right answers: median 3.0 s (2)" in report
    assert "wrong answers: median 30.0 s (1)" in report
    on_paper = grade("1 A\n", key_of(test), "x")
    assert "median" not in result(on_paper, 3)
