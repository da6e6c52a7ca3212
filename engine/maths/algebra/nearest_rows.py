"""The nearest k of n rows to any points, exactly, the lower row first where two are as near.

A scout proposes candidates, quickly and to rounding: a k-d tree in few dimensions, a product of matrices in many. Their
distances are measured again, and where a row that was not proposed might be as near, more are proposed, in the end all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from engine.maths.algebra.metrics import Combine, between

TREE = 12
"""In more dimensions than this a tree looks at nearly every row."""
HIGHEST = 16.0
"""The powers of small gaps of a higher order than this are 0 to a tree."""
PIECE = 1 << 18
"""So many distances are held at a time: more of them leave the cache, and take twice as long."""
MOST = 64
"""When so many candidates do not settle it, all rows are measured."""
SURE = 1e-9
"""A candidate is nearer than the rest if it is by this share; a scout may err by less."""

Scout = Callable[[np.ndarray, int], tuple[np.ndarray, np.ndarray]]
"""scout(Z, c): (m, c) candidate rows for the points Z (m, d), and (m,) how far all others are at least."""


class Near(NamedTuple):
    """Of m points the nearest rows, ascending by distance and then by row.

    rows (m, w), −1 where a point has fewer;   distances (m, w), ∞ there
    tied (m,)  whether a row beyond the k-th is as far as the k-th
    """

    rows: np.ndarray
    distances: np.ndarray
    tied: np.ndarray


class NearestRows:
    """Finds rows of X (n, d) by a distance.   order  of a Minkowski distance that a tree knows, or None"""

    def __init__(self, X: np.ndarray, combine: Combine, order: float | None) -> None:
        self.X, self.combine = X, combine
        self.scout = _scout(X, order)

    def nearest(self, Z: np.ndarray, k: int, all_tied: bool = False) -> Near:
        """The k nearest rows to each point of Z (m, d); with `all_tied` also those as far as the k-th."""
        near = self._k_nearest(Z, k)
        return self._with_tied(Z, near, k) if all_tied and near.tied.any() else near

    def _k_nearest(self, Z: np.ndarray, k: int) -> Near:
        m, count = len(Z), k + 1
        found = Near(np.zeros((m, k), dtype=np.intp), np.zeros((m, k)), np.zeros(m, dtype=bool))
        left = np.arange(m)
        while self.scout is not None and len(left) and count < len(self.X) and count <= max(MOST, k + 1):
            sure = np.zeros(len(left), dtype=bool)
            for part in pieces(len(left), count):
                at = left[part]
                near, sure[part] = self._proposed(Z[at], k, count)
                for known, new in zip(found, near, strict=True):
                    known[at] = new
            left, count = left[~sure], 4 * count
        for part in pieces(len(left), len(self.X)):
            for known, new in zip(found, smallest(between(self.combine, Z[left[part]], self.X), k), strict=True):
                known[left[part]] = new
        return found

    def _proposed(self, Z: np.ndarray, k: int, count: int) -> tuple[Near, np.ndarray]:
        """The nearest among the candidates, and (m,) whether they are the nearest of all, with every tie."""
        assert self.scout is not None
        rows, beyond = self.scout(Z, count)
        rows = np.sort(rows, axis=1)
        gaps = [np.abs(Z[:, j, None] - self.X[:, j].take(rows)) for j in range(Z.shape[1])]
        distances = self.combine(gaps)
        order = np.argsort(distances, axis=1, kind="stable")
        rows, distances = np.take_along_axis(rows, order, axis=1), np.take_along_axis(distances, order, axis=1)
        last = distances[:, k - 1]
        return Near(rows[:, :k], distances[:, :k], distances[:, k] == last), last * (1.0 + SURE) < beyond

    def _with_tied(self, Z: np.ndarray, near: Near, k: int) -> Near:
        """The same with every row as far as the k-th."""
        at = np.flatnonzero(near.tied)
        more: list[tuple[np.ndarray, np.ndarray]] = []
        for part in pieces(len(at), len(self.X)):
            distances = between(self.combine, Z[at[part]], self.X)
            for own, limit in zip(distances, near.distances[at[part], -1], strict=True):
                rows = np.flatnonzero(own <= limit)
                rows = rows[np.argsort(own[rows], kind="stable")]
                more.append((rows, own[rows]))
        width = max(len(rows) for rows, _ in more)
        rows = np.full((len(Z), width), -1, dtype=np.intp)
        reached = np.full((len(Z), width), np.inf)
        rows[:, :k], reached[:, :k] = near.rows, near.distances
        for place, (own, far) in zip(at, more, strict=True):
            rows[place, : len(own)], reached[place, : len(own)] = own, far
        return Near(rows, reached, near.tied)


def smallest(distances: np.ndarray, k: int) -> Near:
    """The k least of each row of distances (m, n), the lower number first on a tie.

    >>> smallest(np.array([[2.0, 1.0, 1.0, 3.0]]), 1)
    Near(rows=array([[1]]), distances=array([[1.]]), tied=array([ True]))
    """
    limit = np.partition(distances, k - 1, axis=1)[:, k - 1, None]
    nearer, equal = distances < limit, distances == limit
    wanted = k - nearer.sum(axis=1, keepdims=True)
    chosen = nearer | (equal & (np.cumsum(equal, axis=1) <= wanted))
    rows = np.nonzero(chosen)[1].reshape(len(distances), k)
    reached = np.take_along_axis(distances, rows, axis=1)
    order = np.argsort(reached, axis=1, kind="stable")
    tied = equal.sum(axis=1) > wanted[:, 0]
    return Near(np.take_along_axis(rows, order, axis=1), np.take_along_axis(reached, order, axis=1), tied)


def pieces(m: int, width: int) -> Iterator[slice]:
    """0, ..., m − 1 a piece at a time, so that a table of `width` numbers for each stays small."""
    size = max(PIECE // max(width, 1), 1)
    return (slice(first, min(first + size, m)) for first in range(0, m, size))


def _scout(X: np.ndarray, order: float | None) -> Scout | None:
    if order is None or (HIGHEST < order < np.inf):
        return None
    if X.shape[1] <= TREE:
        return _by_tree(X, order)
    return _by_products(X) if order == 2 else None


def _unit(X: np.ndarray) -> float:
    """The power of two in which no number of X exceeds 2: so that no power of a gap between them is too large."""
    return float(2.0 ** min(int(np.frexp(np.abs(X).max(initial=0.0))[1]), 1023))


def _by_tree(X: np.ndarray, order: float) -> Scout:
    from scipy.spatial import cKDTree  # imported when neighbours are first asked for

    unit = _unit(X)
    tree: Any = cKDTree(X / unit)

    def scout(Z: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
        with np.errstate(over="ignore"):  # too far out to be told by how much
            distances, rows = tree.query(Z / unit, count, p=order)
            beyond = unit * distances[:, -1]
        lost = rows == len(X)  # a power of their distance is too large for a number
        return np.where(lost, 0, rows), np.where(lost.any(axis=1), 0.0, beyond)

    return scout


def _by_products(X: np.ndarray) -> Scout:
    """‖z − x‖² = ‖z‖² − 2 z·x + ‖x‖², which rounds where points are close together far from the middle."""
    unit = _unit(X)
    middle = (X / unit).mean(axis=0)
    table = X / unit - middle
    squares = (table**2).sum(axis=1)
    error = 8 * (X.shape[1] + 2) * np.finfo(float).eps

    def scout(Z: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
        rows, beyond = np.zeros((len(Z), count), dtype=np.intp), np.zeros(len(Z))
        for part in pieces(len(Z), len(X)):
            with np.errstate(over="ignore", invalid="ignore"):  # of a point too far out nothing is sure: NaN
                points = Z[part] / unit - middle
                own = (points**2).sum(axis=1)
                rough = squares - 2.0 * (points @ table.T) + own[:, None]
                order = np.argpartition(rough, count - 1, axis=1)[:, :count]
                rows[part] = order
                last = np.take_along_axis(rough, order[:, -1:], axis=1)[:, 0]
                beyond[part] = unit * np.sqrt(np.maximum(last - error * (own + squares.max()), 0.0))
        return rows, beyond

    return scout
