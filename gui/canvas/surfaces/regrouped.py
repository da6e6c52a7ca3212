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
    return _placed(mark.groups, mark.rows, frame, n, -1)


def resized(mark: Points | None, frame: Frame | None, n: int) -> np.ndarray | None:
    """(n,) the relative areas of the rows of the session, the usual one where the mark has none; None if all are."""
    if mark is None or frame is None or mark.sizes is None or mark.rows is None:
        return None
    return _placed(mark.sizes, mark.rows, frame, n, 1.0)


def mixed(mark: Points | None, frame: Frame | None, n: int) -> np.ndarray | None:
    """(n,) how the colours of the rows of the session are blended, 0 where the mark has none; None if none is."""
    if mark is None or frame is None or mark.shares is None or mark.groups is None or mark.rows is None:
        return None
    return _placed(blends(mark.shares, mark.groups), mark.rows, frame, n, 0)


def _placed(values: np.ndarray, rows: np.ndarray, frame: Frame, n: int, missing: float) -> np.ndarray:
    """(n,) what a mark says of these rows of a frame, for the rows of the session; `missing` where it says nothing."""
    whole = len(frame.rows) == n > 0 and frame.rows[0] == 0 and frame.rows[-1] == n - 1  # they ascend
    if whole and np.array_equal(rows, frame.rows):
        return values  # all rows in their order: a million need not be put in their places one by one
    found = np.full(n, missing)
    found[frame.rows[rows]] = values
    return found
