"""Kernels that are covariances of function values, as functions of two tables of points, with the length scale ℓ.

RBF         exp(−r²/2ℓ²)
Matérn 1/2  e⁻ˢ, s = r/ℓ     3/2  (1 + s) e⁻ˢ, s = √3 r/ℓ     5/2  (1 + s + s²/3) e⁻ˢ, s = √5 r/ℓ
periodic    Πⱼ exp(−2 sin²(π (xⱼ − zⱼ)/p) / ℓ²)
polynomial  (1 + x · z/ℓ²)ᵠ; of degree q = 1 it is the linear kernel

With each comes its slope ∂k/∂ ln ℓ.
"""

from __future__ import annotations

import numpy as np

from engine.maths.algebra.inner_product_kernels import squared_distances

RBF, MATERN_1, MATERN_3, MATERN_5, PERIODIC, LINEAR, POLYNOMIAL = KINDS = (
    "RBF", "Matérn 1/2", "Matérn 3/2", "Matérn 5/2", "periodic", "linear", "polynomial",
)  # fmt: skip
ROOTS = {MATERN_1: 1.0, MATERN_3: np.sqrt(3.0), MATERN_5: np.sqrt(5.0)}
STATIONARY = (RBF, MATERN_1, MATERN_3, MATERN_5, PERIODIC)
"""Those that depend on x − z alone: k(x, x) = 1."""
FARTHEST = 1e150
"""So many length scales away all points are alike: the square of more is no number."""


def kernel(kind: str, X: np.ndarray, Z: np.ndarray, length: float, period: float, degree: int) -> np.ndarray:
    """(n, m) k(x, z).

    >>> kernel("RBF", np.zeros((1, 1)), np.array([[0.0], [1.0]]), 1.0, 1.0, 1).round(4)
    array([[1.    , 0.6065]])
    """
    return with_slope(kind, X, Z, length, period, degree, False)[0]


def with_slope(
    kind: str, X: np.ndarray, Z: np.ndarray, length: float, period: float, degree: int, slope: bool = True
) -> tuple[np.ndarray, np.ndarray | None]:
    """The kernel (n, m), and ∂k/∂ ln ℓ if it is asked for."""
    with np.errstate(over="ignore", under="ignore"):
        if kind in (LINEAR, POLYNOMIAL):
            return _of_products((X / length) @ (Z / length).T, degree if kind == POLYNOMIAL else 1, slope)
        if kind == PERIODIC:
            waves = _waves(X, Z, period) / length**2
            k = np.exp(-2.0 * waves)
            return k, 4.0 * waves * k if slope else None
        squares = squared_distances(X / length, Z / length)
        if kind == RBF:
            k = np.exp(-0.5 * squares)
            return k, np.minimum(squares, FARTHEST) * k if slope else None
        return _matern(kind, ROOTS[kind] * np.sqrt(np.minimum(squares, FARTHEST)), slope)


def _matern(kind: str, s: np.ndarray, slope: bool) -> tuple[np.ndarray, np.ndarray | None]:
    decay = np.exp(-s)
    if kind == MATERN_1:
        return decay, s * decay if slope else None
    if kind == MATERN_3:
        return (1.0 + s) * decay, s * s * decay if slope else None
    return (1.0 + s + s * s / 3.0) * decay, s * s / 3.0 * (1.0 + s) * decay if slope else None


def _of_products(inner: np.ndarray, degree: int, slope: bool) -> tuple[np.ndarray, np.ndarray | None]:
    base = 1.0 + inner
    return base**degree, -2.0 * degree * base ** (degree - 1) * inner if slope else None


def _waves(X: np.ndarray, Z: np.ndarray, period: float) -> np.ndarray:
    """(n, m) Σⱼ sin²(π (xⱼ − zⱼ)/p)."""
    total = np.zeros((len(X), len(Z)))
    for x, z in zip(X.T, Z.T, strict=True):
        total += np.sin(np.pi / period * (x[:, None] - z)) ** 2
    return total


def diagonal(kind: str, X: np.ndarray, length: float, degree: int) -> np.ndarray:
    """(n,) k(x, x)."""
    if kind in STATIONARY:
        return np.ones(len(X))
    with np.errstate(over="ignore"):
        return np.asarray((1.0 + ((X / length) ** 2).sum(axis=1)) ** (degree if kind == POLYNOMIAL else 1))
