"""Explanations as a reader gets them: complete reference texts, and what none of them may contain.

After a change that is meant to change them: ``pytest tests/reasoner/test_explain.py --update-golden``, then read the
difference.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from coindex.reasoner.answer import Answer
from coindex.reasoner.rendering.render import (
    schema,
    to_dot,
    to_html,
    to_json,
    to_svg,
    to_text,
    why_not,
)
from coindex.reasoner.rendering.short import short
from coindex.reasoner.running.engine import Reasoner

GOLDEN = Path(__file__).with_name("golden")
SENTENCES = {
    "space_big": "The ladder did not fit into the van because [it] was too long.",
    "space_small": "The ladder did not fit into the van because [it] was too short.",
    "help_needy": "The nurse helped the sailor because [she] was bleeding badly.",
    "help_kind": "The nurse helped the sailor because [she] was kind.",
    "asking_lost": "Greta asked Paula for directions because [she] was lost.",
    "asking_local": "Greta asked Paula for directions because [she] knew the town.",
    "force_heavy": "The hammer broke the tile because [it] was heavy.",
    "force_thin": "The hammer broke the tile because [it] was thin.",
    "contest_won": "Marta beat Ines at darts because [she] had practised all week.",
    "norms_wrong": "The referee scolded the goalkeeper because [he] had cheated.",
    "norms_angry": "The referee scolded the goalkeeper because [he] was angry.",
    "silent": "Oscar zorbed Leo because [he] was plooby.",
}
"""Own sentences; the first eight and the two of the referee are twins that differ at the end."""

_LINE = re.compile(r"(\.lp|\.tsv|\.txt):\d+(?:, \d+)*")
_NUMBER = re.compile(
    r"(confidence|margin|costs|cost:?|knowledge,?|preference|mined|known,|guess,) \d+(?:\.\d+)?"
)
_ATOM = re.compile(r"\b[a-z]\w*\([a-z0-9_\",]+\)|\b\w+_\w+: |\b[esxp]\d+\b")


def masked(text: str) -> str:
    """The text without what edits elsewhere change: line numbers and sums."""
    return _NUMBER.sub(r"\1 N", _LINE.sub(r"\1:L", text))


@pytest.fixture(scope="module")
def answers(reasoner: Reasoner) -> dict[str, Answer]:
    found = {}
    before = reasoner.pairwise_model
    try:
        for name, text in SENTENCES.items():
            reasoner.pairwise_model = (
                before if name != "silent" else None
            )  # (pairs have something to say of most)
            found[name] = reasoner.solve(text, explain=True)
    finally:
        reasoner.pairwise_model = before
    return found


@pytest.mark.model
@pytest.mark.parametrize("name", SENTENCES)
def test_explanation_is_as_kept(
    reasoner: Reasoner, answers: dict[str, Answer], name: str, request: pytest.FixtureRequest
) -> None:
    answer = answers[name]
    forms = (
        to_text(answer),
        to_text(answer, full=True, width=1000),
    )  # (no breaks that hang on numbers)
    text = masked("\n\n".join(forms)) + "\n"
    path = GOLDEN / f"{name}.txt"
    if request.config.getoption("--update-golden"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
    assert {p.stem for p in GOLDEN.glob("*.txt")} == set(SENTENCES)


@pytest.mark.model
@pytest.mark.parametrize("name", SENTENCES)
def test_explanations_speak_english(
    reasoner: Reasoner, answers: dict[str, Answer], name: str
) -> None:
    answer = answers[name]
    texts = [to_text(answer), to_text(answer, full=True)]
    for index in range(len(answer.candidates)):
        texts.append(why_not(answer, index, reasoner.near_misses(answer, index)))
    for text in texts:
        assert not _ATOM.findall(re.sub(r"\[[^\[\]]*\]", "", " ".join(text.split())))
        for odd in ("is need", "is want", "is lacks", "is has", "is knows", "something says"):
            assert not re.search(rf"\b{odd}\b", text)
        assert not re.search(r"\b(?:that|because|nor|and) (?:The|A|An|Her|His) ", text)


@pytest.mark.model
@pytest.mark.parametrize("name", ["help_needy", "space_big"])
def test_every_form_can_be_made_and_json_follows_its_schema(
    reasoner: Reasoner, answers: dict[str, Answer], name: str
) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    answer = answers[name]
    data = json.loads(to_json(answer))
    jsonschema.Draft202012Validator(schema()).validate(data)
    best = data["readings"][data["answer"]]
    rules = [  # what is counted, and a word of a profile, rests on no more
        rule
        for rule in best["rules"]
        if rule["level"] != "mined" and not rule["id"].startswith("word(")
    ]
    assert len(best["proofs"]) == len(rules) > 0
    for form in (to_dot, to_svg, to_html):
        assert short(answer).reasons[0].text.split(",")[0].split()[-1] in form(answer)


@pytest.mark.model
@pytest.mark.parametrize(
    ("text", "candidate", "condition"),
    [
        (
            "The nurse comforted the widow because [she] was crying.",
            "the nurse",
            "she (= the nurse) is kind: if people comfort others, it is usually because they",
        ),
        (
            "Tom lent Rick his bike because [he] needed to get to work.",
            "Rick",
            "he (= Rick) is poor: if people are lent something, it is usually because they",
        ),
        (
            "The mouse fled from the cat because [it] was frightened.",
            "the cat",
            "it (= the cat) is violent: if others flee from animals, it is usually because those",
        ),
        (
            "The company fired the workers because [they] were lazy.",
            "the company",
            "they (= the company) are in charge: if people fire others, it is usually because",
        ),
        (
            "The sofa would not go through the door because [it] was too narrow.",
            "the sofa",
            "it (= the sofa) is big or long: what is too big does not go through.",
        ),
    ],
)
def test_what_the_text_would_have_to_say_is_plain(
    reasoner: Reasoner, text: str, candidate: str, condition: str
) -> None:
    answer = reasoner.solve(text)
    index = [c.lower() for c in answer.candidates].index(candidate.lower())
    assert answer.answer != index
    near = reasoner.near_misses(answer, index)
    assert 0 < len(near) == len(set(near)) <= 2
    assert any(f"If the text said that {condition}" in found for found in near), near


@pytest.mark.model
def test_pronouns_stand_as_subjects(reasoner: Reasoner) -> None:
    answer = reasoner.solve("Rosa thanked Vera because the baker had helped [her].", explain=True)
    statements = [step.statement for r in answer.readings for p in r.proofs for step in p.because]
    assert not [
        s for s in statements if re.search(r"\b(?:her|him|them) (?:\(= \w+\) )?(?:is|was)\b", s)
    ]
