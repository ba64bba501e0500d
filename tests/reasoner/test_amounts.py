"""Amounts, measures, parallel and contrasted parties, and owners in sentences of knowledge."""

from __future__ import annotations

import pytest

from coindex.reasoner import Reasoner
from coindex.reasoner.english_rules.amounts import alike, is_amount, number

pytestmark = pytest.mark.model


def used_for(reasoner: Reasoner, text: str, sentence: str) -> str:
    """Who the pronoun is; empty if the sentence was not used."""
    answer = reasoner.solve(text, knowledge=[sentence])
    return str(answer.candidate) if answer.sentence_uses[0].used else ""


def test_words_of_amount() -> None:
    assert (number("1,200"), number("three_hundred"), number("enough")) == (1200, 300, None)
    assert is_amount("plenty")
    assert is_amount("7")
    assert not is_amount("friend")
    assert alike("a few".split()[1], "little")
    assert not alike("few", "40")
    assert not alike("many", "2")
    assert not alike("enough", "few")


@pytest.mark.parametrize(
    ("text", "sentence", "right"),
    [
        # how many of them there are
        ("The children fought over the swings because there were not enough of [them].",
         "People fight over thing1 because there are not enough of thing1.", "the swings"),
        ("The guards could not stop the fans because there were only three of [them].",
         "Group1 cannot stop group2 because there are few of group1.", "The guards"),
        ("The guards could not stop the fans because there were hundreds of [them].",
         "Group1 cannot stop group2 because there are few of group1.", ""),
        ("The robins chased off the crows although there were fewer of [them].",
         "Group1 chases off group2 although there are fewer of group1.", "The robins"),
        # a measure need not say what its adjective says
        ("Emma lifted Julia because [she] was only five years old.",
         "Person1 lifts person2 because person2 is young.", "Julia"),
        ("Emma lifted Julia because [she] was only five years old.",
         "Person1 lifts person2 because person1 is old.", ""),
        ("Emma lifted Julia because [she] was ten months old.",
         "Person1 lifts person2 because person2 is a few months old.", "Julia"),
        ("Emma lifted Julia because [she] was ten months old.",
         "Person1 lifts person2 because person2 is ten years old.", ""),
        ("The pole did not fit into the van because [it] was five metres long.",
         "Thing1 does not fit into thing2 because thing1 is too long.", "The pole"),
        ("The pole did not fit into the van because [it] was only two metres long.",
         "Thing1 does not fit into thing2 because thing1 is too long.", ""),
        ("Kepler quoted Ptolemy because [he] lived much earlier.",
         "Person1 quotes person2 because person2 lives earlier than person1.", "Ptolemy"),
        # parallel parties are matched by their place
        ("The theatre kept the comedy but not the tragedy because everybody enjoyed [it].",
         "People keep thing1 because everybody enjoys thing1.", "the comedy"),
        ("The owner kept the mule but not the donkey because [it] was lame.",
         "Person1 keeps thing1 instead of thing2 because thing2 is lame.", "the donkey"),
        ("The boys played with the kite and not with the ball because [it] had a hole.",
         "People play with thing1 instead of thing2 because thing2 has a hole.", "the ball"),
        ("Mara phoned Lena rather than Tessa because [she] never answered.",
         "Person1 phones person2 instead of person3 because person3 never answers.", "Tessa"),
        ("Unlike the baker, the miller slept late, since [he] had to light the oven.",
         "Unlike person1, person2 sleeps late because person1 has to light an oven.", "the baker"),
        ("Compared to the lake, the pond is warm because [it] is so shallow.",
         "Compared with thing1, thing2 is warm because thing2 is shallow.", "the pond"),
        ("The gull reached the pier before the tern because [it] stopped to rest.",
         "Thing1 reaches a place before thing2 because thing2 stops to rest.", "the tern"),
        # who made it, and of whom it is
        ("Hauser's statue of Brandt is admired because [he] had skilful hands.",
         "Person1's statue of person2 is admired because person1 has skilful hands.", "Hauser"),
        ("The duke's photograph of the prince was blurred because [he] had moved.",
         "Person1's photograph of person2 is blurred because person2 moves.", "the prince"),
        # clauses without a finite verb
        ("The porter groaned at the waiter, rubbing [his] knee.",
         "Rubbing person1's knee, person1 groans.", "The porter"),
        ("Blamed by Ellen, Doris cried because [she] was innocent.",
         "Blamed by person1, person2 cries because person2 is innocent.", "Doris"),
        ("The bus passed the tram because [it] was full of pupils.",
         "Thing1 passes thing2 because thing2 is full of pupils.", "the tram"),
    ],
)  # fmt: skip
def test_sentences(reasoner: Reasoner, text: str, sentence: str, right: str) -> None:
    assert used_for(reasoner, text, sentence) == right
