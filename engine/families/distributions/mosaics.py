"""Mosaics of probabilities: an area of 1 cut one way by a margin, and each part the other way by a conditional."""

from __future__ import annotations

import numpy as np

from engine.core.marks import Curve, Mark, Segments, Text
from engine.core.surfaces import Surface

HATCHES = 60
"""So many lines shade the whole width."""
WIDE, HIGH = 0.06, 0.06
"""A tile that is smaller has no name in it."""


def mosaic(
    margin: np.ndarray, given: np.ndarray, surface: Surface, name: str, left: float = 0.0, wide: float = WIDE
) -> list[Mark]:
    """A tile for each cell, from `left` on: as wide as the margin (k,) is large, as high as the conditional (k, m).

    One that is less wide than `wide` has no name in it.
    """
    lefts = left + np.concatenate([[0.0], np.cumsum(margin)])
    drawn: list[Mark] = []
    for k, heights in enumerate(given):
        floors = np.concatenate([[0.0], np.cumsum(heights)])
        for m in range(len(heights)):
            drawn += tile((lefts[k], lefts[k + 1]), (floors[m], floors[m + 1]), m, f"{name} = {m + 1}", surface, wide)
    return drawn


def tile(
    across: tuple[float, float], up: tuple[float, float], group: int, name: str, surface: Surface, wide: float
) -> list[Mark]:
    """A rectangle, hatched in the colour of its value, with its name where there is room."""
    (left, right), (low, high) = across, up
    corners = np.array([[left, low], [right, low], [right, high], [left, high], [left, low]])
    x = np.arange(np.ceil(left * HATCHES), right * HATCHES) / HATCHES
    feet, tops = np.column_stack([x, np.full(len(x), low)]), np.column_stack([x, np.full(len(x), high)])
    drawn: list[Mark] = [Curve(corners, group=group, surface=surface)]
    if len(x) and high > low:
        drawn.insert(0, Segments(feet, tops, "shade", groups=np.full(len(x), group), surface=surface))
    if (right - left) > wide and (high - low) > HIGH:
        middle = np.array([(left + right) / 2, (low + high) / 2])
        drawn.append(Text(middle, name, anchor=(0.5, 0.5), surface=surface))
    return drawn
