"""What makes a covariance usable that is singular, or nearly so: every direction gets some variance, or is left out.

ridge     Σ + ε I                              shrunk   (1 − ρ) Σ + ρ (tr Σ / d) I
diagonal  the variances alone                  pooled   Σₖ Σₙ (xₙ − mₖ)(xₙ − mₖ)ᵀ / divisor over the rows of all classes
pseudo-inverse   Σ⁺ = Σⱼ uⱼ uⱼᵀ / λⱼ over the eigenvalues λⱼ above 0, of which Σ = L Lᵀ with columns √λⱼ uⱼ
"""

from __future__ import annotations

import numpy as np

from engine.maths.algebra.covariance import column_means, covariance, principal_axes

NO_VARIANCE = 1e-12
"""Beside the greatest eigenvalue one smaller than this is what rounding left of 0."""


def ridged(S: np.ndarray, epsilon: float) -> np.ndarray:
    """(d, d) S + ε I."""
    return np.asarray(S + epsilon * np.eye(len(S)))


def shrunk(S: np.ndarray, rho: float) -> np.ndarray:
    """(d, d) the share ρ of it is a sphere of the same total variance.

    >>> shrunk(np.array([[1.0, 1.0], [1.0, 1.0]]), 0.5).tolist()
    [[1.0, 0.5], [0.5, 1.0]]
    """
    return np.asarray((1 - rho) * S + rho * np.trace(S) / len(S) * np.eye(len(S)))


def diagonal(S: np.ndarray) -> np.ndarray:
    """(d, d) without covariances."""
    return np.diag(np.diagonal(S))


def pooled(X: np.ndarray, codes: np.ndarray, divisor: float) -> np.ndarray:
    """(d, d) the covariance of the rows X (n, d) around the mean of their own class."""
    deviations = np.array(X)
    for code in np.unique(codes):
        own = codes == code
        deviations[own] = X[own] - column_means(X[own])
    return covariance(deviations, divisor)


def varying(S: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The eigenvectors of S as the rows of U (r, d), and their eigenvalues (r,), of those above 0 alone."""
    U, values = principal_axes(S)
    kept = values > NO_VARIANCE * values[0]
    return U[kept], values[kept]


def thin_root(S: np.ndarray) -> np.ndarray:
    """(d, r) L with S = L Lᵀ and orthogonal columns, one for every direction that has variance.

    >>> thin_root(np.array([[4.0, 0.0], [0.0, 0.0]])).tolist()
    [[2.0], [0.0]]
    """
    U, values = varying(S)
    return np.asarray(U.T * np.sqrt(values))
