"""Kinds of running text that resolvers get wrong: each with two or more inputs, and what every pronoun stands for.

``None``: no noun phrase of the text is meant, so nothing is answered. The kinds come from reports about other tools
(``docs/decisions/reading.md``, 0058).
"""

from __future__ import annotations

import re

import pytest

from coindex import resolve
from coindex.reasoner.running.engine import Reasoner

pytestmark = pytest.mark.model

PRONOUN = re.compile(
    r"\b(?:he|him|his|himself|she|hers?|herself|its?|itself|they|them|theirs?|themselves)\b", re.I
)

KINDS: dict[str, list[tuple[str, list[str | None]]]] = {
    "object of the clause before": [
        ("Bodo met Frieda. She waved at him.", ["Frieda", "Bodo"]),
        ("The porter stopped a lady. She thanked him.", ["a lady", "The porter"]),
    ],
    "own things in clauses alike": [
        ("Lena painted her shed. Maja painted her fence.", ["Lena", "Maja"]),
        ("Otto washed his van and Karl washed his bus.", ["Otto", "Karl"]),
    ],
    "a pronoun that fits nobody": [
        ("Otto and Karl came. They danced. She sat down.", ["Otto and Karl", None]),
        ("Lena met her niece. They talked. He promised to write.", ["Lena", "Lena and her niece", None]),
        ("Frieda studied. He lent her a map.", [None, "Frieda"]),
    ],
    "a place is no he": [
        ("Pavel Toth grew up in the Slovak Republic. He moved to Ghent.", ["Pavel Toth"]),
        ("Otto, Duke of Ansbach, was ill. He stayed at home.", ["Otto"]),
    ],
    "a name of men here and of women there": [
        ("Andrea met Clara. He nodded.", ["Andrea"]),
        ("Nicola called Martha. He was late.", ["Nicola"]),
    ],
    "time and weather": [
        ("Otto looked at his watch and said that it was late.", ["Otto", None]),
        ("Lena closed the window because it was cold outside.", [None]),
        ("The gate was open. It was dark outside.", [None]),
    ],
    "one person as they": [
        ("Robin has lost their cards. They are searching for them.", ["Robin", "Robin", "their cards"]),
        ("If a guest is ill, they may leave.", ["a guest"]),
    ],
    "nothing before it": [
        ("A key fell out of it.", [None]),
        ("A cat slept on it.", [None]),
    ],
    "two of one sentence as they": [
        ("A weaver had a son. One day a tall rider stopped at their gate.", ["A weaver and a son"]),
        ("Lena lives with Otto. Yesterday a hunter came to their farm.", ["Lena and Otto"]),
    ],
    "a role with a capital": [
        ("The Porter carries boxes. He sorts them.", ["The Porter", "boxes"]),
        ("The Teacher marks essays. She writes notes.", ["The Teacher", "The Teacher"][:1]),
    ],
    "near to whose views": [
        ("Emil voted for Karl because he was closest to his ideas.", ["Karl", "Emil"]),
        ("Lena chose Maja because she was close to her views.", ["Maja", "Lena"]),
    ],
    "what is needed and not got": [
        ('"We need a new mill," said Olga.\n\n"If they do not get it, the farm will fail."', [None, "a new mill"]),
        ("We need a longer rope. If you cannot get it, the boat will drift.", ["a longer rope"]),
    ],
    "two alike, one after the other": [
        (
            "Lena opened the big tin and Otto smelled it, and then Lena opened the small tin and Otto smelled it.",
            ["the big tin", "the small tin"],
        ),
        (
            "Maja took the old coin and Karl weighed it, and then Maja took the new coin and Karl weighed it.",
            ["the old coin", "the new coin"],
        ),
    ],
    "both of two": [
        ("Lena likes Otto. They both fear Karl, who despises them.", ["Lena and Otto", "Lena and Otto"]),
        ("Maja knows Otto. They both trust Karl, who helps them.", ["Maja and Otto", "Maja and Otto"]),
    ],
    "a name after a verb of asking": [
        ("Could you ask Wiebke whether she still has the key?", ["Wiebke"]),
        ("Could you ask\nWiebke whether she still has the key?", ["Wiebke"]),
        ("Please tell Oskar that he may keep the map.", ["Oskar"]),
    ],
    "who is taught and given something": [
        ("Frieda came. Karl taught her algebra and gave her a pen.", ["Frieda", "Frieda"]),
        ("Maja waited. Otto offered her tea and lent her a coat.", ["Maja", "Maja"]),
    ],
    "the first of two clauses in the second": [
        ("The new law helps farmers to mend their old sheds and to sell them.", ["farmers", "their old sheds"]),
        ("Karl washed the plums and sold them.", ["the plums"]),
    ],
    "two groups": [
        (
            "Otto and Maja are cousins of Karl and Lena. Karl and Lena want to sing, but they are shy.",
            ["Karl and Lena"],
        ),
        ("Otto and Maja are twins. They live in Ghent.", ["Otto and Maja"]),
    ],
    "surnames of two people": [
        ("Major Karl Falk and Doctor Lena Moser were painting when they saw a fox.",
         ["Major Karl Falk and Doctor Lena Moser"]),
        ("Mr. Otto Brand and Mrs. Maja Stein were reading when they heard a bell.",
         ["Mr. Otto Brand and Mrs. Maja Stein"]),
    ],
    "a sentence that begins after an initial": [
        ("The letter came from Mr. K. He is ill.", ["Mr. K."]),
        ("The house belongs to Mrs. T. She is away.", ["Mrs. T."]),
    ],
}  # fmt: skip

