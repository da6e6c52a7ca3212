"""The chart of ln f, and how the place where the climb begins is dragged along it."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.core.param_handle import Track, level_track
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset

LOGARITHM = Surface("chart", "ln f and the parabola", "z", "ln f")


def along_logarithm(step: Any, data: Dataset, params: Any) -> Track | None:
    """Across, over what is drawn of a density of one variable, at the start of the climb."""
    if len(step.z) != 1 or step.part != "start":
        return None
    low, high = params.density.view[0]
    ends = np.array([low + 0.01 * (high - low), high])
    return level_track(ends, step.z[0], step.height)
