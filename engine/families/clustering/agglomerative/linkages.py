"""How far apart two groups are, by four linkages: from their rows, and from what was known before a merge.

single  the nearest two rows         complete  the two farthest apart
average the mean over all pairs      Ward      √(2 ΔSSE), by how much the squared errors grow when the two merge
"""

from __future__ import annotations

import numpy as np

from engine.maths.algebra.distances import squared_distances
from engine.models.merges import AVERAGE, COMPLETE, SINGLE, Merges, unmerged

SPARSE = 0.55
"""Where a smaller share of the places is taken, the groups move up."""
FARTHEST = float(np.finfo(float).max)
"""What is kept for a place that has no nearest: more than any distance, and less than ∞, so that nobody is as near."""


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
    gained = (a + others) * to_a**2 + (b + others) * to_b**2 - others * (height * height)
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
        self.names = list(range(n))  # the number of the group in each place
        self._table = squared_distances(X, X)
        np.sqrt(self._table, out=self._table)
        np.fill_diagonal(self._table, np.inf)
        self._left = n
        self._gone = np.zeros(n)  # ∞ where nobody stands any more
        self._near, self._least = list(range(n)), np.full(n, FARTHEST)  # who has none is near itself, ∞ away
        for place in range(n - 1):  # above the last there is none
            self._keep(place, self._table[place, place + 1 :])

    def closest(self) -> tuple[int, int, float, bool]:
        """The places of the two nearest groups, the lowest on a tie, how far apart they are, whether it is a tie."""
        least = self._least
        while not self._has(a := int(least.argmin())):
            self._look(a)
        b, height = self._near[a], least.item(a)
        return a, b, height, self._is_tied(a, b, height)

    def _is_tied(self, a: int, b: int, height: float) -> bool:
        """Whether a and another, or two others, are as near: what is kept of others is asked only if it may be so."""
        beyond = self._table[a, b + 1 :] == height
        if np.count_nonzero(beyond) and (beyond & (self._gone[b + 1 :] == 0)).any():
            return True
        while np.count_nonzero(as_near := self._least == height) > 1:
            lost = [place for place in as_near.nonzero()[0].tolist() if not self._has(place)]
            if not lost:
                return True
            for place in lost:
                self._look(place)
        return False

    def _has(self, place: int) -> bool:
        """Whether the nearest that is kept for a place is still there, and as far away."""
        near = self._near[place]
        return self._table.item(place, near) == self._least.item(place) and not self._gone.item(near)

    def merge(self, a: int, b: int, name: int) -> None:
        """What stands in the places a < b stands in a from now on, under a new name."""
        table, sizes = self._table, self.sizes
        both = sizes.item(a), sizes.item(b)
        self._gone[b] = np.inf
        row = updated(table[a], table[b], table.item(a, b), both, sizes, self.linkage)
        row += self._gone
        row[a] = np.inf
        table[a] = table[:, a] = row
        sizes[a], sizes[b], self.names[a] = sum(both), 0.0, name
        self._least[b] = FARTHEST
        self._keep(a, row[a + 1 :])
        self._notice(a, row)
        self._left -= 1
        if self._left < SPARSE * len(row):
            self._move_up()

    def _notice(self, a: int, row: np.ndarray) -> None:
        """Those below a that have a nearer than what they kept, or as near and lower, keep it."""
        near, least = self._near, self._least
        for place in (row[:a] <= least[:a]).nonzero()[0].tolist():
            if row.item(place) < least.item(place) or a < near[place]:
                near[place], least[place] = a, row[place]

    def _move_up(self) -> None:
        """The groups that are left into the first places, in their order."""
        there = (self._gone == 0).nonzero()[0]
        onto = {place: now for now, place in enumerate(there.tolist())}
        self._table = self._table[there[:, None], there]
        self._gone, self.sizes, self._least = self._gone[there], self.sizes[there], self._least[there]
        self._near = [onto.get(self._near[place], now) for place, now in onto.items()]
        self.names = [self.names[place] for place in onto]

    def _look(self, place: int) -> None:
        """Keep which of the higher places is the nearest now."""
        self._keep(place, self._table[place, place + 1 :] + self._gone[place + 1 :])

    def _keep(self, place: int, higher: np.ndarray) -> None:
        """Keep which of the higher places is the nearest, the lowest on a tie, by the distances to them."""
        if len(higher) and higher.item(at := int(higher.argmin())) < np.inf:
            self._near[place], self._least[place] = place + 1 + at, higher.item(at)
        else:
            self._near[place], self._least[place] = place, FARTHEST


def finished(model: Merges) -> Merges:
    """All merges of these rows by this linkage, made at once."""
    table, n = GroupTable(model.X, model.linkage), len(model.X)
    pairs, heights, tied = [], [], []
    for made in range(n, 2 * n - 1):
        a, b, height, tie = table.closest()
        pairs.append(sorted((table.names[a], table.names[b])))
        heights.append(height)
        tied.append(tie)
        table.merge(a, b, made)
    whole = unmerged(model.X, model.linkage, model.cut)
    return (
        whole
        if not pairs
        else Merges(whole.X, np.array(pairs), np.array(heights), np.array(tied), whole.linkage, whole.cut)
    )
