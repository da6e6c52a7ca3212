"""Two histograms of one column, one above the other: as it was, and as a step of the preparation made it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.base.words import figure
from engine.data.preparing.shapes import skewness
from engine.maths.probability.histogram import edges, shares
from gui.look.appearance import Appearance

GAP = 6


@dataclass(frozen=True, eq=False)
class Histogram:
    """What one of them shows.

    heights (b,), ends (b + 1,)   the share of the rows in each bin;   skew   g₁ of the values
    fences   between which values nothing is an outlier, or None;      out   how many values are
    """

    title: str
    heights: np.ndarray
    ends: np.ndarray
    skew: float
    fences: tuple[float, float] | None = None
    out: int = 0

    @classmethod
    def of(cls, title: str, values: np.ndarray, fences: tuple[float, float] | None = None) -> Histogram | None:
        """The histogram of the values that are there; None without any."""
        present = values[np.isfinite(values)]
        if not len(present):
            return None
        ends = edges(present)
        low, high = fences or (-np.inf, np.inf)
        out = int(((present < low) | (present > high)).sum())
        return cls(title, shares(present, ends), ends, skewness(present), fences, out)

    def words(self) -> str:
        """What is said of it in a line."""
        told = f"from {figure(self.ends[0], 3)} to {figure(self.ends[-1], 3)}, skew {figure(self.skew, 3)}"
        return f"{told}, {self.out} far out" if self.fences else told


class BeforeAfter(QWidget):
    """Paints both; the fences of outliers are dashed, and what lies beyond them is in the colour of what is wrong."""

    def __init__(self, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._appearance = appearance
        self._pair: tuple[Histogram | None, Histogram | None] = (None, None)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("The column before and after the step")
        appearance.changed.connect(self.update)

    def show_pair(self, before: Histogram | None, after: Histogram | None) -> None:
        """Show these two."""
        self._pair = (before, after)
        told = [f"{one.title}: {one.words()}" for one in self._pair if one is not None]
        self.setAccessibleDescription(". ".join(told))
        self.updateGeometry()
        self.update()

    def texts(self) -> list[str]:
        """What is written."""
        return [f"{one.title}: {one.words()}" for one in self._pair if one is not None]

    def sizeHint(self) -> QSize:
        there = sum(one is not None for one in self._pair)
        return QSize(200, there * (self._line() * 2 + round(44 * self._appearance.scale) + GAP))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def _line(self) -> int:
        return self.fontMetrics().lineSpacing()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, top = QPainter(self), 0.0
        there = [one for one in self._pair if one is not None]
        for histogram in there:
            height = self.height() / len(there)
            self._paint(painter, histogram, QRectF(0, top, self.width(), height - GAP))
            top += height

    def _paint(self, painter: QPainter, shown: Histogram, place: QRectF) -> None:
        theme, line = self._appearance.theme, self._line()
        painter.setPen(QColor(theme.ink))
        painter.setFont(self._appearance.font("body"))
        painter.drawText(place, Qt.AlignmentFlag.AlignTop, self._cut(painter, shown.title))
        painter.setPen(QColor(theme.quiet))
        painter.setFont(self._appearance.font("small"))
        below = place.adjusted(0, line, 0, 0)
        painter.drawText(below, Qt.AlignmentFlag.AlignTop, self._cut(painter, shown.words()))
        self._bars(painter, shown, place.adjusted(0, 2 * line + 2, 0, 0))

    def _cut(self, painter: QPainter, text: str) -> str:
        return painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, self.width())

    def _bars(self, painter: QPainter, shown: Histogram, place: QRectF) -> None:
        theme = self._appearance.theme
        low, high = float(shown.ends[0]), float(shown.ends[-1])
        across = [place.left() + place.width() * (end - low) / (high - low) for end in shown.ends]
        most = float(shown.heights.max())
        painter.setPen(Qt.PenStyle.NoPen)
        for i, share in enumerate(shown.heights):
            painter.setBrush(QColor(theme.wrong if self._beyond(shown, i) else theme.accent))
            top = place.bottom() - place.height() * share / most
            painter.drawRect(QRectF(across[i], top, max(across[i + 1] - across[i] - 1, 1), place.bottom() - top))
        painter.setPen(QPen(QColor(theme.ink), 1, Qt.PenStyle.DashLine))
        for fence in shown.fences or ():
            if low < fence < high:
                x = place.left() + place.width() * (fence - low) / (high - low)
                painter.drawPolyline(QPolygonF([QPointF(x, place.top()), QPointF(x, place.bottom())]))

    @staticmethod
    def _beyond(shown: Histogram, i: int) -> bool:
        """Whether a bin lies wholly beyond a fence."""
        low, high = shown.fences or (-np.inf, np.inf)
        return bool(shown.ends[i + 1] <= low or shown.ends[i] >= high)
