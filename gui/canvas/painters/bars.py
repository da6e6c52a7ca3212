"""Bars above their names, and a line over them against the same axis, such as a cumulative share."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from engine.base.words import figure
from engine.core.marks import Bars
from gui.canvas.painters.painter import Screen, ScreenPainter

WIDTH = 0.72
"""The share of its place that a bar fills."""
LAYER = 2.0


class BarsPainter(ScreenPainter[Bars]):
    """The names stand under the bars on the axis of the chart."""

    def draw(self, mark: Bars) -> None:
        self.mark = mark
        self.view.name_bars(mark.labels)
        self.show(LAYER)

    def clear(self) -> None:
        super().clear()
        self.view.name_bars(())

    def paint(self, painter: QPainter, screen: Screen) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        boxes = self.boxes(screen)
        for i, box in enumerate(boxes):
            path = QPainterPath()
            path.addRect(box)
            painter.fillPath(path, self.bar_colour(i))
            if self.rimmed(i):
                painter.strokePath(path, self.pen(self.look("focus"), width=2.0))
        self._paint_cuts(painter, screen)
        self._paint_zero(painter, screen)
        self._paint_values(painter, boxes, screen)
        if self.mark.line is not None:
            self._paint_line(painter, screen, self.mark.line)

    def _paint_cuts(self, painter: QPainter, screen: Screen) -> None:
        """The pieces of a stacked bar, told apart by lines of the paper's colour."""
        half, path = WIDTH / 2, QPainterPath()
        for i, heights in enumerate(self.mark.cuts):
            for height in heights:
                left, right = screen(np.array([[i - half, height], [i + half, height]]))
                path.moveTo(QPointF(*left))
                path.lineTo(QPointF(*right))
        if self.mark.cuts:
            painter.strokePath(path, QPen(QColor(self.theme.paper), self.scale))

    def boxes(self, screen: Screen) -> list[QRectF]:
        """The rectangle of every bar in pixels; one without a number has no height."""
        half = WIDTH / 2
        ends = np.nan_to_num(self.mark.tops, posinf=0.0, neginf=0.0)
        bases = np.zeros(len(ends)) if self.mark.bases is None else self.mark.bases
        pairs = zip(bases.tolist(), ends.tolist(), strict=True)
        return [screen.rect(i - half, base, i + half, end) for i, (base, end) in enumerate(pairs)]

    def rimmed(self, i: int) -> bool:
        """Whether a bar has a rim: it is lit, or chosen where its colour cannot say so."""
        chosen = i == self.mark.chosen and self.mark.groups is not None
        return chosen or (self.mark.lit is not None and bool(self.mark.lit[i]))

    def bar_colour(self, i: int) -> QColor:
        """Of its class; without classes the chosen bar takes the accent and the others stand back."""
        theme = self.theme
        if self.mark.groups is not None:
            return theme.class_colour(int(self.mark.groups[i]))
        if i == self.mark.chosen:
            return QColor(theme.accent)
        return theme.mixed(theme.quiet, theme.paper, 0.45 if self.mark.chosen is not None else 0.25)

    def _paint_zero(self, painter: QPainter, screen: Screen) -> None:
        """The ground on which the bars stand."""
        start = screen(np.array([[-0.5, 0.0], [len(self.mark.values) - 0.5, 0.0]]))
        path = QPainterPath(QPointF(*start[0]))
        path.lineTo(QPointF(*start[1]))
        painter.strokePath(path, self.pen(self.look("residual"), width=1.0))

    def _paint_values(self, painter: QPainter, boxes: list[QRectF], screen: Screen) -> None:
        """The number above a bar, when all of them have room there."""
        font = self.view.appearance.font("small")
        metrics = QFontMetricsF(font)
        texts = ["–" if np.isnan(value) else figure(value) for value in self.mark.values]
        room = boxes[0].width() / WIDTH if boxes else 0.0
        if max((metrics.horizontalAdvance(text) for text in texts), default=0.0) > room - 4 * self.scale:
            return
        painter.setFont(font)
        painter.setPen(QColor(self.theme.ink))
        for i, (box, text) in enumerate(zip(boxes, texts, strict=True)):
            top = self._number_top(i, box, metrics.height(), screen)
            place = QRectF(box.center().x() - room / 2, top, room, metrics.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, text)

    def _number_top(self, i: int, box: QRectF, high: float, screen: Screen) -> float:
        """Above the bar, below one that hangs; inside it where the line would run through the number."""
        gap = 2 * self.scale
        if self.mark.values[i] < 0:
            return box.bottom() + gap
        if self.mark.line is not None and box.height() > 2 * high:
            line = screen(np.array([[i, self.mark.line[i]]]))[0, 1]
            if box.top() - 1.4 * high < line < box.top() + 0.4 * high:
                return box.top() + 3 * gap
        return box.top() - high - gap

    def _paint_line(self, painter: QPainter, screen: Screen, line: np.ndarray) -> None:
        """The line with a dot over every bar; its name stands at its last dot."""
        known = np.flatnonzero(np.isfinite(line))
        points = [QPointF(x, y) for x, y in screen(np.column_stack([known, line[known]]))]
        if not points:
            return
        path = QPainterPath()
        path.addPolygon(QPolygonF(points))
        colour = QColor(self.theme.ink)
        painter.strokePath(path, self.pen(self.look("path"), width=1.75))
        radius = 3.5 * self.scale
        for point in points:
            dot = QPainterPath()
            dot.addEllipse(point, radius, radius)
            painter.fillPath(dot, colour)
        self._name_line(painter, points[-1])

    def _name_line(self, painter: QPainter, end: QPointF) -> None:
        font = self.view.appearance.font("small")
        painter.setFont(font)
        painter.setPen(QColor(self.theme.ink))
        wide, high = QFontMetricsF(font).horizontalAdvance(self.mark.line_label), QFontMetricsF(font).height()
        place = QRectF(end.x() - wide + 6 * self.scale, end.y() - high - 6 * self.scale, wide, high)
        painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.TextFlag.TextDontClip, self.mark.line_label)
