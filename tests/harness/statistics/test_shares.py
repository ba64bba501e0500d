"""Intervals and McNemar's test against published and brute-force values."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coindex.harness.statistics.shares import mcnemar, wilson


@pytest.mark.parametrize(
    ("right", "items", "low", "high"),
    [
        # R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (20, 20, 1 - 0.1611, 1.0),
    ],
)
def test_wilson_as_published(right: int, items: int, low: float, high: float) -> None:
    assert wilson(right, items) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(0, 400), st.integers(0, 400), st.sampled_from([0.5, 0.9, 0.95, 0.999]))
def test_wilson_holds_the_share_and_is_symmetric(right: int, wrong: int, level: float) -> None:
    low, high = wilson(right, right + wrong, level)
    assert 0 <= low < high <= 1
    if right + wrong:
        assert low <= right / (right + wrong) <= high
    assert wilson(wrong, right + wrong, level) == pytest.approx((1 - high, 1 - low))


@pytest.mark.parametrize(("right", "items", "level"), [(2, 1, 0.95), (-1, 5, 0.95), (1, 2, 1.0)])
def test_no_share_no_interval(right: int, items: int, level: float) -> None:
    with pytest.raises(ValueError, match=r"no (share|confidence level)"):
        wilson(right, items, level)


def test_mcnemar_is_the_binomial_test_in_full() -> None:
    for first, second in product(range(7), repeat=2):
        tosses = list(product((0, 1), repeat=first + second))
        far = [t for t in tosses if abs(2 * sum(t) - len(t)) >= abs(first - second)]
        assert mcnemar(first, second) == pytest.approx(float(Fraction(len(far), len(tosses))))


def test_mcnemar_with_many_items() -> None:
    assert mcnemar(1200, 1300) == pytest.approx(mcnemar(1300, 1200))
    assert 0.04 < mcnemar(1200, 1300) < 0.06
    with pytest.raises(ValueError, match="below 0"):
        mcnemar(-1, 3)
