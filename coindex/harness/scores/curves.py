"""How good confidences are: precision against coverage, and the share of right answers by confidence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from coindex.harness.scores.run import Bin, Point, RunItem

BINS = 10
"""Bins of equal width into which confidences are divided for the reliability plot."""


def coverage(items: Iterable[RunItem]) -> tuple[Point, ...]:
    """Return the precision-coverage curve: how many of the surest items are right, for growing shares of all.

    Items of equal confidence are added together, so the curve has as many points as there are confidences. (R.
    El-Yaniv, Y. Wiener, On the foundations of noise-free selective classification, JMLR 11 (2010).)
    """
    scored = sorted((i for i in items if i.right is not None), key=lambda i: -i.confidence)
    points, taken, right = [], 0, 0
    for confidence, group in groupby(scored, key=lambda i: i.confidence):
        together = list(group)
        taken += len(together)
        right += sum(bool(i.right) for i in together)
        margin = min(i.margin for i in together)
        points.append(Point(taken / len(scored), right / taken, margin, confidence))
    return tuple(points)


def area(points: Sequence[Point]) -> float:
    """Return the area under the curve: precision, averaged over all coverages (0 without points).

    The complement of the area under the risk-coverage curve of Y. Geifman, R. El-Yaniv, Selective classification for
    deep neural networks (2017). A random order gives the accuracy.
    """
    total, before = 0.0, 0.0
    for point in points:
        total += (point.share - before) * point.precision
        before = point.share
    return total


def reliability(items: Iterable[RunItem], bins: int = BINS) -> tuple[Bin, ...]:
    """Return the bins of confidence that have items: their mean confidence, and how many are right."""
    found: list[list[RunItem]] = [[] for _ in range(bins)]
    for item in items:
        if item.right is not None:
            found[min(bins - 1, int(item.confidence * bins))].append(item)
    return tuple(
        Bin(
            low=number / bins,
            high=(number + 1) / bins,
            items=len(group),
            mean=sum(i.confidence for i in group) / len(group),
            right=sum(bool(i.right) for i in group),
        )
        for number, group in enumerate(found)
        if group
    )


def calibration_error(bins: Iterable[Bin]) -> float:
    """Return the expected calibration error: the bins' mean distance between confidence and share right.

    (M. P. Naeini, G. Cooper, M. Hauskrecht, Obtaining well calibrated probabilities using Bayesian binning, AAAI 2015;
    C. Guo, G. Pleiss, Y. Sun, K. Q. Weinberger, On calibration of modern neural networks, ICML 2017.)
    """
    held = list(bins)
    total = sum(b.items for b in held)
    return sum(abs(b.items * b.mean - b.right) for b in held) / total if total else 0.0
