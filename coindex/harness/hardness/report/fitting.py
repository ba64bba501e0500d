"""Fitting the explained index to a collection with human figures."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from coindex.harness.hardness.coefficients import (
    WITH,
    WITHOUT,
    Coefficients,
    Origin,
    without_corpus,
)
from coindex.harness.hardness.measured import Measured
from coindex.harness.hardness.model import best_penalty, fit, out_of_fold
from coindex.harness.hardness.report.tables import with_interval
from coindex.harness.statistics.correlation import SAMPLES, Correlation, correlation
from kparse.errors import InputError

LEAST = 10
"""Least number of pairs for a fit."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A fit, and how well it predicts items that it has not seen."""

    coefficients: Coefficients
    pearson: Mapping[str, Correlation]
    """By model."""
    spearman: Mapping[str, Correlation]


def digest_of_file(path: str | Path) -> str:
    """Return the SHA-256 of a file.

    Raises:
        InputError: it cannot be read.
    """
    try:
        with open(path, "rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error


def fit_all(
    measured: Sequence[Measured],
    humans: Mapping[str, float],
    origin: Origin,
    *,
    seed: int = 1,
    samples: int = SAMPLES,
) -> Fitted:
    """Fit the models with and without a corpus.

    Args:
        measured: the items, with rounds over a corpus.
        humans: by item, the share of people who answer rightly; items without are left out.
        origin: of the figures.
        seed: of the bootstrap samples.
        samples: number of bootstrap samples.

    Raises:
        InputError: there are fewer than ten pairs with human figures, all figures are the same, or nothing was read
            from a corpus.
    """
    known = [m for m in measured if m.id in humans]
    pairs = [m.pair for m in known]
    errors = [1 - humans[m.id] for m in known]
    if len(set(pairs)) < LEAST:
        raise InputError(
            f"only {len(set(pairs))} pairs have human figures; a fit needs at least {LEAST}"
        )
    if max(errors) == min(errors):
        raise InputError("people do equally well on all items: there is nothing to fit to")
    if all(m.course is None for m in known):
        raise InputError("nothing was read from a corpus: the fit needs --index or --corpus")
    rows = {WITH: [m.features for m in known], WITHOUT: [without_corpus(m.features) for m in known]}
    models, pearson, spearman, words = {}, {}, {}, {}
    for name, some in rows.items():
        models[name] = fit(some, errors, best_penalty(some, errors, pairs))
        guessed = out_of_fold(some, errors, pairs)
        pearson[name], spearman[name] = (
            correlation(guessed, errors, pairs, ranks=ranks, seed=seed, samples=samples)
            for ranks in (False, True)
        )
        words[name] = with_interval(pearson[name].to_dict())
    made = Origin(
        origin.date,
        origin.command,
        origin.files,
        len(known),
        origin.knowledge,
        origin.corpus,
        words,
    )
    return Fitted(Coefficients(made, models[WITH], models[WITHOUT]), pearson, spearman)
