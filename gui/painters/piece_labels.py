"""Where the words of straight pieces stand: in the middle of their piece, or near it where a point or its words are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont

from engine.core.marks import Points
from gui.painters.curve_labels import boxed, overlapping, sides_of
from gui.painters.painter import Screen, View
from gui.painters.point_labels import FEW, hold
from gui.painters.points import PointsPainter
from gui.painters.seen import seen
from gui.painters.text_box import PAD, box_of

SHARES = (0.5, 0.75, 0.25, 1.0, 0.0)
"""Where along a piece its words may stand, the best first."""
ROWS = ((0.0, 1.0, -1.0), (2.0, -2.0, 3.0, -3.0))
"""On it and to either side of it; and so many times as far away, where there is no room so near."""


def few_points(view: View) -> list[PointsPainter]:
    """What paints a few points on a surface, each of which may have words; a grey mass of them is left out."""
    return [one for one in seen(view, Points, PointsPainter) if len(one.uv) <= FEW]


def point_words(view: View, one: PointsPainter, screen: Screen) -> list[QRectF]:
    """The boxes of the words beside the points of a mark."""
    if not one.labels:
        return []
    font, words = view.appearance.font("small", weight=600), one.wording(screen)
    held = zip(hold(one, screen, font), words.beside, strict=True)
    return [box_of(place, label, font, anchor) for (place, anchor), (_, _, label) in held]


def hidden_by(view: View, screen: Screen) -> list[QRectF]:
    """The boxes of a few points and of their words: other words there would hide them, or be hidden."""
    boxes = list[QRectF]()
    for one in few_points(view):
        for (x, y), kind in zip(screen(one.uv).tolist(), one.which.tolist(), strict=True):
            half = one.markers[kind].size / 2
            boxes.append(QRectF(x - half, y - half, 2 * half, 2 * half))
        boxes += point_words(view, one, screen)
    return boxes


def placed(pieces: np.ndarray, labels: Sequence[str], font: QFont, taken: list[QRectF], area: QRectF) -> list[QRectF]:
    """For each piece (m, 4) the first place of its words in an area that hides nothing taken, nor other words; else
    their middle."""
    found = list[QRectF]()
    for piece, label in zip(pieces, labels, strict=False):
        size = box_of(QPointF(), label, font)
        boxes = candidates(piece, size.width(), size.height())
        inside = (boxes[:, :2] >= (area.left(), area.top())).all(axis=1)
        inside &= (boxes[:, 2:] <= (area.right(), area.bottom())).all(axis=1)
        free = np.flatnonzero(inside & ~overlapping(boxes, sides_of([*taken, *found])))
        found.append(boxed(boxes[free[0] if len(free) else 0]))
    return found


def candidates(piece: np.ndarray, wide: float, high: float) -> np.ndarray:
    """(c, 4) the sides of boxes of a size on a piece (4,) in its middle, beside it there, and so on along the piece;
    then past its ends, and farther away."""
    start, way = piece[:2], piece[2:] - piece[:2]
    length = float(np.hypot(*way))
    along = way / length if length > 1e-9 else np.array([1.0, 0.0])
    half, across = np.array([wide, high]) / 2, np.array([-along[1], along[0]])
    clear = half + np.array([PAD + 1, 2])
    beside, past = (float(clear @ abs(side)) * side for side in (across, along))
    spots = start + np.array(SHARES)[:, None] * way
    near, far = ((spots[:, None] + np.array(rows)[:, None] * beside).reshape(-1, 2) for rows in ROWS)
    ends = np.array([start + way + past, start - past, start + way + 2 * past, start - 2 * past])
    centres = np.concatenate([near, ends, far])
    return np.concatenate([centres - half, centres + half], axis=1)
