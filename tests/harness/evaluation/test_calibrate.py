"""Fitting the confidence of answers, and checking it on other answers."""

from __future__ import annotations

import math
import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coindex.commands import main
from coindex.harness.evaluation import calibrate as fitting
from coindex.harness.evaluation.calibrate import (
    GUESSES,
    Fitted,
    Observation,
    answer_task,
    calibration_of,
    fit,
    fit_curve,
    from_line,
    merged,
    tables_of,
    to_line,
)
from coindex.harness.evaluation.reliability import (
    Promise,
    bins,
    by_curves,
    calibration_error,
    deviation,
    hand_set,
    levels,
    quality,
    report,
)
from coindex.harness.questions.halves import Half, half, shipped_half
from coindex.harness.questions.sources import SetInfo
from coindex.harness.scores.run import Run, RunItem, dumped
from coindex.reasoner import calibration
from coindex.reasoner.calibration import GROUNDS, LEAST_SLOPE, Curve, curves_of, read_tables
from coindex.reasoner.item import Item
from coindex.reasoner.jobs.journal import undamaged
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.solving.choice import Choice
from kparse.errors import InputError
from tests.harness.conftest import PLAIN

ROWS = st.lists(
    st.tuples(st.integers(1, 60), st.integers(2, 5), st.booleans()), min_size=1, max_size=40
)


def seen(
    margin: int,
    right: bool,
    *,
    level: str | None = "knowledge",
    kind: calibration.Kind = "pronoun",
    name: str = "own",
    pair: str = "own:1",
    candidates: int = 2,
) -> Observation:
    return Observation(name, kind, pair, level, margin, candidates, right)


def world(pairs: int, curve: Curve, *, name: str = "own", seed: int = 7) -> list[Observation]:
    """Answers that are right as often as a curve says; much more often on the tuned part."""
    coin = random.Random(seed)
    found = []
    for number in range(pairs):
        pair = f"{name}:{number}"
        margin = coin.randint(1, 30)
        chance = 0.95 if half(pair) == "tune" else curve.confidence(margin)
        found.append(seen(margin, coin.random() < chance, name=name, pair=pair))
    return found


# ------------------------------------------------------------------------------------------- halves


def test_about_half_is_tuned_on_and_a_quarter_fitted_on() -> None:
    counts = {"tune": 0, "fit": 0, "shown": 0}
    for number in range(4000):
        counts[half(f"own:{number}", "3")] += 1
    assert abs(counts["tune"] - 2000) < 150
    assert abs(counts["fit"] - 1000) < 150


def test_another_seed_divides_otherwise() -> None:
    pairs = [f"own:{number}" for number in range(100)]
    assert [half(p, "1") for p in pairs] != [half(p, "2") for p in pairs]


# ------------------------------------------------------------------------------------------ fitting


def test_a_known_curve_is_found_again() -> None:
    true = Curve(0.3, 0.25)
    coin = random.Random(1)
    data = [seen(m, coin.random() < true.confidence(m)) for m in range(1, 31) for _ in range(2000)]
    found = fit_curve(data)
    for margin in (1, 10, 30):
        assert found.confidence(margin) == pytest.approx(true.confidence(margin), abs=0.01)


def loss(curve: Curve, data: Sequence[Observation]) -> float:
    """The function that fitting minimises, written independently."""
    total = curve.slope**2 / 2
    for each in data:
        odds = (
            curve.intercept + curve.slope * math.sqrt(each.margin) - math.log(each.candidates - 1)
        )
        yes, no = math.log1p(math.exp(-odds)), math.log1p(math.exp(odds))
        total += yes if each.right else no
        total += GUESSES / len(data) * (yes / each.candidates + no * (1 - 1 / each.candidates))
    return total


@given(ROWS)
def test_no_curve_nearby_is_better(rows: list[tuple[int, int, bool]]) -> None:
    data = [seen(margin, right, candidates=n) for margin, n, right in rows]
    found = fit_curve(data)
    best = loss(found, data)
    for intercept, slope in (
        (0.05, 0),
        (-0.05, 0),
        (0, 0.02),
        (0, -0.02),
        (0.05, -0.02),
        (-0.05, 0.02),
    ):
        other = Curve(found.intercept + intercept, found.slope + slope)
        if other.intercept >= 0 and other.slope >= LEAST_SLOPE:
            assert loss(other, data) > best - 1e-4


@given(ROWS)
def test_a_curve_never_falls_and_never_promises_less_than_a_guess(
    rows: list[tuple[int, int, bool]],
) -> None:
    found = fit_curve([seen(margin, right, candidates=n) for margin, n, right in rows])
    assert found.intercept >= 0
    assert found.slope >= LEAST_SLOPE


