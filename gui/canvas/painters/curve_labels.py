"""Where the words of curves stand: beside a curve, clear of other words, of all curves and of a few points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

import numpy as np
from PySide6.QtCore import QRectF

from gui.canvas.painters.words import PAD

TRIED = 40
"""So many places are looked at for each curve."""


def placed(places: Sequence[Iterable[QRectF]], words: Sequence[QRectF], lines: Sequence[np.ndarray]) -> list[QRectF]:
    """For the words of each curve the first place that hides neither words nor a line, else one that hides no words.

    places  of each curve the boxes in which its words may stand, the best first;   words  that stand already
    lines   polylines (m, 2) in pixels
    """
    starts, ends = (np.vstack([np.zeros((0, 2)), *parts]) for parts in _ends(lines))
    taken, found = [paper(box) for box in words], []
    for boxes in places:
        tried = list(islice(boxes, TRIED))
        clear = ~crossed(tried, starts, ends)
        free = [not any(map(paper(box).intersects, taken)) for box in tried]
        order = [*np.flatnonzero(clear & free), *np.flatnonzero(free), 0]
        found.append(tried[order[0]] if tried else QRectF())
        taken.append(paper(found[-1]))
    return found


def _ends(lines: Sequence[np.ndarray]) -> tuple[list[np.ndarray], list[np.ndarray]]:
    return [line[:-1] for line in lines], [line[1:] for line in lines]


def paper(box: QRectF) -> QRectF:
    """What words hide."""
    return box.adjusted(-PAD, -1, PAD, 1)


def crossed(boxes: Sequence[QRectF], starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """(c,) whether any of the segments (m, 2), (m, 2) passes through each box.

    >>> boxes = [QRectF(0, 0, 2, 2), QRectF(5, 0, 2, 2)]
    >>> crossed(boxes, np.array([[-1.0, 1.0]]), np.array([[3.0, 1.5]])).tolist()
    [True, False]
    """
    corners = np.array([paper(box).getCoords() for box in boxes]).reshape(-1, 4)
    x0, y0, x1, y1 = (side[:, None] for side in corners.T)
    there = np.isfinite(starts).all(axis=1) & np.isfinite(ends).all(axis=1)
    starts, ends = starts[there], ends[there]
    low, high, (dx, dy) = np.minimum(starts, ends), np.maximum(starts, ends), (ends - starts).T
    near = (low[:, 0] < x1) & (high[:, 0] > x0) & (low[:, 1] < y1) & (high[:, 1] > y0)
    turns = [dx * (y - starts[:, 1]) - dy * (x - starts[:, 0]) for x in (x0, x1) for y in (y0, y1)]
    return np.asarray((near & (np.minimum.reduce(turns) <= 0) & (np.maximum.reduce(turns) >= 0)).any(axis=1))
