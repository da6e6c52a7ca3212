"""Where the words of curves stand: beside a curve, clear of other words, of all curves and of a few points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

import numpy as np
from PySide6.QtCore import QRectF

from gui.canvas.painters.words import PAD

TOGETHER, ROUNDS = 6, 7
"""So many places are looked at in one go, and so often for each curve."""


def placed(places: Sequence[Iterable[QRectF]], words: Sequence[QRectF], lines: Sequence[np.ndarray]) -> list[QRectF]:
    """For the words of each curve the first place that hides neither words nor a line, else one that hides no words.

    places  of each curve the boxes in which its words may stand, the best first;   words  that stand already
    lines   polylines (m, 2) in pixels
    """
    starts, ends = (np.vstack([np.zeros((0, 2)), *parts]) for parts in ends_of(lines))
    taken, found = [paper(box) for box in words], []
    for boxes in places:
        found.append(_best(boxes, taken, starts, ends))
        taken.append(paper(found[-1]))
    return found


def _best(boxes: Iterable[QRectF], taken: Sequence[QRectF], starts: np.ndarray, ends: np.ndarray) -> QRectF:
    """The first box that is free and clear of the segments, else the first that is free, else the first of all."""
    waiting, spare, first = iter(boxes), QRectF(), QRectF()
    for _ in range(ROUNDS):
        tried = list(islice(waiting, TOGETHER))
        free = [not any(map(paper(box).intersects, taken)) for box in tried]
        clear = np.flatnonzero(~crossed(tried, starts, ends) & np.array(free, dtype=bool))
        if len(clear):
            return tried[int(clear[0])]
        first = tried[0] if tried and first.isNull() else first
        spare = next((box for box, one in zip(tried, free, strict=True) if one and spare.isNull()), spare)
    return first if spare.isNull() else spare


def ends_of(lines: Sequence[np.ndarray]) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Where the segments of polylines start, and where they end."""
    return [line[:-1] for line in lines], [line[1:] for line in lines]


def paper(box: QRectF) -> QRectF:
    """What words hide."""
    return box.adjusted(-PAD, -1, PAD, 1)


def crossed(boxes: Sequence[QRectF], starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """(c,) whether any of the segments (m, 2), (m, 2) passes through each box.

    >>> boxes = [QRectF(0, 0, 2, 2), QRectF(15, 0, 2, 2)]
    >>> crossed(boxes, np.array([[-1.0, 1.0]]), np.array([[3.0, 1.5]])).tolist()
    [True, False]
    """
    there = np.isfinite(starts).all(axis=1) & np.isfinite(ends).all(axis=1)
    starts, ends = starts[there], ends[there]
    corners = np.array([paper(box).getCoords() for box in boxes]).reshape(-1, 4)
    x0, y0, x1, y1 = (side[:, None] for side in corners.T)
    low, high = np.minimum(starts, ends), np.maximum(starts, ends)
    near = (low[:, 0] < x1) & (high[:, 0] > x0) & (low[:, 1] < y1) & (high[:, 1] > y0)
    box, segment = near.nonzero()
    (x, y), (dx, dy), sides = starts[segment].T, (ends - starts)[segment].T, corners[box].T
    turns = [dx * (sides[down] - y) - dy * (sides[across] - x) for across in (0, 2) for down in (1, 3)]
    through = (np.minimum.reduce(turns) <= 0) & (np.maximum.reduce(turns) >= 0)
    return np.bincount(box[through], minlength=len(boxes)) > 0
