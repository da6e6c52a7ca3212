"""A tool tip beside what it speaks of: what is lit by pointing at its name stays in sight."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from gui.look.plain import plain

GAP = 4
"""Pixels between a tip and what it leaves free."""
LEAST = 200
"""No tip is made narrower than so many pixels."""
EDGES = 24
"""Width of the borders of a tool tip, in pixels."""
TIP = "qtooltip_label"
"""Class name of the single window in which Qt shows tool tips."""


def show_aside(words: str, owner: QWidget, kept: Sequence[QWidget], at: QPoint) -> None:
    """Show a tip that hides nothing of what is kept free, broken into lines that have room on one of its sides.

    kept  the first of them that has room beside it is; where none has, the tip stands below `at`, as any other
    """
    screen = owner.screen().availableGeometry()
    places = [QRect(one.mapToGlobal(QPoint()), one.size()) for one in kept]
    free = next((place for place in places if room_beside(place, screen) >= LEAST), places[-1])
    QToolTip.showText(at, plain(broken(words, room_beside(free, screen))), owner)
    tip = next((one for one in QApplication.topLevelWidgets() if one.objectName() == TIP and one.isVisible()), None)
    if tip is not None and (place := place_beside(tip.size(), free, screen, at)) is not None:
        tip.move(place)


def room_beside(free: QRect, screen: QRect) -> int:
    """How many pixels wide a tip may be at the broader side of a place."""
    return max(free.left() - screen.left(), screen.right() - free.right()) - GAP


def place_beside(size: QSize, free: QRect, screen: QRect, at: QPoint) -> QPoint | None:
    """Where a tip of this size is right of a place, left of it, above or below, and all of it on the screen."""
    y = min(max(at.y(), screen.top()), screen.bottom() - size.height())
    x = min(max(at.x(), screen.left()), screen.right() - size.width())
    beside = QPoint(free.right() + GAP, y), QPoint(free.left() - GAP - size.width(), y)
    over = QPoint(x, free.top() - GAP - size.height()), QPoint(x, free.bottom() + GAP)
    return next((place for place in (*beside, *over) if screen.contains(QRect(place, size))), None)


def broken(words: str, room: int) -> str:
    """The words in lines of at most so many pixels, as they are where none can be so short."""
    wide = QFontMetrics(QToolTip.font()).horizontalAdvance
    longest = max(words.split("\n"), key=wide)
    if wide(longest) + EDGES <= room:
        return words
    letters = int(len(longest) * (room - EDGES) / max(wide(longest), 1) * 0.9)
    return words if room < LEAST else "\n".join(fill(line, letters) for line in words.split("\n"))
