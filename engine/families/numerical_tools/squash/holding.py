"""What is dragged on the S-curve: the activation, and the probability whose logit is taken."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.core.param_handle import Track, level_track
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset

CURVE = Surface("chart", "Logistic sigmoid", "a", "σ(a)")
WIDE = 8.0
"""The curve is drawn so far to both sides at least."""


def reach(a: float) -> float:
    """How far the curve is drawn to both sides."""
    return max(WIDE, 1.1 * abs(a))


def of_activation(step: Any, data: Dataset, params: Any) -> Track | None:
    """Across, under the curve."""
    if step.scores is not None:
        return None
    ends = np.array([-WIDE, WIDE])
    return level_track(ends, params.a)


def of_probability(step: Any, data: Dataset, params: Any) -> Track | None:
    """Up, once the logit is taken."""
    if step.part != "logit":
        return None
    return Track(np.array([[0.0, 0.0], [0.0, 1.0]]), np.array([0.0, 1.0]), np.array([0.0, params.p]))
