"""Where the words of curves stand: beside a curve, clear of other words, of curves, and of a few points and arrows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from gui.painters.text_box import PAD

TOGETHER, ROUNDS, FAR = 6, 7, 24
"""Number of places tested at a time, number of times for each curve, and while other words hide all of them."""
PAPER = np.array([-PAD, -1.0, PAD, 1.0])
"""By how much the sides of what words hide lie beyond those of their box."""


class Found(NamedTuple):
    """The sides of the first box that is free of words and clear of lines, the first that is free, and the first."""

    clear: np.ndarray | None
    free: np.ndarray | None
    first: np.ndarray | None


def placed(places: Sequence[Iterable[QRectF]], words: Sequence[QRectF], lines: Sequence[np.ndarray]) -> list[QRectF]:
    """For the words of each curve the first place that hides neither words nor a line, else one that hides no words.

    places  of each curve the boxes in which its words may stand, the best first;   words  that stand already
    lines   polylines (m, 2) in pixels
    """
    found, segments = list(words), segments_of(lines)
    for boxes in places:
        best = next((one for one in sought(together(boxes), sides_of(found), *segments) if one is not None), None)
        found.append(QRectF() if best is None else boxed(best))
    return found[len(words) :]


def together(boxes: Iterable[QRectF]) -> Iterator[np.ndarray]:
    """The sides of a few boxes at a time: the later ones are often not needed, and take time to be made."""
    waiting = iter(boxes)
    for _ in range(FAR):
        if some := list(islice(waiting, TOGETHER)):
            yield sides_of(some)


def sought(boxes: Iterable[np.ndarray], taken: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> Found:
    """Boxes that hide nothing of what is taken and through which no segment (m, 2), (m, 2) passes, as far as need be.

    boxes  their sides (c, 4), some at a time, the best first;   taken  (t, 4) the sides of words that stand already
    """
    free: np.ndarray | None = None
    first: np.ndarray | None = None
    for rounds, tried in enumerate(filter(len, boxes)):
        if rounds >= ROUNDS and free is not None:
            break
        hiding = overlapping(tried, taken)
        first = tried[0] if first is None else first
        if hiding.all():
            continue
        good = np.flatnonzero(~hiding & ~crossed(tried, starts, ends))
        free = tried[np.argmin(hiding)] if free is None else free
        if len(good):
            return Found(tried[good[0]], free, first)
    return Found(None, free, first)


def overlapping(boxes: np.ndarray, taken: np.ndarray) -> np.ndarray:
    """(c,) whether words in each box (c, 4) would hide some of those (t, 4) that stand already."""
    if not len(taken):
        return np.zeros(len(boxes), dtype=bool)
    left, top, right, bottom = (side[:, None] for side in (boxes + PAPER).T)
    x0, y0, x1, y1 = (taken + PAPER).T
    return np.asarray(((x0 < right) & (x1 > left) & (y0 < bottom) & (y1 > top)).any(axis=1))


def segments_of(lines: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """(m, 2) where the segments of polylines start, and (m, 2) where they end; none where there is no number."""
    if not lines:
        return np.zeros((0, 2)), np.zeros((0, 2))
    segments = np.concatenate([np.concatenate([line[:-1], line[1:]], axis=1) for line in lines])
    segments = segments[np.isfinite(segments).all(axis=1)]
    return segments[:, :2], segments[:, 2:]


def sides_of(boxes: Iterable[QRectF]) -> np.ndarray:
    """(c, 4) the left, the upper, the right and the lower side of boxes."""
    return np.array([box.getCoords() for box in boxes]).reshape(-1, 4)


def boxed(sides: np.ndarray) -> QRectF:
    """The box with these sides (4,)."""
    left, top, right, bottom = sides.tolist()
    return QRectF(QPointF(left, top), QPointF(right, bottom))


def paper(box: QRectF) -> QRectF:
    """The area that a label hides."""
    return box.adjusted(*PAPER.tolist())


def crossed(boxes: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """(c,) whether any of the segments (m, 2), (m, 2) passes through each box, given by its sides (c, 4).

    >>> boxes = sides_of([QRectF(0, 0, 2, 2), QRectF(15, 0, 2, 2)])
    >>> crossed(boxes, np.array([[-1.0, 1.0]]), np.array([[3.0, 1.5]])).tolist()
    [True, False]
    """
    sides = boxes + PAPER
    low, high = np.minimum(starts, ends), np.maximum(starts, ends)
    near = ((low < sides[:, None, 2:]) & (high > sides[:, None, :2])).all(axis=2)
    box, segment = near.nonzero()
    (x, y), (dx, dy), held = starts[segment].T, (ends - starts)[segment].T, sides[box].T
    # a corner lies left of the segment where this is below that: no segment passes where all or none of the four do
    this, that = dx * (held[1::2] - y), dy * (held[::2] - x)
    through = (this.min(axis=0) <= that.max(axis=0)) & (this.max(axis=0) >= that.min(axis=0))
    found = np.zeros(len(boxes), dtype=bool)
    found[box[through]] = True
    return found
