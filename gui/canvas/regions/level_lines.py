"""Level lines in a picture of probabilities: thin, smooth, and as curved as the model makes them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

LINE_INK = 0.55
"""How dark such a line is: less than the boundary, which is at ½."""
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
        slope = np.hypot(*np.gradient(depth.astype(float)))
        for level in levels:
            away = np.abs(depth - (level - 1 / classes) / (1 - 1 / classes)) / np.maximum(slope, 1e-9)
            opacity = np.maximum(opacity, np.clip(HALF_WIDTH + 0.5 - away, 0.0, 1.0))
    flat = np.flatnonzero(opacity)
    rows, columns = flat // depth.shape[1], flat % depth.shape[1]
    return rows, columns, LINE_INK * opacity[rows, columns]
