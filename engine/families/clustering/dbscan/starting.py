"""The radius of DBSCAN in the hand: where it is held, and the model that a drag of it makes."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.models.densities import Dense

CHART = Surface("chart", "Distances to the m-th nearest row")
"""Where the distance from each row to its m-th nearest, itself the first, is seen; its second axis is a distance."""
SMALLEST = 1e-12


def held_radius(model: Dense, data: Dataset) -> np.ndarray:
    """(1, 2) where the radius lies on the chart."""
    return np.array([[0.0, model.radius]])


def with_radius(positions: np.ndarray, data: Dataset, params: Any, base: object = None) -> Dense:
    """A model with another radius; which rows are dense by it, the run finds."""
    return Dense(np.zeros((0, data.d)), np.zeros(0, dtype=np.int64), max(float(positions[0, 1]), SMALLEST))


def radius_told(data: Dataset) -> str:
    """What moving the radius shows."""
    return "Rows whose m-th nearest row, itself the first, lies within it are cores; the knee of the curve is good."
