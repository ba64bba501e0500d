"""Logistic models with a penalty on the squares of weights, as several steps of training fit them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

Floats = npt.NDArray[np.float64]


def fit(
    rows: Any, price: float | Floats, *, right: Floats | float = 1.0, counts: Floats | float = 1.0
) -> Floats:
    """Find the weights ``w`` that minimise the loss: that of each row ``x``, and ``price/2 |w|^2``.

    Args:
        rows: a matrix, dense or sparse; the log-odds of a row are ``x w``.
        price: of the square of each weight, or of all.
        right: the outcome of each row, 0 or 1. Where a row is the right candidate less another, it is always 1.
        counts: how much each row counts.
    """

    def loss(weights: Floats) -> tuple[float, Floats]:
        leads = rows @ weights
        value = np.sum(counts * (np.logaddexp(0, leads) - right * leads))
        slopes = counts * (1 / (1 + np.exp(-np.clip(leads, -500, 500))) - right)
        return float(value + np.sum(price * weights**2) / 2), rows.T @ slopes + price * weights

    best = minimize(loss, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B")
    found: Floats = best.x
    return found
