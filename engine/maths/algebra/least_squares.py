"""Linear least squares by orthogonal factors, also where the columns depend on each other; never by an inverse.

E(W) = ½ Σₙ ‖W̃ᵀ x̃ₙ − tₙ‖² + ½ λ ‖W‖²        x̃ = (1, x)
"""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot
from engine.maths.algebra.affine import UNSEEN, with_ones
from engine.maths.algebra.agreement import cleared
from engine.maths.algebra.covariance import column_means

EPSILON = float(np.finfo(float).eps)


@snapshot
class Fit:
    """The weights (M + 1, K) that make E least, the bias first, and the rank of what determines them.

    With a rank below M + 1 many weights make E equally small; these are the shortest of them.
    """

    weights: np.ndarray
    rank: int


def least_squares(X: np.ndarray, T: np.ndarray, penalty: float = 0.0, penalise_bias: bool = False) -> Fit:
    """The weights of the targets T (n, K) on the columns of X (n, M) and a bias.

    A free bias is left out by taking everything from its mean: b = t̄ − Wᵀ x̄ whatever W is. So numbers far from 0
    cost no digits.

    >>> least_squares(np.array([[0.0], [1.0], [2.0]]), np.array([[1.0], [3.0], [5.0]])).weights.round(12).tolist()
    [[1.0], [2.0]]
    """
    M = X.shape[1]
    if penalty and penalise_bias:
        slopes, rank, _ = solved(_held(with_ones(X), penalty), _held(T, 0.0, M + 1))
        return Fit(slopes, rank)
    x_mean, t_mean = column_means(X), column_means(T)
    A, B = X - x_mean, T - t_mean
    if penalty:
        A, B = _held(A, penalty), _held(B, 0.0, M)
    slopes, rank, flat = solved(A, B)
    weights = np.vstack([t_mean - x_mean @ slopes, slopes])
    if flat.shape[1]:
        offset = x_mean @ flat
        rounding = len(X) * EPSILON * (np.abs(x_mean) @ np.abs(flat))
        weights = shortest(weights, np.vstack([-np.where(np.abs(offset) > rounding, offset, 0.0), flat]))
    return Fit(weights, rank + 1)


def _held(A: np.ndarray, penalty: float, rows: int | None = None) -> np.ndarray:
    """A above √λ I: the squares of the rows below are the penalty. For the targets, above rows of 0."""
    below = np.sqrt(penalty) * np.eye(A.shape[1]) if rows is None else np.zeros((rows, A.shape[1]))
    return np.vstack([A, below])


def solved(A: np.ndarray, B: np.ndarray, rows: int = 0) -> tuple[np.ndarray, int, np.ndarray]:
    """A solution W (M, K) of min ‖A W − B‖, the rank of A (n, M), and directions (M, M − rank) that A cannot see.

    The columns of A are brought to unit length first, so that neither W nor the rank depends on their units.
    Where A is the R of a QR factorisation, `rows` says of how many rows: rounding grows with them.
    """
    size = np.abs(A).max(axis=0, initial=0.0)
    lengths = size * np.linalg.norm(A / np.where(size > 0, size, 1.0), axis=0)
    scale = np.where(lengths > UNSEEN, 1.0 / np.maximum(lengths, UNSEEN), 1.0)
    unit = A * scale
    found, _, rank, _ = np.linalg.lstsq(unit, B, rcond=EPSILON * max(rows, *A.shape))  # SciPy's holds the interpreter
    return scale[:, None] * found, int(rank), scale[:, None] * _unseen(unit, int(rank))


def _unseen(unit: np.ndarray, rank: int) -> np.ndarray:
    """(M, M − rank) the directions that a matrix (n, M) of this rank takes to 0."""
    M = unit.shape[1]
    return np.asarray(np.linalg.svd(np.linalg.qr(unit, mode="r"))[2][rank:].T) if rank < M else np.zeros((M, 0))


def shortest(weights: np.ndarray, flat: np.ndarray) -> np.ndarray:
    """The weights less their part along directions that change no output."""
    unit = flat / np.abs(flat).max(axis=0)
    return np.asarray(weights - unit @ np.linalg.lstsq(unit, weights, rcond=None)[0])


def squared_error(X: np.ndarray, T: np.ndarray, weights: np.ndarray) -> float:
    """½ Σ (y − t)² of all outputs, the bias first in the weights (M + 1, K); a y − t that is rounding counts as 0."""
    terms = np.abs(weights[0]) + np.abs(X) @ np.abs(weights[1:]) + np.abs(T)
    return 0.5 * float((cleared(weights[0] + X @ weights[1:] - T, terms) ** 2).sum())
