"""What squared errors know of a table: so many numbers as there are pairs of columns, however many rows there are.

‖t − Φ w‖² = ‖z − R w‖² + rest        G = ΦᵀΦ = RᵀR,  c = Φᵀt = Rᵀz        (ΦᵀΦ + λ I) w = Φᵀt
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from engine.base.snapshot import snapshot
from engine.maths.algebra.agreement import DIGITS
from engine.maths.algebra.least_squares import shortest, solved

LOST = 1e-4
"""Where a column has no larger part of its squares left beside the others, products of columns lose too many digits."""
NEAR = 10.0
"""A mean that lies no farther from 0 than this, in squares of the spread, can be taken off afterwards: that loses a
digit."""
HEAD, MANY = 64, 2000
"""So many rows tell where a column lies; of fewer rows than the second the means are taken off first."""
PIECE = 1_600
"""So many rows or more are factored at a time."""
TINY = 1e-280
"""Squares below this have lost digits."""


@snapshot
class Reduced:
    """The table Φ (n, M) and the target t (n,), both taken from their means where the bias is free.

    factor R (k, M), target z (k,);   gram G (M, M), cross c (M,);   rows  how many rows there were
    reach (M,), size  the lengths of the columns, and of the target
    regular  whether G itself can be factorised without losing more digits than R has
    """

    factor: np.ndarray
    target: np.ndarray
    gram: np.ndarray
    cross: np.ndarray
    reach: np.ndarray
    size: float
    x_mean: np.ndarray
    t_mean: float
    rows: int
    regular: bool

    @cached_property
    def _rounding(self) -> tuple[float, np.ndarray]:
        """What rounding takes of the mean target, and (M,) of the means of the columns for each unit of a slope."""
        usual = 1.0 / np.sqrt(self.rows)  # the means are sums of numbers of this share of the lengths
        return DIGITS * (abs(self.t_mean) + usual * self.size), DIGITS * (np.abs(self.x_mean) + usual * self.reach)

    def packed(self, slopes: np.ndarray) -> np.ndarray:
        """(M + 1,) the slopes with the bias in front that fits them best: b = t̄ − w · x̄."""
        lost, each = self._rounding
        w = np.empty(len(slopes) + 1)
        w[1:] = slopes
        bias = self.t_mean - float(self.x_mean.dot(slopes))
        w[0] = 0.0 if abs(bias) <= lost + float(each.dot(np.abs(slopes))) else bias
        return w


@np.errstate(over="ignore", under="ignore", invalid="ignore")
def reduced(X: np.ndarray, t: np.ndarray, centred: bool = True, by_products: bool = True) -> Reduced:
    """The table X (n, M) with the target t (n,), n ≥ 1; not centred, the means count as 0.

    Without products it is factored by QR in any case: then ‖z‖ = ‖t‖, and no residual is lost in a near perfect fit.

    >>> of = reduced(np.array([[1.0], [2.0], [3.0]]), np.array([2.0, 3.0, 7.0]))
    >>> of.gram.tolist(), of.cross.tolist(), of.packed(np.array([2.5])).tolist()
    ([[2.0]], [5.0], [-1.0, 2.5])
    """
    M = X.shape[1]
    quick = _about_zero(X, t) if centred and by_products and len(X) >= max(MANY, M + 1) else None
    means, products, A = (*quick, None) if quick else _from_means(X, t, centred)
    gram, cross, size = products[:M, :M], products[:M, M], float(np.sqrt(products[M, M]))
    may = by_products and len(X) > M and bool(np.isfinite(products).all())
    factors = _factored(gram, cross) if may else None
    if factors is None:
        A = _from_means(X, t, centred)[2] if A is None else A
        factor = triangle(A) if len(A) > M + 1 else A
        R, z = factor[:, :M], factor[:, M]
        gram, cross = R.T @ R, R.T @ z
    else:
        R, z = factors
    reach, regular = np.linalg.norm(R, axis=0), factors is not None
    return Reduced(R, z, gram, cross, reach, size, means[:M], float(means[M]), len(X), regular)


def triangle(A: np.ndarray) -> np.ndarray:
    """R of A = QR (n, m), m < n. Of many rows that of each piece is taken, and of these that of all: a piece stays in
    the processor's cache.

    >>> A = np.arange(12_000.0).reshape(6_000, 2) % 7
    >>> R = triangle(A)
    >>> np.allclose(R.T @ R, A.T @ A), R.shape
    (True, (2, 2))
    """
    size = max(PIECE, 4 * A.shape[1])
    if len(A) > 2 * size:
        A = np.vstack([np.linalg.qr(A[first : first + size], mode="r") for first in range(0, len(A), size)])
    return np.asarray(np.linalg.qr(A, mode="r"))


def _about_zero(X: np.ndarray, t: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """The means of the columns of (X, t), and the products of the columns less means, without another table; None
    where a column lies so far from 0, as far as its spread goes, that this would lose digits.
    """
    head = X[:HEAD]
    if (head.mean(axis=0) ** 2 > NEAR * head.var(axis=0)).any():  # the first rows mostly tell
        return None
    n, M = X.shape
    even, products = np.full(n, 1.0 / n), np.empty((M + 1, M + 1))
    products[:M, :M], products[M, M] = X.T @ X, t @ t
    products[:M, M] = products[M, :M] = t @ X
    means = np.append(even @ X, even @ t)
    off = n * np.outer(means, means)
    products -= off
    return (means, products) if (off.diagonal() <= NEAR * products.diagonal()).all() else None


def _from_means(X: np.ndarray, t: np.ndarray, centred: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The means of the columns of A = (X, t), the products of the columns less means, and A less them.

    A is taken from its first row at first, so that a constant column is 0 to the last bit.
    """
    A = np.column_stack([X, t])
    if not centred:
        return np.zeros(A.shape[1]), A.T @ A, A
    first = A[0].copy()
    A -= first
    rest = np.full(len(A), 1.0 / len(A)) @ A
    A -= rest
    return first + rest, A.T @ A, A


