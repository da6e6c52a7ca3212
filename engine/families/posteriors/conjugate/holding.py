"""The chart of the belief, and how the credible interval is dragged on it."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.core.param_handle import Track
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset

BELIEF = Surface("chart", "Belief", "θ", "density")


def upper_end(step: Any, data: Dataset, params: Any) -> Track | None:
    """Across, from the quartile on: the level of the interval that ends there."""
    levels = np.linspace(0.5, 0.999, 101)
    shares = (1 + levels) / 2
    belief = step.belief
    ends = belief.quantile(0, shares) if hasattr(belief, "alpha") else belief.quantile(shares)
    if not (np.diff(ends) > 0).all():
        return None
    return Track(np.column_stack([ends, np.zeros(len(ends))]), levels, np.array([step.high, 0.0]))
