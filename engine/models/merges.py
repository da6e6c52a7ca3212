"""Groups that came of merging rows, two by two, and what is left of them at a cut of the dendrogram."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import numpy as np

from engine.base.errors import Refusal
from engine.base.snapshot import sealed
from engine.maths.algebra.metrics import straight
from engine.maths.algebra.nearest_rows import NearestRows
from engine.maths.algebra.partitions import numbered
from engine.models.shapes import model, shaped

SINGLE, COMPLETE, AVERAGE, WARD = LINKAGES = ("single", "complete", "average", "Ward")
NOT_THERE = "In a dendrogram only what is there already can merge, the lower number first, and once."
NO_HEIGHT = "The heights of a dendrogram must be numbers from 0 on."


@model
class Merges:
    """A dendrogram over the rows X (n, d): a point belongs to the group of its nearest row, the lower row on a tie.

    pairs   (m, 2) which two merged: a number below n is a row, n + i what the i-th merge made; the lower stands first
    heights (m,)   how far apart they were;   tied (m,)  whether another pair was as near
    linkage one of LINKAGES;   cut  the height above which no merge counts
    """

    X: np.ndarray
    pairs: np.ndarray
    heights: np.ndarray
    tied: np.ndarray
    linkage: str
    cut: float

    def __post_init__(self) -> None:
        shaped(self, X="nd", pairs="mp", heights="m", tied="m")
        n, m = len(self.X), len(self.pairs)
        if not n or not np.isfinite(self.X).all() or np.isnan(self.cut):
            raise Refusal("A dendrogram needs at least one row, numbers in all of its cells, and a height of its cut.")
        if self.pairs.shape[1] != 2 or self.pairs.dtype.kind != "i" or self.tied.dtype.kind != "b":
            raise Refusal("The pairs of a dendrogram must be two whole numbers, and whether they are tied, yes or no.")
        if self.linkage not in LINKAGES:
            raise Refusal(f"A linkage is one of {', '.join(LINKAGES)}, and not {self.linkage!r:.60}.")
        known, a, b = n + np.arange(m), self.pairs[:, 0], self.pairs[:, 1]
        if not ((a >= 0) & (a < b) & (b < known)).all() or (np.bincount(self.pairs.ravel(), minlength=1) > 1).any():
            raise Refusal(NOT_THERE)
        if not np.isfinite(self.heights).all() or (self.heights < 0).any():
            raise Refusal(NO_HEIGHT)

    @property
    def n_features(self) -> int:
        return int(self.X.shape[1])

    @property
    def complete(self) -> bool:
        """Whether all rows are in one group."""
        return len(self.pairs) == len(self.X) - 1

    @property
    def joined(self) -> int:
        """How many of the merges count at the cut; rounding may leave a height just below the one before it."""
        return int(np.searchsorted(np.maximum.accumulate(self.heights), self.cut, side="right"))

    @property
    def K(self) -> int:
        """How many groups there are at the cut."""
        return len(self.X) - self.joined

    @cached_property
    def groups(self) -> np.ndarray:
        """(n,) the group of each row at the cut; they are numbered by their first rows."""
        n, joined = len(self.X), self.joined
        above = np.arange(n + joined)
        above[self.pairs[:joined]] = n + np.arange(joined)[:, None]
        while not np.array_equal(higher := above[above], above):
            above = higher
        return numbered(above[:n])

    @cached_property
    def _search(self) -> NearestRows:
        return NearestRows(self.X, straight, 2.0)

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the group of the nearest row."""
        return np.asarray(self.groups[self._search.nearest(np.asarray(X, dtype=float), 1).rows[:, 0]])

    def merged(self, a: int, b: int, height: float, tied: bool) -> Merges:
        """With one merge more."""
        pair, known = (min(a, b), max(a, b)), len(self.X) + len(self.pairs)
        if (
            not 0 <= pair[0] < pair[1] < known
            or np.count_nonzero(self.pairs == pair[0])
            or np.count_nonzero(self.pairs == pair[1])
        ):
            raise Refusal(NOT_THERE)
        if not 0 <= height < np.inf:
            raise Refusal(NO_HEIGHT)
        m = len(self.pairs)
        pairs, heights, ties = np.empty((m + 1, 2), self.pairs.dtype), np.empty(m + 1), np.empty(m + 1, dtype=bool)
        pairs[:m], heights[:m], ties[:m] = self.pairs, self.heights, self.tied
        pairs[m], heights[m], ties[m] = pair, height, tied
        return self._with(pairs, heights, ties)

    def first(self, count: int) -> Merges:
        """The first merges alone."""
        return self._with(self.pairs[:count], self.heights[:count], self.tied[:count])

    def cut_at(self, height: float) -> Merges:
        """The same dendrogram with its cut at another height."""
        return replace(self, cut=float(height))

    def _with(self, pairs: np.ndarray, heights: np.ndarray, tied: np.ndarray) -> Merges:
        """The same with other merges that are known to be right: n rows have n − 1, and not all are looked at anew."""
        other = object.__new__(Merges)
        vars(other).update(X=self.X, pairs=sealed(pairs), heights=sealed(heights), tied=sealed(tied))
        vars(other).update(linkage=self.linkage, cut=self.cut)
        return other


def unmerged(X: np.ndarray, linkage: str, cut: float = float("inf")) -> Merges:
    """Every row of X (n, d) by itself."""
    return Merges(X, np.zeros((0, 2), dtype=np.int64), np.zeros(0), np.zeros(0, dtype=bool), linkage, cut)
