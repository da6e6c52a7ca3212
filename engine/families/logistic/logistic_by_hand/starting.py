"""A line placed by hand: it has the direction and the place, and the length stays a parameter."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from engine.core.algorithm import SetByStart
from engine.models.linear import Hyperplane
from engine.parts.line import LINE, length

HELD = replace(LINE, most=lambda params: 2)


def points_somewhere(line: Hyperplane | None, params: Any = None) -> bool:
    """Whether a line has a direction: weights of the features, not of a basis, and not all 0."""
    return line is not None and line.basis is None and length(line.weights) > 0


def angle(line: Hyperplane) -> float:
    """The direction of the first two weights, in degrees.

    >>> angle(Hyperplane(np.array([0.0, 2.0]), 1.0))
    90.0
    """
    across, up = (*line.weights.tolist(), 0.0)[:2]
    return float(np.degrees(np.arctan2(up, across)))


REASON = "the line is placed by hand"
BY_HAND = (
    SetByStart("angle", angle, REASON, points_somewhere),
    *(SetByStart(name, None, REASON, points_somewhere) for name in ("offset", "first", "second")),
)
