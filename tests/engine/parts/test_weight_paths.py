"""Weights against a penalty: a curve for each of the largest, and rings at the penalty of a step."""

from __future__ import annotations

import numpy as np

from engine.core.marks import Curve, Points, Text
from engine.core.surfaces import Surface
from engine.parts.weight_paths import MOST, weight_paths

CHART = Surface("chart", "Paths", "log₁₀ λ", "weight")
X = np.array([2.0, 1.0, 0.0])


def drawn(M, words="rings: this step"):
    path = np.outer([0.0, 0.5, 1.0], np.arange(1.0, M + 1))
    return path, weight_paths(path, X, path[1], 1.0, [f"x{j}" for j in range(M)], words, CHART)


def test_each_weight_has_a_curve_and_a_ring_at_the_current_penalty():
    path, marks = drawn(3)
    curves = [mark for mark in marks if isinstance(mark, Curve) and mark.label]
    assert [curve.label for curve in curves] == ["x0", "x1", "x2"]
    assert all((curve.positions[:, 1] == path[:, j]).all() for j, curve in enumerate(curves))
    (rings,) = [mark for mark in marks if isinstance(mark, Points)]
    assert rings.positions.tolist() == [[1.0, 0.5], [1.0, 1.0], [1.0, 1.5]]
    line = next(mark for mark in marks if isinstance(mark, Curve) and mark.role == "spoke")
    assert line.positions.tolist() == [[1.0, 0.0], [1.0, 3.0]]


def test_only_the_largest_of_many_weights_are_drawn():
    _, marks = drawn(MOST + 3)
    labels = [mark.label for mark in marks if isinstance(mark, Curve) and mark.label]
    assert labels == [f"x{j}" for j in range(3, MOST + 3)]
    (text,) = [mark for mark in marks if isinstance(mark, Text)]
    assert text.text == "rings: this step; the 8 largest weights of 11"
    assert text.position[0] == 2.0 and text.position[1] > 11
