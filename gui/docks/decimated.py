"""A long curve by so few points that it is drawn at once, and looks the same."""

from __future__ import annotations

import numpy as np

MOST_POINTS = 2_000
"""A curve is decimated to this many points: more cannot be told apart, and cost much."""


def decimated(values: np.ndarray, most: int = MOST_POINTS) -> tuple[np.ndarray, np.ndarray]:
    """Steps and values of a curve without its gaps; a long one as the least and the largest of each stretch.

    >>> steps, kept = decimated(np.arange(10_000.0), 100)
    >>> len(kept), float(kept[0]), float(kept[-1])
    (100, 0.0, 9999.0)
    """
    steps = np.flatnonzero(np.isfinite(values))
    if len(steps) <= most:
        return steps, values[steps]
    edges = np.linspace(0, len(steps), most // 2 + 1).astype(np.intp)[:-1]
    y = values[steps]
    lows, highs = np.minimum.reduceat(y, edges), np.maximum.reduceat(y, edges)
    lengths = np.diff(np.append(edges, len(steps)))
    rising = y[edges] <= y[edges + lengths - 1]
    first, second = np.where(rising, lows, highs), np.where(rising, highs, lows)
    x = np.column_stack([steps[edges], steps[edges + lengths - 1]]).ravel()
    return x, np.column_stack([first, second]).ravel()
