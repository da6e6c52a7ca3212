"""The chart of the predictions over the rating that changes, and where that is dragged."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.core.param_handle import Track
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset

OVER = Surface("chart", "Predictions over the rating", "rating of the critic", "prediction")
FARTHEST = 1e6
"""A rating is dragged no farther than this from where it was."""


def across(step: Any, data: Dataset, params: Any) -> Track | None:
    """From as far below the ratings of the table as they reach, to as far above."""
    if step.critic is None:
        return None
    reach = min(max(step.high - step.low, 1.0), FARTHEST / 2)
    ends = np.array([step.low - reach, step.high + reach]) - step.original
    ends = np.clip(ends, -FARTHEST, FARTHEST)
    places = np.column_stack([step.original + ends, np.zeros(2)])
    return Track(places, ends, np.array([step.rating, 0.0]))
