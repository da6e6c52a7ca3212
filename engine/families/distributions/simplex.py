"""All shares of three kinds as a triangle: a corner for each kind, and the shares at each place of it."""

from __future__ import annotations

import numpy as np

from engine.core.marks import Curve, Mark, Text
from engine.core.surfaces import Surface

CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, np.sqrt(0.75)]])
OUTSIDE = -1e6
"""A logarithm outside the triangle."""
VIEW = (-0.15, 1.15, -0.12, 1.0)


def shares_at(places: np.ndarray) -> np.ndarray:
    """(m, 3) the shares at places (m, 2); outside the triangle some are below 0.

    >>> shares_at(CORNERS[1:2]).round(9).tolist()
    [[0.0, 1.0, 0.0]]
    """
    third = places[:, 1] / CORNERS[2, 1]
    second = places[:, 0] - 0.5 * third
    return np.column_stack([1 - second - third, second, third])


def frame(names: tuple[str, ...], surface: Surface) -> list[Mark]:
    """The sides of the triangle, and the names of its corners."""
    drawn: list[Mark] = [Curve(CORNERS[[0, 1, 2, 0]], "boundary", surface=surface)]
    for name, corner, anchor in zip(names, CORNERS, ((1.0, 0.0), (0.0, 0.0), (0.5, 1.0)), strict=True):
        drawn.append(Text(corner, name, anchor=anchor, surface=surface))
    return drawn
