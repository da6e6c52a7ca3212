"""Kernels that are inner products: K(x, z) = φ(x) · φ(z) for features φ that are never written out.

    linear       x · z
    polynomial   (γ x · z + r)ᵖ         φ are all products of at most p features (r > 0)
    Gaussian     exp(−γ ‖x − z‖²)       every φ(x) has length 1: far points are at right angles, near ones alike

Distances are taken difference by difference, so they keep their digits far from the origin too.
"""

from __future__ import annotations

from math import comb

import numpy as np


def linear(X: np.ndarray, Z: np.ndarray) -> np.ndarray:
    """(n, m) x · z.

    >>> linear(np.array([[1.0, 2.0]]), np.array([[3.0, 4.0]]))
    array([[11.]])
    """
    return np.asarray(X @ Z.T)


def polynomial(X: np.ndarray, Z: np.ndarray, gamma: float, degree: int, offset: float) -> np.ndarray:
    """(n, m) (γ x · z + r)ᵖ, by products: a power is many times as slow.

    >>> polynomial(np.array([[1.0, 1.0]]), np.array([[-1.0, 1.0], [1.0, 1.0]]), 1.0, 2, 1.0)
    array([[1., 9.]])
    """
    with np.errstate(over="ignore", invalid="ignore"):
        base = X @ Z.T
        base *= gamma
        base += offset
        found = base
        for _ in range(degree - 1):
            found = found * base
    return np.asarray(found)


def gaussian(X: np.ndarray, Z: np.ndarray, gamma: float) -> np.ndarray:
    """(n, m) exp(−γ ‖x − z‖²).

    >>> gaussian(np.array([[0.0, 0.0]]), np.array([[0.0, 0.0], [3.0, 4.0]]), 0.04).round(4)
    array([[1.    , 0.3679]])
    """
    squares = squared_distances(X, Z)
    with np.errstate(over="ignore", under="ignore"):
        squares *= -gamma
        return np.asarray(np.exp(squares, out=squares))


def squared_distances(X: np.ndarray, Z: np.ndarray) -> np.ndarray:
    """(n, m) ‖x − z‖², in a table of its own that may be written to."""
    from scipy.spatial.distance import cdist  # never at start-up

    if len(Z) < len(X):  # the longer its rows are, the quicker it is, by up to five times
        return np.asarray(cdist(Z, X, "sqeuclidean").T)
    return np.asarray(cdist(X, Z, "sqeuclidean"))


def polynomial_sums(
    X: np.ndarray, Z: np.ndarray, shares: np.ndarray, gamma: float, degree: int, offset: float
) -> np.ndarray | None:
    """(n,) Σₘ sₘ (γ x · zₘ + r)ᵖ of two features, as the one polynomial of x that it is; None of any other number.

    The factor of x₁ⁱ x₂ʲ, with k = i + j, is C(p, k) C(k, i) γᵏ rᵖ⁻ᵏ Σₘ sₘ zₘ₁ⁱ zₘ₂ʲ.
    """
    from numpy.polynomial.polynomial import polyval2d  # never at start-up

    if X.shape[1] != 2:
        return None
    powers = np.arange(degree + 1)
    with np.errstate(over="ignore", invalid="ignore"):
        first, second = (column[:, None] ** powers for column in Z.T)
        factors = (first * shares[:, None]).T @ second
        for i, j in np.ndindex(factors.shape):
            k = i + j
            factors[i, j] *= comb(degree, k) * comb(k, i) * gamma**k * offset ** (degree - k) if k <= degree else 0.0
        return np.asarray(polyval2d(X[:, 0], X[:, 1], factors))
