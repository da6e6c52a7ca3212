"""The plane that touches a landscape of two weights, drawn as far as it is near: a patch from where a step begins to
where it goes."""

from __future__ import annotations

import numpy as np

from engine.core.marks import Segments
from engine.core.surfaces import Surface

HALF = 0.1
"""Half of the width of the patch, as a share of the chart."""


def tangent_patch(here: np.ndarray, goal: np.ndarray, slope: np.ndarray, chart: Surface) -> Segments:
    """Two pieces of level lines of the tangent plane, through here (2,) and goal (2,), and what joins their ends.

    Along a level line the plane stays as high as it is: it is at a right angle to the slope (2,).

    >>> from engine.core.surfaces import PLANE
    >>> from dataclasses import replace
    >>> chart = replace(PLANE, view=(0.0, 10.0, 0.0, 10.0))
    >>> patch = tangent_patch(np.array([2.0, 2.0]), np.array([2.0, 4.0]), np.array([0.0, -1.0]), chart)
    >>> patch.starts.tolist(), patch.ends.tolist()
    ([[3.0, 2.0], [3.0, 4.0], [3.0, 2.0], [1.0, 2.0]], [[1.0, 2.0], [1.0, 4.0], [3.0, 4.0], [1.0, 4.0]])
    """
    assert chart.view is not None
    x0, x1, y0, y1 = chart.view
    level = np.array([-slope[1], slope[0]])
    level = level * (HALF / float(np.hypot(level[0] / (x1 - x0), level[1] / (y1 - y0))))
    starts = np.array([here + level, goal + level, here + level, here - level])
    ends = np.array([here - level, goal - level, goal + level, goal - level])
    return Segments(starts, ends, "axis", surface=chart)
