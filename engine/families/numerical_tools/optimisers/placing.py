"""Where the ways downhill begin: at a place of the landscape that is clicked."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.models.place import Place

HERE = Surface("chart", "Landscape")


def placed(positions: np.ndarray, data: Dataset, params: Any, base: object = None) -> Place:
    """The place that was clicked, (1, 2)."""
    return Place(positions[0], data.d)


def place(model: Place, data: Dataset) -> np.ndarray:
    """(1, 2) where a model lies."""
    return model.w[None]