def _factored(gram: np.ndarray, cross: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """R and z of the products of the columns; None where these have lost too many digits."""
    squares = gram.diagonal()
    if not squares.min(initial=np.inf) > TINY:
        return None
    scale = 1.0 / np.sqrt(squares)
    try:
        lower = np.linalg.cholesky(gram * scale[:, None] * scale)
    except np.linalg.LinAlgError:
        return None
    if (lower.diagonal() ** 2 <= LOST).any():
        return None
    return lower.T / scale, np.linalg.solve(lower, cross * scale)


@np.errstate(over="ignore", under="ignore", invalid="ignore")
def ridge_weights(of: Reduced, penalty: float) -> tuple[np.ndarray, int]:
    """The w (M,) of the least ½ ‖t − Φ w‖² + ½ λ ‖w‖², and the rank of what determines it.

    With λ = 0 and dependent columns many w are as good: it is the shortest of them, Φ⁺t.

    >>> of = reduced(np.array([[1.0], [2.0], [3.0]]), np.array([2.0, 3.0, 7.0]), centred=False)
    >>> ridge_weights(of, 2.0)
    (array([1.8125]), 1)
    """
    M = len(of.cross)
    if of.regular:
        from scipy.linalg.lapack import dposv  # what else checks its arguments takes longer than it computes

        unit = of.gram.copy()
        unit.flat[:: M + 1] += penalty
        scale = 1.0 / np.sqrt(unit.diagonal())
        unit *= scale[:, None]
        unit *= scale
        return _without_dust(scale * dposv(unit, scale * of.cross)[1], of), M
    A, b = of.factor, of.target[:, None]
    if penalty:
        A, b = np.vstack([A, np.sqrt(penalty) * np.eye(M)]), np.vstack([b, np.zeros((M, 1))])
    found, rank, flat = solved(A, b, of.rows)
    if flat.shape[1]:
        found = shortest(found, flat)
    return _without_dust(found[:, 0], of), rank


def _without_dust(slopes: np.ndarray, of: Reduced) -> np.ndarray:
    """The slopes, and 0 in place of each whose column would move the target by no more than rounding."""
    dust = np.abs(slopes) * of.reach <= DIGITS * of.size
    return np.where(dust, 0.0, slopes) if dust.any() else slopes
