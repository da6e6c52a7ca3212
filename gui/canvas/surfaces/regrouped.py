"""The data in other groups: a mark that takes the place of the canvas's own points."""

from __future__ import annotations

import numpy as np

from engine.core.marks import Points
from gui.session.job import Frame


def regroups(mark: Points, frame: Frame) -> bool:
    """Whether a mark is the data itself, each row where it is, in other groups."""
    if mark.role != "data" or mark.rows is None or mark.groups is None:
        return False
    return mark.positions is frame.data.X or np.array_equal(mark.positions, frame.data.X[mark.rows], equal_nan=True)
