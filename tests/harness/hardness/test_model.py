"""The explained index: its fit, its cross-validation, its file."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coindex.harness.hardness.coefficients import (
    Coefficients,
    Origin,
    read_coefficients,
    to_toml,
    without_corpus,
)
from coindex.harness.hardness.features import ASPECTS, CORPUS, FEATURES
from coindex.harness.hardness.model import PENALTIES, best_penalty, fit, folds, out_of_fold
from coindex.harness.statistics.correlation import plain_correlation
from kparse.errors import KnowledgeError
from tests.harness.hardness.made import measured

ROWS = [measured(n).features for n in range(60)]
PAIRS = [f"p{n // 2}" for n in range(60)]


def total(row: dict[str, float]) -> float:
    by = {a: [row[f.name] for f in FEATURES if f.aspect == a] for a in ASPECTS}
    return sum(sum(values) / len(values) for values in by.values())


ERRORS = [1 / (1 + math.exp(2 - total(row))) for row in ROWS]


def test_every_feature_has_an_aspect() -> None:
    assert {f.aspect for f in FEATURES} == set(ASPECTS)
    assert len({f.name for f in FEATURES}) == len(FEATURES)
    assert 0 < len(CORPUS) < len(FEATURES)


def test_a_large_penalty_gives_equal_weights_a_small_one_least_squares() -> None:
    equal = list(fit(ROWS, ERRORS, 1e9).weights.values())
    assert max(equal) - min(equal) < 1e-6
    assert min(equal) > 0
    model = fit(ROWS, ERRORS, 1e-9)
    z = np.array([[share.value for share in model.shares(row)] for row in ROWS])
    best, *_ = np.linalg.lstsq(z, np.array(ERRORS) - np.mean(ERRORS), rcond=None)
    assert list(model.weights.values()) == pytest.approx(best.tolist(), abs=1e-6)


def test_aspects_add_up_and_features_add_up_to_aspects() -> None:
    model = fit(ROWS, ERRORS, 1.0)
    for row in ROWS[:5]:
        shares = model.shares(row)
        assert model.index(row) == pytest.approx(
            min(1.0, max(0.0, model.intercept + sum(s.adds for s in shares)))
        )
        for share in shares:
            names = {f.name for f in FEATURES if f.aspect == share.name}
            parts = sum(d.adds for d in model.details(row) if d.name in names)
            shift = model.aspects[share.name].mean / model.aspects[share.name].deviation
            assert parts - model.weights[share.name] * shift == pytest.approx(share.adds)


def test_what_is_missing_counts_as_average() -> None:
    model = fit(ROWS, ERRORS, 100.0)
    assert model.index({}) == pytest.approx(np.mean(ERRORS))
    far = dict.fromkeys(ROWS[0], 1000000000.0)
    assert (model.index(far), model.index({k: -v for k, v in far.items()})) == (1.0, 0.0)


def test_a_constant_feature_says_nothing() -> None:
    same = [{**row, "words": 3.0} for row in ROWS]
    model = fit(same, ERRORS, 1.0)
    assert model.index({**same[0], "words": 99.0}) == model.index(same[0])


def test_twins_are_in_one_fold_and_folds_are_whole() -> None:
    dealt = folds(PAIRS, 10, seed=2)
    assert np.array(dealt).sum(axis=0).tolist() == [1] * 60
    for test in dealt:
        assert all(test[n] == test[n + 1] for n in range(0, 60, 2))
    assert len(folds(["a", "a", "b"], 10, 1)) == 2


def test_out_of_fold_predicts_what_there_is_and_nothing_else() -> None:
    guessed = out_of_fold(ROWS, ERRORS, PAIRS, repeats=1)
    r = plain_correlation(guessed, ERRORS)
    assert r is not None
    assert r > 0.9
    noise = [ERRORS[(n * 7 + 3) % 60] for n in range(60)]
    chance = plain_correlation(out_of_fold(ROWS, noise, PAIRS, repeats=1), noise)
    assert chance is not None
    assert chance < 0.4
    with pytest.raises(ValueError, match="three pairs"):
        out_of_fold(ROWS[:4], ERRORS[:4], PAIRS[:4])


def test_an_item_does_not_change_its_own_prediction() -> None:
    before = out_of_fold(ROWS, ERRORS, PAIRS, repeats=1)
    changed = [1.0, 1.0, *ERRORS[2:]]
    after = out_of_fold(ROWS, changed, PAIRS, repeats=1)
    assert after[:2] == pytest.approx(before[:2])
    assert after[2:] != pytest.approx(before[2:])


def test_equal_weights_are_chosen_where_aspects_weigh_the_same() -> None:
    assert best_penalty(ROWS, ERRORS, PAIRS) in PENALTIES
    with pytest.raises(ValueError, match="0 items"):
        fit([], [], 1.0)


def coefficients(seed: int = 1) -> Coefficients:
    rows = [measured(n, seed=seed).features for n in range(20)]
    errors = [n / 40 for n in range(20)]
    origin = Origin("2026-11-21", 'hardness fit "a.xml"', {"a.xml": "00ff"}, 20, "k", "c: 1 lines")
    return Coefficients(
        origin, fit(rows, errors, 1.0), fit([without_corpus(r) for r in rows], errors, 10.0)
    )


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6))
def test_written_and_read(seed: int) -> None:
    import tempfile

    made = coefficients(seed)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "c.toml"
        path.write_text(to_toml(made))
        found = read_coefficients(path)
    assert to_toml(found) == to_toml(made)
    row = measured(3, seed=seed).features
    assert found.model(row).index(row) == pytest.approx(made.model(row).index(row), abs=1e-3)
    bare = without_corpus(row)
    assert found.model(bare) == found.without_corpus


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[fit", "not TOML"),
        ("[fit]\ndate = 'x'\n", "not the coefficients"),
        ("", "not the coefficients"),
    ],
)
def test_broken_files_are_one_message(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "c.toml"
    path.write_text(text)
    with pytest.raises(KnowledgeError, match=message):
        read_coefficients(path)
    good = to_toml(coefficients())
    for wrong in (
        good.replace("penalty = 1.0", "penalty = nan"),
        good.replace("words = {", "wordz = {"),
        good.replace("intercept = ", "intercept = true #"),
    ):
        assert wrong != good
        path.write_text(wrong)
        with pytest.raises(KnowledgeError, match="not the coefficients"):
            read_coefficients(path)
    with pytest.raises(KnowledgeError, match="cannot read"):
        read_coefficients(tmp_path / "none.toml")


def test_the_shipped_file_is_a_fit_of_today() -> None:
    shipped = read_coefficients()
    assert set(shipped.with_corpus.features) == {f.name for f in FEATURES}
    assert set(shipped.without_corpus.features) == {f.name for f in FEATURES} - CORPUS
    assert all(weight > 0 for weight in shipped.with_corpus.weights.values())
    assert "hardness fit" in shipped.origin.command
    assert not any("/" in word for word in shipped.origin.command.split())
