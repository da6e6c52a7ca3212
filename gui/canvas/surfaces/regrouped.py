"""The data in other groups: a mark that takes the place of the canvas's own points."""

from __future__ import annotations

import numpy as np

from engine.core.marks import Points
from gui.canvas.painters.blends import blends
from gui.session.job import Frame


def regroups(mark: Points, frame: Frame) -> bool:
    """Whether a mark is the data itself, each row where it is, in other groups."""
    if mark.role != "data" or mark.rows is None or mark.groups is None:
        return False
    return mark.positions is frame.data.X or np.array_equal(mark.positions, frame.data.X[mark.rows], equal_nan=True)


def regrouped(mark: Points, frame: Frame, n: int) -> np.ndarray:
    """(n,) the group of every row of the session, -1 where the mark has none."""
    assert mark.rows is not None and mark.groups is not None
    whole = len(frame.rows) == n > 0 and frame.rows[0] == 0 and frame.rows[-1] == n - 1  # they ascend
    if whole and np.array_equal(mark.rows, frame.rows):
        return mark.groups  # all rows in their order: a million need not be put in their places one by one
    found = np.full(n, -1)
    found[frame.rows[mark.rows]] = mark.groups
    return found


def resized(mark: Points | None, frame: Frame | None, n: int) -> np.ndarray | None:
    """(n,) the relative areas of the rows of the session, the usual one where the mark has none; None if all are."""
    if mark is None or frame is None or mark.sizes is None or mark.rows is None:
        return None
    found = np.ones(n)
    found[frame.rows[mark.rows]] = mark.sizes
    return found


def mixed(mark: Points | None, frame: Frame | None, n: int) -> np.ndarray | None:
    """(n,) how the colours of the rows of the session are blended, 0 where the mark has none; None if none is."""
    if mark is None or frame is None or mark.shares is None or mark.groups is None or mark.rows is None:
        return None
    found = np.zeros(n, dtype=np.intp)
    found[frame.rows[mark.rows]] = blends(mark.shares, mark.groups)
    return found
