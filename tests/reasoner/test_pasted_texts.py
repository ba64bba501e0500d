"""Texts as people paste them: markup and layout are no part of a mention, and line breaks change no answer."""

from __future__ import annotations

import pytest

from coindex import resolve
from coindex.reasoner.running.engine import Reasoner

pytestmark = pytest.mark.model


def links(reasoner: Reasoner, text: str) -> list[tuple[str, str]]:
    return [
        (f.pronoun.text, f.candidates[0].text) for f in resolve(text, reasoner=reasoner).pronouns
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<p><b>Ida</b> greeted <i>Karl</i>.</p><p>She smiled.</p>", [("She", "Ida")]),
        ("**Karl** sold [the *old* mill](http://example.org). He missed it.", [("He", "Karl"), ("it", "the old mill")]),
        ("# Opening hours\n\nIda closed the shop. She locked it.", [("She", "Ida"), ("it", "the shop")]),
        ("Known faults\n============\n\nThe pump leaks. It drips.", [("It", "The pump")]),
        ("# Ida Kern\n\nShe was born in Basel.", [("She", "Ida Kern")]),
        ("From: Ida Kern <ida@example.org>\nTo: Olga Lund\n\nKarl is ill. He sleeps.", [("He", "Karl")]),
        ("| cook | pan |\n|---|---|\n| Karl | big |\n\nIda is ill. She sleeps.", [("She", "Ida")]),
        ("Figure 4: The tower in May\n\nThe bridge is old. It sways.", [("It", "The bridge")]),
        ("- Ida baked a loaf.\n- She ate it.", [("She", "Ida"), ("it", "a loaf")]),
    ],
)  # fmt: skip
def test_markup_and_layout_name_nobody(
    reasoner: Reasoner, text: str, found: list[tuple[str, str]]
) -> None:
    assert links(reasoner, text) == found


def test_places_are_those_of_the_original(reasoner: Reasoner) -> None:
    text = "<p>The <b>old</b>\nmill burned.</p>\n<p>It was <i>dry</i>.</p>"
    (one,) = resolve(text, reasoner=reasoner).pronouns
    assert text[one.pronoun.start : one.pronoun.end] == "It"
    place = one.candidates[0]
    assert place.text == "The old mill"
    assert text[place.start : place.end] == "The <b>old</b>\nmill"
