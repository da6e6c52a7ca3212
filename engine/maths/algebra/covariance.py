"""Mean, covariance and principal axes of a table, with one rule for the signs that eigenvectors leave open."""

from __future__ import annotations

import numpy as np

EQUAL = 1e-9
"""Relative to the largest, two numbers closer than this are tied."""


def column_means(X: np.ndarray) -> np.ndarray:
    """(d,) the mean of each column of X (n, d), n ≥ 1, taken around the first row.

    So the mean of a constant column is that constant to the last bit, and its deviations are exactly 0.

    >>> bool(column_means(np.full((3, 1), 0.1)) == 0.1)
    True
    """
    return np.asarray(X[0] + (X - X[0]).mean(axis=0))


def covariance(deviations: np.ndarray, divisor: float) -> np.ndarray:
    """(d, d) S = Σ zₙ zₙᵀ / divisor of deviations from the mean, Z (n, d); the divisor is N − 1 or N."""
    return np.asarray(deviations.T @ deviations / divisor)


def deviation_scale(deviations: np.ndarray, divisor: float) -> np.ndarray:
    """(d,) the standard deviation of each column, and 1 for a constant one, so that it can be divided by."""
    spread = np.sqrt((deviations**2).sum(axis=0) / divisor)
    return np.where(spread > 0, spread, 1.0)


def principal_axes(S: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The eigenvectors of S (d, d) as the rows of U (d, d), and their eigenvalues (d,), the largest first.

    S uⱼ = λⱼ uⱼ,  U Uᵀ = I. What rounding has left of an eigenvalue 0 is 0; the signs follow `upright`.
    """
    values, vectors = np.linalg.eigh(S)
    values, rows = values[::-1], vectors.T[::-1]
    least = len(values) * np.finfo(float).eps * max(float(values[0]), 0.0)
    return upright(rows), np.where(values > least, values, 0.0)


def first_axes(S: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    """All eigenvalues (d,) of a symmetric S (d, d), the largest first, and the eigenvectors (count, d) of the first.

    The others are not computed: Q T Qᵀ = S with T of three diagonals has the same eigenvalues, and Q takes the few
    eigenvectors of T to those of S. Of a large S that is about half of the work. The signs follow `upright`.
    """
    from scipy.linalg import eigh_tridiagonal, lapack

    d = len(S)
    count = min(count, d)
    if d <= 2:
        values, vectors = np.linalg.eigh(S)
        return values[::-1], upright(vectors.T[::-1][:count])
    size = float(np.abs(S).max()) or 1.0  # eigenvalues of any size are told apart then
    work = int(lapack.dsytrd_lwork(d, lower=1)[0])
    reflectors, diagonal, beside, scales, _ = lapack.dsytrd(S / size, lower=1, lwork=work)
    values = eigh_tridiagonal(diagonal, beside, eigvals_only=True)
    _, vectors = eigh_tridiagonal(diagonal, beside, select="i", select_range=(d - count, d - 1))
    vectors[1:] = lapack.dormqr("L", "N", reflectors[1:, :-1], scales, vectors[1:], d)[0]
    return size * values[::-1], upright(vectors.T[::-1])


def upright(rows: np.ndarray) -> np.ndarray:
    """Of u and −u, for each row, the one whose entry of largest size is positive; the first such entry on a tie.

    >>> upright(np.array([[-0.6, 0.8], [-0.8, 0.6]])).tolist()
    [[-0.6, 0.8], [0.8, -0.6]]
    """
    sizes = np.abs(rows)
    first = np.argmax(sizes >= (1 - EQUAL) * sizes.max(axis=1, keepdims=True), axis=1)
    return np.asarray(rows * np.where(rows[np.arange(len(rows)), first] < 0, -1.0, 1.0)[:, None])


def orthonormal(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Given directions (k, d) made perpendicular to the ones before and of unit length, and (k,) how much was left.

    What is left is the share of a direction's length that is perpendicular to those before it: 1 for a direction
    that was perpendicular. A direction of which nothing is left is dropped, and its share is 0.   (Gram-Schmidt)
    """
    kept: list[np.ndarray] = []
    shares = np.zeros(len(rows))
    for j, row in enumerate(np.asarray(rows, dtype=float)):
        size = float(np.linalg.norm(row))
        unit = row / size if size > 0 else row
        for _ in range(2):  # once more, because one pass leaves rounding that grows
            for other in kept:
                unit = unit - (unit @ other) * other
        shares[j] = np.linalg.norm(unit) if size > 0 else 0.0
        if shares[j] > EQUAL:
            kept.append(unit / np.linalg.norm(unit))
        else:
            shares[j] = 0.0
    return np.array(kept).reshape(len(kept), np.shape(rows)[1]), shares


def enough(variances: np.ndarray, total: float, share: float) -> int | None:
    """How many of the variances, taken in order, reach a share of the total above 0; None if all do not.

    >>> enough(np.array([4.5, 0.5]), 5.0, 0.9), enough(np.array([4.5, 0.5]), 5.0, 0.95)
    (1, 2)
    """
    reached = np.cumsum(variances) >= share * total * (1 - EQUAL)
    return int(np.argmax(reached)) + 1 if reached.any() else None
