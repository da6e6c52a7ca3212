"""The cells of one nearest neighbour: where each row is the nearest, and what one row with a wrong class does."""

from __future__ import annotations

import numpy as np

from engine.models.neighbours import EUCLIDEAN, MAHALANOBIS, Neighbours

FAR = 50.0
"""Beyond so many widths of the rows nobody looks: four points there close the outer cells."""


def cell_borders(known: Neighbours) -> tuple[np.ndarray, np.ndarray] | None:
    """The starts and ends (m, 2) of the borders between the cells (Voronoi); None where they are not straight lines."""
    metric = known.metric
    if metric.kind not in (EUCLIDEAN, MAHALANOBIS) or metric.n_features != 2:
        return None
    from scipy.spatial import QhullError, Voronoi

    places = np.unique(metric.coordinates(known.X), axis=0)
    middle, width = places.mean(axis=0), float((places.max(axis=0) - places.min(axis=0)).max())
    if len(places) < 2 or not width > 0:
        return None
    outer = FAR * np.array([[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]])
    try:
        found = Voronoi(np.vstack([(places - middle) / width, outer]))
    except QhullError:
        return None
    borders = zip(found.ridge_vertices, found.ridge_points, strict=True)
    inner = [pair for pair, owners in borders if _is_inner(pair, owners, len(places))]
    if not inner:
        return None
    corners = found.vertices * width + middle
    ends = corners[np.array(inner)]
    back = _back(known, ends.reshape(-1, 2)).reshape(-1, 2, 2)
    return back[:, 0], back[:, 1]


def _is_inner(pair: list[int], owners: np.ndarray, n: int) -> bool:
    """Whether a border has two ends, and a row on each side."""
    return min(pair) >= 0 and bool((owners < n).all())


def _back(known: Neighbours, places: np.ndarray) -> np.ndarray:
    """Points (m, 2) of the measured coordinates in those of the features."""
    if known.metric.kind == MAHALANOBIS:
        return np.asarray(np.linalg.solve(known.metric.root, places.T).T)
    return np.asarray(places * known.metric.scales)


def islands(known: Neighbours) -> np.ndarray:
    """The rows whose nearest other row is of another class, the lower on a tie: their cells are islands."""
    n = len(known.X)
    if n < 2:
        return np.zeros(0, dtype=np.intp)
    near = known.search.nearest(known.metric.coordinates(known.X), 2).rows
    other = np.where(near[:, 0] == np.arange(n), near[:, 1], near[:, 0])
    return np.flatnonzero(known.y[other] != known.y)


def conflicts(X: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """The rows that stand where a row of another class stands."""
    order = np.lexsort(X.T)
    same = (X[order][1:] == X[order][:-1]).all(axis=1)
    group = np.concatenate([[0], np.cumsum(~same)])
    low, high = np.full(len(X), len(X)), np.full(len(X), -1)
    np.minimum.at(low, group, codes[order])
    np.maximum.at(high, group, codes[order])
    return np.sort(order[low[group] != high[group]])
