"""The charts of the squared loss, and where place and prediction are dragged on them."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.core.param_handle import Track, level_track
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset

JOINT = Surface("chart", "Joint density of feature and target")
SLICE = Surface("chart", "Density of the target at x", y="p(t | x)")
LOSS = Surface("chart", "Expected squared loss at x", "prediction y", "E[(t − y)² | x]")
SPLIT = Surface("chart", "Parts of the expected loss", "", "E[L]")
WIDE = 3.0
"""So many standard deviations to either side are shown."""


def ends_of_x(step: Any) -> tuple[float, float]:
    """Where the picture begins and ends across: it holds x."""
    centre, scale = float(step.joint.centre[0]), float(step.joint.scale[0])
    return min(centre - WIDE * scale, step.x), max(centre + WIDE * scale, step.x)


def ends_of_y(step: Any) -> tuple[float, float]:
    """Where the loss begins and ends: it holds the prediction."""
    reach = WIDE * float(np.sqrt(step.variance))
    return min(step.mean - reach, step.y), max(step.mean + reach, step.y)


def along_x(step: Any, data: Dataset, params: Any) -> Track | None:
    """Across the joint density."""
    ends, foot = np.array(ends_of_x(step)), float(step.joint.centre[1])
    return level_track(ends, step.x, foot)


def along_y(step: Any, data: Dataset, params: Any) -> Track | None:
    """Across the loss, where it is drawn."""
    if step.part not in ("guess", "best"):
        return None
    ends = np.array(ends_of_y(step))
    return level_track(ends, step.y)
