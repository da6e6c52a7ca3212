"""Level lines in a picture of probabilities or of a score: thin, smooth, and as curved as the model makes them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

LINE_INK = 0.55
"""How dark such a line is: less than the boundary, which is at ½."""
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
    """The rows and columns of the pixels near where a field (h, w) has one of some values, and how dark its line is."""
    opacity = np.zeros(field.shape)
    if min(field.shape) > 1:
        slope = np.maximum(np.hypot(*np.gradient(field.astype(float))), FLATTEST)
        for height in heights:
            away = np.abs(field - height) / slope
            opacity = np.maximum(opacity, np.clip(half_width + 0.5 - away, 0.0, 1.0))
    flat = np.flatnonzero(opacity)
    rows, columns = flat // field.shape[1], flat % field.shape[1]
    return rows, columns, LINE_INK * opacity[rows, columns]
