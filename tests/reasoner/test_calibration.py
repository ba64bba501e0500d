"""From margins to confidence: the curves, the file they are read from, and what answers make of them."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coindex.reasoner.answer import FiredRule
from coindex.reasoner.calibration import (
    GROUNDS,
    LEAST_SLOPE,
    MOST,
    SHIPPED,
    Calibration,
    Curve,
    curves_of,
    read_tables,
    shipped,
)
from coindex.reasoner.evidence.grounds import ground_of, grounds
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.solving.choice import Choice
from coindex.reasoner.solving.deciding import decided
from kparse.errors import InputError

CURVES = st.builds(Curve, st.floats(0, 5), st.floats(LEAST_SLOPE, 2))
MARGINS = st.integers(1, 10_000)


@given(CURVES, MARGINS, st.integers(2, 6))
def test_surer_than_a_guess_but_never_sure(curve: Curve, margin: int, candidates: int) -> None:
    assert 1 / candidates <= curve.confidence(margin, candidates) <= MOST < 1


@given(CURVES, MARGINS, st.integers(1, 500), st.integers(2, 6))
def test_a_larger_margin_is_surer(curve: Curve, margin: int, more: int, candidates: int) -> None:
    less, greater = (curve.confidence(m, candidates) for m in (margin, margin + more))
    assert less < greater or greater == MOST


def rule(name: str, file: str, weight: int, sign: Literal[1, -1] = 1) -> FiredRule:
    return FiredRule(name, file, 1, "", weight, "authored", "knowledge", sign)


PROFILE = rule('word("hire","",obj,"honest",said)', "knowledge/profiles/work.tsv", 30)
ROW = rule("reason(hire,other,honest)", "knowledge/axioms/work.lp", 6)
AXIOM = rule("hired_for_merit", "knowledge/axioms/work.lp", 5)
COUNTED = rule("effect(hire,honest,object,cause)", "pg98.conn.txt.gz", 40)


def test_what_an_answer_rests_on() -> None:
    found = grounds([[PROFILE, ROW, rule("hint", "a.lp", 2)], [AXIOM, COUNTED]], 0)
    assert found == dict(zip(GROUNDS, (1, 6, -5, 0, 1, -1), strict=True))
    assert grounds([[], [rule("selection", "a.lp", 4, -1)]], 0)["axioms"] == 4
    assert ground_of(rule("english_rule(1)", "sentence", 6)) == "axiom"
    assert ground_of(rule("effect(s_rain,any,wet)", "scripts/weather.script", 6)) == "scene"


def test_grounds_raise_and_lower_the_confidence() -> None:
    curve = Curve(0.0, 0.1, {"profiles": 0.5, "contested": -0.5})
    plain, more, less = (
        curve.confidence(25, 2, {k: 1.0} if k else {}) for k in ("", "profiles", "contested")
    )
    assert 0.5 <= less < plain < more
    assert curve.confidence(1, 2, {"contested": 9.0}) == 0.5


@given(CURVES, st.integers(1, 100), st.integers(3, 6))
def test_more_candidates_share_the_odds(curve: Curve, margin: int, candidates: int) -> None:
    p = 1 / (1 + math.exp(-curve.intercept - curve.slope * math.sqrt(margin)))
    divided = p / (p + (candidates - 1) * (1 - p))
    assert curve.confidence(margin, candidates) == pytest.approx(min(MOST, divided))


def test_each_kind_and_level_has_its_curve() -> None:
    both = Calibration({"pronoun": {"knowledge": Curve(1.0)}, "choice": {"knowledge": Curve(2.0)}})
    sure = [both.confidence(kind, "knowledge", 9, 2) for kind in ("pronoun", "choice")]
    assert [round(math.log(p / (1 - p)), 6) for p in sure] == [1.03, 2.03]


@pytest.mark.parametrize("candidates", [2, 3, 5])
def test_a_tie_is_a_guess(candidates: int) -> None:
    certain = Calibration({"pronoun": {"knowledge": Curve(4.0)}})
    assert certain.confidence("pronoun", None, 0, candidates) == 1 / candidates


def test_a_single_candidate_says_nothing() -> None:
    assert Calibration({}).confidence("pronoun", None, 0, 1) == 0.5


def test_a_level_that_nobody_fitted_is_hardly_surer_than_a_guess() -> None:
    sure = [Calibration({}).confidence("pronoun", "mined", margin, 2) for margin in (1, 25)]
    assert 0.5 < sure[0] < sure[1] < 0.52


def test_what_ships_is_read() -> None:
    rules, structure = (
        shipped().confidence("pronoun", lv, 60, 2) for lv in ("knowledge", "preference")
    )
    assert 0.5 < structure < rules < 1


def test_what_ships_says_where_it_comes_from() -> None:
    for table in read_tables(SHIPPED).values():
        assert table["command"].startswith("python cli.py calibrate ")
        assert sum(each["items"] for each in table["levels"].values()) <= sum(
            each["items"] for each in table["sets"].values()
        )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[pronoun", r"own.toml:1:9: not TOML"),
        ("pronoun = 3", r"own.toml: \[pronoun\] has no levels"),
        ("[pronoun]\nlevels = 3", r"\[pronoun\] has no levels"),
        ("[pronoun.levels.knowledge]\nslope = 0.2", "no number named intercept"),
        ("[pronoun.levels.knowledge]\nintercept = true\nslope = 1", "no number named intercept"),
        ("[pronoun.levels]\nknowledge = 1", "no number named intercept"),
        (
            "[pronoun.levels.knowledge]\nintercept = 1\nslope = 1\nweights = {luck = 1}",
            "weights may be given of profiles, rows",
        ),
        (
            "[pronoun.levels.knowledge]\nintercept = 1\nslope = 0",
            "slope is 0, but it must be at least 0.01",
        ),
        ("[pronoun.levels.knowledge]\nintercept = nan\nslope = 0.2", "intercept is nan"),
        ("[pronoun.levels.knowledge]\nintercept = inf\nslope = 0.2", "intercept is inf"),
    ],
)
def test_a_broken_file_ends_in_a_message(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        curves_of(read_tables(path), str(path))


def test_a_file_that_is_none_ends_in_a_message(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        read_tables(tmp_path)
    (tmp_path / "bytes.toml").write_bytes(b"a = \xff")
    with pytest.raises(InputError, match=r"not UTF-8 \(byte 5\)"):
        read_tables(tmp_path / "bytes.toml")


def test_answers_have_it(reasoner: Reasoner) -> None:
    text = "The ladder did not fit into the van because [it] was too long."
    answer = reasoner.solve(text)
    decision = decided(answer)
    assert decision is not None
    assert answer.decided_by == decision.outcome == decision.source == "knowledge"
    rests_on = grounds([r.rules for r in answer.readings], answer.answer or 0)
    count = len(answer.readings)
    sure = shipped().confidence("pronoun", "knowledge", decision.margin, count, rests_on)
    assert answer.confidence == pytest.approx(sure, abs=1e-9)


def test_choices_have_it_from_curves_of_their_own(
    reasoner: Reasoner, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def confidence(self: Calibration, kind: str, *rest: object) -> float:
        asked.append(kind)
        return 0.75

    monkeypatch.setattr(Calibration, "confidence", confidence)
    choice = Choice("1", "The glass broke.", ("It fell off the shelf.", "It was empty."), "cause")
    assert reasoner.choose(choice).confidence == 0.75
    assert reasoner.solve("Ann thanked Beth because [she] had helped.").confidence == 0.75
    assert asked == ["choice", "pronoun"]
