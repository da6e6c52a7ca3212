"""Neighbourhoods: the rows within a radius of a row, and how far its m-th nearest row is."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from engine.base.snapshot import sealed, snapshot
from engine.maths.algebra.distances import own_squares, squared_distances
from engine.maths.algebra.metrics import LARGEST, SMALLEST
from engine.maths.algebra.spread import spread

ALONE = 20
"""So many rows are asked for one by one: few steps are not to wait for what all of them need."""
MOST = 4_000_000
"""So many neighbours of all rows together are kept at most, as some rows let expect."""
SPARE = 1e-9
"""By this share of the radius a tree looks farther, and what it finds is measured."""
SAMPLE = 300
"""So many rows at most stand for all: their m-th nearest is looked for."""
SHARE = 0.9
"""Without a radius, so many of them get their m-th nearest row within it."""


@snapshot
class Neighbourhoods:
    """Rows X (n, d), and how many of them, itself counted, a row needs within the radius to be a core."""

    X: np.ndarray
    least: int
    radius: float

    @cached_property
    def reaches(self) -> np.ndarray:
        """(s,) how far the m-th nearest row of some of the rows is, ascending; m counts the row itself."""
        return reaches(self.X, self.least)


class Search:
    """Finds the rows of X (n, d) within a radius of a row: after a few rows it asks for those of all rows at once."""

    def __init__(self, X: np.ndarray, radius: float) -> None:
        self.X, self.radius, self._asked = X, radius, 0
        self._first: list[int] = []
        self._rows = np.zeros(0, dtype=np.intp)

    def within(self, row: int) -> np.ndarray:
        """The rows at most the radius away from a row, itself among them, ascending."""
        if self._first:
            return self._rows[self._first[row] : self._first[row + 1]]
        self._asked += 1
        if self._asked == ALONE and (found := all_within(self.X, self.radius)) is not None:
            self._first, self._rows = found
        return np.flatnonzero(np.sqrt(squared_distances(self.X, self.X[[row]])[:, 0]) <= self.radius)


def all_within(X: np.ndarray, radius: float) -> tuple[list[int], np.ndarray] | None:
    """The rows within a radius of every row, one after the other, and where those of each begin; None if too many.

    Nor where squares may be too large or too small for a tree to tell which are near.
    """
    from scipy.spatial import cKDTree  # imported when neighbours are first asked for

    far = radius * (1.0 + SPARE)
    if not SMALLEST < radius < LARGEST or np.abs(X).max() >= LARGEST:
        return None
    tree = cKDTree(X)
    some = _some(len(X))
    if tree.query_ball_point(X[some], far, return_length=True).sum() * (len(X) / len(some)) > MOST:
        return None
    one, other = tree.query_pairs(far, output_type="ndarray").T
    near = np.sqrt(own_squares(X[one], X, other)) <= radius
    return _row_by_row(len(X), one[near], other[near])


def _row_by_row(n: int, one: np.ndarray, other: np.ndarray) -> tuple[list[int], np.ndarray]:
    """Pairs (m,) of n rows, each written once, as the partners of every row, itself among them, ascending."""
    from scipy.sparse import coo_array  # to count is quicker than to sort

    a, b, self_too = one.astype(np.int32), other.astype(np.int32), np.arange(n, dtype=np.int32)
    places = np.concatenate([a, b, self_too]), np.concatenate([b, a, self_too])
    pairs = coo_array((np.ones(len(places[0]), dtype=bool), places), shape=(n, n))
    pairs.has_canonical_format = True  # no pair is there twice
    table = pairs.tocsr().T.tocsr()  # by columns, and then by rows: so they come to stand in order
    return table.indptr.tolist(), sealed(table.indices.astype(np.intp))


def reaches(X: np.ndarray, least: int) -> np.ndarray:
    """(s,) the distances from rows, evenly chosen where there are many, to the `least`-th nearest, itself the first."""
    rows = _some(len(X))
    k = min(least, len(X)) - 1
    found = [np.partition(squared_distances(X, X[[row]])[:, 0], k)[k] for row in rows]
    return np.sort(np.sqrt(np.array(found)))


def _some(n: int) -> np.ndarray:
    """(s,) rows, evenly chosen where there are many."""
    return spread(n, SAMPLE)


def usual_radius(X: np.ndarray, least: int) -> float:
    """A radius within which most rows have enough neighbours; if they are all in one place, any."""
    far = reaches(X, least)
    chosen = float(far[int(SHARE * (len(far) - 1))]) or float(far[-1])
    return chosen if chosen > 0 else 1.0
