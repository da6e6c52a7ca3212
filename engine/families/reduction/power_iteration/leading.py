"""The greatest eigenvalues of a large symmetric matrix, without all the others, and once for all steps that ask."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import principal_axes, upright

SMALL, MANY, ROOM = 200, 20, 40
"""Up to so many features all eigenvectors are found at once, and where more of them than these are wanted; else
Lanczos' method, with a basis of so many vectors more."""


@dataclass(frozen=True, eq=False)
class Of:
    """A matrix and how many eigenvalues of it are wanted, as a key: the very same array, not one that is equal."""

    matrix: np.ndarray
    count: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Of) and other.matrix is self.matrix and other.count == self.count

    __hash__ = None  # type: ignore[assignment]


def leading(matrix: np.ndarray, count: int, data: Dataset) -> tuple[np.ndarray, np.ndarray]:
    """(m, d) the eigenvectors of a symmetric matrix (d, d) and (m,) their eigenvalues, the m = count or d greatest.

    As `principal_axes` has them; kept with the data, because the steps of one axis share their matrix.
    """
    return data.cached(Of(matrix, count), lambda: _found(matrix, count))


def _found(matrix: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
    if len(matrix) > SMALL and count <= MANY and matrix.any():
        from scipy.sparse.linalg import ArpackError, eigsh

        try:
            begin = np.random.default_rng(0).normal(size=len(matrix))
            values, vectors = eigsh(matrix, count, which="LA", v0=begin, ncv=count + ROOM)
        except ArpackError:  # it has not converged, or met a direction without variance
            pass
        else:
            order = np.argsort(-values, kind="stable")
            values = values[order]
            least = len(matrix) * np.finfo(float).eps * max(float(values[0]), 0.0)
            return upright(vectors.T[order]), np.where(values > least, values, 0.0)
    axes, values = principal_axes(matrix)
    return axes[:count], values[:count]
