"""Groups that came of merging rows, two by two, and what is left of them at a cut of the dendrogram."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.base.snapshot import fields_of, sealed
from engine.maths.algebra.metrics import straight
from engine.maths.algebra.nearest_rows import NearestRows
from engine.maths.algebra.partitions import numbered
from engine.models.shapes import Axes, model, shaped

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

    CALLED = "dendrogram"

    AXES: ClassVar[Axes] = {
        "X": ("row", "feature"),
        "pairs": ("merge", "part"),
        "heights": ("merge",),
        "tied": ("merge",),
    }

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
            raise Refusal(f"A linkage is one of {', '.join(LINKAGES)}, and this is another.")
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
        count, room = len(self.pairs), self._room
        if room.taken > count:  # another has gone on from here
            room = Room(self)
        room.add(*((a, b) if a < b else (b, a)), height, tied)
        grown = self._with(room.pairs[: count + 1], room.heights[: count + 1], room.tied[: count + 1])
        grown.__dict__["_room"] = room
        return grown

    @cached_property
    def _room(self) -> Room:
        """Where its next merge is written down, behind its own."""
        return Room(self)

    def first(self, count: int) -> Merges:
        """The first merges alone."""
        return self._with(self.pairs[:count], self.heights[:count], self.tied[:count])

    def cut_at(self, height: float) -> Merges:
        """The same dendrogram with its cut at another height."""
        return replace(self, cut=float(height))

    def __getstate__(self) -> dict[str, Any]:
        """The fields alone: in a copy the arrays of a room would be no views of one another any more."""
        return dict(fields_of(self))

    def _with(self, pairs: np.ndarray, heights: np.ndarray, tied: np.ndarray) -> Merges:
        """The same with other merges that are known to be right: n rows have n − 1, and not all are looked at anew."""
        other = object.__new__(Merges)
        other.__dict__.update(X=self.X, pairs=pairs, heights=heights, tied=tied, linkage=self.linkage, cut=self.cut)
        return other


class Room:
    """The merges of a dendrogram and of those that grow from it: each has the first so many, and none copies them.

    The arrays are read-only; only the buffer itself writes, behind the last merge that any view has.
    """

    def __init__(self, tree: Merges) -> None:
        n, self.taken = len(tree.X), len(tree.pairs)
        self.pairs, self.heights, self.tied = np.zeros((n - 1, 2), np.int64), np.zeros(n - 1), np.zeros(n - 1, bool)
        self._pairs, self._heights, self._tied = self.pairs[:], self.heights[:], self.tied[:]
        self._pairs[: self.taken], self._heights[: self.taken] = tree.pairs, tree.heights
        self._tied[: self.taken] = tree.tied
        for array in (self.pairs, self.heights, self.tied):
            sealed(array)
        self._waits = [True] * (n + self.taken)  # by its number, whether a group is not part of a larger one
        for part in tree.pairs.ravel().tolist():
            self._waits[part] = False

    def add(self, a: int, b: int, height: float, tied: bool) -> None:
        """One merge more, of a < b."""
        waits, taken = self._waits, self.taken
        if not (0 <= a < b < len(waits) and waits[a] and waits[b]):
            raise Refusal(NOT_THERE)
        if not 0 <= height < np.inf:
            raise Refusal(NO_HEIGHT)
        self._pairs[taken, 0], self._pairs[taken, 1] = a, b
        self._heights[taken], self._tied[taken] = height, tied
        waits[a] = waits[b] = False
        waits.append(True)
        self.taken = taken + 1


def unmerged(X: np.ndarray, linkage: str, cut: float = float("inf")) -> Merges:
    """Every row of X (n, d) by itself."""
    return Merges(X, np.zeros((0, 2), dtype=np.int64), np.zeros(0), np.zeros(0, dtype=bool), linkage, cut)
