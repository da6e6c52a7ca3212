"""The convex hull against SciPy, and where there is hardly any."""

from __future__ import annotations

import numpy as np
from scipy.spatial import ConvexHull

from engine.maths.algebra.hull import hull


def test_the_corners_are_those_of_scipy():
    X = np.random.default_rng(1).normal(size=(60, 2))
    corners = hull(X)
    assert {tuple(corner) for corner in corners} == {tuple(X[row]) for row in ConvexHull(X).vertices}
    ahead = np.roll(corners, -1, axis=0) - corners
    turns = ahead[:, 0] * np.roll(ahead[:, 1], -1) - ahead[:, 1] * np.roll(ahead[:, 0], -1)
    assert (turns > 0).all(), "anticlockwise, and no corner on a straight side"


def test_few_points_and_points_on_a_line():
    assert hull(np.array([[1.0, 2.0]] * 3)).tolist() == [[1.0, 2.0]]
    assert hull(np.array([[3.0, 1.0], [1.0, 1.0]])).tolist() == [[1.0, 1.0], [3.0, 1.0]]
    assert hull(np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [0.5, 0.5]])).tolist() == [[0.0, 0.0], [2.0, 2.0]]
