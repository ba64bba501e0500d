"""All pronouns of a text are answered together: all answers hold in one reading."""

from __future__ import annotations

import pytest

from coindex.reasoner.running.engine import Reasoner

TEXTS = {
    "The waiter brought the soup to the guest, but he sent it back because it was cold.": (
        "it: the soup",
        "it: the soup",
    ),
    "The mayor laughed when the town celebrated because it had finally won its case against him.": (
        "it: the town",
        "its: the town",
        "him: The mayor",
    ),
    "The year was hard for the farmer, and he thought that it would never end.": (
        "he: the farmer",
        "it: The year",
    ),
    "Karen phoned Lisa because she wanted to invite her, but she did not answer.": (
        "she: Karen",
        "her: Lisa",
        "she: Lisa",
    ),
    "The teachers praised the pupils because they had worked hard, and they thanked them.": (
        "they: the pupils",
        "they: the pupils",
        "them: The teachers",
    ),
    "The club sued the singer because she had broken her promise to it.": (
        "she: the singer",
        "her: the singer",
        "it: The club",
    ),
}


@pytest.mark.parametrize("text", TEXTS)
def test_all_pronouns(reasoner: Reasoner, text: str) -> None:
    found = [f"{answer.pronoun}: {answer.candidate}" for answer in reasoner.solve_all(text)]
    assert [f for f in found if f in TEXTS[text]] == list(TEXTS[text])


@pytest.mark.parametrize(
    "text",
    [
        "The dog chased the cat until it climbed a tree, and then it barked at it.",
        "The owner sold his shop to the baker because he needed money, and he gave it to him.",
        "Mark helped Jim with the move. He was grateful, and he gave him a bottle of wine.",
        "Nora lent Alice the umbrella because she had forgotten hers, and she thanked her.",
    ],
)
def test_nobody_does_to_himself_what_is_done_to_another(reasoner: Reasoner, text: str) -> None:
    answers = [a for a in reasoner.solve_all(text) if "dog" in text or a.pronoun != "it"]
    assert answers[-2].candidate != answers[-1].candidate


def test_one_pronoun_is_answered_as_if_alone(reasoner: Reasoner) -> None:
    text = "Carla thanked Dora because [she] had carried the bags upstairs."
    asked = reasoner.solve(text)
    (among,) = reasoner.solve_all(text.replace("[", "").replace("]", ""))
    assert (asked.candidate, asked.confidence) == (among.candidate, among.confidence)


@pytest.mark.model
def test_a_problem_somebody_has_is_no_problem_with_having_it(reasoner: Reasoner) -> None:
    # If it were, having it would be denied because it is not denied: no reading at all.
    answer = reasoner.solve("Nils pitied the clerk who had a problem because [he] was kind.")
    assert answer.candidate == "Nils"
