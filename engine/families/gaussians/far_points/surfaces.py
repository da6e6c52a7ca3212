"""The chart over the line, and where the far point is dragged."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.core.param_handle import Track, level_track
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset

BELLS = Surface("chart", "Densities times priors", y="p(x, C)")
ROOM = 3.0
"""So many times the width of the points the far point can be dragged to either side."""


def across(step: Any, data: Dataset, params: Any) -> Track | None:
    """Along the whole line, of one far point."""
    if len(step.far) != 1:
        return None
    low, high, place = float(data.X.min()), float(data.X.max()), float(step.far[0])
    width = high - low
    ends = np.array([min(low - ROOM * width, place), max(high + ROOM * width, place)])
    return level_track(ends, place)
