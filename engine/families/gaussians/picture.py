"""How the Gaussian of a class is drawn on the plane."""

from __future__ import annotations

import numpy as np

from engine.core.marks import Ellipse, Mark
from engine.core.surfaces import Role

SCALES = (1.0, 2.0)
"""So many standard deviations out an ellipse is drawn."""


def ellipses(mean: np.ndarray, S: np.ndarray, role: Role, code: int) -> list[Mark]:
    """The two ellipses of a class; none of a covariance of 0."""
    if not S.any():
        return []
    return [Ellipse(mean, S, scale, role, group=code) for scale in SCALES]
