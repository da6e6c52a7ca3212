"""Gaussian densities by their Cholesky factors, as logarithms: no inverse, no determinant, no density that is 0.

ln N(x | m, Σ) = −½ (d ln 2π + 2 Σⱼ ln Lⱼⱼ + ‖z‖²)      Σ = L Lᵀ,  L z = x − m
"""

from __future__ import annotations

import math

import numpy as np

FARTHEST = 1e300
"""No squared distance is more than this, so that a logarithm is a number."""


def log_densities(X: np.ndarray, means: np.ndarray, covariances: np.ndarray) -> np.ndarray:
    """(K, n) the logarithm of the density of each of K Gaussians, with means (K, d), at the rows of X (n, d).

    >>> log_densities(np.array([[0.0], [2.0]]), np.zeros((1, 1)), np.array([[[4.0]]])).round(4)
    array([[-1.6121, -2.1121]])
    """
    columns = np.ascontiguousarray(np.asarray(X, dtype=float).T)
    found = np.empty((len(means), len(X)))
    for k, (mean, L) in enumerate(zip(means, np.linalg.cholesky(covariances), strict=True)):
        z = standardised(L, columns - mean[:, None])
        with np.errstate(over="ignore"):
            squares = np.minimum(np.einsum("jn,jn->n", z, z), FARTHEST)
        found[k] = -0.5 * (len(mean) * math.log(2 * math.pi) + squares) - np.log(np.diagonal(L)).sum()
    return found


def standardised(L: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """(d, n) the z with L z = columns, by forward substitution; L (d, d) is lower triangular."""
    z = np.empty_like(columns)
    for j, row in enumerate(L):
        rest = columns[j] - row[:j] @ z[:j] if j else columns[j]
        z[j] = rest / row[j]
    return z


def log_sum(terms: np.ndarray) -> np.ndarray:
    """(n,) ln Σₖ e^aₖ of terms a (K, n), by the greatest of each column, so that nothing is too small.

    >>> log_sum(np.array([[-1000.0], [-1000.0]])).round(4)
    array([-999.3069])
    """
    greatest = terms.max(axis=0)
    return np.asarray(greatest + np.log(np.exp(terms - greatest).sum(axis=0)))
