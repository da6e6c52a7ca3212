"""All shares of three kinds as a triangle: a corner for each kind, and the shares at each place of it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.core.marks import Curve, Mark, Text
from engine.core.surfaces import Surface

CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, np.sqrt(0.75)]])
VIEW = (-0.15, 1.15, -0.12, 1.0)


def shares_at(places: np.ndarray) -> np.ndarray:
    """(m, 3) the shares at places (m, 2); outside the triangle some are below 0.

    >>> shares_at(CORNERS[1:2]).round(9).tolist()
    [[0.0, 1.0, 0.0]]
    """
    third = places[:, 1] / CORNERS[2, 1]
    second = places[:, 0] - 0.5 * third
    return np.column_stack([1 - second - third, second, third])


def over_triangle(of_shares: Callable[[np.ndarray], np.ndarray]) -> Callable[[np.ndarray], np.ndarray]:
    """A function of shares (m, 3) as one of places (m, 2): outside the triangle it is −∞, and no line runs.

    >>> over_triangle(lambda q: q[:, 0])(np.array([[0.25, 0.0], [0.25, -0.1]])).tolist()
    [0.75, -inf]
    """

    def at(places: np.ndarray) -> np.ndarray:
        q = shares_at(places)
        inside = (q >= 0).all(axis=1)
        found = np.full(len(q), -np.inf)
        found[inside] = of_shares(q[inside])
        return found

    return at


def frame(names: tuple[str, ...], surface: Surface) -> list[Mark]:
    """The sides of the triangle, and the names of its corners."""
    drawn: list[Mark] = [Curve(CORNERS[[0, 1, 2, 0]], "boundary", surface=surface)]
    for name, corner, anchor in zip(names, CORNERS, ((1.0, 0.0), (0.0, 0.0), (0.5, 1.0)), strict=True):
        drawn.append(Text(corner, name, anchor=anchor, surface=surface))
    return drawn
