"""Salience in long texts, and short forms of names."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import Reasoner
from coindex.reasoner.answer import Answer
from coindex.reasoner.evidence.points import POINTS, points
from coindex.reasoner.evidence.salience import is_long, read_salience
from coindex.reasoner.solving.deciding import Decision, decided
from coindex.reasoner.solving.solver import Optimum
from kparse.errors import KnowledgeError
from kparse.mentions.same_mentions import same_mentions
from kparse.semantics.build import parse_text

LONG = (
    "Hanna Brink was born in Lund and grew up on a farm near the coast. In 1921 Brink moved to the capital, where a "
    "cousin of Vera Dahl rented rooms to students. Two years later she published a first book of poems about the sea."
)


@pytest.fixture(scope="module")
def reasoner() -> Reasoner:
    return Reasoner()


def test_the_one_whom_the_text_is_about(reasoner: Reasoner) -> None:
    start = LONG.index(" she ") + 1
    answer = reasoner.solve(LONG, pronoun=start, candidates=["Vera Dahl", "Hanna Brink"])
    assert answer.candidates[answer.answer or 0] == "Hanna Brink"
    assert answer.decided_by == "preference"


def test_short_texts_have_none(reasoner: Reasoner) -> None:
    graph = parse_text(reasoner.nlp, "Ann thanked Eve because she had helped.")
    assert not is_long(graph)


def test_short_forms_of_a_name_are_one_person(reasoner: Reasoner) -> None:
    graph = parse_text(reasoner.nlp, LONG)
    pairs = {(graph.nodes[a].concept, graph.nodes[b].concept) for a, b in same_mentions(graph)}
    assert ("Hanna_Brink", "Brink") in pairs
    two = parse_text(reasoner.nlp, "Ann Hill met Bob Hill. Hill laughed.")
    assert not {b for _, b in same_mentions(two) if two.nodes[b].concept == "Hill"}


GRATEFUL = "Carla thanked Dora because she was grateful."


def told(reasoner: Reasoner, dora: float) -> Answer:
    """Answer with a salience (log-odds) of Dora, as if the text were a long one."""
    graph = parse_text(reasoner.nlp, GRATEFUL)
    asked = reasoner.questions_of(graph, "she", ["Carla", "Dora"])
    salience = {asked[0].pronoun: (0.0, dora)}
    return reasoner.answer_questions(graph, asked, asked, salience=salience)[0]


def test_salience_and_knowledge_are_added(reasoner: Reasoner) -> None:
    alone = told(reasoner, 0.0)
    assert (alone.answer, alone.decided_by) == (0, "knowledge")
    decision = decided(alone)
    assert decision is not None
    ahead = decision.margin
    beside = told(reasoner, (ahead - 1) / POINTS)
    assert decided(beside) == Decision("knowledge", "knowledge", 1)
    assert beside.answer == 0
    above = told(reasoner, (ahead + 1) / POINTS)
    assert decided(above) == Decision("preference", "salience", 1)
    assert (above.answer, above.decided_by) == (1, "preference")
    assert [r.cost_by_level["salience"] for r in above.readings] == [ahead + 1, 0]


def test_what_does_not_speak_for_a_candidate_speaks_against_it(reasoner: Reasoner) -> None:
    against = told(reasoner, -1.0)
    assert [r.cost_by_level["salience"] for r in against.readings] == [0, POINTS]


def test_only_the_pronoun_asked_about_counts() -> None:
    shown = ("binds(p,a)", "binds(q,b)", "salient(p,a,20)", "salient(p,b,7)", "salient(q,b,30)")
    optimum = Optimum(0, (0, -62, 3, 0), (*shown, 'mined("r",p,a,12)'))
    assert optimum.costs("p") == {
        "problems": 0,
        "knowledge": -30,
        "mined": -12,
        "salience": -20,
        "preference": 3,
    }


def test_a_text_read_in_turn_has_the_costs_of_one_pronoun_at_a_time(reasoner: Reasoner) -> None:
    text = "Carla thanked Dora because she was grateful. She bought her a coffee."
    graph = parse_text(reasoner.nlp, text)
    asked = reasoner.questions_of(graph, None, None)
    salience = {q.pronoun: [0.25 * n for n in range(len(q.candidates))] for q in asked}
    assert len(salience) == 3
    answers = reasoner.answer_questions(graph, asked, asked, in_turn=True, salience=salience)
    for answer, question in zip(answers, asked, strict=True):
        costs = [reading.cost_by_level["salience"] for reading in answer.readings]
        told = [points(odds) for odds in salience[question.pronoun]]
        assert costs == [max(told) - one for one in told]


def test_a_file_of_weights_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "s.tsv"
    path.write_text("# weights\ntimes named\t550\n\n")
    assert read_salience(path).weights == {"times named": 550}
    path.write_text("times named\tmuch\n")
    with pytest.raises(KnowledgeError):
        read_salience(path)
