"""The convex hull of points of a plane."""

from __future__ import annotations

import numpy as np


def hull(points: np.ndarray) -> np.ndarray:
    """(h, 2) the corners of the convex hull of points (n, 2), anticlockwise from the leftmost.   (Andrew 1979)

    >>> hull(np.array([[0.0, 0.0], [1.0, 0.2], [2.0, 0.0], [1.0, 2.0]]))
    array([[0., 0.],
           [2., 0.],
           [1., 2.]])
    """
    known = np.unique(points, axis=0)  # by the first coordinate, then by the second
    if len(known) < 3:
        return np.asarray(known)
    return np.array([*_chain(known.tolist())[:-1], *_chain(known[::-1].tolist())[:-1]])


def _chain(points: list[list[float]]) -> list[list[float]]:
    """The corners on the right of the way from the first point to the last."""
    corners: list[list[float]] = []
    for x, y in points:
        while len(corners) > 1 and _turn(corners[-2], corners[-1], (x, y)) <= 0:
            corners.pop()
        corners.append([x, y])
    return corners


def _turn(a: list[float], b: list[float], c: tuple[float, float]) -> float:
    """Above 0 where the way from a over b to c turns left."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