WRONG: dict[str, tuple[str, list[tuple[str, list[str | None]]]]] = {
    "head of a phrase without a verb": (
        "a phrase that is a sentence alone is not salient as a subject",
        [
            ("The sister of Mr. and Mrs. T. She is nine.", ["The sister of Mr. and Mrs. T."]),
            ("The wife of Dr. and Mrs. K.'s son. She is ill.", ["The wife of Dr. and Mrs. K.'s son"]),
        ],
    ),
    "what a later sentence excludes": (
        "the subject before counts more than what the next sentence says",
        [
            ("Robin Stein admires Olga. She admires Otto. She avoids Robin.", ["Olga", "Olga"]),
            ("Kim Falk trusts Lena. She trusts Karl. She mocks Kim.", ["Lena", "Lena"]),
        ],
    ),
    "a noun of a clause that is read as a compound": (
        "the parser reads the verb as a noun after the possessor",
        [
            ("\"Half of the bridge builders' sketches hint at rot. It has spread.\"", ["rot"]),
        ],
    ),
    "who it is": (
        "*it* in a question for somebody is not known to stand for nothing",
        [
            ("Who ate the cheese? Was it the mouse?", [None]),
            ("Who broke the lamp? Was it the cat?", [None]),
        ],
    ),
}  # fmt: skip


def answers(reasoner: Reasoner, text: str) -> list[str | None]:
    """Give for each pronoun of the third person what it stands for, in text order."""
    found = {
        one.pronoun.start: one.candidates[0].text
        for one in resolve(text, reasoner=reasoner).pronouns
    }
    return [found.get(match.start()) for match in PRONOUN.finditer(text)]


@pytest.mark.parametrize(
    ("text", "right"),
    [pytest.param(*one, id=f"{kind}-{n}") for kind, some in KINDS.items() for n, one in enumerate(some)],
)  # fmt: skip
def test_what_pronouns_stand_for(reasoner: Reasoner, text: str, right: list[str | None]) -> None:
    assert answers(reasoner, text) == right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        pytest.param(*one, id=f"{kind}-{n}", marks=pytest.mark.xfail(strict=True, reason=reason))
        for kind, (reason, some) in WRONG.items()
        for n, one in enumerate(some)
    ],
)
def test_what_is_still_wrong(reasoner: Reasoner, text: str, right: list[str | None]) -> None:
    assert answers(reasoner, text) == right
