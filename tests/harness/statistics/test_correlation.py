"""Correlations, tests and reliabilities."""

from __future__ import annotations

import random

import pytest

from coindex.harness.statistics.correlation import (
    correlation,
    difference,
    full_length,
    needs_scipy,
    of_people,
    variance,
)
from kparse.errors import InputError

stats = pytest.importorskip("scipy.stats")
DRAW = random.Random(3)
X = [DRAW.gauss(0, 1) for _ in range(40)]
Y = [x + DRAW.gauss(0, 1) for x in X]
PAIRS = [f"p{n // 2}" for n in range(40)]


def test_they_are_scipys() -> None:
    pearson = correlation(X, Y, PAIRS, samples=200)
    spearman = correlation(X, Y, PAIRS, ranks=True, samples=200)
    assert pearson.r == pytest.approx(stats.pearsonr(X, Y).statistic, abs=1e-4)
    assert spearman.r == pytest.approx(stats.spearmanr(X, Y).statistic, abs=1e-4)
    for found in (pearson, spearman):
        assert found.interval is not None
        assert found.r is not None
        low, high = found.interval
        assert low < found.r < high
    assert correlation(X, Y, PAIRS, samples=200) == pearson
    assert correlation(X, Y, PAIRS, samples=200, seed=2).interval != pearson.interval


def test_twins_that_say_the_same_widen_the_interval() -> None:
    twice_x, twice_y = [x for x in X for _ in (0, 1)], [y for y in Y for _ in (0, 1)]
    pairs = [f"p{n // 2}" for n in range(80)]
    alone = [f"p{n}" for n in range(80)]
    wide = correlation(twice_x, twice_y, pairs, samples=500).interval
    narrow = correlation(twice_x, twice_y, alone, samples=500).interval
    assert wide is not None
    assert narrow is not None
    assert wide[1] - wide[0] > 1.2 * (narrow[1] - narrow[0])


def test_what_is_not_defined_is_none() -> None:
    assert correlation([1.0] * 5, Y[:5], PAIRS[:5]).r is None
    assert correlation(X[:2], Y[:2], PAIRS[:2]).r is None
    assert correlation([], [], []).items == 0
    assert correlation(X[:4], Y[:4], PAIRS[:4], samples=20).interval is None
    assert difference([], [0.5]).p is None
    assert difference([0.9, 0.8, 0.7], [0.5]).p is None
    assert variance([[0.5], [0.4, 0.6], []]).p is None
    assert variance([[0.5, 0.5], [0.5, 0.5]]).f is None
    assert of_people([0.5, 0.5, 0.5], 10) is None


def test_tests() -> None:
    groups = [[0.9, 0.92, 0.95, 0.97], [0.6, 0.62, 0.7, 0.65], [0.8, 0.82, 0.85, 0.84]]
    found = variance(groups)
    f, p = stats.f_oneway(*groups)
    assert (found.f, found.p) == (pytest.approx(f, abs=1e-4), pytest.approx(p, abs=1e-6))
    apart = difference(groups[0], groups[1], samples=999)
    assert (apart.first, apart.items) == (0.935, (4, 4))
    assert apart.p is not None
    assert apart.p < 0.1
    same = difference(groups[0], groups[0], samples=999)
    assert same.p is not None
    assert same.p > 0.9


def test_reliability() -> None:
    assert full_length(0.6) == pytest.approx(0.75)
    people = [0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
    few, many = of_people(people, 10), of_people(people, 1000)
    assert few is not None
    assert many is not None
    assert few < many < 1


def test_without_scipy_there_is_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(InputError, match="need scipy"):
        needs_scipy()
