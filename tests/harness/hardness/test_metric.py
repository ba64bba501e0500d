"""The published index: its check values, its jump, ties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coindex.harness.hardness.metric import ROUNDS, SIZES, Score, boolean, label, score


def test_the_published_plan() -> None:
    assert len(SIZES) == 12
    assert (SIZES[0], SIZES[-1], ROUNDS) == (10, 50_000, 100)


@pytest.mark.parametrize(
    ("counts", "index"),
    [
        ((12, 0, 0), 0.0),
        ((1, 0, 11), 0.4583),
        ((6, 6, 0), 0.5),
        ((1, 11, 0), 0.9167),
        ((0, 12, 0), 0.0),
        ((0, 0, 12), None),
        ((4, 2, 6), 0.4167),
        ((0, 2, 10), 0.4167),
    ],
)
def test_check_values(counts: tuple[int, int, int], index: float | None) -> None:
    found = Score(*counts).real
    assert (found if found is None else round(found, 4)) == index


def test_it_jumps_and_the_smooth_one_does_not() -> None:
    wrong, nearly = Score(0, 12, 0), Score(1, 11, 0)
    assert (wrong.real, nearly.real) == (0.0, pytest.approx(11 / 12))
    assert wrong.smooth == 1.0 > nearly.smooth == nearly.real


LABELS = st.lists(st.sampled_from([0, 1, None]), min_size=1, max_size=24)


@given(LABELS)
def test_counts_are_whole_and_indexes_within_bounds(labels: list[int | None]) -> None:
    found = score(labels, 0)
    assert found.labels == len(labels)
    assert 0 <= found.smooth <= 1
    assert (found.real is None) == all(each is None for each in labels)
    assert found.real is None or 0 <= found.real <= 1
    if found.right:
        assert found.real == pytest.approx(found.smooth)
    mirrored = score([None if each is None else 1 - each for each in labels], 0)
    assert mirrored.smooth == pytest.approx(1 - found.smooth)


@given(LABELS)
def test_classes(labels: list[int | None]) -> None:
    right, wrong = labels.count(0), labels.count(1)
    expected = "uncharacterised"
    if 2 * right > len(labels):
        expected = "easy"
    elif 2 * wrong > len(labels):
        expected = "hard"
    assert boolean(labels, 0) == expected


@pytest.mark.parametrize(
    ("votes", "found"),
    [
        ([51, 49, 0], 0),
        ([49, 51, 0], 1),
        ([50, 50, 0], None),
        ([50, 0, 50], None),
        ([34, 33, 33], 0),
        ([0, 0, 100], None),
        ([10, 30, 30, 10], None),
        ([10, 30, 31, 10], 2),
        ([0, 0, 0], None),
    ],
)
def test_most_frequent_outcome_and_ties(votes: list[int], found: int | None) -> None:
    assert label(votes) == found


def test_nothing_is_labelled() -> None:
    assert score([], 0).smooth == 0.5
    assert score([], 0).real is None
    assert boolean([], 0) == "uncharacterised"
