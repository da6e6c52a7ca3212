"""Where the labels of points stand: beside their point, not cut where the picture ends; few of them hide no other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont

from gui.canvas.painters.curve_labels import paper
from gui.canvas.painters.words import box_of

FEW = 24
"""So many labels are kept apart; more of them would take long, and there is no room for them anyway."""
ROWS = 3
"""So many labels of points in one place stand above each other, and so many below, right and left of it."""
Held = tuple[QPointF, tuple[float, float]]
"""A place, and which point of the label's box lies there, (0, 0) being its top left."""


def held_apart(
    labelled: Sequence[tuple[QPointF, float, str]], font: QFont, area: QRectF, named: Sequence[QRectF] = ()
) -> list[Held]:
    """How the label of each point of some size is held: beside it, or above or below that where another one stands.

    named  boxes of what is named already: a second name there would seem to be theirs
    """
    found, taken = [beside(*one, font, area) for one in labelled], list(named)
    if len(found) > FEW:
        return found
    for i, (point, size, label) in enumerate(labelled):
        found[i] = _free(found[i], point, size, label, font, area, taken)
        taken.append(_sheet(found[i], label, font))
    return found


def _sheet(held: Held, label: str, font: QFont) -> QRectF:
    """What a label hides."""
    return paper(box_of(held[0], label, font, held[1]))


def beside(point: QPointF, size: float, label: str, font: QFont, area: QRectF) -> Held:
    """Right of its point, but left where the picture ends."""
    right, left = point + QPointF(size * 0.7, -size * 0.4), point + QPointF(-size * 0.7, -size * 0.4)
    cut = point.x() <= area.right() < box_of(right, label, font).right()
    return (left, (1.0, 1.0)) if cut else (right, (0.0, 1.0))


def _free(
    usual: Held, point: QPointF, size: float, label: str, font: QFont, area: QRectF, taken: Sequence[QRectF]
) -> Held:
    """The usual place where nothing stands there, else the nearest free one, else the usual one all the same."""
    first = _sheet(usual, label, font)
    if not any(map(first.intersects, taken)):
        return usual
    for held in _others(point, size, first.height()):
        box = _sheet(held, label, font)
        if area.contains(box) and not any(map(box.intersects, taken)):
            return held
    return usual


def _others(point: QPointF, size: float, height: float) -> Iterator[Held]:
    """Right and left of the point, row by row farther above and below it."""
    for row in range(ROWS):
        away = size * 0.4 + row * height
        for side, left in ((1, 0.0), (-1, 1.0)):
            for way, top in ((-1, 1.0), (1, 0.0)):
                yield point + QPointF(side * size * 0.7, way * away), (left, top)
