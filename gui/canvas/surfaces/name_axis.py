"""The lower axis of a chart: numbers, or the names of bars, slanted or thinned when there are many."""

from __future__ import annotations

import html
import math
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QGraphicsSceneResizeEvent, QStyleOptionGraphicsItem, QWidget

from engine.base.words import minus
from gui.canvas.surfaces.date_ticks import date_ticks, tick_texts

SLANT = 40.0
"""Degrees by which names are turned that have no room side by side."""
SMALLEST = 0.7
"""Minimum size of the text below an axis."""
MOVED = 0.5
"""Ends of an axis that have moved by this share of its length show another part."""
DAY, ACROSS, UP = "2024-03-17", 1.25, 3.0
"""Dates that stand side by side have so many times the width of one, and those above each other so many lines."""
LONGEST = 150.0
"""A longer slanted name is cut with an ellipsis."""


class NumberAxis(pg.AxisItem):
    """An axis whose negative numbers have a real minus sign, and that never counts in thousandths or thousands.

    It gives room back, which shorter numbers leave, only once for a part in view. Less room for one axis shows another
    part and other numbers, which may need more again: that went on for ever, and the window was repainted without end.

    counts  whether all that is drawn along it is whole: then its numbers are whole, while there is one in view
    dates   whether its numbers are days, and told as dates
    """

    counts = False
    dates = False
    _settled = (0.0, 0.0)

    def __init__(self, orientation: str) -> None:
        super().__init__(orientation)
        self.enableAutoSIPrefix(False)  # or else every change of the range would set the label anew, as HTML

    def resizeEvent(self, ev: QGraphicsSceneResizeEvent | None = None) -> None:
        """What stands below a shorter axis reaches below the other one too, and is drawn smaller if need be."""
        super().resizeEvent(ev)
        if self.label is None or self.orientation != "bottom":
            return
        wide, length = self.label.boundingRect().width(), self.size().width()
        scale = min(max((length + self.x()) / max(wide, 1.0), SMALLEST), 1.0)
        self.label.setScale(scale)
        left = min(length / 2 - scale * wide / 2, length - scale * wide)
        self.label.setX(int(max(left, -self.x())))

    def setRange(self, mn: float, mx: float) -> None:
        super().setRange(mn, mx)
        low, high = self._settled
        if abs(mn - low) + abs(mx - high) > MOVED * (high - low):
            self._settled = mn, mx
            self._may_shrink(True)

    def paint(self, p: QPainter, opt: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        super().paint(p, opt, widget)
        self._may_shrink(False)

    def _may_shrink(self, may: bool) -> None:
        """Not by `setStyle`, which has the axis painted anew."""
        vars(self)["style"]["autoReduceTextSpace"] = may

    def set_counts(self, counts: bool) -> None:
        """Say whether all that is drawn along the axis is whole."""
        if counts != self.counts:
            self.counts = counts
            self.picture = None
            self.update()

    @property
    def tick_font(self) -> QFont:
        """The font of the names; pyqtgraph keeps it in a table that it calls `style`, as Qt calls a method."""
        kept: dict[str, Any] = vars(self)["style"]
        return kept["tickFont"] or QFont()

    @property
    def metrics(self) -> QFontMetricsF:
        return QFontMetricsF(self.tick_font)

    def set_dates(self, dates: bool) -> None:
        """Say whether its numbers are days since 1970-01-01."""
        if dates != self.dates:
            self.dates = dates
            self.picture = None
            self.update()

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, list[float]]]:
        if self.dates:
            metrics = self.metrics
            each = UP * metrics.height() if self.orientation == "left" else ACROSS * metrics.horizontalAdvance(DAY)
            return [date_ticks(minVal, maxVal, int(size / each))]
        numbers: list[tuple[float, list[float]]] = super().tickValues(minVal, maxVal, size)
        return numbers

    def tickSpacing(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, float]]:
        spacing: list[tuple[float, float]] = super().tickSpacing(minVal, maxVal, size)
        if not self.counts or math.floor(maxVal) < math.ceil(minVal):
            return spacing
        return [(max(wide, 1.0), start) for wide, start in spacing]

    def labelString(self) -> str:
        """The words along the axis, which pyqtgraph sets as HTML: a name from a file must be no tag in it."""
        words, self.labelText = self.labelText, html.escape(self.labelText)
        try:
            return str(super().labelString())
        finally:
            self.labelText = words

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        if self.dates:
            return tick_texts(values, spacing)
        return [minus(text) for text in super().tickStrings(values, scale, spacing)]


