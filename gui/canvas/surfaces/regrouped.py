"""The data in other groups or sizes: a mark that takes the place of the canvas's own points."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Points
from gui.painters import Drawn
from gui.painters.blends import blends
from gui.session.job import Frame


def regroups(mark: Points, frame: Frame) -> bool:
    """Whether a mark is the data itself, each row where it is, in other groups or in other sizes alone."""
    if mark.role != "data" or mark.rows is None or (mark.groups is None and mark.sizes is None):
        return False
    return mark.positions is frame.data.X or np.array_equal(mark.positions, frame.data.X[mark.rows], equal_nan=True)


def regrouping(marks: Sequence[Drawn], frame: Frame | None) -> Points | None:
    """The first of these marks that is the data itself, in other groups or sizes; None if none is."""
    points = (mark for mark in marks if isinstance(mark, Points))
    return next((mark for mark in points if frame is not None and regroups(mark, frame)), None)


def regrouped(mark: Points, frame: Frame, n: int) -> np.ndarray:
    """(n,) the group of every row of the session, -1 where the mark has none."""
    assert mark.rows is not None and mark.groups is not None
    return _placed(mark.groups, mark.rows, frame, n, -1)


def resized(mark: Points | None, frame: Frame | None, n: int) -> np.ndarray | None:
    """(n,) the relative areas of the rows of the session, the usual one where the mark has none; None if all are."""
    if mark is None or frame is None or mark.sizes is None or mark.rows is None:
        return None
    return _placed(mark.sizes, mark.rows, frame, n, 1.0)


def surrounding(mark: Points | None, rows: np.ndarray | None, n: int) -> np.ndarray | float:
    """(m,) the relative areas of the points of these rows of a run, which rings must clear: at least the usual one.

    mark  what has made points larger or smaller, if something has;   n  how many rows the run has
    """
    if rows is None or mark is None or mark.sizes is None or mark.rows is None:
        return 1.0
    areas = np.ones(n)
    areas[mark.rows] = np.maximum(mark.sizes, 1.0)
    return np.asarray(areas[rows])


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
