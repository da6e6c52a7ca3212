"""Gaussian densities by their Cholesky factors, as logarithms: no inverse, no determinant, no density that is 0.

ln N(x | m, Σ) = −½ (d ln 2π + 2 Σⱼ ln Lⱼⱼ + ‖z‖²)      Σ = L Lᵀ,  L z = x − m
"""

from __future__ import annotations

import math

import numpy as np

from engine.maths.probability.sigmoid import log_sum_exp

FARTHEST = 1e300
"""No squared distance is more than this, so that a logarithm is a number."""
STRETCH = 2**17
"""So many numbers are worked out at a time, which stay near the processor."""


def log_densities(X: np.ndarray, means: np.ndarray, covariances: np.ndarray) -> np.ndarray:
    """(K, n) the logarithm of the density of each of K Gaussians, with means (K, d), at the rows of X (n, d).

    >>> log_densities(np.array([[0.0], [2.0]]), np.zeros((1, 1)), np.array([[[4.0]]])).round(4)
    array([[-1.6121, -2.1121]])
    """
    table, factors = np.asarray(X, dtype=float), np.linalg.cholesky(covariances)
    K, d = means.shape
    heights = 0.5 * d * math.log(2 * math.pi) + np.log(np.diagonal(factors, axis1=1, axis2=2)).sum(axis=1)
    found, size = np.empty((K, len(table))), max(STRETCH // (K * d), 1)
    for first in range(0, len(table), size):
        part = slice(first, first + size)
        z = standardised(factors, table[part].T - means[:, :, None])
        with np.errstate(over="ignore"):
            squares = np.einsum("kjn,kjn->kn", z, z)
        found[:, part] = -0.5 * np.minimum(squares, FARTHEST) - heights[:, None]
    return found


def standardised(factors: np.ndarray, ways: np.ndarray) -> np.ndarray:
    """(K, d, n) the z with L z = ways, by forward substitution; each of the factors L (K, d, d) is lower triangular."""
    z = np.empty_like(ways)
    for j in range(ways.shape[1]):
        known = (factors[:, j, None, :j] @ z[:, :j])[:, 0] if j else 0.0
        z[:, j] = (ways[:, j] - known) / factors[:, j, j, None]
    return z


def log_sum(terms: np.ndarray) -> np.ndarray:
    """(n,) ln Σₖ e^aₖ of terms a (K, n), by the greatest of each column, so that nothing is too small.

    >>> log_sum(np.array([[-1000.0], [-1000.0]])).round(4)
    array([-999.3069])
    """
    return log_sum_exp(terms.T)
