"""The cut of a dendrogram in the hand: where it is held, and the model that a drag of it makes."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.models.merges import AVERAGE, Merges, unmerged

CHART = Surface("chart", "Dendrogram")
"""Where merges are seen at their heights, which are its second axis."""

ABOVE = 1.04
"""While rows merge the cut waits so much above the last merge."""


def held_height(model: Merges, data: Dataset) -> np.ndarray:
    """(1, 2) where the cut lies on the chart; while nothing is cut, above the last merge; without one, nowhere."""
    if np.isfinite(model.cut):
        return np.array([[0.0, model.cut]])
    return np.array([[0.0, float(height) * ABOVE] for height in model.heights[-1:]]).reshape(-1, 2)


def cut_at(positions: np.ndarray, data: Dataset, params: Any, base: object = None) -> Merges:
    """The dendrogram with its cut at a height of the chart; without one, rows that have yet to merge."""
    height = float(positions[0, 1])
    return base.cut_at(height) if isinstance(base, Merges) else unmerged(data.X, AVERAGE, height)


def is_held(start: Merges, params: Any) -> bool:
    """Whether a start says where to cut."""
    return bool(np.isfinite(start.cut))


def groups_told(data: Dataset) -> str:
    """What moving the cut shows."""
    return "Merges above it do not count: what hangs below it is a group."
