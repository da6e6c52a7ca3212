"""Hands a press on what can be held on a chart to it, and every other event to pyqtgraph."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from gui.canvas.surfaces.name_axis import NameAxis, number_axes
from gui.canvas.tools.holding import SLACK, Grips, Held, Hold, nearest
from gui.canvas.tools.in_place import held_entry, open_field
from gui.session.placing import Grip, grips


class HeldChart(Held, Protocol):
    """The chart as far as its widget needs it."""

    @property
    def box(self) -> pg.ViewBox: ...

    def let_go(self) -> None:
        """Nothing is held any more: the range may follow the marks."""


class ChartWidget(pg.PlotWidget):
    """With the start tool what has been placed is dragged, with select what the model draws: a run goes on from it."""

    def __init__(self, view: HeldChart, parent: QWidget) -> None:
        super().__init__(parent, enableMenu=False, axisItems=number_axes(NameAxis()))
        self.view = view
        self._drawn = Grips(view)
        self._pressed: tuple[Grip, QPointF] | None = None
        self._hold: Hold[Grip] | None = None

    @property
    def busy(self) -> bool:
        """Whether something is held: the view stays still meanwhile."""
        return self._pressed is not None

    def grip_at(self, place: QPointF) -> Grip | None:
        """What would be taken hold of at a pixel."""
        session = self.view.session
        if session.tool == "start" and session.lanes:
            placed = grips(session.lane, self.view.surface, session.lane.start, session.data)
            return nearest(placed, self.view, place)
        return self._drawn.at(place) if session.tool == "select" else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        grip = self.grip_at(event.position()) if event.button() == Qt.MouseButton.LeftButton else None
        if grip is None:
            super().mousePressEvent(event)
            return
        event.accept()
        self._pressed = grip, event.position()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """What can be held here is opened to be typed."""
        grip = self.grip_at(event.position()) if event.button() == Qt.MouseButton.LeftButton else None
        if grip is None:
            super().mouseDoubleClickEvent(event)
            return
        event.accept()
        self._pressed = self._hold = None
        session, uv = self.view.session, self.view.to_view(grip.place[None])[0]
        entry = held_entry(session, grip, uv, session.tool == "select" and not grip.handle.question)
        open_field(self, session, self.view.appearance, entry, event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            super().mouseMoveEvent(event)
            return
        grip, start = self._pressed
        way = event.position() - start
        if self._hold is None and np.hypot(way.x(), way.y()) >= SLACK:
            again = self.view.session.tool == "select" and not grip.handle.question
            self._hold = Hold(self.view.session, grip, f"{grip.verb} {grip.name}", again)
        if self._hold is not None:
            place = self.view.box.mapSceneToView(event.position())
            self._hold.move(np.array([place.x(), place.y()]))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            super().mouseReleaseEvent(event)
            return
        event.accept()
        self._pressed = self._hold = None
        self.view.let_go()
