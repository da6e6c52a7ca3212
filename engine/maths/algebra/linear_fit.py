"""Least squares for one target, with what says how well the answer is determined: rank and singular values.

w = argmin ‖t − Φ w‖²,   Φ = (1, X), or X without an intercept        κ(Φ) = s₁ / s_M
"""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot
from engine.maths.algebra.affine import sizes, with_ones
from engine.maths.algebra.agreement import DIGITS, cleared
from engine.maths.algebra.least_squares import EPSILON, shortest, solved

PERFECT = 1e-13
"""Residuals that are no larger than this share of what they are taken from are rounding."""
ILL_CONDITIONED = 1e12
"""From this condition number on, only a few digits of the weights mean anything."""


@snapshot
class LinearFit:
    """The weights that make the sum of squared residuals least; of several the shortest, as Φ⁺t.

    weights (M + 1,) the bias first, 0 without an intercept;   residuals (n,) t − Φ w, 0 where only rounding is left
    rank  of Φ, whatever the units of its columns;   singular  the singular values of Φ, the largest first
    """

    weights: np.ndarray
    residuals: np.ndarray
    rank: int
    singular: np.ndarray

    @property
    def condition(self) -> float:
        """κ = s₁ / s_M: by so much a relative change of t or Φ can grow in the weights; ∞ where the rank is not full.

        >>> linear_fit(np.array([[0.0], [1.0]]), np.zeros(2), intercept=False).condition
        1.0
        """
        return condition(self.singular, self.rank)


def linear_fit(X: np.ndarray, t: np.ndarray, intercept: bool = True) -> LinearFit:
    """Fit the targets t (n,) on the columns of X (n, M), and a bias with an intercept.

    Φ = QR is reduced to R first. A bias is fitted by taking everything from its mean, so that numbers far from 0
    cost no digits.

    >>> linear_fit(np.array([[1.0], [2.0], [3.0]]), np.array([3.0, 5.0, 7.0])).weights.round(12).tolist()
    [1.0, 2.0]
    """
    M = X.shape[1]
    A, means = _around_means(X, t) if intercept else (np.column_stack([X, t]), np.zeros(M + 1))
    x_mean, t_mean, R = means[:M], float(means[M]), _reduced(A)
    slopes, rank, flat = solved(R[:, :M], R[:, M:], len(X))
    reach = np.linalg.norm(R, axis=0)
    with np.errstate(over="ignore"):
        slopes = np.where(np.abs(slopes[:, 0]) * reach[:M] <= DIGITS * reach[M], 0.0, slopes[:, 0])
        terms = float(np.abs(t).max(initial=0.0)) + np.abs(x_mean) @ np.abs(slopes)
        bias = float(cleared(t_mean - x_mean @ slopes, terms)) if intercept else 0.0
    w = np.append(bias, slopes)
    if flat.shape[1]:
        w = _shortest(w, flat, x_mean, len(X))
    full = rank + int(intercept)
    left = np.zeros(len(t)) if full >= len(t) else residuals(X, t, w)
    return LinearFit(w, left, full, singular_values(R[:, :M], x_mean, len(X) if intercept else 0))


@np.errstate(over="ignore", invalid="ignore")
def residuals(X: np.ndarray, t: np.ndarray, w: np.ndarray) -> np.ndarray:
    """(n,) t − y with y = w₀ + X w; all are 0 where none is more than rounding.

    >>> residuals(np.array([[0.1], [0.3]]), np.array([0.3, 0.9]), np.array([0.0, 3.0])).tolist()
    [0.0, 0.0]
    """
    left = t - (w[0] + X @ w[1:])
    size, beside = np.abs(left), abs(w[0]) + float(np.abs(t).max(initial=0.0))
    most = beside + max(X.max(initial=0.0), -X.min(initial=0.0)) * float(np.abs(w[1:]).sum())
    if size.max(initial=0.0) > PERFECT * most and size.min(initial=np.inf) > DIGITS * most:
        return np.asarray(left)  # none is so small, whatever column the largest number is in
    terms = beside + float(sizes(X) @ np.abs(w[1:]))
    return np.where(size.max(initial=0.0) <= PERFECT * terms, 0.0, cleared(left, terms, DIGITS))


def pseudo_inverse(X: np.ndarray, intercept: bool = True) -> np.ndarray:
    """(M + 1, n) Φ⁺, by the singular value decomposition: w = Φ⁺ t for any targets. It is for looking at.

    >>> pseudo_inverse(np.array([[1.0], [2.0]]), intercept=False)
    array([[0.2, 0.4]])
    """
    Phi = with_ones(X) if intercept else X
    return np.asarray(np.linalg.pinv(Phi, rcond=EPSILON * max(Phi.shape)))


def condition(singular: np.ndarray, rank: int) -> float:
    """The largest of some singular values over the least; ∞ where the rank says that the least is 0."""
    least = float(singular[-1]) if len(singular) else 0.0
    return float(singular[0]) / least if rank >= len(singular) and least > 0 else np.inf


def singular_values(R: np.ndarray, x_mean: np.ndarray, n: int = 0) -> np.ndarray:
    """Those of Φ, the largest first, from R with RᵀR = (X − x̄)ᵀ(X − x̄); with n rows of an intercept that of (1, X)."""
    if n:
        top = np.sqrt(n) * np.append(1.0, x_mean)
        R = np.vstack([top, np.column_stack([np.zeros(len(R)), R])])
    M = R.shape[1]
    found = np.linalg.svd(R, compute_uv=False)
    return np.append(found, np.zeros(max(M - len(found), 0)))[:M]


def _around_means(X: np.ndarray, t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(n, M + 1) X and t less their means (M + 1,), which are taken around the first row, as in `column_means`."""
    A = np.empty((len(X), X.shape[1] + 1), order="F")  # as LAPACK has it
    first = np.append(X[0], t[0])
    np.subtract(X, first[:-1], out=A[:, :-1])
    np.subtract(t, first[-1], out=A[:, -1])
    means = A.mean(axis=0)
    A -= means
    return A, first + means


def _reduced(A: np.ndarray) -> np.ndarray:
    """R of A = QR, which has the same least-squares solutions; of a wide matrix A itself."""
    return np.asarray(np.linalg.qr(A, mode="r")) if A.shape[0] > A.shape[1] else A


def _shortest(w: np.ndarray, flat: np.ndarray, x_mean: np.ndarray, n: int) -> np.ndarray:
    """The shortest of the weights (M + 1,) that differ along directions (M, k) which leave X − x̄ as it is."""
    offset = x_mean @ flat
    rounding = n * EPSILON * (np.abs(x_mean) @ np.abs(flat))
    directions = np.vstack([-np.where(np.abs(offset) > rounding, offset, 0.0), flat])
    found = shortest(w[:, None], directions)[:, 0]
    return cleared(found, np.abs(w).max(initial=0.0))


def gram_inverse(X: np.ndarray, intercept: bool = True) -> np.ndarray:
    """(M, M) (ΦᵀΦ)⁻¹ = Φ⁺ Φ⁺ᵀ, from the singular value decomposition of Φ, whose condition is not squared.

    >>> gram_inverse(np.array([[1.0], [2.0]]), intercept=False).round(12)
    array([[0.2]])
    """
    found = pseudo_inverse(X, intercept)
    return np.asarray(found @ found.T)
