"""Points on an axis with levels, spread a little so that none hides another."""

from __future__ import annotations

import numpy as np

from engine.data.plane import Plane

JITTER = 0.5
"""Points between levels are spread over this share of the distance between two levels."""


def jitter(rows: np.ndarray, plane: Plane) -> np.ndarray:
    """(m, 2) a small shift along the axes with levels that depends on the row only, and spreads rows evenly.

    The fractions of row · (0.7549, 0.5698): the R₂ sequence.   (Roberts 2018)
    """
    turns = (np.asarray(rows)[:, None] + 1) * (0.7548776662466927, 0.5698402909980532) % 1.0
    return JITTER * (turns - 0.5) * [bool(names) for names in plane.ticks]
