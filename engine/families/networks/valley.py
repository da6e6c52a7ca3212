"""The valley of the squared error of linear units: along its own directions every step is told by one number.

E = E* + ½ Σ λᵢ uᵢ²,   u = Q (w − w*)      a step makes uᵢ ← (1 − η λᵢ) uᵢ
"""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot
from engine.families.networks.one_layer import Problem


@snapshot
class Valley:
    """What X̃ᵀX̃ says of E.

    curvatures (M,) λ, the smallest first;   directions (M, M) in rows;   bottom (K, M) w* of each unit
    least  E*;   pair  λ of the flattest way that is not level, and of the steepest
    """

    curvatures: np.ndarray
    directions: np.ndarray
    bottom: np.ndarray
    least: float
    pair: np.ndarray
    ways: np.ndarray  # (2,) which directions these are
    free: int  # the first weight that is learnt: 1 where the biases follow from the means

    def errors(self, W: np.ndarray, rate: float, steps: int) -> np.ndarray:
        """(steps + 1,) E on the way from W (K, D+1) with a rate, by the factors (1 − η λ)."""
        with np.errstate(over="ignore", invalid="ignore"):
            u = (W[:, self.free :] - self.bottom) @ self.directions.T
            factors = (1.0 - rate * self.curvatures) ** (2 * np.arange(steps + 1)[:, None])
            E = self.least + 0.5 * (factors * (self.curvatures * u**2).sum(axis=0)).sum(axis=1)
        return np.asarray(np.nan_to_num(E))

    def seen(self, way: np.ndarray) -> np.ndarray:
        """(m, 2) how far the first unit with weights (m, D+1) is from the bottom, the flattest way and the steepest."""
        return np.asarray((way[:, self.free :] - self.bottom[0]) @ self.directions[self.ways].T)

    def height(self, places: np.ndarray) -> np.ndarray:
        """(m,) E there, with all other ways at the bottom."""
        return np.asarray(self.least + 0.5 * places**2 @ self.pair)


def valley_of(problem: Problem) -> Valley:
    """The valley of a problem of linear units; among many bottoms the shortest weights."""
    free = int(problem.bias_follows)
    X, T = problem.X, problem.T
    if free:
        X, T = X[:, 1:] - X[:, 1:].mean(axis=0), T - T.mean(axis=0)
    curvatures, vectors = np.linalg.eigh(X.T @ X)
    bottom = np.linalg.lstsq(X, T, rcond=None)[0].T
    bent = np.flatnonzero(curvatures > len(curvatures) * np.finfo(float).eps * curvatures[-1])
    ways = np.array([bent[0] if len(bent) else 0, len(curvatures) - 1])
    least = float(0.5 * ((X @ bottom.T - T) ** 2).sum())
    curvatures = np.maximum(curvatures, 0.0)
    return Valley(curvatures, vectors.T, bottom, least, curvatures[ways], ways, free)
