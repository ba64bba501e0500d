"""The deciding word: what is said of the pronoun matches only with its complement, comparison, particle and pole."""

from __future__ import annotations

import pytest

from coindex.reasoner import Reasoner

pytestmark = pytest.mark.model


def asked(reasoner: Reasoner, text: str, sentence: str) -> tuple[str, bool, str]:
    """Who the pronoun is, whether the sentence was used, and why or why not."""
    answer = reasoner.solve(text, knowledge=[sentence])
    (use,) = answer.sentence_uses
    return str(answer.candidate), use.used, use.why


@pytest.mark.parametrize(
    ("text", "apt", "right", "unapt"),
    [
        pytest.param(
            "Mona rang Greta because [she] wanted to chat.",
            "Person1 rings person2 because person1 wants to chat.",
            "Mona",
            "Person1 rings person2 because person2 wants to sleep.",
            id="complement of a frame",
        ),
        pytest.param(
            "The carpenter thanked the painter because [he] needed a ladder.",
            "Person1 thanks person2 because person1 needs a ladder.",
            "The carpenter",
            "Person1 thanks person2 because person2 needs praise.",
            id="object of a frame",
        ),
        pytest.param(
            "Lena waited for Maud because [her] boots were muddy.",
            "Person1 waits for person2 because the boots of person2 are muddy.",
            "Maud",
            "Person1 waits for person2 because the bag of person1 is heavy.",
            id="what somebody has",
        ),
        pytest.param(
            "The van overtook the tractor because [it] was driving slowly.",
            "Thing1 overtakes thing2 because thing2 is driving slowly.",
            "the tractor",
            "Thing1 overtakes thing2 because thing1 is driving quickly.",
            id="manner",
        ),
        pytest.param(
            "The vase was placed behind the bowl because [it] was less valuable.",
            "Thing1 is placed behind thing2 because thing1 is less valuable.",
            "The vase",
            "Thing1 is placed behind thing2 because thing2 is more valuable.",
            id="degree",
        ),
        pytest.param(
            "Olga envied Petra because [she] was rich.",
            "Person1 envies person2 because person2 is rich.",
            "Petra",
            "Person1 envies person2 because person1 is poor.",
            id="opposites on one scale",
        ),
        pytest.param(
            "Karl begged Hugo to stay, but [he] would not give in.",
            "Person1 begs person2 to stay, but person2 does not give in.",
            "Hugo",
            "Person1 begs person2 to stay, but person1 does not give up.",
            id="particle",
        ),
    ],
)
def test_the_deciding_word(reasoner: Reasoner, text: str, apt: str, right: str, unapt: str) -> None:
    assert asked(reasoner, text, apt)[:2] == (right, True)
    alone = reasoner.solve(text)
    found, used, _ = asked(reasoner, text, unapt)
    assert (found, used) == (alone.candidate, False)


def test_the_message_says_what_differs(reasoner: Reasoner) -> None:
    text = "Mona rang Greta because [she] wanted to chat."
    *_, why = asked(reasoner, text, "Person1 rings person2 because person2 wants to sleep.")
    assert "the text has “chat” where the sentence has “sleep”" in why


@pytest.mark.parametrize(
    ("text", "sentence", "right", "used"),
    [
        # the same contrast in both
        (
            "Wanda outran Ruth although [she] was limping.",
            "Person1 outruns person2 although person1 is limping.",
            "Wanda",
            True,
        ),
        (
            "Ivo trusted Pavel with a secret, but [he] betrayed it.",
            "Person1 trusts person2 with a secret, but person2 betrays the secret.",
            "Pavel",
            True,
        ),
        # a plain sentence speaks against what it fits
        (
            "Wanda outran Ruth although [she] was limping.",
            "Person1 outruns person2 because person2 is limping.",
            "Wanda",
            True,
        ),
        # so does a contrast where the text has a reason
        (
            "Wanda outran Ruth because [she] was limping.",
            "Person1 outruns person2 although person1 is limping.",
            "Ruth",
            True,
        ),
    ],
)
def test_contrast(reasoner: Reasoner, text: str, sentence: str, right: str, used: bool) -> None:
    assert asked(reasoner, text, sentence)[:2] == (right, used)


def test_but_may_continue_a_story(reasoner: Reasoner) -> None:
    text = "Wanda praised Ruth, but [she] was limping."
    _, used, why = asked(reasoner, text, "Person1 praises person2 because person2 is limping.")
    assert not used
    assert "without the contrast" in why


def test_one_half_is_weak(reasoner: Reasoner) -> None:
    text = "The gardener trained the apprentice because [he] was patient."
    both = reasoner.solve(text, knowledge=["Person1 trains person2 because person1 is patient."])
    half = reasoner.solve(text, knowledge=["Person1 rebukes person2 because person2 is patient."])
    weights = [
        next(r.weight for o in answer.readings for r in o.rules if r.id == "english_rule(1)")
        for answer in (both, half)
    ]
    assert weights[0] > 2 * weights[1]


def test_sentences_that_restate_each_other_count_once(reasoner: Reasoner) -> None:
    text = "The gardener trained the apprentice because [he] was patient."
    said = [
        "Person1 trains person2 because person1 is patient.",
        "If person1 is patient, person1 trains person2.",
    ]
    once = reasoner.solve(text, knowledge=said[:1])
    twice = reasoner.solve(text, knowledge=said)
    assert twice.costs == once.costs
    assert [use.used for use in twice.sentence_uses] == [True, True]
