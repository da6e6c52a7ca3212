"""What the curves say at the step under the mouse: a line through it, a dot on each, and their names and values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QToolTip

from gui.look.plain import plain
from gui.look.theme import Theme
from gui.widgets.digits import shown

DOT = 7.0
"""The width of a dot, in pixels."""
BESIDE = QPoint(14, -40)
"""How far from the mouse the words stand."""


@dataclass(frozen=True)
class Reading:
    """One curve at a step: its name, its value (NaN for none), and the colour it is drawn in."""

    name: str
    value: float
    colour: QColor


class CurvesPlot(pg.PlotWidget):
    """A plot whose words stay as long as the mouse: Qt would ask its items, which have none, and hide them."""

    def viewportEvent(self, event: QEvent) -> bool:
        return event.type() == QEvent.Type.ToolTip or super().viewportEvent(event)


class Crosshair:
    """Drawn over a plot of curves; hidden while the mouse is elsewhere."""

    def __init__(self, plot: pg.PlotWidget) -> None:
        self.plot = plot
        self.line = pg.InfiniteLine(angle=90)
        self.dots = pg.ScatterPlotItem(size=DOT, pxMode=True)
        for item in (self.line, self.dots):
            item.setZValue(10)
            item.hide()
            plot.getPlotItem().addItem(item, ignoreBounds=True)

    def dress(self, theme: Theme) -> None:
        self.line.setPen(pg.mkPen(theme.quiet, width=1, style=Qt.PenStyle.DashLine))
        self.dots.setPen(pg.mkPen(theme.panel, width=1))

    def show(self, at: float, readings: Sequence[Reading], log: bool) -> None:
        """Mark a place of the lower axis, and on a scale of logarithms only what is above 0."""
        there = [one for one in readings if np.isfinite(one.value) and (one.value > 0 or not log)]
        heights = np.array([one.value for one in there])
        self.line.setPos(at)
        self.dots.setData(
            np.full(len(there), at), np.log10(heights) if log else heights,
            brush=[pg.mkBrush(one.colour) for one in there],
        )  # fmt: skip
        self.line.show()
        self.dots.show()

    def tell(self, words: str, place: QPointF) -> None:
        """The words beside a position of the scene, and off the dots."""
        corner = self.plot.mapToGlobal(self.plot.mapFromScene(place)) + BESIDE
        QToolTip.showText(corner, plain(words), self.plot)

    def hide(self) -> None:
        self.line.hide()
        self.dots.hide()
        QToolTip.hideText()


def told(step: int, readings: Sequence[Reading]) -> str:
    """The step, and every curve with its value there."""
    values = [f"{one.name}: {shown(one.value) if np.isfinite(one.value) else '–'}" for one in readings]
    return "\n".join([f"Step {step:,}", *values, "Click to go there."])
