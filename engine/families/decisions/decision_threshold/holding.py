"""Where the threshold can be dragged: across the densities, and across the mistakes."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.core.param_handle import Track, level_track
from engine.data.dataset import Dataset


def over_densities(step: Any, data: Dataset, params: Any) -> Track | None:
    """Across, over both bells."""
    return _across(step)


def over_mistakes(step: Any, data: Dataset, params: Any) -> Track | None:
    """Across, over the thresholds, where they are drawn."""
    return _across(step) if step.swept is not None else None


def _across(step: Any) -> Track:
    ends = np.array(step.bells.ends)
    return level_track(ends, step.threshold)
