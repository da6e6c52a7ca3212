"""Gaussian processes by Cholesky factors: K = L Lᵀ, K a = r, ln p(r) = −½ rᵀa − Σ ln Lₙₙ − ½ N ln 2π.

A matrix that rounding has made singular gets a little on its diagonal (jitter), ten times as much at each try.
"""

from __future__ import annotations

import math

import numpy as np

from engine.base.snapshot import snapshot

LEAST_JITTER, GROWTH = 1e-12, 10.0
"""The first jitter is this share of the mean of the diagonal; each one that fails is followed by ten times as much."""
TRIES = 14


@snapshot
class Factor:
    """root (n, n) L, lower triangular with L Lᵀ = K + jitter I; `tries` how many factorisations it took."""

    root: np.ndarray
    jitter: float
    tries: int


def factorised(K: np.ndarray) -> Factor:
    """The Cholesky factor of a covariance matrix, with as little jitter as it needs.

    >>> factorised(np.array([[4.0]])).root.tolist(), factorised(np.ones((3, 3))).tries > 1
    ([[2.0]], True)
    """
    from scipy.linalg import LinAlgError, cholesky  # never at start-up

    size = float(np.abs(np.diag(K)).mean()) if len(K) else 1.0
    jitter, tries = 0.0, 1
    while True:
        try:
            root = cholesky(K + jitter * np.eye(len(K)) if jitter else K, lower=True, check_finite=False)
            if not len(K) or np.diag(root).min() > 0.0:
                return Factor(np.asarray(root), jitter, tries)
        except LinAlgError:
            if tries > TRIES:
                raise
        jitter, tries = max(GROWTH * jitter, LEAST_JITTER * size), tries + 1


def solved(root: np.ndarray, right: np.ndarray) -> np.ndarray:
    """K⁻¹ right by the two triangles of K = L Lᵀ."""
    from scipy.linalg import cho_solve  # never at start-up

    return np.asarray(cho_solve((root, True), right, check_finite=False)) if len(root) else right


def forward(root: np.ndarray, right: np.ndarray) -> np.ndarray:
    """L⁻¹ right, by forward substitution."""
    from scipy.linalg import solve_triangular  # never at start-up

    return np.asarray(solve_triangular(root, right, lower=True, check_finite=False)) if len(root) else right


def evidence_terms(root: np.ndarray, a: np.ndarray, r: np.ndarray) -> tuple[float, float, float]:
    """−½ rᵀa, −Σ ln Lₙₙ and −½ N ln 2π: how well the targets are met, how simple the functions are, a constant."""
    fit = -0.5 * float(r @ a)
    return fit, -float(np.log(np.diag(root)).sum()), -0.5 * len(r) * math.log(2.0 * math.pi)


def evidence_slope(root: np.ndarray, a: np.ndarray, changes: list[np.ndarray]) -> np.ndarray:
    """(p,) ½ aᵀ ∂K a − ½ tr(K⁻¹ ∂K) of each change ∂K (n, n): how ln p grows with each parameter."""
    inverse = solved(root, np.eye(len(root)))
    return np.array([0.5 * float(a @ dK @ a) - 0.5 * float((inverse * dK).sum()) for dK in changes])
