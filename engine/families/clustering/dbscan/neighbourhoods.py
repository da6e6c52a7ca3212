"""Who is near whom: the rows within a radius of a row, and how far its m-th nearest row is."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from engine.base.snapshot import sealed, snapshot
from engine.maths.algebra.distances import own_squares, squared_distances
from engine.maths.algebra.metrics import LARGEST, SMALLEST

ALONE = 50
"""So many rows are asked for one by one: few steps are not to wait for what all of them need."""
MOST = 4_000_000
"""So many neighbours of all rows together are kept at most."""
SPARE = 1e-9
"""By this share of the radius a tree looks farther, and what it finds is measured."""
SAMPLE = 300
"""Of so many rows at most the m-th nearest is looked for."""
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
    from scipy.spatial import cKDTree  # not needed before somebody asks for neighbours

    n, far = len(X), radius * (1.0 + SPARE)
    if not SMALLEST < radius < LARGEST or np.abs(X).max() >= LARGEST:
        return None
    tree = cKDTree(X)
    if tree.count_neighbors(tree, far) > MOST:
        return None
    one, other = tree.query_pairs(far, output_type="ndarray").T
    near = np.sqrt(own_squares(X[one], X, other)) <= radius
    one, other, self_too = one[near], other[near], np.arange(n) * (n + 1)
    both = np.sort(np.concatenate([one * n + other, other * n + one, self_too]))
    first = np.searchsorted(both, np.arange(n + 1) * n)
    return first.tolist(), sealed(both % n)


def reaches(X: np.ndarray, least: int) -> np.ndarray:
    """(s,) the distances from rows, evenly chosen where there are many, to the `least`-th nearest, itself the first."""
    rows = np.unique(np.linspace(0, len(X) - 1, min(len(X), SAMPLE)).astype(np.intp))
    k = min(least, len(X)) - 1
    found = [np.partition(squared_distances(X, X[[row]])[:, 0], k)[k] for row in rows]
    return np.sort(np.sqrt(np.array(found)))


def usual_radius(X: np.ndarray, least: int) -> float:
    """A radius within which most rows have enough neighbours; if they are all in one place, any."""
    far = reaches(X, least)
    chosen = float(far[int(SHARE * (len(far) - 1))]) or float(far[-1])
    return chosen if chosen > 0 else 1.0
