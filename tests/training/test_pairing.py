"""The pairwise model: how it is learnt, and how the reasoner uses it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import pytest
from clingo import parse_term

import training.pairing.__main__ as command
from coindex.files.shipped import KNOWLEDGE
from coindex.harness.questions.sources import Entry
from coindex.reasoner.answer import Answer
from coindex.reasoner.evidence.pairwise_model import (
    PAIRWISE_MODEL,
    Atom,
    PairwiseModel,
    QuestionTerms,
    read_pairwise_model,
    shipped_pairwise_model,
    terms_of,
)
from coindex.reasoner.evidence.weigh import Evidence
from coindex.reasoner.grounding.program import TERMS
from coindex.reasoner.jobs.journal import undamaged
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.solving.deciding import Decision, decided
from kparse.errors import InputError, KnowledgeError
from training.pairing import solving
from training.pairing.model import Learnt, Setting, learn, pairs_of, rows_of
from training.pairing.samples import Sample, examples, from_line, sample_task, to_line

OPEN = "The potter waved at the weaver because he hummed."
"""A question that no knowledge decides."""


def terms(pronoun: str, *candidates: str) -> QuestionTerms:
    return QuestionTerms(
        frozenset(pronoun.split()), tuple(frozenset(each.split()) for each in candidates)
    )


def sample(number: int, gold: int, found: QuestionTerms | None) -> Sample:
    return Sample("own", str(number), f"pair-{number // 2}", gold, False, False, found)


def schema(count: int) -> list[Sample]:
    """Those who lift are strong, those who drop are weak; age is irrelevant."""
    found = []
    for number in range(count):
        verb, gold = (("lifts", 0), ("drops", 1))[number % 2]
        old = "old" if number % 3 else "new"
        found.append(sample(number, gold, terms(f"{verb} {old}", "strong old", "weak old")))
    return found


# ---------------------------------------------------------------------------------------- learning


def test_what_goes_together_is_learnt_and_holds_of_what_was_left_out() -> None:
    learnt = learn(schema(60), Setting(least=5, price=0.1, smallest=0))
    assert learnt.weights["strong", "lifts"] > 0 > learnt.weights["strong", "drops"]
    assert learnt.weights["weak", "drops"] > 0 > learnt.weights["weak", "lifts"]
    assert ("old", "lifts") not in learnt.weights, "it distinguishes nobody"
    assert all(score > 0 for score in learnt.scores.values())
    assert len(learnt.scores) == 60


def test_the_same_questions_give_the_same_weights_in_any_order_of_candidates() -> None:
    plain = schema(40)
    turned = [
        Sample(
            s.set,
            s.id,
            s.pair,
            1 - s.gold,
            False,
            False,
            QuestionTerms(s.terms.pronoun, s.terms.candidates[::-1]),
        )
        for s in plain
        if s.terms
    ]
    setting = Setting(least=5, price=1.0)
    assert learn(plain, setting) == learn(plain, setting)
    assert learn(plain, setting).weights == pytest.approx(learn(turned, setting).weights)


def test_answers_without_a_pattern_teach_nothing() -> None:
    noise = [
        sample(n, gold=(n // 2) % 2, found=terms("lifts", "strong", "weak")) for n in range(80)
    ]
    learnt = learn(noise, Setting(least=5))
    assert max(map(abs, learnt.weights.values()), default=0.0) < 0.2


def test_a_rare_pair_and_a_question_without_terms_are_left_out() -> None:
    samples = [*schema(20), sample(98, 0, None), sample(99, 0, terms("rare", "odd", "even"))]
    assert ("odd", "rare") not in pairs_of(samples, 2)
    assert 20 not in rows_of(samples, pairs_of(samples, 2), {}).of


def test_small_weights_are_left_out_on_demand() -> None:
    leaning = [
        sample(100 + n, gold=0 if n % 20 < 11 else 1, found=terms("hums", "big", "small"))
        for n in range(60)
    ]
    every = learn([*schema(60), *leaning], Setting(least=2, price=1.0, smallest=0))
    some = learn([*schema(60), *leaning], Setting(least=2, price=1.0, smallest=0.5))
    assert every.weights.keys() - some.weights.keys() == {("big", "hums"), ("small", "hums")}


# ------------------------------------------------------------------------------------------ speaking


def test_more_candidates_are_weighed_against_each_other() -> None:
    pairs = PairwiseModel({"lifts": {"strong": 1000, "weak": -1000}})
    scores = pairs.scores(terms("lifts", "weak", "strong", "odd"))
    assert scores[1] > scores[2] > scores[0]
    assert sum(scores) == pytest.approx(0)


def test_terms_are_read_from_atoms() -> None:
    atoms = (
        "prop(e1,x1,strong) rated(e1,x1,strength,hi) attributed(e2,p1,says(x2,good)) kind_of(x2,person) "
        "kind_of(p1,person) candidate_rated(e1,x2,mood,neg) pronoun_rated(e2,p1,mood,neg) plays(e2,speak,agent,p1) "
        "plays(e3,walk,agent,x9) prop(x1)"
    ).split()
    found = terms_of(map(parse_term, atoms), "p1", ["x1", "x2"])
    assert found.pronoun == {
        "attributed(says(_,good))",
        "pronoun_rated(mood,neg)",
        "plays(speak,agent)",
    }
    assert found.candidates == (
        {"prop(strong)", "rated(strength,hi)"},
        {"kind_of(person)", "candidate_rated(mood,neg)"},
    )


class Told(PairwiseModel):
    """Speaks for the second candidate with a weight, and keeps the atoms that it was asked with."""

    def __init__(self, weight: int) -> None:
        super().__init__({})
        self.weight = weight
        self.atoms: set[str] = set()

    def evidence(
        self, atoms: Iterable[Atom], pronoun: str, candidates: Sequence[str]
    ) -> list[Evidence]:
        self.atoms = set(map(str, atoms))
        fact = f'typical("goes_with(t)",{pronoun},{candidates[1]},{self.weight})'
        return [Evidence("goes_with(t)", fact, "it goes", "pairs", 0, "learnt")]


Ask = Callable[[str, int], tuple[Answer, Told]]


@pytest.fixture
def told(reasoner: Reasoner) -> Iterator[Ask]:
    """Answers a question with a pairwise model that speaks for the weaver."""
    before = reasoner.pairwise_model

    def ask(text: str, weight: int) -> tuple[Answer, Told]:
        model = Told(weight)
        reasoner.pairwise_model = model if weight else None
        names = ["The potter", "the weaver"]
        return reasoner.solve(text, pronoun="he", candidates=names, explain=True), model

    yield ask
    reasoner.pairwise_model = before


GRATEFUL = "The potter thanked the weaver because he was grateful."


def test_pairs_decide_where_knowledge_is_silent(told: Ask) -> None:
    silent, _ = told(OPEN, 0)
    assert silent.decided_by in ("preference", "tie")
    heard, _ = told(OPEN, 20)
    assert (heard.answer, heard.decided_by) == (1, "mined")
    assert heard.best is not None
    assert [(r.id, r.weight) for r in heard.best.rules if r.level == "mined"] == [
        ("goes_with(t)", 20)
    ]
    costs = [reading.cost_by_level for reading in heard.readings]
    assert [cost["mined"] for cost in costs] == [20, 0]


def test_pairs_and_knowledge_are_added(told: Ask) -> None:
    alone, _ = told(GRATEFUL, 0)
    assert (alone.answer, alone.decided_by) == (0, "knowledge")
    decision = decided(alone)
    assert decision is not None
    ahead = decision.margin
    beside, _ = told(GRATEFUL, ahead - 1)
    assert (beside.answer, beside.decided_by) == (0, "knowledge")
    assert decided(beside) == Decision("knowledge", "knowledge", 1)
    above, _ = told(GRATEFUL, ahead + 1)
    assert (above.answer, above.decided_by) == (1, "mined")
    assert decided(above) == Decision("mined", "mined", 1)
    knowledge = [
        [reading.cost_by_level["knowledge"] for reading in a.readings] for a in (alone, above)
    ]
    assert knowledge[0] == knowledge[1] == [0, ahead]


def test_pairs_get_the_terms_that_no_reading_changes(told: Ask) -> None:
    _, model = told(GRATEFUL, 1)
    names = {name for name, _, _ in (predicate.partition("/") for predicate in TERMS)}
    assert {atom.partition("(")[0] for atom in model.atoms} <= names
    assert any(atom.startswith("plays(") and ",thank," in atom for atom in model.atoms)
    assert any(atom.startswith("prop(") and ",grateful)" in atom for atom in model.atoms)
    answer, _ = told(GRATEFUL, 0)
    nodes = [reading.node for reading in answer.readings]
    # (who thanks is grateful, whoever is meant; of whom the clause says it depends on who is meant)
    grateful = {atom for atom in model.atoms if atom.startswith("prop(s") and "grateful" in atom}
    assert not any(f",{node}," in atom for atom in grateful for node in nodes)


def test_what_ships_can_be_read_and_is_used(reasoner: Reasoner) -> None:
    shipped = shipped_pairwise_model(KNOWLEDGE / PAIRWISE_MODEL)
    assert shipped is not None
    assert reasoner.pairwise_model is not None
    assert reasoner.pairwise_model.path == shipped.path
    assert Reasoner(mined="").pairwise_model is None


@pytest.mark.parametrize("line", ["12\tprop(a)", "much\tprop(a)\tprop(b)", "1\ta\tb\tc"])
def test_a_damaged_line_is_named(line: str, tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    path.write_text(f"# head\n5\tprop(a)\tprop(b)\n{line}\n")
    with pytest.raises(KnowledgeError) as caught:
        read_pairwise_model(path)
    assert f"{path}:3:1" in str(caught.value)


def test_a_file_that_cannot_be_read_is_a_message(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeError, match="cannot read"):
        read_pairwise_model(tmp_path / "none.tsv")
    (tmp_path / "odd.tsv").write_bytes(b"\xff\xfe1")
    with pytest.raises(KnowledgeError, match="not UTF-8"):
        read_pairwise_model(tmp_path / "odd.tsv")
    assert shipped_pairwise_model(tmp_path / "none.tsv") is None


# ------------------------------------------------------------------------------------------- samples


def test_samples_survive_being_written() -> None:
    for each in (*schema(2), sample(5, 1, None)):
        assert from_line(to_line(each)) == each
    assert (
        len(undamaged([to_line(schema(1)[0]), '{"set": 1}', to_line(schema(1)[0])], from_line)) == 1
    )


def test_questions_are_solved_without_what_is_learnt(reasoner: Reasoner) -> None:
    entries = examples(KNOWLEDGE / "examples")[:3]
    before = reasoner.pairwise_model
    found = sample_task(reasoner, entries)
    assert reasoner.pairwise_model is before
    assert [s.id for s in found] == [e.id for e in entries]
    assert all(s.terms and s.terms.pronoun and len(s.terms.candidates) == 2 for s in found)


def test_from_questions_to_a_file(
    reasoner: Reasoner,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def here(entries: Sequence[Entry], _work: solving.Work) -> list[Sample]:
        return sample_task(reasoner, entries)

    monkeypatch.setattr(solving, "solved_samples", here)
    monkeypatch.setattr(command, "examples", lambda _: examples(KNOWLEDGE / "examples")[:40])
    questions, out = tmp_path / "own.jsonl", tmp_path / "pairs.tsv"
    record = {
        "id": "1",
        "text": OPEN,
        "pron_start": OPEN.index("he hummed"),
        "pron_end": OPEN.index(" hummed"),
        "candidates": ["The potter", "the weaver"],
        "answer": 0,
    }
    lines = [json.dumps({**record, "id": str(n), "pair_id": f"p{n}"}) for n in range(8)]
    questions.write_text("\n".join(lines) + "\n")
    words = [f"own={questions}", "--least", "3", "--out", str(out)]
    assert command.main(words) == 0
    assert "right by pairs" in capsys.readouterr().out
    assert read_pairwise_model(out).path == "/".join(out.parts[-3:])
    first = out.read_text()
    assert str(tmp_path) not in first
    assert "own=own.jsonl" in first
    assert command.main(words) == 0
    assert out.read_text() == first
    assert command.main([str(tmp_path / "none.jsonl")]) == 2
    assert "none.jsonl" in capsys.readouterr().err
    assert command.main([*words, *(f"--without=own:{n}" for n in range(8))]) == 2
    assert "no question is left" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--price", "0"], "--price is 0.0"),
        (["--price", "inf"], "--price is inf"),
        (["--least", "0"], "--least is 0"),
        (["--smallest", "1"], "--smallest is 1.0"),
        (["--workers", "0"], "--workers is 0"),
        (["--out", "nowhere/pairs.tsv"], "nowhere/pairs.tsv"),
        (["--out", "a.tsv", "--samples", "./a.tsv"], "the same file"),
    ],
)
def test_options_that_cannot_be_meant_are_told_first(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["none.jsonl", *words]) == 2
    assert message in capsys.readouterr().err


def test_a_file_in_which_nothing_was_learnt_has_only_a_head() -> None:
    assert all(line.startswith("#") for line in command.written(Learnt({}, {}), "x").splitlines())


def test_examples_of_a_rule_stay_together(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(
        "r: Max fed Leo because [he] ate. = Leo | Max\n"
        "r: ! Max fed Ali because [he] ate. = Ali | Max\n"
        "q: Max fed Leo because [he] ate. = Leo | Max\n"
    )
    assert [(e.id, e.pair, e.gold) for e in examples(tmp_path)] == [
        ("a:1", "r:a", 0),
        ("a:2", "r:a", 0),
    ]
    (tmp_path / "a.txt").write_text("no example\n")
    with pytest.raises(InputError):
        examples(tmp_path)
