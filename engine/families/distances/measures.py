"""A distance as parameters of a run, for what compares many pairs of points: any of the family."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice
from engine.base.words import short
from engine.data import needs
from engine.data.dataset import Dataset
from engine.maths.algebra.metrics import between, squared, straight
from engine.models.neighbours import CHEBYSHEV, EUCLIDEAN, HAMMING, MAHALANOBIS, MANHATTAN, MINKOWSKI, Metric
from engine.parts.measured_by import flat_objection, metric_of, order, wordy_objection

SQUARED, COSINE = "squared Euclidean", "cosine"
KINDS = (EUCLIDEAN, MANHATTAN, SQUARED, MINKOWSKI, CHEBYSHEV, HAMMING, COSINE, MAHALANOBIS)
FORMULAS = {
    MANHATTAN: r"\sum_d |a_d - b_d|",
    EUCLIDEAN: r"\sqrt{\sum_d (a_d - b_d)^2}",
    SQUARED: r"\sum_d (a_d - b_d)^2",
    MINKOWSKI: r"\sqrt[p]{\sum_d |a_d - b_d|^p}",
    CHEBYSHEV: r"\max_d |a_d - b_d|",
    HAMMING: r"\sum_d [a_d \neq b_d]",
    COSINE: r"1 - \frac{\mathbf{a} \cdot \mathbf{b}}{\|\mathbf{a}\|\, \|\mathbf{b}\|}",
    MAHALANOBIS: r"\sqrt{(\mathbf{a} - \mathbf{b})^\top \Sigma^{-1} (\mathbf{a} - \mathbf{b})}",
}
WIDE = 100
"""Of more features points are whitened by one product of matrices, whose last bits may differ between equal rows."""
Between = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""(m, n) the distances from points (m, d) to points (n, d)."""


@dataclass(frozen=True)
class MeasureParams:
    """Which distance."""

    distance: str = choice(EUCLIDEAN, KINDS, clear=True, help="how far two points are apart")
    p: float = order()


def measure(data: Dataset, params: MeasureParams) -> Between:
    """The distance of a run; Mahalanobis by the covariance of the rows."""
    if params.distance == SQUARED:
        return partial(between, squared)
    if params.distance == COSINE:
        return cosine_distances
    return metric(data, params).between


def metric(data: Dataset, params: MeasureParams) -> Metric:
    """The distance as one that models know; squared Euclidean and cosine are none."""
    return metric_of(params.distance, params.p, data)


def cosine_distances(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    """(m, n) 1 − cos θ of the vectors A (m, d) and B (n, d), of which none is 0; exactly 0 of a vector and itself.

    >>> cosine_distances(np.array([[1.0, 0.0], [1.0, 1.0]]), np.array([[2.0, 0.0], [0.0, 3.0]])).round(4)
    array([[0.    , 1.    ],
           [0.2929, 0.2929]])
    """
    one, other = (X / np.sqrt((X * X).sum(axis=1, keepdims=True)) for X in (A, B))
    return 0.5 * np.asarray(between(squared, one, other))


def laid_out(data: Dataset, params: MeasureParams, Z: np.ndarray) -> tuple[np.ndarray, np.ndarray, Between]:
    """Points Z (m, d) and the rows as coordinates, and the distance between those: whitened once for Mahalanobis."""
    if params.distance != MAHALANOBIS:
        return Z, data.X, measure(data, params)
    mahalanobis = metric(data, params)
    if data.d <= WIDE:
        X = mahalanobis.coordinates(data.X)
        return (X if Z is data.X else mahalanobis.coordinates(Z)), X, partial(between, straight)
    X = data.X @ mahalanobis.root.T
    return (X if Z is data.X else Z @ mahalanobis.root.T), X, partial(between, straight)


def squares(params: MeasureParams) -> bool:
    """Whether numbers are squared, so that they must not be too large or too small."""
    return params.distance in (SQUARED, COSINE, MAHALANOBIS)


def measure_objection(data: Dataset, params: MeasureParams) -> str:
    """Why this distance cannot be measured on these rows, or ''."""
    if words := wordy_objection(params.distance, data, "take Hamming."):
        return words
    if squares(params) and (words := needs.moderate(data) or needs.not_tiny(data)):
        return Objection(words, SetParameter("distance", EUCLIDEAN))
    zero = np.flatnonzero(~data.X.any(axis=1))
    if params.distance == COSINE and len(zero):
        row = short(data.row_name(int(zero[0])))
        words = f"distance = cosine needs a direction, and row {row} is the zero vector: take Euclidean."
        return Objection(words, SetParameter("distance", EUCLIDEAN))
    return flat_objection(params.distance, data)
