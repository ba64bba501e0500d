"""What names are."""

from __future__ import annotations

import pytest
from spacy.language import Language

from coindex.reasoner.running.engine import Reasoner
from kparse.input.entities import entities_of, sex_of_name
from kparse.input.whole_text import with_names
from kparse.semantics.build import analyse

pytestmark = pytest.mark.model


@pytest.fixture
def nlp(reasoner: Reasoner) -> Language:
    return reasoner.nlp


def sorts(nlp: Language, text: str) -> dict[str, str]:
    parsed = with_names(analyse(nlp, text))
    return {text[start:end]: sort for start, end, sort in entities_of(parsed)}


@pytest.mark.parametrize(
    ("text", "name", "sort"),
    [
        ("Ms Lund met the children in the yard.", "Ms Lund", "person"),
        ("The plumber Jurek mended the tap.", "Jurek", "person"),
        ("Clara Nowak painted the fence.", "Clara Nowak", "person"),
        ("The family moved to Lyon after the war.", "Lyon", "place"),
        ("They stopped near Olmwick for lunch.", "Olmwick", "place"),
        ("He lived in Acorn Street.", "Acorn Street", "place"),
        ("She worked for Brandt & Sons.", "Brandt & Sons", "organisation"),
        ("A reporter of Radio West rang.", "Radio West", "organisation"),
        ("Clara Park painted the fence.", "Clara Park", "person"),
        ("The firm was founded in 1894.", "1894", "time"),
        ("She left on Tuesday.", "Tuesday", "time"),
        ("In June the roof fell in.", "June", "time"),
        ("They sailed on the Clara for two weeks.", "Clara", "thing"),
        ("Shruthi Rao won the race.", "Shruthi Rao", "person"),
        ("Zorvath, 61, has left the board.", "Zorvath", "person"),
        ("Zorvath, who is tall, left.", "Zorvath", "person"),
        ("Zorvath's wife was tall.", "Zorvath", "person"),
        ("Zorvath was born in May.", "Zorvath", "person"),
        ("Zorvath is a town in the north.", "Zorvath", "place"),
        ("The retailer Zorvath was sold.", "Zorvath", "organisation"),
        ("In 1901 Clara Nowak wrote Birds of the Fens.", "Birds of the Fens", "work"),
        ("Clara Nowak (3 May 1801) taught.", "3", "time"),
    ],
)
def test_names_show_what_they_are(nlp: Language, text: str, name: str, sort: str) -> None:
    assert sorts(nlp, text).get(name) == sort


def test_a_name_without_a_sign_stays_open(nlp: Language) -> None:
    assert "Zorvath" not in sorts(nlp, "Zorvath was tall.")


def test_what_a_name_is_in_one_place_it_is_in_all(nlp: Language) -> None:
    parsed = with_names(analyse(nlp, "The retailer Orlova grew. Many people like Orlova."))
    found = [parsed.text[a:b] for a, b, sort in entities_of(parsed) if sort == "organisation"]
    assert found == ["Orlova", "Orlova"]


@pytest.mark.parametrize(
    ("name", "sex"),
    [("Ms_Rajesh_Rao", "masc"), ("Jolanda", "fem"), ("Zorvath_Rao", None), ("Ms", None)],
)
def test_given_names_tell_the_sex(name: str, sex: str | None) -> None:
    assert sex_of_name(name) == sex


def test_a_surname_is_the_person_s(nlp: Language) -> None:
    text = "Clara Lincoln taught music. Later Lincoln wrote songs."
    assert sorts(nlp, text)["Lincoln"] == "person"


def test_a_name_is_a_name_where_a_sentence_begins(nlp: Language) -> None:
    text = "The shop was closed by Anna Pott. Pott opened a stall."
    tokens = with_names(analyse(nlp, text)).tokens
    assert [t.upos for t in tokens if t.form == "Pott"] == ["PROPN", "PROPN"]
