"""The two ends of the chord: weights typed, placed by hand, or a line between the class means, wrong way and right."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.data.dataset import Dataset
from engine.data.targets import two_classes
from engine.maths.algebra.covariance import column_means
from engine.models.linear import Hyperplane, Logistic
from engine.parts.line import length
from engine.parts.weight_space import axes

FAR = 6.0
"""The activation of the outermost row at either end: there σ is all but flat."""


def unit(data: Dataset) -> np.ndarray:
    """(d + 1,) weights that point from class 0 to class 1, the outermost row at an activation of ±1; bias first."""
    low, high = (column_means(data.X[data.codes == code]) for code in two_classes(data))
    mean, way = column_means(data.X), high - low
    if not length(way):
        way = np.eye(1, data.d)[0]
    way = way / length(way)
    reach = float(np.abs((data.X - mean) @ way).max())
    return np.append(-float(way @ mean), way) / (reach or 1.0)


def ends(data: Dataset, a: tuple[float, ...], b: tuple[float, ...], start: Hyperplane | None) -> np.ndarray:
    """(2, d + 1) the weights at α = 1 and at α = 0; one that is not typed is the line between the means, 6 long."""
    first = np.array(a) if a else -FAR * unit(data)
    if start is not None and start.basis is None:
        first = start.packed
    return np.array([first, np.array(b) if b else FAR * unit(data)])


def moved(positions: np.ndarray, data: Dataset, params: Any, base: Hyperplane | None = None) -> Logistic:
    """The end a at a place (1, 2) of the chart; its other weights are those of the base, else as without a start."""
    plain = base is None or base.basis is not None
    w = np.array(ends(data, params.a, params.b, None)[0] if plain or base is None else base.packed)
    w[list(axes(data.d))] = positions[0]
    return Logistic.unpacked(w, two_classes(data))


def place(model: Hyperplane, data: Dataset) -> np.ndarray:
    """(1, 2) where the model lies on the chart."""
    return model.packed[None, list(axes(data.d))]
