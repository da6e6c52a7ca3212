"""Who is near whom: the rows within a radius of a row, and how far its m-th nearest row is."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from engine.base.snapshot import snapshot
from engine.maths.algebra.distances import squared_distances

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

    def within(self, row: int) -> np.ndarray:
        """The rows at most the radius away from a row, itself among them, ascending."""
        return np.flatnonzero(np.sqrt(squared_distances(self.X, self.X[[row]])[:, 0]) <= self.radius)

    @cached_property
    def reaches(self) -> np.ndarray:
        """(s,) how far the m-th nearest row of some of the rows is, ascending; m counts the row itself."""
        return reaches(self.X, self.least)


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
