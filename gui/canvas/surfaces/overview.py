"""The whole of a large tree in a corner, small, with a frame around the part that is seen: it can be dragged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from engine.core.marks import Node
from gui.look.appearance import Appearance
from gui.painters.graph_cards import LIT

WIDE, HIGH, ROOM = 180.0, 110.0, 10.0
"""Maximum size, and distance from the corner, in pixels at the usual text size."""
SHARE = 0.35
"""It takes no more than this of the width and of the height."""
LEAST = QSizeF(2.0, 2.0)
"""A card is no smaller."""


class Overview(QWidget):
    """Shows rectangles, and asks `go` to look at the place of the sheet under the mouse."""

    def __init__(self, appearance: Appearance, go: Callable[[QPointF], None], parent: QWidget) -> None:
        super().__init__(parent)
        self.appearance, self._go, self._around = appearance, go, parent
        self._cards: list[tuple[Node, QRectF]] = []
        self._whole, self._seen = QRectF(), QRectF()
        self.setCursor(Qt.CursorShape.SizeAllCursor)
        self.setToolTip("All of the tree. Drag the frame to what you want to see.")
        self.hide()

    def show_sheet(
        self, cards: Sequence[tuple[Node, QRectF]], whole: QRectF, seen: QRectF, near: Iterable[QRectF] = ()
    ) -> None:
        """Put itself into the corner that hides least of what is near, in pixels, unless every card is seen anyway."""
        self._cards, self._whole, self._seen = list(cards), whole, seen
        hidden = whole.isEmpty() or all(seen.contains(card) for _, card in self._cards) or len(self._cards) < 2
        self.setHidden(hidden)
        if hidden:
            return
        around, size, avoided = self._around.rect(), self.appearance.scale, list(near)
        most = min(WIDE * size, SHARE * around.width()), min(HIGH * size, SHARE * around.height())
        scale = min(most[0] / whole.width(), most[1] / whole.height())
        wide, high = max(whole.width() * scale, 40.0), max(whole.height() * scale, 24.0)
        right, bottom, least = around.right() - wide - ROOM * size, around.bottom() - high - ROOM * size, ROOM * size
        corners = [QRectF(x, y, wide, high) for y in (bottom, least) for x in (right, least)]
        self.setGeometry(min(corners, key=lambda corner: sum(_shared(corner, card) for card in avoided)).toRect())
        self.update()

    def place_of(self, pixel: QPointF) -> QPointF:
        """The place of the sheet that a pixel of the map stands for."""
        x, y = pixel.x() / max(self.width(), 1), pixel.y() / max(self.height(), 1)
        return QPointF(self._whole.left() + x * self._whole.width(), self._whole.top() + y * self._whole.height())

    def pixel_of(self, place: QRectF) -> QRectF:
        """The part of the map that stands for a rectangle of the sheet."""
        across, down = self.width() / self._whole.width(), self.height() / self._whole.height()
        left, top = (place.left() - self._whole.left()) * across, (place.top() - self._whole.top()) * down
        return QRectF(left, top, place.width() * across, place.height() * down)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._go(self.place_of(event.position()))
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(self.place_of(event.position()))
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self.appearance.theme, QPainter(self)
        paper = QColor(theme.panel)
        paper.setAlphaF(0.94)
        painter.fillRect(self.rect(), paper)
        for node, card in self._cards:
            lit = node.role in LIT
            colour = theme.accent if lit else theme.quiet if node.group is None else theme.class_colour(node.group)
            place = self.pixel_of(card)
            place.setSize(place.size().expandedTo(LEAST))
            painter.fillRect(place, QColor(colour))
        painter.setPen(QColor(theme.line))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.setPen(QColor(theme.accent))
        seen = self.pixel_of(self._seen).intersected(QRectF(self.rect()).adjusted(0, 0, -1, -1))
        painter.drawRect(seen)
        painter.end()


def _shared(one: QRectF, other: QRectF) -> float:
    """How large a part two rectangles have in common."""
    both = one.intersected(other)
    return both.width() * both.height()
