"""How far apart two groups are, by four linkages: from their rows, and from what was known before a merge.

single  the nearest two rows         complete  the two farthest apart
average the mean over all pairs      Ward      √(2 ΔSSE), by how much the squared errors grow when the two merge
"""

from __future__ import annotations

import numpy as np

from engine.maths.algebra.distances import squared_distances
from engine.models.merges import AVERAGE, COMPLETE, SINGLE, Merges, unmerged

NOBODY = -1
SPARSE = 0.55
"""Where a smaller share of the places is taken, the groups move up."""


def updated(
    to_a: np.ndarray, to_b: np.ndarray, height: float, sizes: tuple[float, float], others: np.ndarray, linkage: str
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

    For each place it is kept which of the higher places was the nearest when it was looked for, and how near: no other
    is nearer by now, for a merge that brings one is noticed. Whether that one still is, is asked when its turn comes.
    Now and then those that are left move up: the rows of a small table are near each other in memory.
    """

    def __init__(self, X: np.ndarray, linkage: str) -> None:
        n = len(X)
        self.linkage, self.sizes = linkage, np.ones(n)
        self.names = np.arange(n)  # the number of the group in each place
        self._table = squared_distances(X, X)
        np.sqrt(self._table, out=self._table)
        np.fill_diagonal(self._table, np.inf)
        self._left = n
        self._gone = np.zeros(n)  # ∞ where nobody stands any more
        self._near, self._least = np.full(n, NOBODY), np.full(n, np.inf)
        for place in range(n - 1):  # above the last there is none
            self._look(place)

    def closest(self) -> tuple[int, int, float, bool]:
        """The places of the two nearest groups, the lowest on a tie, how far apart they are, whether it is a tie."""
        places = self._nearest()
        a, b = places[0], int(self._near[places[0]])
        height = float(self._least[a])
        as_near = self._table[a, b:] + self._gone[b:] == height
        return a, b, height, bool(len(places) > 1 or np.count_nonzero(as_near) > 1)

    def _nearest(self) -> list[int]:
        """The places that have a nearest group as near as any, ascending."""
        least = self._least
        while True:
            height = least.min()
            places: list[int] = (least == height).nonzero()[0].tolist()
            lost = [place for place in places if height < np.inf and not self._has(place, height)]
            if not lost:
                return places
            for place in lost:
                self._look(place)

    def _has(self, place: int, height: float) -> bool:
        """Whether the nearest that is kept for a place is still there, and as far away."""
        near = self._near[place]
        return bool(near != NOBODY and self._table[place, near] == height and not self._gone[near])

    def merge(self, a: int, b: int, name: int) -> None:
        """What stands in the places a < b stands in a from now on, under a new name."""
        table, sizes, gone = self._table, self.sizes, self._gone
        self._left -= 1
        both = float(sizes[a]), float(sizes[b])
        gone[b] = np.inf
        row = updated(table[a], table[b], table[a, b], both, sizes, self.linkage)
        row += gone
        row[a] = np.inf
        table[a] = table[:, a] = row
        sizes[a], sizes[b], self.names[a] = sum(both), 0.0, name
        self._near[b], self._least[b] = NOBODY, np.inf
        self._look(a)
        self._notice(a, row)
        if self._left < SPARSE * len(row):
            self._move_up()

    def _notice(self, a: int, row: np.ndarray) -> None:
        """Those below a that have a nearer than what they kept, or as near and lower, keep it."""
        near, least = self._near, self._least
        for place in ((row[:a] <= least[:a]) & (row[:a] < np.inf)).nonzero()[0].tolist():
            if row[place] < least[place] or a < near[place]:
                near[place], least[place] = a, row[place]

    def _move_up(self) -> None:
        """The groups that are left into the first places, in their order."""
        there = (self._gone == 0).nonzero()[0]
        onto = np.full(len(self._gone) + 1, NOBODY)  # the last of them is where NOBODY itself goes
        onto[there] = np.arange(len(there))
        self._table = self._table[there[:, None], there]
        self._near, self._least = onto[self._near[there]], self._least[there]
        self._gone, self.sizes, self.names = self._gone[there], self.sizes[there], self.names[there]

    def _look(self, place: int) -> None:
        """Keep which of the higher places is the nearest, the lowest on a tie."""
        self._near[place], self._least[place] = NOBODY, np.inf
        higher = self._table[place, place + 1 :] + self._gone[place + 1 :]
        if len(higher) and higher[at := int(higher.argmin())] < np.inf:
            self._near[place], self._least[place] = place + 1 + at, higher[at]


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
