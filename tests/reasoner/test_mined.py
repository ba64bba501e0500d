"""Counts of raw text in an answer: used where knowledge does not decide, and explained."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from coindex.reasoner.evidence.weigh import SCALE, STRENGTH, Weigher
from coindex.reasoner.running.engine import Reasoner
from kparse.errors import KnowledgeError
from kparse.mentions.situations import Situation

TOTALS = {
    ("all", "", "", "subject", ""): (500, 500),
    ("all", "", "", "subject", "cause"): (50, 50),
}


class Table:
    """Counts held in memory."""

    path = "counts"

    def __init__(self, effects: dict[tuple[str, ...], tuple[int, int]]) -> None:
        self.effects = TOTALS | effects

    def rows(self, table: str, *keys: str) -> list[tuple[Any, ...]]:
        found = self.effects.get(keys) if table == "effect" else None
        return [(*keys, *found, "0:7")] if found else []

    def where(self, refs: str) -> str:
        return refs.replace("0:", "book.txt:") if refs else ""


class NoClasses:
    """Keys without classes."""

    def classes(self, what: Situation) -> tuple[str, ...]:
        return ()


def preference(effects: dict[tuple[str, ...], tuple[int, int]]) -> float:
    weigher = Weigher(Table(effects), NoClasses())  # type: ignore[arg-type]
    return weigher.preference(Situation("see"), Situation("glum"), "cause", "subject").total


def test_nothing_counted_nothing_said() -> None:
    assert preference({}) == 0


def test_log_odds_are_drawn_to_the_prior() -> None:
    key = ("word", "glum", "second", "subject")
    half = STRENGTH / 2
    assert preference({(*key, "cause"): (30, 10)}) == pytest.approx(
        math.log((30 + half) / (10 + half))
    )
    # what is known over all relations is the prior within one
    overall = math.log((300 + half) / (100 + half))
    assert preference({(*key, ""): (300, 100)}) == pytest.approx(overall)
    assert preference({(*key, "cause"): (10, 30)}) < 0 < preference({(*key, "cause"): (11, 10)})


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("pyarrow")
    from coindex.reasoner.evidence.store import write_store

    path = tmp_path_factory.mktemp("mined") / "counts.sqlite"
    effects = TOTALS | {
        ("word", "yodel", "second", "subject", ""): (100, 500),
        ("word", "yodel", "second", "subject", "cause"): (10, 50),
    }
    rows = [("effect", keys, counts, ((0, 7),)) for keys, counts in sorted(effects.items())]
    facts = {("", "", ""): 10_000, ("", "", "kettle"): 50, ("", "", "ladder"): 50}
    facts |= {("subj", "whistle", ""): 100, ("subj", "whistle", "kettle"): 40}
    rows += [("fact", keys, (n,), ((0, 9),)) for keys, n in sorted(facts.items())]
    write_store(path, rows, [("book.txt", "", 10, "public domain")], {})
    return path


SILENT = "Mia zapped Ann because [she] yodelled."


def test_counts_decide_where_knowledge_is_silent(store: Path) -> None:
    reasoner = Reasoner(mined=store)
    text = SILENT.replace("[", "").replace("]", "")
    answer = reasoner.solve(text, pronoun="she", candidates=["Mia", "Ann"])
    assert (answer.decided_by, answer.candidates[answer.answer or 0]) == ("mined", "Ann")
    counted = [r for r in answer.readings[1].rules if r.level == "mined"]
    (rule,) = [r for r in counted if not r.id.startswith("goes_with")]
    assert (rule.id, rule.file, rule.line) == ("effect(zap,yodel,subject,cause)", "book.txt", 7)
    assert "“yodel”" in rule.text
    assert 0 < rule.weight <= SCALE * 3
    silent = Reasoner(mined="").solve(text, pronoun="she", candidates=["Mia", "Ann"])
    assert silent.decided_by not in ("knowledge", "mined")


def test_knowledge_outweighs_counts(store: Path) -> None:
    text = "Mia thanked Ann because she had helped, and she yodelled."
    known = Reasoner(mined="").solve(text, pronoun=24, candidates=["Mia", "Ann"])
    assert known.decided_by == "knowledge"
    same = Reasoner(mined=store).solve(text, pronoun=24, candidates=["Mia", "Ann"])
    assert (same.answer, same.decided_by) == (known.answer, "knowledge")


def test_what_typically_fills_a_role(store: Path) -> None:
    answer = Reasoner(mined=store).solve(
        "The kettle stood beside the ladder until it whistled.",
        pronoun="it",
        candidates=["the ladder", "the kettle"],
    )
    fired = {r.id for reading in answer.readings for r in reading.rules if r.level == "mined"}
    assert "fact(subj,whistle,kettle)" in fired


def test_a_missing_store_is_one_message() -> None:
    with pytest.raises(KnowledgeError, match="no such file"):
        Reasoner(mined="no/such.sqlite")


def test_words_with_quotes_and_two_situations_get_evidence_of_their_own() -> None:
    from coindex.reasoner.evidence.weigh import evidence
    from kparse.mentions.question import Candidate, Question
    from kparse.notation.penman import decode

    class Keys(NoClasses):
        def relation(self, connective: str, *, forward: bool) -> str:
            return "cause"

    graph = decode(
        '(d1 / text :snt1 (e1 / "a\\"b" :subj (x1 / Mia) :obj (x2 / Ann) :link.because (e3 / yodel'
        " :subj (p1 / she :num sg :gender fem)) :link.and (e2 / zap :subj x1 :obj x2 :link.because e3)))"
    )
    counts = {("word", "yodel", "second", "subject", "cause"): (10, 90)}
    weigher = Weigher(Table(counts), Keys())  # type: ignore[arg-type]
    question = Question("p1", 0, 3, (Candidate("Mia", "x1"), Candidate("Ann", "x2")))
    found = evidence(graph, question, weigher)
    assert len({one.id for one in found}) == len(found) == 2
    assert '\\"b' in found[0].fact
