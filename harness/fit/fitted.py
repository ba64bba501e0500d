"""A whole fit: cross-validation for each price, the best of these, the final weights, and what hangs on each rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from harness.fit.crossing import PULLS, Crossed, chosen, cross, named, uses
from harness.fit.descent import Fitting
from harness.fit.evidence import Evidence
from harness.fit.prices import Prices
from harness.fit.sums import Whole
from harness.fit.written import Result
from kparse.errors import InputError


def fit_all(
    evidence: Sequence[Evidence],
    counts: Prices,
    folds: int,
    ticking: Callable[[Iterable[int]], Iterator[int]] = iter,
    pulls: Iterable[float] = PULLS,
) -> tuple[Result, list[Crossed]]:
    """Fit weights to questions.

    Args:
        evidence: the questions.
        counts: what a point of weight counts.
        folds: of the cross-validation that chooses how freely weights may go away from the authored ones.
        ticking: is handed the folds, to show how far the work is.
        pulls: the prices of going away that are tried.

    Raises:
        InputError: there is nothing to fit on.
    """
    whole = Whole(evidence, counts)
    pairs = {(each.set, each.pair) for each in whole.questions}
    if len(pairs) < folds:
        raise InputError(
            f"rules speak in {len(pairs)} pairs of questions only, less than {folds} folds",
            hint="Give more questions, or fewer --folds.",
        )
    crossed = cross(evidence, counts, folds, pulls, ticking)
    best = chosen(crossed)
    fit = Fitting(whole, range(len(whole.questions))).run(best.pull)
    weights = named(whole, fit)
    result = Result(
        pull=best.pull,
        temperature=fit.temperature,
        factors=dict(zip(whole.groups, fit.factors.tolist(), strict=True)),
        weights=weights,
        authored=dict(zip(whole.rules, whole.authored.tolist(), strict=True)),
        groups={
            name: whole.groups[group]
            for name, group in zip(whole.rules, whole.group.tolist(), strict=True)
        },
        uses=uses(evidence, weights, counts),
        scores={
            "authored": crossed[0].scores(evidence),
            "fitted": best.scores(evidence),
        },
        losses={"authored": crossed[0].loss, "fitted": best.loss},
        gain=best.gain(crossed[0], evidence),
    )
    return result, crossed
