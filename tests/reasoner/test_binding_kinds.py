"""Possible antecedents of the text's pronouns, by the meanings of their nouns."""

from __future__ import annotations

import pytest

from coindex.reasoner.running.engine import Reasoner
from kparse.semantics.build import parse_texts


def test_other_pronouns_stand_for_what_they_fit(reasoner: Reasoner) -> None:
    text = "She drank the cocoa and not the cider because [it] made her feel better."
    answer = reasoner.solve(text, candidates=["the cocoa", "the cider"])
    assert answer.candidate == "the cocoa"


def test_it_is_nobody_and_she_is_no_thing(reasoner: Reasoner) -> None:
    text = "The doctor put the stamp on the envelope while she hummed, because it was torn."
    (graph,) = parse_texts(reasoner.nlp, [text])
    stood_for = {
        graph.text_of(question.pronoun): [candidate.text for candidate in question.candidates]
        for question in reasoner.other_questions(graph, [])
    }
    assert stood_for == {"she": ["The doctor"], "it": ["the stamp", "the envelope"]}


@pytest.mark.parametrize(
    ("noun", "sex"),
    [
        ("plumber", "person"),
        ("bucket", "neut"),
        ("dog", None),
        ("ruler", None),
        ("baby", None),
        ("queen", "fem"),
    ],
)
def test_what_a_noun_can_be(reasoner: Reasoner, noun: str, sex: str | None) -> None:
    assert reasoner.sex_of(noun) == sex


@pytest.mark.parametrize("payer", ["The factories", "The factory", "Norland Mills"])
def test_it_beside_the_asked_pronoun_may_be_all_that_was_told(
    reasoner: Reasoner, payer: str
) -> None:
    pays = "pays" if payer == "The factory" else "pay"
    text = f"{payer} {pays} the workers well because [they] can afford it."
    answer = reasoner.solve(text, candidates=[payer, "the workers"])
    assert answer.candidate == payer
    assert answer.decided_by == "knowledge"


def test_nobody_gave_candidates_and_things_are_none_for_she(reasoner: Reasoner) -> None:
    """With a third candidate, the rules about two parties would not fire."""
    answer = reasoner.solve("Olga brought Rita soup because [she] had hurt her knee.")
    assert answer.candidates == ("Olga", "Rita")
    assert answer.candidate == "Rita"


def test_kinds_give_way_where_one_would_be_left(reasoner: Reasoner) -> None:
    """Kinds do not reduce the candidates to a single one."""
    answer = reasoner.solve("The miller could not lift the sack because [it] was too heavy.")
    assert answer.candidates == ("The miller", "the sack")


def test_candidates_that_were_given_are_kept(reasoner: Reasoner) -> None:
    """A given candidate is kept, even a thing for *she*."""
    given = ("Olga", "Rita", "soup")
    answer = reasoner.solve("Olga brought Rita soup because [she] was ill.", candidates=given)
    assert answer.candidates == given


def test_a_possessive_that_stands_for_a_thing_is_nobody(reasoner: Reasoner) -> None:
    """*Hers* is her own umbrella: she harmed nobody, and lacks one."""
    answer = reasoner.solve("Olga lent Rita an umbrella because [she] had broken hers.")
    assert answer.candidate == "Rita"
    assert answer.decided_by == "knowledge"
