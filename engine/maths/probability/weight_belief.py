"""A Gaussian over the weights of a linear function, and what rows with Gaussian noise make of it.

S_N⁻¹ = α I + β Φᵀ Φ      m_N = β S_N Φᵀ t      one row more: S'⁻¹ = S⁻¹ + β φ φᵀ      (Bishop 2006, section 3.3)

The triangular root R of S⁻¹ = Rᵀ R is what is kept: new rows are stacked below it and turned back into a triangle by an
orthogonal factorisation, so that nothing is squared and nothing inverted.
"""

from __future__ import annotations

import math

import numpy as np

from engine.base.snapshot import snapshot


@snapshot
class Belief:
    """N(w | mean, S) by root (M, M), upper triangular with Rᵀ R = S⁻¹, and shift (M,) = R · mean."""

    root: np.ndarray
    shift: np.ndarray

    @property
    def mean(self) -> np.ndarray:
        """(M,) the mean of the weights, which is their most probable value too."""
        return solved(self.root, self.shift)

    @property
    def spread(self) -> np.ndarray:
        """(M, M) T = R⁻¹, upper triangular with T Tᵀ = S."""
        return solved(self.root, np.eye(len(self.root)))

    @property
    def deviations(self) -> np.ndarray:
        """(M,) the standard deviations of the weights, the roots of the diagonal of S."""
        return np.asarray(np.sqrt((self.spread**2).sum(axis=1)))

    @property
    def log_volume(self) -> float:
        """ln |S| = −2 Σ ln Rⱼⱼ."""
        return -2.0 * float(np.log(np.diag(self.root)).sum())

    @property
    def covariance(self) -> np.ndarray:
        """(M, M) S."""
        T = self.spread
        return np.asarray(T @ T.T)

    @property
    def precision(self) -> np.ndarray:
        """(M, M) S⁻¹."""
        return np.asarray(self.root.T @ self.root)


def prior(M: int, alpha: float) -> Belief:
    """N(0, α⁻¹ I)."""
    return Belief(math.sqrt(alpha) * np.eye(M), np.zeros(M))


def updated(belief: Belief, Phi: np.ndarray, t: np.ndarray, beta: float) -> Belief:
    """After more rows Phi (n, M) with targets t (n,): S'⁻¹ = S⁻¹ + β Φᵀ Φ, S'⁻¹ m' = S⁻¹ m + β Φᵀ t.

    >>> b = updated(prior(1, 1.0), np.array([[1.0]]), np.array([2.0]), 3.0)
    >>> b.precision.round(12), b.mean.round(12)
    (array([[4.]]), array([1.5]))
    """
    M = len(belief.shift)
    if not len(t):
        return belief
    above = np.column_stack([belief.root, belief.shift])
    below = math.sqrt(beta) * np.column_stack([Phi, t])
    triangle = np.asarray(np.linalg.qr(np.vstack([above, below]), mode="r"))
    signs = np.where(np.diag(triangle)[:M] < 0, -1.0, 1.0)
    return Belief(signs[:, None] * triangle[:M, :M], signs * triangle[:M, M])


def solved(root: np.ndarray, right: np.ndarray) -> np.ndarray:
    """R⁻¹ right for an upper triangular R, by back substitution."""
    from scipy.linalg import solve_triangular  # never at start-up

    return np.asarray(solve_triangular(root, right, check_finite=False))
