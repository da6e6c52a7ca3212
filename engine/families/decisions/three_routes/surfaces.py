"""The three charts along the line through both means, and where the point is dragged on them."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.core.param_handle import Track, level_track
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset

ALONG = "along the line from mean to mean"
DENSITIES = Surface("chart", "Generative: p(x | C)", ALONG, "p(x | C)")
POSTERIORS = Surface("chart", "Discriminative: P(C | x)", ALONG, "P(C | x)")
LABELS = Surface("chart", "Function: the label alone", ALONG, "class")


def ends(step: Any) -> tuple[float, float]:
    """Where the charts begin and end: they hold both means and the point."""
    return min(-1.5, step.place), max(2.5, step.place)


def across(step: Any, data: Dataset, params: Any) -> Track | None:
    """Along the whole line."""
    return level_track(np.array(ends(step)), step.place)
