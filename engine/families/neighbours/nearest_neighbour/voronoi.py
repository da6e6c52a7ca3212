"""The cells of one nearest neighbour: where each row is the nearest, and what one row with a wrong class does."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from engine.models.neighbours import EUCLIDEAN, MAHALANOBIS, Neighbours

STRAIGHT = (EUCLIDEAN, MAHALANOBIS)
"""The distances whose cells have straight borders."""
FAR = 50.0
"""Four points so many widths of the rows away close the outer cells."""


class Cells:
    """What the rows rule, each a cell: worked out when it is first asked, and the same wherever the query is."""

    def __init__(self, known: Neighbours) -> None:
        self.known = known

    @cached_property
    def borders(self) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
        """The starts and ends (m, 2) of the borders between cells, and the rows (m, 2) beside; None if not straight."""
        metric = self.known.metric
        if metric.kind not in STRAIGHT or metric.n_features != 2:
            return None
        places, first = np.unique(metric.coordinates(self.known.X), axis=0, return_index=True)
        found = voronoi(places)
        if found is None:
            return None
        ends, owners = found
        back = self._back(ends.reshape(-1, 2)).reshape(-1, 2, 2)
        return back[:, 0], back[:, 1], first[owners]

    def _back(self, places: np.ndarray) -> np.ndarray:
        """Points (m, 2) of the measured coordinates in those of the features."""
        metric = self.known.metric
        if metric.kind == MAHALANOBIS:
            return np.asarray(np.linalg.solve(metric.root, places.T).T)
        return np.asarray(places * metric.scales)

    @cached_property
    def others(self) -> np.ndarray:
        """(n,) of each row the nearest other row, the lower on a tie."""
        near = self.known.search.nearest(self.known.metric.coordinates(self.known.X), 2).rows
        return np.where(near[:, 0] == np.arange(len(near)), near[:, 1], near[:, 0])

    @cached_property
    def contrary(self) -> np.ndarray:
        """The rows whose nearest other row is of another class: asked of all the others, they are misclassified."""
        if len(self.known.X) < 2:
            return np.zeros(0, dtype=np.intp)
        return np.flatnonzero(self.known.y[self.others] != self.known.y)

    @cached_property
    def shared(self) -> tuple[np.ndarray, np.ndarray]:
        """The rows that stand where a row of another class stands, and those of them that are misclassified."""
        return conflicts(self.known.X, self.known.y)


def voronoi(places: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """The ends (m, 2, 2) of the borders between the cells of different places (n, 2), and the two places of each."""
    from scipy.spatial import QhullError, Voronoi

    middle, width = places.mean(axis=0), float((places.max(axis=0) - places.min(axis=0)).max())
    if len(places) < 2 or not width > 0:
        return None
    outer = FAR * np.array([[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]])
    try:
        found = Voronoi(np.vstack([(places - middle) / width, outer]))
    except QhullError:
        return None
    pairs, owners = np.array(found.ridge_vertices), np.asarray(found.ridge_points)
    inner = (pairs >= 0).all(axis=1) & (owners < len(places)).all(axis=1)
    return (found.vertices * width + middle)[pairs[inner]], owners[inner]


def conflicts(X: np.ndarray, codes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The rows that share their place with a row of another class; those not of the class of the lowest row there.

    >>> conflicts(np.array([[1.0], [2.0], [1.0]]), np.array([0, 0, 1]))
    (array([0, 2]), array([2]))
    """
    order = np.lexsort(X.T)  # rows of one place stay in their order
    same = (X[order][1:] == X[order][:-1]).all(axis=1)
    place = np.concatenate([[0], np.cumsum(~same)])
    lowest = codes[order][np.searchsorted(place, place)]
    wrong = codes[order] != lowest
    return np.sort(order[np.isin(place, place[wrong])]), np.sort(order[wrong])
