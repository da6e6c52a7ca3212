"""A plane on which the target goes up: what has a place there, and how high it stands."""

from __future__ import annotations

import numpy as np

from engine.core.marks import Line, Points, Region, Response, Segments
from engine.data.plane import Plane
from gui.canvas.painters import Drawn
from gui.canvas.regions.compared import Compared
from gui.session.job import Frame

PLACED = (Points, Segments, Line, Region, Response, Compared)
"""What is drawn there: the other marks stand in the feature space, and have no height."""


def has_place(mark: Drawn, plane: Plane) -> bool:
    """Whether a mark can be drawn on a plane."""
    return not plane.target or isinstance(mark, PLACED)


def heights(frame: Frame | None, rows: np.ndarray | None, targets: np.ndarray | None) -> np.ndarray | None:
    """(m,) how high points stand: at these targets, else at those of the rows of a frame; None if unknown."""
    if targets is not None or rows is None or frame is None or frame.data.target != "real":
        return targets
    return None if frame.data.y is None else frame.data.y[rows]