def test_weights_of_grounds_are_found_again_on_held_and_tuned_answers() -> None:
    true = Curve(-0.2, 0.15, {"profiles": 0.6, "contested": -0.4})
    coin = random.Random(4)

    def answered(number: int, easier: float) -> list[Observation]:
        found = []
        for _ in range(number):
            margin, there = coin.randint(10, 90), {"profiles": coin.choice([0.0, 1.0, -1.0])}
            there["contested"] = float(coin.random() < 0.5)
            chance = min(1.0, true.confidence(margin, 2, there) + easier)
            found.append(replace(seen(margin, coin.random() < chance), grounds=there))
        return found

    curve = fit(answered(6000, 0.0), answered(6000, 0.1))["pronoun"]["knowledge"].curve
    for margin, there in ((10, {"profiles": 1.0}), (50, {}), (90, {"contested": 1.0})):
        wanted = true.confidence(margin, 2, there)
        assert curve.confidence(margin, 2, there) == pytest.approx(wanted, abs=0.04)
    assert (
        fit([replace(seen(9, False), grounds={"rows": 1.0})])["pronoun"]["knowledge"].curve.slope
        >= LEAST_SLOPE
    )


def test_few_items_promise_little() -> None:
    few = fit_curve([seen(10, True)] * 3).confidence(10)
    many = fit_curve([seen(10, True)] * 300).confidence(10)
    assert 0.55 < few < 0.65
    assert many > 0.95


def test_guesses_among_four_are_guesses() -> None:
    data = [seen(9, n == 0, candidates=4) for _ in range(50) for n in range(4)]
    assert fit_curve(data).confidence(9, 4) == pytest.approx(0.25, abs=0.02)


def test_kinds_and_levels_are_fitted_apart_and_ties_not_at_all() -> None:
    data = [
        *[seen(9, True)] * 50,
        *[seen(9, False, level="preference")] * 50,
        *[seen(9, False, kind="choice")] * 50,
        *[seen(0, True, level=None)] * 50,
    ]
    fitted = fit(data)
    assert {kind: sorted(found) for kind, found in fitted.items()} == {
        "choice": ["knowledge"],
        "pronoun": ["knowledge", "preference"],
    }
    sure = calibration_of(fitted).confidence
    assert sure("pronoun", "knowledge", 9, 2) > 0.85
    assert sure("pronoun", "preference", 9, 2) < 0.51
    assert sure("choice", "knowledge", 9, 2) < 0.51


@given(
    st.builds(
        Observation,
        st.text(),
        st.sampled_from(["pronoun", "choice"]),
        st.text(),
        st.none() | st.text(),
        st.integers(),
        st.integers(),
        st.booleans(),
    )
)
def test_lines_are_read_as_written(observation: Observation) -> None:
    line = to_line(observation)
    assert "\n" not in line
    assert undamaged([line, line, line[:-1], line], from_line) == [observation] * 2


# ----------------------------------------------------------------------------------------- the file


def tables(kind: calibration.Kind, name: str = "own") -> dict[str, object]:
    fitted = {kind: {"knowledge": Fitted(Curve(0.5, 0.125), 8, 6)}}
    data = [seen(9, number < 6, kind=kind, name=name) for number in range(8)]
    return tables_of(fitted, data, {name: "own.jsonl"}, command="none", seed="1")


