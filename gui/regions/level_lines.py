"""Level lines in a picture of probabilities or of a score: thin, smooth, and as curved as the model makes them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gui.regions.raster_cells import places

LINE_INK = 0.55
"""How dark such a line is: less than the boundary, which is at ½."""
ROUNDING = 1e-6
"""What a number of single precision may be off by, as a share of the greatest one."""
HALF_WIDTH = 0.9
"""Pixels from the middle of the line to where it has faded."""
THIN = 0.4
"""The same of a line that must not be taken for the boundary, which there is no tint to tell it from."""
FLATTEST = 1e-9
"""A field that changes by less from pixel to pixel has no line."""


def level_pixels(
    depth: np.ndarray, levels: Sequence[float], classes: int = 2
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The rows and columns of the pixels near where the likeliest class has a probability, and how dark its line is.

    depth (h, w) is (p − 1/K) / (1 − 1/K); its distance from a level over its slope is how many pixels away the line is.
    """
    heights = [(level - 1 / classes) / (1 - 1 / classes) for level in levels]
    return height_pixels(depth, heights, HALF_WIDTH)


def height_pixels(
    field: np.ndarray, heights: Sequence[float], half_width: float = THIN
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The rows and columns of the pixels near where a field (h, w) has one of some values, and how dark its line is.

    Slopes are asked for near the lines alone: no pixel is steeper than the steepest steps across and down together.
    """
    opacity = np.zeros(field.shape)
    if min(field.shape) > 1:
        reach = half_width + 0.5
        steepest = np.hypot(*(np.abs(np.diff(field, axis=axis)).max() for axis in (0, 1)))
        near = reach * steepest + ROUNDING * max(1.0, float(np.abs(field).max()))
        for height in heights:
            rows, columns = places(np.abs(field - field.dtype.type(height)) <= near)
            away = np.abs(field[rows, columns].astype(float) - height)
            distance = away / np.maximum(_slopes(field, rows, columns), FLATTEST)
            opacity[rows, columns] = np.maximum(opacity[rows, columns], np.clip(reach - distance, 0.0, 1.0))
    rows, columns = places(opacity > 0)
    return rows, columns, LINE_INK * opacity[rows, columns]


def _slopes(field: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """(m,) how steep the field is at these pixels, by their neighbours: of all pixels few are near a line."""
    sides = []
    for axis, place in enumerate((rows, columns)):
        before, after = np.maximum(place - 1, 0), np.minimum(place + 1, field.shape[axis] - 1)
        low, high = (field[(at, columns) if axis == 0 else (rows, at)].astype(float) for at in (before, after))
        sides.append((high - low) / (after - before))
    return np.asarray(np.hypot(*sides))
