"""The chart of the risks over the probability of class 1, and where that is dragged."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.core.param_handle import Track, level_track
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset

OVER = Surface("chart", "Expected loss by probability", "P(C1 | x)", "R(a | x)")


def across(step: Any, data: Dataset, params: Any) -> Track | None:
    """Across, over all probabilities; of more than two classes, or a typed posterior, nothing is dragged."""
    if len(step.posterior) != 2 or params.posterior:
        return None
    ends = np.array([0.0, 1.0])
    return level_track(ends, step.posterior[0])
