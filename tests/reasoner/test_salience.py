"""Salience in long texts, and short forms of names."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import Reasoner
from coindex.reasoner.evidence.salience import is_long, read_salience
from coindex.reasoner.solving.solver import LEVELS, Optimum, Solution, _add_salience
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


def test_knowledge_decides_unless_salience_outweighs_it() -> None:
    optima = [Optimum(0, (0, 0, 0, 0, 2), ()), Optimum(1, (0, 40, 0, 0, 0), ())]
    kept = Solution(list(optima))
    _add_salience(kept, (0.0, 1.0), 10)
    assert (kept.optima, kept.levels) == (optima, LEVELS)
    turned = Solution(list(optima))
    _add_salience(turned, (0.0, 2.0), 10)
    assert [o.cost for o in turned.optima] == [(0, 0, 0, 0, 26), (0, 0, 0, 0, 0)]
    assert turned.levels[-1] == "salience"


def test_a_file_of_weights_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "s.tsv"
    path.write_text("# weights\ntimes named\t550\n\n")
    assert read_salience(path).weights == {"times named": 550}
    path.write_text("times named\tmuch\n")
    with pytest.raises(KnowledgeError):
        read_salience(path)
