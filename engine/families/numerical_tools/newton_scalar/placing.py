"""Where Newton's method begins: at a place that is clicked."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.models.place import Abscissa

HERE = Surface("chart", "Tangents", "x", "f(x)")


def placed(positions: np.ndarray, data: Dataset, params: Any, base: object = None) -> Abscissa:
    """Below or above the place that was clicked, (1, 2)."""
    return Abscissa(float(positions[0, 0]), data.d)


def place(model: Abscissa, data: Dataset) -> np.ndarray:
    """(1, 2) on the axis."""
    return np.array([[model.x, 0.0]])
