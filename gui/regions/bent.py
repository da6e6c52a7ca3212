"""Where a hyperplane runs on a plane on which features follow from others: along a level line, and not straight."""

from __future__ import annotations

from collections import deque

import numpy as np

from engine.core.marks import Line
from engine.data.plane import Plane
from gui.regions.levels import Rectangle, relief

SIDE, LEAST = 150, 40
"""A line in the whole picture is followed on a grid of this many by this many places, and of fewer where each place
has many features, but of so many at least.
"""
NUMBERS = 200_000
"""Maximum number of values lifted before a frame, so that it is not visibly late."""
NEARLY = 1e-9
"""Two parts of the plane that differ by this share of their width are the same."""
TINY = 1e-5
"""How far from a place the slope there is looked for, as a share of its distance from 0."""


class Sheets:
    """The grids of the few parts of planes that were looked at last, lifted once for all lines there."""

    def __init__(self) -> None:
        self._cache: deque[tuple[Plane, Rectangle, np.ndarray]] = deque(maxlen=4)

    def lifted(self, plane: Plane, rect: Rectangle, spots: np.ndarray) -> np.ndarray:
        """(m, d) the points of the feature space at the spots (m, 2) of a grid over a part of the plane."""
        slack = NEARLY * (rect[1] - rect[0])
        for other, part, known in self._cache:
            if other is plane and len(known) == len(spots) and np.abs(np.subtract(part, rect)).max() <= slack:
                return known
        self._cache.append((plane, rect, plane.lift(spots)))
        return self._cache[-1][2]


SHEETS = Sheets()


def is_bent(line: Line, plane: Plane | None) -> bool:
    """Whether a line need not be straight here, or ends where a feature that follows from others says so."""
    if plane is None or plane.derived is None:
        return False
    ends = line.within is not None and np.isfinite(line.within[:, plane.derived.features]).any()
    return plane.bends(line.weights) or bool(ends)


def bent_pieces(line: Line, plane: Plane, rect: Rectangle, side: int = SIDE) -> list[np.ndarray]:
    """The pieces (m, 2) of a line in a part of the plane."""

    def over(spots: np.ndarray) -> np.ndarray:
        X = SHEETS.lifted(plane, rect, spots)
        heights = np.asarray(X @ line.weights + (line.bias - line.level))
        within = np.empty((2, 0)) if line.within is None else line.within
        for j in np.flatnonzero(np.isfinite(within).any(axis=0)):
            (low, high), at = within[:, j], X[:, j]
            if np.ptp(at):  # what is held fixed ends no line
                heights[(at < low) | (at > high)] = np.nan
        return heights

    if not (np.isfinite(line.weights).all() and np.isfinite(line.bias)):
        return []
    most = int(np.sqrt(NUMBERS / len(line.weights)))
    return list(relief(over, rect, (0.0,), side=min(side, max(most, LEAST))).lines[0])


def steepest(line: Line, plane: Plane, uv: np.ndarray) -> np.ndarray:
    """(2,) the way on which weights · x grows fastest from a place (2,) of the plane."""
    step = TINY * (1.0 + np.abs(uv))
    ends = plane.lift(uv + np.vstack([np.diag(step), -np.diag(step)])) @ line.weights
    return np.asarray((ends[:2] - ends[2:]) / (2 * step))
