"""Where the labels of points stand: beside their point, not cut where the picture ends; few of them hide no other, and
no curve if there is room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Protocol, runtime_checkable

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGraphicsItem

from engine.core.marks import Curve
from gui.canvas.painters.curve_labels import crossed, paper
from gui.canvas.painters.painter import Screen, View
from gui.canvas.painters.words import box_of

FEW = 24
"""So many labels are kept apart; more of them would take long, and there is no room for them anyway."""
ROWS = 3
"""So many labels of points in one place stand above each other, and so many below, right and left of it."""
Held = tuple[QPointF, tuple[float, float]]
"""A place, and which point of the label's box lies there, (0, 0) being its top left."""


@runtime_checkable
class Drawn(Protocol):
    """What paints a curve.   thinned  (m, 2) its points"""

    thinned: np.ndarray

    @property
    def item(self) -> QGraphicsItem: ...


def hold(
    view: View,
    screen: Screen,
    labelled: Sequence[tuple[QPointF, float, str]],
    font: QFont,
    named: Sequence[QRectF] = (),
) -> list[Held]:
    """How the labels of points are held on a surface, beside its curves."""
    return held_apart(labelled, font, screen.area, named, curves_of(view, screen))


def curves_of(view: View, screen: Screen) -> list[np.ndarray]:
    """The curves that are seen (m, 2), in pixels."""
    drawn = [one for one in view.painters_of(Curve) if isinstance(one, Drawn) and one.item.isVisible()]
    return [screen(one.thinned) for one in drawn]


def held_apart(
    labelled: Sequence[tuple[QPointF, float, str]],
    font: QFont,
    area: QRectF,
    named: Sequence[QRectF] = (),
    curves: Sequence[np.ndarray] = (),
) -> list[Held]:
    """How the label of each point of some size is held: beside it, or above or below that where another one stands.

    named   boxes of what is named already: a second name there would seem to be theirs
    curves  (m, 2) in pixels: they are hidden only where there is no other place
    """
    found, taken = [beside(*one, font, area) for one in labelled], list(named)
    if len(found) > FEW:
        return found
    starts, ends = (np.vstack([np.zeros((0, 2)), *(line[part] for line in curves)]) for part in (np.s_[:-1], np.s_[1:]))
    for i, (point, size, label) in enumerate(labelled):
        height = _sheet(found[i], label, font).height()
        others = (held for held in _others(point, size, height) if area.contains(_sheet(held, label, font)))
        free = ((held, box) for held in chain([found[i]], others) if _is_free(box := _sheet(held, label, font), taken))
        found[i] = _clear(list(free), starts, ends) or found[i]
        taken.append(_sheet(found[i], label, font))
    return found


def _is_free(box: QRectF, taken: Sequence[QRectF]) -> bool:
    return not any(map(box.intersects, taken))


def _clear(free: Sequence[tuple[Held, QRectF]], starts: np.ndarray, ends: np.ndarray) -> Held | None:
    """The first of some places through whose box none of the segments (m, 2), (m, 2) passes, else the first of all."""
    clear = np.flatnonzero(~crossed([box for _, box in free], starts, ends))
    return free[int(clear[0]) if len(clear) else 0][0] if free else None


def _sheet(held: Held, label: str, font: QFont) -> QRectF:
    """What a label hides."""
    return paper(box_of(held[0], label, font, held[1]))


def beside(point: QPointF, size: float, label: str, font: QFont, area: QRectF) -> Held:
    """Right of its point, but left where the picture ends."""
    right, left = point + QPointF(size * 0.7, -size * 0.4), point + QPointF(-size * 0.7, -size * 0.4)
    cut = point.x() <= area.right() < box_of(right, label, font).right()
    return (left, (1.0, 1.0)) if cut else (right, (0.0, 1.0))


def _others(point: QPointF, size: float, height: float) -> Iterator[Held]:
    """Right and left of the point, row by row farther above and below it."""
    for row in range(ROWS):
        away = size * 0.4 + row * height
        for side, left in ((1, 0.0), (-1, 1.0)):
            for way, top in ((-1, 1.0), (1, 0.0)):
                yield point + QPointF(side * size * 0.7, way * away), (left, top)
