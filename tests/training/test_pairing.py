"""The pairwise model: how it is learnt, and how the reasoner uses it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from clingo import parse_term

import training.pairing.__main__ as command
from coindex.files.shipped import KNOWLEDGE
from coindex.harness.questions.sources import Entry
from coindex.reasoner.evidence.pairwise_model import (
    PAIRWISE_MODEL,
    PairwiseModel,
    QuestionTerms,
    WeightedEvidence,
    common_terms,
    read_pairwise_model,
    shipped_pairwise_model,
)
from coindex.reasoner.evidence.weigh import LARGEST, Evidence
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.running.journal import undamaged
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


def test_terms_are_read_from_what_is_sure() -> None:
    sure = (
        "prop(e1,x1,strong) rated(e1,x1,strength,hi) attributed(e2,p1,says(x2,good)) kind(x2,person) kind(p1,person) "
        "candidate_rated(e1,x2,mood,neg) pronoun_rated(e2,p1,mood,neg) plays(e2,speak,agent,p1) "
        "plays(e3,walk,agent,x9) prop(x1)"
    ).split()
    readings = [
        [parse_term(a) for a in (*sure, more)] for more in ("prop(e2,p1,glad)", "prop(e1,x1,old)")
    ]
    found = common_terms(readings, "p1", ["x1", "x2"])
    assert found.pronoun == {
        "attributed(says(_,good))",
        "pronoun_rated(mood,neg)",
        "plays(speak,agent)",
    }
    assert found.candidates == (
        {"prop(strong)", "rated(strength,hi)"},
        {"kind(person)", "candidate_rated(mood,neg)"},
    )


def test_pairs_speak_where_knowledge_is_silent_and_only_there(reasoner: Reasoner) -> None:
    asked = {"pronoun": "he", "candidates": ["The potter", "the weaver"]}
    knows = "The potter thanked the weaver because he was grateful."

    class Loud:
        always = False

        def evidence(self, _: object, pronoun: str, candidates: Sequence[str]) -> WeightedEvidence:
            return [(1, LARGEST, _evidence(pronoun, candidates[1]))]

    before = reasoner.pairwise_model
    try:
        reasoner.pairwise_model = None
        silent = [reasoner.solve(text, **asked) for text in (OPEN, knows)]  # type: ignore[arg-type]
        reasoner.pairwise_model = Loud()  # type: ignore[assignment]
        heard = [reasoner.solve(text, explain=True, **asked) for text in (OPEN, knows)]  # type: ignore[arg-type]
    finally:
        reasoner.pairwise_model = before
    assert silent[0].decided_by in ("preference", "tie")
    assert (heard[0].answer, heard[0].decided_by) == (1, "mined")
    best = heard[0].best
    assert best is not None
    assert [r.id for r in best.rules if r.level == "mined"] == ["goes_with(t)"]
    assert silent[1].decided_by == heard[1].decided_by == "knowledge"
    assert silent[1].answer == heard[1].answer == 0


def _evidence(pronoun: str, node: str) -> Evidence:
    fact = f'mined("goes_with(t)",{pronoun},{node},{LARGEST})'
    return Evidence("goes_with(t)", fact, "it goes", "pairs", 0, "learnt")


def test_what_ships_can_be_read_and_is_used(reasoner: Reasoner) -> None:
    shipped = shipped_pairwise_model(KNOWLEDGE / PAIRWISE_MODEL)
    assert shipped is not None
    assert reasoner.pairwise_model is shipped
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
