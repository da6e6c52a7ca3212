"""How far apart two groups are, by four linkages: from their rows, and from what was known before a merge.

single  the nearest two rows         complete  the two farthest apart
average the mean over all pairs      Ward      √(2 ΔSSE), by how much the squared errors grow when the two merge
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from engine.core.pauses import Pauses
from engine.maths.algebra.distances import squared_distances
from engine.models.merges import AVERAGE, COMPLETE, SINGLE, WARD, Merges, unmerged

SPARSE = 0.55
"""Where a smaller share of the places is taken, the groups move up."""
TOGETHER = 64
"""So many rows of the table are made at a time, which fit into the cache."""
WRITTEN = 24
"""To write a distance to both of its places in a table that no cache holds takes as long as so many differences."""
FARTHEST = float(np.finfo(float).max)
"""The distance of a place that has no nearest: more than any other distance, and less than ∞."""


def updated(
    to_a: np.ndarray,
    to_b: np.ndarray,
    between: float,
    sizes: tuple[float, float],
    others: np.ndarray,
    linkage: str,
    out: np.ndarray | None = None,
) -> np.ndarray:
    """The rule of Lance and Williams: the distances (g,) of what a and b make, from theirs (g,), to others.

    between  a and b;   sizes  of a and b;   others (g,)  the sizes of the other groups
    out      where they are written to: to_a itself, where a stands no more
    Of Ward's linkage all of them are squares of distances.
    """
    found: np.ndarray
    a, b = sizes
    if linkage == SINGLE:
        found = np.minimum(to_a, to_b, out=out)
    elif linkage == COMPLETE:
        found = np.maximum(to_a, to_b, out=out)
    elif linkage == AVERAGE:  # (a · to_a + b · to_b) / (a + b)
        found = np.multiply(a, to_a, out=out)
        found += b * to_b
        found /= a + b
    else:  # ((a + others) · to_a + (b + others) · to_b − others · between) / (a + b + others)
        found = np.multiply(a + others, to_a, out=out)
        found += (b + others) * to_b
        found -= others * between  # less than there is: a and b are nearer to each other than to any other
        found /= (a + b) + others
    return found


def kept(squares: np.ndarray, linkage: str) -> np.ndarray:
    """What is kept of squared distances, in their place: of Ward's they are kept as they are, else their roots."""
    return squares if linkage == WARD else np.sqrt(squares, out=squares)


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
    """The distances between all groups, of Ward's linkage their squares. A group stands in the place of its lowest row.

    For each place it is kept which of the higher places was the nearest when it was looked for, and how near: no other
    is nearer by now, for a merge that brings one is noticed. Whether that one still is, is asked when its turn comes.
    Now and then those that are left move up: the rows of a small table are near each other in memory.
    """

    def __init__(self, X: np.ndarray, linkage: str, at_once: bool = True) -> None:
        """With at_once=False the distances are there when `measure` has come to its end."""
        n = len(X)
        self.linkage, self.sizes = linkage, np.ones(n)
        self.names = list(range(n))  # the number of the group in each place
        self._numbers = np.empty(n * n)  # of the table, which gets smaller and stays where it is
        self._table = self._numbers.reshape(n, n)
        self._left = n
        self._gone = np.zeros(n)  # ∞ where a group has been merged
        self._near, self._least = list(range(n)), np.full(n, FARTHEST)  # a place without one is near itself, ∞ away
        for _ in self.measure(X) if at_once else ():
            pass

    def measure(self, X: np.ndarray) -> Iterator[int]:
        """Measure all distances of the rows X (n, d); at each pause how many rows are done."""
        pauses, n = Pauses(), len(X)
        for first in range(0, n, TOGETHER):
            self._measure(X, first)
            stop = min(first + TOGETHER, n)
            if pauses.due((stop - first) * stop * (X.shape[1] + WRITTEN)) and stop < n:
                yield stop
        for first in range(0, n, TOGETHER):
            self._look_above(first)
        np.fill_diagonal(self._table, np.inf)

    def _measure(self, X: np.ndarray, first: int) -> None:
        """The distances of some rows to those up to them: what is written is next to what was written before."""
        some, stop = slice(first, first + TOGETHER), first + TOGETHER
        lower = squared_distances(X[some], X[:stop])
        kept(lower, self.linkage)
        self._table[some, :stop], self._table[:first, some] = lower, lower[:, :first].T

    def _look_above(self, first: int) -> None:
        """Which of the higher rows is the nearest to each of some rows."""
        some = slice(first, first + TOGETHER)
        higher = self._table[some, first:].copy()
        rows = np.arange(len(higher))
        higher[:, : len(rows)][rows <= rows[:, None]] = np.inf
        at = higher.argmin(axis=1)
        least = higher[rows, at]
        there = least < np.inf
        self._near[some] = (first + np.where(there, at, rows)).tolist()
        self._least[some] = np.where(there, least, FARTHEST)

    def closest(self) -> tuple[int, int, float, bool]:
        """The places of the two nearest groups, the lowest on a tie, how far apart they are, whether it is a tie."""
        least = self._least
        while not self._has(a := int(least.argmin())):
            self._look(a)
        b, near = self._near[a], least.item(a)
        beyond, after = self._table[a, b + 1 :], least[a + 1 :]
        alone = len(beyond) == 0 or beyond.item(beyond.argmin()) > near
        tied = not (alone and after.item(after.argmin()) > near) and self._is_tied(a, b, near)
        return a, b, math.sqrt(near) if self.linkage == WARD else near, tied

    def _is_tied(self, a: int, b: int, between: float) -> bool:
        """Whether a and another, or two others, are as near, by what is kept of those that are still there."""
        beyond = self._table[a, b + 1 :]
        beyond += self._gone[b + 1 :]
        if len(beyond) and beyond.item(beyond.argmin()) == between:
            return True
        while np.count_nonzero(as_near := self._least == between) > 1:
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
        both, row = (sizes.item(a), sizes.item(b)), table[a]
        updated(row, table[b], row.item(b), both, sizes, self.linkage, out=row)
        self._gone[b] = np.inf
        row += self._gone
        row[a] = np.inf
        table[:, a] = row
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
        as_near = row[:a] <= least[:a]
        if a == 0 or not as_near.item(as_near.argmax()):  # as it mostly is
            return
        for place in as_near.nonzero()[0].tolist():
            if row.item(place) < least.item(place) or a < near[place]:
                near[place], least[place] = a, row[place]

    def _move_up(self) -> None:
        """The groups that are left into the first places, in their order: no row is written over before it is read."""
        there = (self._gone == 0).nonzero()[0]
        table, g = self._table, len(there)
        self._table = self._numbers[: g * g].reshape(g, g)
        for first in range(0, g, TOGETHER):
            some = slice(first, first + TOGETHER)
            self._table[some] = table[there[some]].take(there, axis=1)
        onto = {place: now for now, place in enumerate(there.tolist())}
        self._gone, self.sizes, self._least = self._gone[there], self.sizes[there], self._least[there]
        self._near = [onto.get(self._near[place], now) for place, now in onto.items()]
        self.names = [self.names[place] for place in onto]

    def _look(self, place: int) -> None:
        """Keep which of the higher places is the nearest now."""
        higher = self._table[place, place + 1 :]
        higher += self._gone[place + 1 :]
        self._keep(place, higher)

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
