"""Level lines of a function on a rectangle: which levels, and where their lines run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import contourpy

Rectangle = tuple[float, float, float, float]
"""x0, x1, y0, y1"""

SIDE = 110
"""A function is asked on a grid of this many by this many positions."""
STRETCH = 2 * SIDE
"""Number of places evaluated at a time: a landscape of a thousand rows takes two milliseconds for them."""
RINGS = 10
"""How many levels are chosen."""


@dataclass(frozen=True)
class Relief:
    """A function on a rectangle, as what is drawn of it.

    levels  ascending;   lines  for each level its pieces, each (m, 2)
    areas   for each gap between two levels (and the two ends) the rings around it, or () when it is not filled
    """

    levels: tuple[float, ...]
    lines: tuple[tuple[np.ndarray, ...], ...]
    areas: tuple[tuple[np.ndarray, ...], ...] = ()


def relief(
    function: Callable[[np.ndarray], np.ndarray],
    rect: Rectangle,
    levels: tuple[float, ...] = (),
    fill: bool = False,
    side: int = SIDE,
    pause: Callable[[], object] | None = None,
) -> Relief:
    """Ask `function` on a grid over `rect` and follow its level lines; where it has no number, no line runs.

    pause  called again and again meanwhile: urgent work may go first then. Without, the whole grid is asked at once
    """
    import contourpy  # the first picture needs no level lines

    x, y = np.linspace(rect[0], rect[1], side), np.linspace(rect[2], rect[3], side)
    spots = np.column_stack([axis.ravel() for axis in np.meshgrid(x, y)])
    with np.errstate(all="ignore"):
        heights = _heights(function, spots, pause).reshape(side, side)
    known = np.ma.masked_invalid(heights)
    chosen = tuple(sorted(levels)) or suitable_levels(heights)
    maker = contourpy.contour_generator(x, y, known, line_type="Separate", fill_type="OuterCode")
    lines = tuple(tuple(np.asarray(line) for line in maker.lines(level)) for level in chosen)
    if pause is not None:
        pause()
    return Relief(chosen, lines, _areas(maker, chosen, known) if fill and chosen else ())


def _heights(
    function: Callable[[np.ndarray], np.ndarray], spots: np.ndarray, pause: Callable[[], object] | None
) -> np.ndarray:
    """The function at positions (m, 2), of so few at a time that it blocks no other thread for long."""
    if pause is None:
        return np.asarray(function(spots), dtype=float)
    heights = np.empty(len(spots))
    for first in range(0, len(spots), STRETCH):
        pause()
        heights[first : first + STRETCH] = function(spots[first : first + STRETCH])
    pause()
    return heights


def _areas(
    maker: contourpy.ContourGenerator, levels: tuple[float, ...], heights: np.ma.MaskedArray
) -> tuple[tuple[np.ndarray, ...], ...]:
    """For each gap between two levels, and both ends, the rings around what lies in it."""
    low, high = float(heights.min()), float(heights.max())
    edges = (min(low, levels[0]) - 1.0, *levels, max(high, levels[-1]) + 1.0)
    return tuple(
        tuple(ring for points, codes in zip(*maker.filled(below, above), strict=True) for ring in _rings(points, codes))
        for below, above in pairwise(edges)
    )


def _rings(points: np.ndarray, codes: np.ndarray) -> list[np.ndarray]:
    """A polygon and its holes: every 1 among the codes begins another ring."""
    return np.split(points, np.flatnonzero(codes == 1)[1:])


def suitable_levels(heights: np.ndarray, count: int = RINGS) -> tuple[float, ...]:
    """About `count` round levels that make the lines of a bowl stand equally far apart.

    The share of the picture below a level grows with the square of its distance from the bottom of a bowl, so the
    levels are the quantiles at the squares of equally spaced numbers.

    >>> x, y = np.meshgrid(np.linspace(-1, 1, 101), np.linspace(-1, 1, 101))
    >>> suitable_levels(x**2 + y**2, 4)
    (0.052, 0.21, 0.47, 0.83)
    """
    known = heights[np.isfinite(heights)]
    if not known.size or known.min() == known.max():
        return ()
    quantiles = np.quantile(known, (np.arange(1, count + 1) / (count + 1)) ** 2)
    step = 10.0 ** (np.floor(np.log10(max(float(np.ptp(quantiles)), 1e-300))) - 2)
    rounded = sorted({_round(float(value), float(known.min()), step) for value in quantiles})
    return tuple(value for value in rounded if known.min() < value < known.max())


def _round(value: float, least: float, step: float) -> float:
    """To two digits of its height above the least value, and no finer than the levels can be told apart."""
    above = value - least
    fine = 10.0 ** (np.floor(np.log10(above)) - 1) if above > 0 else step
    unit = max(min(fine, 100 * step), step)
    return float(f"{round(value / unit) * unit:.10g}")