def test_the_file_is_read_as_written(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(merged(tables("pronoun"), path), encoding="utf-8")
    assert read_tables(path) == tables("pronoun")
    assert curves_of(read_tables(path), "own").curves == {
        "pronoun": {"knowledge": Curve(0.5, 0.125)}
    }


def test_the_other_kind_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(merged(tables("choice"), path), encoding="utf-8")
    path.write_text(merged(tables("pronoun"), path), encoding="utf-8")
    assert read_tables(path) == {**tables("choice"), **tables("pronoun")}


@pytest.mark.parametrize("name", ["a.b c", 'quo"te', "é", "back\\slash", "tab\t"])
def test_any_name_of_a_set_can_be_written(name: str, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(merged(tables("pronoun", name), path), encoding="utf-8")
    assert read_tables(path) == tables("pronoun", name)


# ------------------------------------------------------------------------------------------- scores

PROMISES = st.lists(
    st.tuples(
        st.sampled_from([0.5, 0.55, 0.625, 0.75, 0.9]) | st.floats(0.01, 0.99), st.booleans()
    ),
    min_size=1,
    max_size=80,
)


@given(PROMISES)
def test_bins_hold_all_in_order_and_divide_no_tie(promises: list[Promise]) -> None:
    found = bins(promises)
    assert sum(b.items for b in found) == len(promises)
    assert sum(b.items * b.right for b in found) == pytest.approx(sum(r for _, r in promises))
    assert [b.promised for b in found] == sorted(b.promised for b in found)
    assert len(found) <= 10
    assert all(b.items * 10 >= len(promises) for b in found)
    assert bins(promises[::-1]) == found or len(set(promises)) < len(promises)


def test_scores_of_answers_that_keep_and_break_their_promise() -> None:
    kept = [(0.75, True), (0.75, True), (0.75, True), (0.75, False)]
    assert calibration_error(kept) == 0
    assert deviation(kept) == 0
    found = quality([(0.9, False), (0.9, True)])
    assert (found.items, found.right, found.promised) == (2, 0.5, 0.9)
    assert found.error == pytest.approx(0.4)
    assert found.brier == pytest.approx((0.81 + 0.01) / 2)
    assert found.log_loss == pytest.approx(-(math.log(0.1) + math.log(0.9)) / 2)
    (only,) = bins([(0.9, False), (0.9, True)])
    assert only.deviation == pytest.approx(-0.8 / math.sqrt(0.18))
    assert deviation([(0.9, False), (0.9, True)]) == pytest.approx(-0.8 / math.sqrt(0.18))


def test_chance_alone_makes_an_error() -> None:
    found = quality([(0.5 + number / 1000, number % 2 == 0) for number in range(200)])
    assert 0 < found.chance < 0.2


def test_the_formula_that_was_set_by_hand() -> None:
    assert hand_set(seen(0, True, level=None)) == 0.5
    assert hand_set(seen(10, True)) == pytest.approx(1 / (1 + math.exp(-3.5)))


def test_levels_that_hold_and_do_not() -> None:
    curves = calibration_of({"pronoun": {"knowledge": Fitted(Curve(2.2), 0, 0)}})
    data = [seen(1, number % 2 == 0) for number in range(100)]
    data += [seen(1, number % 2 == 0, level="preference") for number in range(100)]
    found = {level.level: level for level in levels(data, by_curves(curves))}
    assert not found["knowledge"].holds
    assert found["knowledge"].deviation < -10
    assert found["preference"].holds


def test_fitted_on_the_held_part_beats_tuned_and_hand_set() -> None:
    data = [
        *world(1500, Curve(0.4, 0.1), name="one"),
        *world(1500, Curve(0.5, 0.1), name="two", seed=8),
    ]
    fitted = calibration_of(fit(each for each in data if half(each.pair) == "fit"))
    text = report(data, fitted, lambda each: half(each.pair))
    assert text.startswith("items: tune ")
    rows = [line.split("  ") for line in text.splitlines() if line.startswith("all sets")]
    cells = {row[1].strip(): [c for c in row[2:] if c.strip()] for row in rows}
    assert sorted(cells) == ["fitted", "fitted on tune", "set by hand"]
    loss_of = {way: float(row[-1]) for way, row in cells.items()}
    assert loss_of["fitted"] < loss_of["fitted on tune"] < loss_of["set by hand"]
    assert text.count("fitted on other sets") == 4
    assert "does not hold" not in text


def test_a_report_about_nothing() -> None:
    def tuned(_: Observation) -> Half:
        return "tune"

    text = report([seen(1, True)], calibration_of({}), tuned)
    assert text.startswith("items: tune 1, fit 0, shown 0")


# ---------------------------------------------------------------------------------------- the verb


def calibrate(*arguments: str | Path) -> int:
    options = main._parser().parse_args(["calibrate", *map(str, arguments)])
    status: int = options.run(options)
    return status


def run_file(path: Path, data: Sequence[Observation], kind: str = "dpr") -> Path:
    """Observations as the record of an evaluation."""
    items = tuple(
        RunItem(
            **PLAIN
            | {key: getattr(each, key) for key in ("set", "pair", "kind", "right", "margin")}
            | {"id": str(number), "level": each.level or "", "rules": (), "costs": ()}
            | {"candidates": tuple(f"phrase {n}" for n in range(each.candidates))}
            | {"gold": 0, "answer": 0 if each.right else 1}
        )
        for number, each in enumerate(data)
    )
    sets = {name: SetInfo(f"{name}.txt", "0", kind, 1) for name in {each.set for each in data}}
    path.write_text(dumped(Run("none", "1", {}, sets, {}, items)), "utf-8")
    return path


def test_a_pipe_or_device_is_not_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="no regular file"):
        calibrate(tmp_path / "none.json", "--out", tmp_path / "pipe")


def test_a_run_is_fitted_and_what_is_written_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = run_file(tmp_path / "run.json", world(1000, Curve(0.4, 0.1)))
    out = tmp_path / "fitted.toml"
    assert calibrate(run, "--out", out) == 0
    printed = capsys.readouterr().out
    assert "fitted (--seed 1)\npronoun knowledge: intercept" in printed
    table = read_tables(out)["pronoun"]
    assert table["command"] == "python cli.py calibrate own=own.txt --seed 1 --out fitted.toml"
    assert table["sets"]["own"]["items"] == table["levels"]["knowledge"]["items"] > 200
    assert sorted(p.name for p in tmp_path.iterdir()) == ["fitted.toml", "run.json"]

    monkeypatch.setattr(calibration, "SHIPPED", out)
    assert calibrate(run, "--check") == 0
    assert shipped_half("pronoun", "own:7") == half("own:7")
    sure = run_file(tmp_path / "other.json", world(1000, Curve(0.0, 0.01)))
    assert calibrate(sure, "--check") == 1
    assert "Fit again" in capsys.readouterr().err
    with pytest.raises(InputError, match="fitted with --seed 1"):
        calibrate(run, "--check", "--seed", "2")


def test_nothing_is_written_unasked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = run_file(tmp_path / "run.json", world(100, Curve(0.4, 0.1)))
    assert calibrate(run) == 0
    assert "nothing was written" in capsys.readouterr().err
    assert [p.name for p in tmp_path.iterdir()] == ["run.json"]


QUESTIONS = "".join(
    f'{{"id": "{n}", "text": "Ann thanked Beth because she had helped her.", "pron_start": 25, '
    f'"pron_end": 28, "candidates": ["Ann", "Beth"], "answer": 1, "pair_id": "own:{n}"}}\n'
    for n in range(12)
)


def test_an_interrupted_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    questions, out = tmp_path / "own.jsonl", tmp_path / "fitted.toml"
    questions.write_text(QUESTIONS, encoding="utf-8")
    asked: list[int] = []
    stop_at: int | None = 5

    def observe(entries: Sequence[object], *_: object, **__: object) -> Iterator[Observation]:
        for entry in entries:
            number = int(entry.id)  # type: ignore[attr-defined]
            if number == stop_at:
                raise KeyboardInterrupt
            asked.append(number)
            yield seen(number + 1, number % 3 > 0, pair=f"own:{number}")

    monkeypatch.setattr(fitting, "observe", observe)
    with pytest.raises(KeyboardInterrupt):
        calibrate(f"own={questions}", "--out", out)
    assert not out.exists()
    stop_at = None
    assert calibrate(f"own={questions}", "--out", out) == 0
    assert asked == list(range(12))
    assert "5 of 12 questions were answered by an earlier run" in capsys.readouterr().err
    at_once = tmp_path / "at_once.toml"
    calibrate(f"own={questions}", "--out", at_once)
    assert at_once.read_text("utf-8").replace("at_once", "fitted") == out.read_text("utf-8")


@pytest.mark.parametrize(
    ("content", "name", "message"),
    [
        (b"", "own.jsonl", "empty"),
        (b"\x00\xff\x00", "own.json", "not UTF-8"),
        (b"{}", "own.json", "not the record of an evaluation"),
        (b"<collection>", "own.xml", "own.xml"),
        (QUESTIONS.replace(', "answer": 1', "").encode(), "own.jsonl", "right answer"),
    ],
)
def test_a_source_that_is_none_ends_in_a_message(
    content: bytes, name: str, message: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        calibrate(path)


def test_options_that_exclude_each_other_and_targets_that_are_none(tmp_path: Path) -> None:
    run = run_file(tmp_path / "run.json", world(100, Curve(0.4, 0.1)))
    with pytest.raises(InputError, match="--check writes nothing"):
        calibrate(run, "--check", "--out", tmp_path / "out.toml")
    with pytest.raises(InputError, match="it is a directory"):
        calibrate(run, "--out", tmp_path)
    with pytest.raises(InputError, match="cannot write"):
        calibrate(run, "--out", tmp_path / "none" / "out.toml")
    (tmp_path / "broken.toml").write_text("[pronoun", encoding="utf-8")
    with pytest.raises(InputError, match=r"broken.toml:1:9: not TOML"):
        calibrate(run, "--out", tmp_path / "broken.toml")
    with pytest.raises(InputError, match="two sets"):
        calibrate(run, run)
    tuned = run_file(
        tmp_path / "tuned.json", [s for s in world(50, Curve()) if half(s.pair) == "tune"]
    )
    with pytest.raises(InputError, match="no question is in the half used for fitting"):
        calibrate(tuned)


def test_what_a_worker_does(reasoner: Reasoner) -> None:
    text = "The ladder did not fit into the van because it was too long."
    item = Item("1", text, 44, 46, ("the ladder", "the van"))
    given, level, margin, rests_on = answer_task(reasoner, item)
    assert (given, level) == (0, "knowledge")
    assert set(rests_on) == set(GROUNDS)
    assert margin > 0
    choice = Choice("1", "The glass broke.", ("It was empty.", "It fell off the shelf."), "cause")
    given, level, margin, _ = answer_task(reasoner, choice)
    assert given in (0, 1)
    assert (margin > 0) == (level is not None)
