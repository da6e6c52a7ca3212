"""A component that has collapsed is put on another row, as wide as all the data.   (Bishop 2006, section 9.2.1)"""

from __future__ import annotations

import numpy as np

from engine.families.clustering.gaussian_mixture.covariances import Kind, floored, scattered
from engine.families.clustering.gaussian_mixture.starting import Begun
from engine.maths.algebra.covariance import column_means
from engine.maths.probability.row_keys import RowKeys, winner
from engine.models.mixture import Mixture

RESTARTS = 10
"""So many times; then a component that collapses is held at the floor."""


def restarted(
    X: np.ndarray, row_keys: RowKeys, mixture: Mixture, fallen: tuple[int, ...], least: np.ndarray, kind: Kind,
    rng: np.random.Generator,
) -> Begun:  # fmt: skip
    """The fallen components are put on rows that are drawn, with the weight 1/K; the others share the rest."""
    K, all_of_them = len(mixture.weights), np.ones((1, len(X)))
    wide = scattered(X, all_of_them, column_means(X)[None], np.array([float(len(X))]), kind)[0]
    weights, means = np.array(mixture.weights), np.array(mixture.means)
    covariances = np.array(mixture.covariances)
    rows = tuple(winner(np.ones(len(X)), row_keys, rng) for _ in fallen)
    for k, row in zip(fallen, rows, strict=True):
        weights[k], means[k], covariances[k] = 0.0, X[row], floored(wide, kind, least)[0]
    rest = weights.sum()
    weights *= (1 - len(fallen) / K) / rest if rest > 0 else 0.0
    weights[list(fallen)] = 1 / K if rest > 0 else 1 / len(fallen)
    return Begun(Mixture(weights, means, covariances), rows)
