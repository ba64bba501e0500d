"""Similar schemas: copies with other names, things and verbs are found, refused or not paid; others are not."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from coindex.reasoner.running.engine import Reasoner
from coindex.winoflexi.analysis.shapes import shapes
from coindex.winoflexi.crowd import parameters
from coindex.winoflexi.models import Analysis, Code, Library, Schema, State
from coindex.winoflexi.schemas import similarity, storage
from coindex.winoflexi.schemas.drafts import Draft, schema_of
from tests.winoflexi import making
from tests.winoflexi.making import NO, YES
from tests.winoflexi.test_pages import text

pytestmark = pytest.mark.usefixtures("db")

SCOLDED = Draft(
    (
        "The florist scolded the courier because [he] had dropped the vase.",
        "The florist scolded the courier because [he] had swept the floor.",
    ),
    ("Who had dropped the vase?", "Who had swept the floor?"),
    ("the courier", "the florist"),
    (0, 1),
)
LENT = Draft(
    (
        "Nora lent Ines a spade because [she] owned two.",
        "Nora lent Ines a spade because [she] needed one.",
    ),
    ("Who owned two?", "Who needed one?"),
    ("Nora", "Ines"),
    (0, 1),
)


def swapped(draft: Draft, **words: str) -> Draft:
    def new(text: str) -> str:
        for old, word in words.items():
            text = text.replace(old, word)
        return text

    one, two = draft.sentences
    targets = (new(draft.targets[0]), new(draft.targets[1]))
    questions = (new(draft.questions[0]), new(draft.questions[1]))
    return replace(draft, sentences=(new(one), new(two)), targets=targets, questions=questions)


def kept(draft: Draft, reasoner: Reasoner | None = None) -> Schema:
    made = schema_of(draft)
    row = storage.add(made, Library.CROWD, State.VALID, name=f"kept-{uuid.uuid4().hex[:8]}")
    if reasoner is not None:
        result = making.RESULT | {"shapes": shapes(reasoner, made)}
        row.analysis = Analysis.objects.create(
            key=row.name, state=Analysis.DONE, asked_at=timezone.now(), result=result
        )
        row.save()
    return row


def share(draft: Draft, reasoner: Reasoner | None = None) -> float:
    made = schema_of(draft)
    analysis = reasoner and Analysis(result={"shapes": shapes(reasoner, made)})
    found = similarity.closest(made, analysis or None)
    return found.share if found is not None else 0.0


def test_names_of_parties_do_not_count() -> None:
    kept(LENT)
    copy = swapped(LENT, Nora="Paul", Ines="Rolf", she="he")
    assert share(copy) == pytest.approx(1)


@pytest.mark.model
@pytest.mark.parametrize(
    ("draft", "words", "least"),
    [
        (SCOLDED, {"scolded": "reprimanded"}, 0.85),
        (SCOLDED, {"scolded": "blamed", "florist": "baker", "courier": "porter"}, 0.6),
        (LENT, {"Nora": "Paul", "Ines": "Rolf", "[she]": "[he]", "spade": "shovel"}, 0.6),
    ],
)
def test_verbs_and_things_count_by_their_class(
    reasoner: Reasoner, draft: Draft, words: dict[str, str], least: float
) -> None:
    kept(draft, reasoner)
    copy = swapped(draft, **words)
    assert share(copy, reasoner) >= least
    assert share(copy, reasoner) > share(copy)


@pytest.mark.model
def test_other_schemas_are_not_similar(reasoner: Reasoner) -> None:
    kept(SCOLDED, reasoner)
    assert share(LENT, reasoner) < 0.5


def post(client: Client, draft: Draft, **more: str) -> Any:
    return client.post("/schemas/new/", making.form_of(draft, **more))


def test_a_near_verbatim_copy_is_refused(login: Callable[..., Client]) -> None:
    kept(LENT)
    client, copy = login(making.person()), swapped(LENT, Nora="Gerda", Ines="Wilma")
    checked = client.post("/schemas/check/", making.form_of(copy))
    assert "It cannot be saved" in text(checked)
    reply = post(client, copy)
    assert reply.status_code == 422
    assert "nearly the same as another schema" in text(reply)
    assert not Code.objects.exists()
    assert Schema.objects.filter(library="crowd").count() == 1


def test_a_form_sent_twice_is_no_copy_of_itself(login: Callable[..., Client]) -> None:
    client, data = login(making.person()), making.form_of(LENT)
    first, second = client.post("/schemas/new/", data), client.post("/schemas/new/", data)
    assert second.headers["Location"] == first.headers["Location"]


@pytest.mark.parametrize(("answers", "codes"), [(YES, 1), (NO, 0)])
def test_a_similar_schema_is_paid_only_when_approved(
    login: Callable[..., Client], answers: dict[str, bool], codes: int
) -> None:
    parameters.store({"leak_share": 0.2, "copy_share": 1.0})
    kept(LENT)
    who = making.person()
    similar = swapped(LENT, spade="ladder", owned="had", needed="wanted")
    reply = login(who).post("/schemas/new/", making.form_of(similar), follow=True)
    assert "it is paid only when approved" in text(reply)
    assert not who.codes.exists()
    making.review(making.person(is_evaluator=True), who.schemas.get().pk, answers)
    assert who.codes.count() == codes
