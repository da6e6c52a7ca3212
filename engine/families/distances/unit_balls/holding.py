"""The radius of the balls, dragged along the first feature."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.core.param_handle import Track
from engine.data.dataset import Dataset


def along_first(step: Any, data: Dataset, params: Any) -> Track | None:
    """From the centre to the right, on a plane of two features: every ball of an order p ends there."""
    if step.order is None or data.d != 2 or params.axes(data) != (0, 1):
        return None
    room = 2.0 * float(np.ptp(data.X, axis=0).max()) or 2.0 * step.radius
    values = np.array([1e-3 * room, room])
    east, point = np.array([1.0, 0.0]), step.model.point
    return Track(point + values[:, None] * east, values, point + step.radius * east)
