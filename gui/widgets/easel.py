"""Where a picture of a preparation is painted, and with what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from gui.look.theme import Theme

CENTRE = Qt.AlignmentFlag.AlignCenter


@dataclass(frozen=True)
class Easel:
    """Where a picture is painted: `lit` is the part that is pointed at, −1 for none, and `line` the height of one."""

    painter: QPainter
    theme: Theme
    place: QRectF
    line: float
    lit: int = -1

    def pen(self, colour: str, width: float = 1.0, dashed: bool = False) -> None:
        style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
        self.painter.setPen(QPen(QColor(colour), width, style))

    def fill(self, box: QRectF, colour: str | QColor) -> None:
        self.painter.fillRect(box, QColor(colour))

    def upright(self, x: float) -> None:
        """A line from top to bottom."""
        self.painter.drawLine(QPointF(x, self.place.top()), QPointF(x, self.place.bottom()))

    def across(self, values: Any, low: float, high: float) -> Any:
        """Where values of an axis from `low` to `high` lie."""
        return self.place.left() + self.place.width() * (np.asarray(values) - low) / ((high - low) or 1.0)

    def up(self, values: Any, low: float, high: float) -> Any:
        """How high values of an axis from `low` to `high` lie; 3 pixels are left free above and below."""
        room = self.place.adjusted(0, 3, 0, -3)
        return room.bottom() - room.height() * (np.asarray(values) - low) / ((high - low) or 1.0)

    def text(self, box: QRectF, words: str, colour: str, flags: Qt.AlignmentFlag = CENTRE) -> None:
        """Words in a box, cut at its end."""
        self.pen(colour)
        said = self.painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, int(box.width()))
        self.painter.drawText(box, flags | Qt.AlignmentFlag.AlignVCenter, said)

    def column(self, left: float, right: float) -> QRectF:
        """All of the height between two places."""
        return QRectF(left, self.place.top(), right - left, self.place.height())
