"""Level lines in a picture of probabilities: thin, smooth, and as curved as the model makes them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gui.canvas.regions.regions import places

LINE_INK = 0.55
"""How dark such a line is: less than the boundary, which is at ½."""
ROUNDING = 1e-6
"""What a depth may be off by, as a number of single precision."""
HALF_WIDTH = 0.9
"""Pixels from the middle of the line to where it has faded."""


def level_pixels(
    depth: np.ndarray, levels: Sequence[float], classes: int = 2
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The rows and columns of the pixels near where the likeliest class has a probability, and how dark its line is.

    depth (h, w) is (p − 1/K) / (1 − 1/K); its distance from a level over its slope is how many pixels away the line is.
    """
    opacity = np.zeros(depth.shape)
    if min(depth.shape) > 1:
        reach = HALF_WIDTH + 0.5
        steepest = np.hypot(*(np.abs(np.diff(depth, axis=axis)).max() for axis in (0, 1)))
        for level in levels:
            target = (level - 1 / classes) / (1 - 1 / classes)
            rows, columns = places(np.abs(depth - depth.dtype.type(target)) <= reach * steepest + ROUNDING)
            away = np.abs(depth[rows, columns].astype(float) - target)
            distance = away / np.maximum(_slopes(depth, rows, columns), 1e-9)
            opacity[rows, columns] = np.maximum(opacity[rows, columns], np.clip(reach - distance, 0.0, 1.0))
    rows, columns = places(opacity > 0)
    return rows, columns, LINE_INK * opacity[rows, columns]


def _slopes(depth: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """(m,) how steep the depth is at these pixels, by their neighbours: of all pixels few are near a line."""
    sides = []
    for axis, place in enumerate((rows, columns)):
        before, after = np.maximum(place - 1, 0), np.minimum(place + 1, depth.shape[axis] - 1)
        low, high = (depth[(at, columns) if axis == 0 else (rows, at)].astype(float) for at in (before, after))
        sides.append((high - low) / (after - before))
    return np.asarray(np.hypot(*sides))
