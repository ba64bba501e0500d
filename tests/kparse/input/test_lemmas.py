"""Lemmas: tables, then the parser's, then rules."""

from __future__ import annotations

import pytest

from kparse.input.lemmas import lemma_of


@pytest.mark.parametrize(
    ("form", "upos", "xpos", "lemma"),
    [
        ("strained", "VERB", "VBD", "strain"),
        ("escaped", "VERB", "VBN", "escape"),
        ("wrapped", "VERB", "VBD", "wrap"),
        ("passed", "VERB", "VBD", "pass"),
        ("tied", "VERB", "VBD", "tie"),
        ("carries", "VERB", "VBZ", "carry"),
        ("stolen", "VERB", "VBN", "steal"),
        ("bit", "VERB", "VBD", "bite"),
        ("wolves", "NOUN", "NNS", "wolf"),
        ("houses", "NOUN", "NNS", "house"),
        ("news", "NOUN", "NN", "news"),
        ("smoothies", "NOUN", "NNS", "smoothie"),
        ("cities", "NOUN", "NNS", "city"),
        ("shyest", "ADJ", "JJS", "shy"),
        ("bigger", "ADJ", "JJR", "big"),
        ("better", "ADJ", "JJR", "good"),
        ("later", "ADV", "RBR", "later"),
        ("Himself", "PRON", "PRP", "he"),
        ("hers", "PRON", "PRP", "she"),
        ("Ann", "PROPN", "NNP", "Ann"),
        ("n't", "PART", "RB", "not"),
        ("wo", "AUX", "MD", "will"),
    ],
)
def test_wrong_lemmas_are_replaced(form: str, upos: str, xpos: str, lemma: str) -> None:
    assert lemma_of(form, upos, "nonsense", xpos, trust=False) == lemma


@pytest.mark.parametrize(
    ("form", "lemma"), [("burritos", "burrito"), ("parkas", "parka"), ("pajamas", "pajamas")]
)
def test_a_plural_is_not_a_lemma(form: str, lemma: str) -> None:
    assert lemma_of(form, "NOUN", form, "NNS", trust=False) == lemma


def test_trusted_lemmas_stay() -> None:
    assert lemma_of("zorbs", "VERB", "zorbe") == "zorbe"
