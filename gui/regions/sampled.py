"""A function along a line, as corners between which it is straight: few where it is, many where it bends.

every few pixels  it is asked first, and between these places
finer and finer   where what is between is off the straight line from neighbour to neighbour, both parts are asked again
jumps             where it still leaps over a tiny part of a pixel it is upright: the stairs of a tree do not slant
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

CELL = 4.0
"""Pixels between the first places."""
BETWEEN = 0.4641
"""Where between two places it is asked, as a share: not in the middle, where two equal stairs are on the line."""
OFF = 0.1
"""So many pixels beside the straight line are invisible."""
NARROW = 1 / 128
"""Over a part of a pixel as narrow as this a function that is not the same on both sides jumps."""
CROWDED = 0.5
"""Of more bends than so many for each pixel none is followed into parts of a pixel: they cannot be told apart."""
BEYOND = 2.0
"""What lies farther above or below the picture than so many times its height is not looked at more closely."""


@dataclass(frozen=True, eq=False)
class Sampled:
    """Functions along a line: at the places u (m,), ascending, their values (m, k); a place comes twice at a jump."""

    u: np.ndarray
    values: np.ndarray


def sampled(
    functions: Callable[[np.ndarray], np.ndarray],
    across: tuple[float, float],
    up: tuple[float, float],
    pixels: tuple[float, float],
    cell: float = CELL,
    narrowest: float | None = None,
) -> Sampled:
    """Functions, (m,) places -> (m, k) values, seen on so many pixels, wide and high.

    across, up  what the picture shows: from place to place, and from value to value
    cell, narrowest  pixels between the first places, and between the last ones where it bends
    """
    narrow = NARROW if narrowest is None else narrowest
    (left, right), (low, high), (wide, tall) = across, up, pixels
    unit, rise = (right - left) / wide, (high - low) / tall

    def heights(values: np.ndarray) -> np.ndarray:
        """In pixels, as far as it matters."""
        with np.errstate(over="ignore", invalid="ignore"):
            return np.clip((values - low) / rise, -BEYOND * tall, (1 + BEYOND) * tall)

    x = np.linspace(0.0, wide, max(round(wide / cell), 1) + 1)
    y = functions(left + unit * x)
    open_ = np.ones(len(x) - 1, dtype=bool)
    while open_.any() and (width := np.diff(x)[open_].max()) > narrow:
        if width <= 1 and np.count_nonzero(open_) > 2 * CROWDED * wide:
            break
        at = np.flatnonzero(open_ & (np.diff(x) > narrow))
        place = x[at] + BETWEEN * (x[at + 1] - x[at])
        found = functions(left + unit * place)
        bent = _off(heights(y[at]), heights(found), heights(y[at + 1]))
        x, y = np.insert(x, at + 1, place), np.insert(y, at + 1, found, axis=0)
        open_ = np.zeros(len(x) - 1, dtype=bool)
        first = at + np.arange(len(at))
        open_[first], open_[first + 1] = bent, bent
    return _upright(left + unit * x, y, heights(y), np.diff(x))


def _off(before: np.ndarray, found: np.ndarray, after: np.ndarray) -> np.ndarray:
    """(m,) whether values (m, k) are off the line between those on either side, or only one side has any."""
    apart = np.abs(found - before - BETWEEN * (after - before)) > OFF
    gaps = np.isnan(before) != np.isnan(after)
    return np.asarray((apart | gaps).any(axis=1))


def _upright(u: np.ndarray, values: np.ndarray, heights: np.ndarray, widths: np.ndarray) -> Sampled:
    """With two corners one above the other where values leap over next to nothing, and none where a line goes on."""
    leaps = np.flatnonzero((widths <= NARROW) & (np.abs(np.diff(heights, axis=0)) > OFF).any(axis=1))
    middles = (u[leaps] + u[leaps + 1]) / 2
    u = np.insert(u, np.repeat(leaps + 1, 2), np.repeat(middles, 2))
    both = np.stack([values[leaps], values[leaps + 1]], axis=1).reshape(-1, values.shape[1])
    return Sampled(u, np.insert(values, np.repeat(leaps + 1, 2), both, axis=0))
