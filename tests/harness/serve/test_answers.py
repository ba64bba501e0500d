"""A worker's answers, and the messages about a body that is no question."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

pytest.importorskip("pydantic", reason="serve needs FastAPI (the extra `serve`)")
pytest.importorskip("fastapi", reason="serve needs FastAPI (the extra `serve`)")

from pydantic import BaseModel, ValidationError

from coindex.harness.serve.answers import Asked, Chosen, answer
from coindex.harness.serve.schemas import (
    Batch,
    ChoiceQuestion,
    HardnessLine,
    HardnessQuestion,
    Question,
)
from coindex.harness.serve.wording import what_is_wrong
from coindex.reasoner import Reasoner
from coindex.reasoner.jobs.batch import KEYS, answer_line

TEXT = "The trunk did not fit into the locker because it was too large."
SPAN = (46, 48)
QUESTION: dict[str, Any] = {
    "id": "q",
    "text": TEXT,
    "pron_start": SPAN[0],
    "pron_end": SPAN[1],
    "candidates": ["the trunk", "the locker"],
}


def without_ms(line: str) -> str:
    return re.sub(r'"ms": [\d.]+', '"ms": 0', line)


@pytest.mark.parametrize("identity", ["q", 7, 1.5, 'ö \\ " 🙂'])
@pytest.mark.parametrize("explain", [False, True])
def test_an_answer_is_the_line_of_the_batch_mode(
    reasoner: Reasoner, identity: Any, explain: bool
) -> None:
    question = {**QUESTION, "id": identity}
    line = answer_line(reasoner, json.dumps(question).encode(), 1, explain=explain)
    reply = answer(reasoner, Question.model_validate(question).task(explain=explain))
    text = without_ms(reply.line)
    assert reply.error is None
    if not explain:
        assert text == without_ms(line)
        return
    record = json.loads(text)
    assert record.pop("explanation").startswith("it = the trunk")
    assert json.dumps(record) == without_ms(line)


@pytest.mark.parametrize(
    "form",
    [
        {"text": TEXT.replace(" it ", " [it] ")},
        {"text": TEXT, "pronoun": "it"},
        {"text": TEXT, "pronoun": SPAN[0]},
        {"text": TEXT},
    ],
)
def test_a_pronoun_is_named_in_several_ways(reasoner: Reasoner, form: dict[str, Any]) -> None:
    asked = Question.model_validate({**form, "candidates": ["the locker", "the trunk"]})
    record = json.loads(answer(reasoner, asked.task()).line)
    assert tuple(record) == KEYS
    assert (record["id"], record["candidate"], record["error"]) == (None, "the trunk", None)
    assert record["decided_by"] == "knowledge"
    found = json.loads(answer(reasoner, Question.model_validate(form).task()).line)
    assert found["candidate"].lower() == "the trunk"


def test_several_pronouns_are_not_guessed_among(reasoner: Reasoner) -> None:
    reply = answer(reasoner, Asked(3, "Mia fed Rex because he barked at her when it rained on it."))
    assert reply.error is not None
    assert "pronouns may be meant: 'he' at 20" in reply.error
    assert "brackets" in reply.hint
    record = json.loads(reply.line)
    assert (record["id"], record["answer"], record["decided_by"]) == (3, None, "no pronoun")


@pytest.mark.parametrize(
    ("asked", "reason", "outcome"),
    [
        (Asked(1, "The trunk fell.", candidates=("a", "b")), "no pronoun", "no pronoun"),
        (Asked(1, "The trunk fell.", (0, 3), candidates=("a", "b")), "no pronoun", "no pronoun"),
        (Asked(1, "[it]", candidates=("a", "b")), "", None),
        (Asked(1, "   ", candidates=("a", "b")), "empty", "error"),
        (Chosen(1, "...", ("a", "b"), "cause"), "nothing that could be understood", "error"),
    ],
)
def test_what_cannot_be_answered_says_why_and_guesses(
    reasoner: Reasoner, asked: Asked | Chosen, reason: str, outcome: str | None
) -> None:
    reply = answer(reasoner, asked)
    record = json.loads(reply.line)
    assert record["answer"] in (0, 1)
    if outcome is not None:
        assert reply.error is not None
        assert reason in reply.error
        assert (record["error"], record["decided_by"]) == (reply.error, outcome)
        assert reply.hint


def test_a_choice_is_answered(reasoner: Reasoner) -> None:
    given = {
        "id": 4,
        "premise": "The jug broke.",
        "alternatives": ["The cook washed the jug.", "The cook dropped the jug."],
        "asks": "cause",
        "explain": True,
    }
    record = json.loads(answer(reasoner, ChoiceQuestion.model_validate(given).task()).line)
    assert tuple(record) == (*KEYS, "explanation")
    assert record["candidate"] == given["alternatives"][record["answer"]]
    assert "cause" in record["explanation"]


@pytest.mark.parametrize(
    ("model", "given", "message"),
    [
        (Question, {}, "text: this key is missing"),
        (Question, [], "the body: not an object"),
        (Question, {"text": 7}, "text: not a string"),
        (Question, {"text": ""}, "text: empty"),
        (Question, {"text": "x" * 20_001}, "text: more than 20,000 characters"),
        (Question, {"text": "\ud800"}, "text: half a surrogate pair is no character"),
        (
            Question,
            {"text": "a", "id": [1]},
            "id: not a string, not a whole number, not a number",
        ),
        (Question, {"text": "a", "id": "x" * 201}, "id: more than 200 characters"),
        (Question, {"text": "a", "id": float("inf")}, "id: not a finite number"),
        (Question, {"text": "a", "id": True}, "id: not a string, "),
        (Question, {"text": "a", "txet": "b"}, "txet: there is no such key"),
        (Question, {"text": "a", "explain": 1}, "explain: neither true nor false"),
        (Question, {"text": "a", "candidates": "a b"}, "candidates: not a list"),
        (Question, {"text": "a", "candidates": ["a"]}, "candidates: fewer than 2"),
        (Question, {"text": "a", "candidates": ["a"] * 33}, "candidates: more than 32"),
        (Question, {"text": "a", "candidates": ["a", " "]}, "candidates[1]: nothing but white"),
        (Question, {"text": "a", "candidates": ["a", None]}, "candidates[1]: not a string"),
        (Question, {"text": "a", "pronoun": -1}, "pronoun: less than 0"),
        (Question, {**QUESTION, "pron_start": 46.0}, "pron_start: not a whole number"),
        (Question, {**QUESTION, "pron_start": True}, "pron_start: not a whole number"),
        (Question, {**QUESTION, "pron_start": 48}, "the pronoun's place 48-48 is not in the text"),
        (Question, {**QUESTION, "pron_end": 999}, "the pronoun's place 46-999 is not in the text"),
        (Question, {**QUESTION, "pron_end": None}, "pron_start and pron_end go together"),
        (Question, {**QUESTION, "pronoun": "it"}, "the pronoun is named twice"),
        (Question, {**QUESTION, "candidates": None}, "pron_start and pron_end need candidates"),
        (Batch, {"questions": []}, "questions: fewer than 1"),
        (Batch, {"questions": [{"text": "a"}] * 101}, "questions: more than 100"),
        (
            Batch,
            {"questions": [{"text": "a"}, {"id": 1, "x": 2}]},
            "questions[1].text: this key is missing (1 more place is wrong)",
        ),
        (ChoiceQuestion, {"premise": "a", "alternatives": ["a", "b"], "asks": "why"}, "asks: not"),
    ],
)
def test_what_is_no_question_is_told_by_its_place(
    model: type[BaseModel], given: Any, message: str
) -> None:
    with pytest.raises(ValidationError) as caught:
        model.model_validate(given)
    errors = [{**e, "loc": ("body", *e["loc"])} for e in caught.value.errors()]
    found = what_is_wrong(errors)
    assert message in found
    found.encode()


def test_an_identity_comes_back_as_it_is() -> None:
    for identity in ("", "7", 7, 7.0, 10**30, None):
        back = Question.model_validate({"text": "a", "id": identity}).task().id
        assert (back, type(back)) == (identity, type(identity))


@pytest.mark.parametrize(
    "form",
    [
        QUESTION,
        {"id": "q", "text": TEXT.replace(" it ", " [it] "), "candidates": QUESTION["candidates"]},
    ],
)
def test_hardness_is_answered(reasoner: Reasoner, form: dict[str, Any]) -> None:
    right = answer(reasoner, HardnessQuestion.model_validate({**form, "answer": 0}).task())
    record = json.loads(right.line)
    assert set(record) == {f.alias or name for name, f in HardnessLine.model_fields.items()}
    HardnessLine.model_validate(record)
    assert (record["id"], record["answer"], record["presumed"]) == ("q", 0, False)
    assert record["class"] == "easy"
    wrong = answer(reasoner, HardnessQuestion.model_validate({**form, "answer": 1}).task())
    assert json.loads(wrong.line)["index"] > record["index"]
    presumed = json.loads(answer(reasoner, HardnessQuestion.model_validate(form).task()).line)
    assert presumed["presumed"]
    assert presumed["index"] == record["index"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({**QUESTION, "answer": 2}, "there is no candidate 2"),
        ({"text": TEXT, "answer": 0}, "answer needs candidates"),
        ({**QUESTION, "explain": True}, "there is no such key"),
    ],
)
def test_what_is_no_question_about_hardness(body: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError) as caught:
        HardnessQuestion.model_validate(body)
    assert message in what_is_wrong(caught.value.errors())


def test_hardness_of_what_cannot_be_answered_is_refused(reasoner: Reasoner) -> None:
    reply = answer(reasoner, HardnessQuestion.model_validate({"text": "The ship sank."}).task())
    assert reply.error
    assert reply.line == ""
