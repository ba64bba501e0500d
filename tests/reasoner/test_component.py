"""The spaCy component: registered, on the document's own parse, and kept through serialisation."""

from __future__ import annotations

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from coindex.reasoner.running import component
from coindex.reasoner.running.engine import Reasoner
from kparse.errors import InputError, ModelError
from kparse.input.pipeline import load_model

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def nlp() -> Language:
    nlp = load_model()
    nlp.add_pipe("coindex")
    return nlp


def test_the_pipeline_is_sound(nlp: Language) -> None:
    assert not any(nlp.analyze_pipes()["problems"].values())


def test_pronouns_and_antecedents_are_spans(nlp: Language, reasoner: Reasoner) -> None:
    text = "Carla thanked Dora because she had carried the bags upstairs."
    doc = nlp(text)
    (found,) = doc._.antecedents
    assert found.pronoun.text == "she"
    assert found.pronoun.doc is doc
    answer = reasoner.solve(text)
    assert found.text == answer.candidate
    assert found.antecedent.text == answer.candidate
    assert found.decided_by == answer.decided_by
    assert list(found.answer["candidates"]) == ["Carla", "Dora"]


@pytest.mark.parametrize("text", ["", " ", "...", "Carla slept.", "It rains."])
def test_nothing_to_ask_about_is_no_failure(nlp: Language, text: str) -> None:
    assert nlp(text)._.antecedents == []


def test_long_documents_are_read_through_a_window(nlp: Language) -> None:
    text = "Mia took the jug. She filled it. " * 6
    doc = nlp(text)
    found = doc._.antecedents
    assert [a.pronoun.start_char for a in found] == sorted(
        start
        for word in ("She", "it.")
        for start in range(len(text))
        if text.startswith(word, start)
    )
    assert {a.text for a in found if a.pronoun.text == "She"} == {"Mia"}
    for one in found:
        assert one.antecedent.text == one.text
        assert one.antecedent.start_char < one.pronoun.start_char


def test_answers_survive_serialisation(nlp: Language) -> None:
    doc = nlp("Carla thanked Dora because she had carried the bags upstairs.")
    copy = Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert [(a.pronoun.text, a.text) for a in copy._.antecedents] == [
        (a.pronoun.text, a.text) for a in doc._.antecedents
    ]


def test_a_document_without_a_parse_is_refused() -> None:
    blank = spacy.blank("en")
    blank.add_pipe("coindex")
    with pytest.raises(InputError, match="no dependency parse"):
        blank("Carla slept because she was tired.")


def test_other_labels_are_refused() -> None:
    other = spacy.blank("en")
    other.add_pipe("parser").add_label("dobj")  # type: ignore[attr-defined]
    with pytest.raises(ModelError, match="Universal Dependencies"):
        other.add_pipe("coindex")


def test_the_extension_is_registered_once() -> None:
    assert Doc.get_extension("antecedents")[2] is component.antecedents
