"""The paired test: against its exact distribution, by hand, and on the official baseline files where they are."""

from __future__ import annotations

from itertools import product
from math import sqrt

import pytest

from coindex.harness.copa.choices import read_choices
from coindex.harness.copa.scoring import marks, read_key
from coindex.harness.statistics.paired import SHUFFLES, compare
from tests.conftest import ROOT

DATA = ROOT.parent / "shared" / "data" / "copa"


def systems(both: int, first: int, second: int, neither: int) -> tuple[list[bool], list[bool]]:
    return (
        [True] * both + [True] * first + [False] * second + [False] * neither,
        [True] * both + [False] * first + [True] * second + [False] * neither,
    )


def test_p_by_hand() -> None:
    # Four questions differ, all for the same system: of 16 ways to swap, 2 give a difference of 4.
    result = compare(*systems(3, 4, 0, 2))
    assert result.exact == 2 / 16
    assert result.p == (result.at_least + 1) / 10_000
    assert result.difference == 4 / 9


def test_exact_p_by_all_swaps() -> None:
    first, second = systems(1, 5, 2, 1)
    observed = abs(sum(first) - sum(second))
    hits = 0
    for swaps in product([False, True], repeat=len(first)):
        one = sum(b if swap else a for a, b, swap in zip(first, second, swaps, strict=True))
        other = sum(a if swap else b for a, b, swap in zip(first, second, swaps, strict=True))
        hits += abs(one - other) >= observed
    assert compare(first, second, shuffles=1).exact == hits / 2 ** len(first)


@pytest.mark.parametrize(
    ("first", "second"), [(0, 0), (1, 0), (3, 3), (9, 1), (20, 40), (106, 145), (200, 190)]
)
def test_simulated_p_is_within_its_error_of_the_exact_one(first: int, second: int) -> None:
    for seed in "12345":
        result = compare(*systems(50, first, second, 30), seed=seed)
        # Mean and standard deviation of (n_ge + 1) / (n + 1), n_ge binomial with the exact p.
        mean = (SHUFFLES * result.exact + 1) / (SHUFFLES + 1)
        deviation = sqrt(SHUFFLES * result.exact * (1 - result.exact)) / (SHUFFLES + 1)
        assert abs(result.p - mean) <= 4.5 * deviation + 1e-12


def test_equal_systems_never_differ() -> None:
    result = compare(*systems(4, 0, 0, 4))
    assert (result.at_least, result.p, result.exact, result.difference) == (SHUFFLES, 1.0, 1.0, 0.0)


def test_same_seed_same_p_and_order_of_systems_does_not_matter() -> None:
    first, second = systems(10, 12, 25, 3)
    assert compare(first, second, seed="7") == compare(first, second, seed="7")
    assert compare(first, second, seed="7").p == compare(second, first, seed="7").p
    seeds = {compare(first, second, seed=str(n)).at_least for n in range(5)}
    assert len(seeds) > 1


def test_refusals() -> None:
    with pytest.raises(ValueError, match="cannot be paired"):
        compare([True], [True, False])
    with pytest.raises(ValueError, match="at least one shuffle"):
        compare([True], [True], shuffles=0)


def test_on_the_official_baseline_files() -> None:
    if not DATA.is_dir():
        pytest.skip("there is no shared/data beside the project")
    key = read_key(DATA / "gold.dev")
    first, pmi = (
        marks(read_choices(DATA / name), key)
        for name in ("baselineFirst.dev", "PMIgutenbergW5.dev")
    )
    result = compare(first, pmi)
    assert (sum(first), sum(pmi), result.items) == (250, 289, 500)
    assert (result.only_first, result.only_second) == (106, 145)
    assert result.exact == pytest.approx(0.016290, abs=1e-6)
    assert abs(result.p - result.exact) < 4.5 * sqrt(0.0163 * 0.9837 / SHUFFLES)
