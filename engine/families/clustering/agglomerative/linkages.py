"""How far apart two groups are, by four linkages: from their rows, and from what was known before a merge.

single  the nearest two rows         complete  the two farthest apart
average the mean over all pairs      Ward      √(2 ΔSSE), by how much the squared errors grow when the two merge
"""

from __future__ import annotations

import numpy as np

from engine.maths.algebra.distances import squared_distances
from engine.models.merges import AVERAGE, COMPLETE, SINGLE, Merges, unmerged

NOBODY = -1


def updated(
    to_a: np.ndarray, to_b: np.ndarray, height: float, sizes: tuple[int, int], others: np.ndarray, linkage: str
) -> np.ndarray:
    """The rule of Lance and Williams: the distances (g,) of what a and b make, from theirs (g,), to others.

    height  between a and b;   sizes  of a and b;   others (g,)  the sizes of the other groups
    """
    if linkage == SINGLE:
        return np.asarray(np.minimum(to_a, to_b))
    if linkage == COMPLETE:
        return np.asarray(np.maximum(to_a, to_b))
    a, b = sizes
    if linkage == AVERAGE:
        return np.asarray((a * to_a + b * to_b) / (a + b))
    gained = (a + others) * to_a**2 + (b + others) * to_b**2 - others * height**2
    return np.asarray(np.sqrt(np.maximum(gained, 0.0) / (a + b + others)))


def apart(A: np.ndarray, B: np.ndarray, linkage: str) -> float:
    """How far apart the groups A (a, d) and B (b, d) are, from their rows."""
    if linkage not in (SINGLE, COMPLETE, AVERAGE):
        gap = A.mean(axis=0) - B.mean(axis=0)
        return float(np.sqrt(2.0 * len(A) * len(B) / (len(A) + len(B))) * np.sqrt((gap**2).sum()))
    squares = squared_distances(A, B)
    if linkage == AVERAGE:
        return float(np.sqrt(squares).mean())
    return float(np.sqrt(squares.min() if linkage == SINGLE else squares.max()))


class GroupTable:
    """The distances between all groups, while they merge. A group stands in the place of its lowest row.

    For each place the nearest of the higher places is kept, so that a merge looks at few of the others.
    """

    def __init__(self, X: np.ndarray, linkage: str) -> None:
        n = len(X)
        self.linkage, self.sizes = linkage, np.ones(n, dtype=np.int64)
        self.names = np.arange(n)  # the number of the group in each place
        self._table = np.sqrt(squared_distances(X, X))
        np.fill_diagonal(self._table, np.inf)
        higher = np.where(np.tri(n, dtype=bool), np.inf, self._table)
        near = higher.argmin(axis=1)
        self._least = higher[np.arange(n), near]
        self._near = np.where(np.isfinite(self._least), near, NOBODY)

    def closest(self) -> tuple[int, int, float, bool]:
        """The places of the two nearest groups, the lowest on a tie, how far apart they are, whether it is a tie."""
        a = int(np.argmin(self._least))
        height = float(self._least[a])
        alike = np.count_nonzero(self._least == height), np.count_nonzero(self._table[a, a + 1 :] == height)
        return a, int(self._near[a]), height, bool(max(alike) > 1)

    def merge(self, a: int, b: int, name: int) -> None:
        """What stands in the places a < b stands in a from now on, under a new name."""
        table, sizes = self._table, self.sizes  # where nobody stands any more all distances are ∞, and stay so
        row = updated(table[a], table[b], table[a, b], (int(sizes[a]), int(sizes[b])), sizes, self.linkage)
        row[[a, b]] = np.inf
        table[a], table[:, a] = row, row
        table[b], table[:, b] = np.inf, np.inf
        sizes[a], sizes[b], self.names[a] = sizes[a] + sizes[b], 0, name
        self._near[b], self._least[b] = NOBODY, np.inf
        self._look_again(a, b)

    def _look_again(self, a: int, b: int) -> None:
        """Those who lost their nearest look for another; for those below a it may now be a."""
        lost = np.flatnonzero((self._near == a) | (self._near == b))
        row = self._table[a, :a]
        nearer = (row < self._least[:a]) | ((row == self._least[:a]) & (a < self._near[:a]))
        self._near[:a][nearer], self._least[:a][nearer] = a, row[nearer]
        for place in {a, *lost.tolist()}:
            self._look(place)

    def _look(self, place: int) -> None:
        """Keep which of the higher places is the nearest, the lowest on a tie."""
        higher = self._table[place, place + 1 :]
        if len(higher):
            at = int(np.argmin(higher))
            self._least[place] = higher[at]
            self._near[place] = place + 1 + at if np.isfinite(higher[at]) else NOBODY


def finished(model: Merges) -> Merges:
    """All merges of these rows by this linkage, made at once."""
    table, n = GroupTable(model.X, model.linkage), len(model.X)
    pairs, heights, tied = [], [], []
    for made in range(n, 2 * n - 1):
        a, b, height, tie = table.closest()
        pairs.append(sorted((int(table.names[a]), int(table.names[b]))))
        heights.append(height)
        tied.append(tie)
        table.merge(a, b, made)
    whole = unmerged(model.X, model.linkage, model.cut)
    return (
        whole
        if not pairs
        else Merges(whole.X, np.array(pairs), np.array(heights), np.array(tied), whole.linkage, whole.cut)
    )