def number_axes(lower: NumberAxis | None = None) -> dict[str, NumberAxis]:
    """The axes that a plot is made with: those of pyqtgraph, put aside later, would set their labels at every range."""
    axes = {side: NumberAxis(side) for side in ("left", "top", "right")}
    return axes | {"bottom": lower if lower is not None else NumberAxis("bottom")}


class NameAxis(NumberAxis):
    """Without names an ordinary axis with numbers."""

    def __init__(self) -> None:
        super().__init__("bottom")
        self.names: tuple[str, ...] = ()
        self.slanted = False
        self.step = 1
        self._measured: tuple[tuple[tuple[str, ...], QFont], float] | None = None

    def set_names(self, names: tuple[str, ...]) -> None:
        """The names that stand at 0, 1, 2, ...; () for numbers."""
        self.names = names
        self.arrange()

    def arrange(self) -> None:
        """Side by side, slanted, or only some: whatever the present room allows."""
        low, high = self.range
        place = self.size().width() / max(high - low, 1e-12)
        longest, line = self._longest(), self.metrics.height()
        self.slanted = longest + 0.6 * line > place
        wide = 1.25 * line if self.slanted else 1.0
        self.step = max(int(-(-wide // max(place, 1e-12))), 1) if self.slanted else 1
        self.setHeight(self._room(longest) if self.names else None)  # type: ignore[arg-type]  # any number will do
        self.picture = None
        self.update()

    def _longest(self) -> float:
        """How long the longest name is: of thousands that is not asked anew at every move of the view."""
        key = self.names, self.tick_font
        if self._measured is None or self._measured[0] != key:
            metrics = self.metrics
            self._measured = key, max((metrics.horizontalAdvance(name) for name in self.names), default=0.0)
        return self._measured[1]

    def _room(self, longest: float) -> float:
        """The height that the names, and the words below them, need."""
        line = self.metrics.height()
        names = min(longest, LONGEST) * 0.643 + 0.8 * line if self.slanted else line
        return names + 6.0 + (1.5 * line if self.label.isVisible() else 0.0)

    def boundingRect(self) -> QRectF:
        """Slanted names reach beyond the left end of the axis."""
        level: QRectF = super().boundingRect()
        return level.adjusted(-LONGEST if self.slanted else 0.0, 0.0, 0.0, 0.0)

    # -- what pyqtgraph asks -------------------------------------------------------------------------------------------

    def tickValues(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, list[float]]]:
        if self.names:
            return [(float(self.step), [float(place) for place in self._seen(minVal, maxVal)])]
        return super().tickValues(minVal, maxVal, size)

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        """Slanted names are drawn by `drawPicture`, for pyqtgraph leaves out level ones that reach beyond the end."""
        if self.names:
            return ["" if self.slanted else self.names[int(value)] for value in values]
        return super().tickStrings(values, scale, spacing)

    def drawPicture(self, p: QPainter, axisSpec: object, tickSpecs: object, textSpecs: object) -> None:
        super().drawPicture(p, axisSpec, tickSpecs, textSpecs)
        if not (self.names and self.slanted):
            return
        p.setFont(self.tick_font)
        p.setPen(self.textPen())
        low, high = self.range
        for i in self._seen(low, high):
            self._slant(p, (i - low) / (high - low) * self.size().width(), self.names[i])

    def _seen(self, low: float, high: float) -> list[int]:
        """The positions whose names are shown."""
        return [i for i in range(0, len(self.names), self.step) if low <= i <= high]

    def _slant(self, p: QPainter, x: float, text: str) -> None:
        """A name that ends under its bar, cut where the picture ends on the left."""
        high, flags = self.metrics.height(), Qt.AlignmentFlag
        room = min(LONGEST, (self.x() + x) / math.cos(math.radians(SLANT)) - 0.5 * high)
        cut = self.metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        p.save()
        p.translate(x + 0.3 * high, 4.0)
        p.rotate(-SLANT)
        place = QRectF(-room - 4, -0.2 * high, room + 4, high)
        p.drawText(place, flags.AlignRight | flags.AlignVCenter | Qt.TextFlag.TextDontClip, cut)
        p.restore()
