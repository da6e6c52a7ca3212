"""What squared errors know of a table: so many numbers as there are pairs of columns, however many rows there are.

‖t − Φ w‖² = ‖z − R w‖² + rest        G = ΦᵀΦ = RᵀR,  c = Φᵀt = Rᵀz        (ΦᵀΦ + λ I) w = Φᵀt
"""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot
from engine.maths.algebra.agreement import DIGITS
from engine.maths.algebra.least_squares import shortest, solved

LOST = 1e-4
"""Where a column has no larger part of its squares left beside the others, products of columns lose too many digits."""
NEAR = 10.0
"""A row that lies no farther out than this, in squares, can stand for the mean: the correction loses a digit."""
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

    def packed(self, slopes: np.ndarray) -> np.ndarray:
        """(M + 1,) the slopes with the bias in front that fits them best: b = t̄ − w · x̄."""
        bias = self.t_mean - float(self.x_mean @ slopes)
        usual = 1.0 / np.sqrt(self.rows)  # the means are sums of numbers of this share of the lengths
        terms = abs(self.t_mean) + usual * self.size
        terms += float((np.abs(self.x_mean) + usual * self.reach) @ np.abs(slopes))
        lost = DIGITS * terms
        return np.append(0.0 if abs(bias) <= lost else bias, slopes)


@np.errstate(over="ignore", under="ignore", invalid="ignore")
def reduced(X: np.ndarray, t: np.ndarray, centred: bool = True, by_products: bool = True) -> Reduced:
    """The table X (n, M) with the target t (n,), n ≥ 1; not centred, the means count as 0.

    Without products it is factored by QR in any case: then ‖z‖ = ‖t‖, and no residual is lost in a near perfect fit.

    >>> of = reduced(np.array([[1.0], [2.0], [3.0]]), np.array([2.0, 3.0, 7.0]))
    >>> of.gram.tolist(), of.cross.tolist(), of.packed(np.array([2.5])).tolist()
    ([[2.0]], [5.0], [-1.0, 2.5])
    """
    M = X.shape[1]
    A = np.empty((len(X), M + 1))
    A[:, :M], A[:, M] = X, t
    means, rest, products = _from_means(A) if centred else (np.zeros(M + 1), 0.0, A.T @ A)
    gram, cross, size = products[:M, :M], products[:M, M], float(np.sqrt(products[M, M]))
    may = by_products and len(X) > M and bool(np.isfinite(products).all())
    factors = _factored(gram, cross) if may else None
    if factors is None:
        A -= rest
        factor = np.asarray(np.linalg.qr(A, mode="r")) if len(A) > M + 1 else A
        R, z = factor[:, :M], factor[:, M]
        gram, cross = R.T @ R, R.T @ z
    else:
        R, z = factors
    reach, regular = np.linalg.norm(R, axis=0), factors is not None
    return Reduced(R, z, gram, cross, reach, size, means[:M], float(means[M]), len(X), regular)


def _from_means(A: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The means of the columns of A (n, k), what is left of them in A, and the products of the columns less means.

    A is taken from its first row, so that a constant column is 0 to the last bit; where that lies far out, from the
    means too, as digits would be lost else.
    """
    first = A[0].copy()
    A -= first
    rest = np.full(len(A), 1.0 / len(A)) @ A
    products, off = A.T @ A, len(A) * np.outer(rest, rest)
    if (off.diagonal() <= NEAR * (products - off).diagonal()).all():
        return first + rest, rest, products - off
    A -= rest
    return first + rest, np.zeros(len(rest)), A.T @ A


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
