"""Sums of many Gaussians at many places of two features, without comparing each place with each centre.

    f(x) = Σₘ sₘ exp(−γ ‖x − zₘ‖²) = Σₘ sₘ g(x₁ − zₘ₁) g(x₂ − zₘ₂)        g(a) = exp(−γ a²)

on a grid   g is worked out once for every line of it, and all sums are one product of two matrices
anywhere    over the range of the places, l to either side of its middle, g is nearly a polynomial of p terms, with
            factors cₖ from p of its values, Σₖ cₖ Tₖ(u). f is one polynomial of two numbers then, whatever it adds up

Within the ellipse cosh t, sinh t around the range |g| ≤ exp(γ l² sinh² t), so p terms leave an error of no more than
4 exp(γ l² sinh² t − (p − 1) t) / (eᵗ − 1), whichever t > 0 it is.        (Trefethen 2013, theorem 8.2)
"""

from __future__ import annotations

import numpy as np

from engine.maths.algebra.inner_product_kernels import gaussian

GRID = 32
"""So many products of two numbers cost about as much as one power of e."""
WHOLE = 2
"""Up to so many crossings to a place they are most of a grid."""
FIRST = 1024
"""So many places are looked at before all are sorted."""
MANY = 200_000
"""For fewer values of g nothing is gained by a polynomial."""
BLOCK = 1024
"""The powers of so many places stay in the cache."""
ERROR = 1e-11
"""The most that the polynomial of a factor is wrong by; as a share of Σ |s| the sums are nearer still."""
TERMS = 16
"""So many of its terms cost about as much, at a place, as one power of e."""
WIDTHS = np.geomspace(0.01, 10.0, 300)
"""The ellipses that are tried."""


def gaussian_sums(X: np.ndarray, Z: np.ndarray, shares: np.ndarray, gamma: float) -> np.ndarray | None:
    """(n,) Σₘ sₘ exp(−γ ‖x − zₘ‖²) of two features; None where it takes every place with every centre."""
    if X.shape[1] != 2 or len(X) < GRID:
        return None
    lines = _lines(X)
    crossings = np.inf if lines is None else len(lines[0][0]) * len(lines[1][0])
    if crossings > WHOLE * len(X) and len(X) * len(Z) > MANY:
        found = polynomial_at(X, Z, shares, gamma)
        if found is not None:
            return found
    if lines is None or crossings > GRID * len(X):
        return None
    across, up = (gaussian(line[:, None], Z[:, j, None], gamma) for j, (line, _) in enumerate(lines))
    return np.asarray(((across * shares) @ up.T)[lines[0][1], lines[1][1]])


def _lines(X: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]] | None:
    """The values of each feature, and which of them each place has; None where the first places lie on no grid."""
    if len(X) > FIRST and 2 * len(np.unique(X[:FIRST, 1])) > FIRST:
        return None
    return [np.unique(column, return_inverse=True) for column in X.T]


def polynomial_at(X: np.ndarray, Z: np.ndarray, shares: np.ndarray, gamma: float) -> np.ndarray | None:
    """(n,) the sums by a polynomial; None where it would have too many terms for that to be quicker."""
    low, high = X.min(axis=0), X.max(axis=0)
    middle, half = 0.5 * (low + high), np.maximum(0.5 * (high - low), np.finfo(float).tiny)
    sizes = [terms(gamma, float(wide)) for wide in half]
    if not sizes[0] * sizes[1] <= TERMS * len(Z):  # nor where a place is no number
        return None
    first, second = (
        fitted(z, float(wide), gamma, int(size)) for z, wide, size in zip((Z - middle).T, half, sizes, strict=True)
    )
    whole, places = (first * shares) @ second.T, (X - middle) / half
    found = np.empty(len(X))
    for start in range(0, len(X), BLOCK):
        part = slice(start, start + BLOCK)
        powers = [chebyshev_powers(u, int(size)) for u, size in zip(places[part].T, sizes, strict=True)]
        np.einsum("kn,kn->n", whole.T @ powers[0], powers[1], out=found[part])
    return found


def fitted(z: np.ndarray, wide: float, gamma: float, size: int) -> np.ndarray:
    """(size, m) the factors cₖ of exp(−γ (x − z)²) for each z (m,), where x is at most `wide` from 0."""
    turns = np.pi / size * (np.arange(size) + 0.5)
    fit = np.cos(np.outer(np.arange(size), turns)) * (2.0 / size)
    fit[0] *= 0.5
    return np.asarray(fit @ gaussian(wide * np.cos(turns)[:, None], z[:, None], gamma))


def terms(gamma: float, wide: float) -> float:
    """The number p of terms that gives exp(−γ (x − z)²) nearly, for every z, where x is at most `wide` from 0.

    >>> terms(0.5, 1.0), terms(0.5, 4.0), terms(50.0, 4.0)
    (17.0, 38.0, 304.0)
    """
    with np.errstate(over="ignore"):
        bound = gamma * wide * wide * np.sinh(WIDTHS) ** 2 + np.log(4.0 / ERROR) - np.log(np.expm1(WIDTHS))
    return float(np.ceil(1.0 + (bound / WIDTHS).min()))


def chebyshev_powers(u: np.ndarray, size: int) -> np.ndarray:
    """(size, n) T₀(u), T₁(u), ... of numbers from −1 to 1, twice as many at a time:  Tₖ₊ᵢ = 2 Tₖ Tᵢ − Tₖ₋ᵢ.

    >>> chebyshev_powers(np.array([0.5, 1.0]), 4).tolist()
    [[1.0, 1.0], [0.5, 1.0], [-0.5, 1.0], [-1.0, 1.0]]
    """
    found = np.empty((size, len(u)))
    found[0], found[1] = 1.0, u
    k = 1
    while k + 1 < size:
        more = found[k + 1 : 2 * k + 1]
        np.multiply(found[1 : len(more) + 1], 2.0 * found[k], out=more)
        more -= found[k - len(more) : k][::-1]
        k *= 2
    return found
