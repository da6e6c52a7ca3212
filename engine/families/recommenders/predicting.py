"""All gaps of a user at once, by the item mean, by weights from distances, or by scores weighed by correlations."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.families.recommenders.weights import (
    IN_COMMON,
    MapParams,
    by_correlation,
    by_distance,
    standardised,
    user_level,
)  # fmt: skip

MEAN, BY_DISTANCE, BY_CORRELATION = METHODS = ("item mean", "weights by distance", "weights by correlation")


class Predicted(NamedTuple):
    """x̂ (F,) for each film, NaN where nothing is known, how many critics count (F,), and each one's weight (C, F)."""

    values: np.ndarray
    counts: np.ndarray
    weights: np.ndarray


def predicted(M: np.ndarray, u: int, critics: np.ndarray, method: str) -> Predicted:
    """Σ w x / Σ w over the critics who have rated a film; by correlation of z-scores, mapped back to u's scale."""
    rows, params = M[critics], MapParams()
    known = ~np.isnan(rows)
    if method == BY_CORRELATION:
        mean, s = user_level(M, u)
        z, deviations = standardised(rows, known)
        w = np.where(deviations > 0, by_correlation(M, u, critics, params, IN_COMMON).weights, 0.0)
        weights = w[:, None] * known
        values = mean + s * averaged(weights, np.where(known, z, 0.0))
        return Predicted(values if s else np.full(M.shape[1], np.nan), (weights > 0).sum(axis=0), weights)
    w = np.ones(len(critics)) if method == MEAN else by_distance(M, u, critics, params).weights
    weights = w[:, None] * known
    return Predicted(averaged(weights, np.where(known, rows, 0.0)), (weights > 0).sum(axis=0), weights)


def averaged(weights: np.ndarray, values: np.ndarray) -> np.ndarray:
    """(F,) Σ w x / Σ w of each column, NaN where all weights are 0."""
    sums = weights.sum(axis=0)
    unknown = np.full(values.shape[1], np.nan)
    return np.asarray(np.divide((weights * values).sum(axis=0), sums, out=unknown, where=sums > 0))
