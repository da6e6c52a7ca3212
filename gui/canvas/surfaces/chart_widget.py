"""Hands a press on what can be held on a chart to it, and every other event to pyqtgraph."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from gui.canvas.surfaces.name_axis import NameAxis, number_axes
from gui.canvas.tools.holding import SLACK, AnyGrip, Grips, Held, Hold, nearest
from gui.canvas.tools.in_place import held_entry, open_field
from gui.session.param_grip import ParamGrip
from gui.session.placing import grips


class HeldChart(Held, Protocol):
    """The chart as far as its widget needs it."""

    @property
    def box(self) -> pg.ViewBox: ...

    def let_go(self) -> None:
        """The drag has ended: the range may follow the marks again."""


class ChartWidget(pg.PlotWidget):
    """With the start tool what has been placed is dragged, with select what the model draws: a run goes on from it."""

    def __init__(self, view: HeldChart, parent: QWidget) -> None:
        super().__init__(parent, enableMenu=False, axisItems=number_axes(NameAxis()))
        self.view = view
        self._drawn = Grips(view)
        self._pressed: tuple[AnyGrip, QPointF] | None = None
        self._hold: Hold[AnyGrip] | None = None

    @property
    def busy(self) -> bool:
        """Whether something is held: the view stays still meanwhile."""
        return self._pressed is not None

    def grip_at(self, place: QPointF) -> AnyGrip | None:
        """The handle at a pixel."""
        session = self.view.session
        if session.view.tool == "start" and session.lanes:
            placed = grips(session.lane, self.view.surface, session.lane.start, session.table.data)
            return nearest(placed, self.view, place)
        return self._drawn.at(place) if session.view.tool == "select" else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        grip = self.grip_at(event.position()) if event.button() == Qt.MouseButton.LeftButton else None
        if grip is None:
            super().mousePressEvent(event)
            return
        event.accept()
        self._pressed = grip, event.position()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the handle here for typing."""
        grip = self.grip_at(event.position()) if event.button() == Qt.MouseButton.LeftButton else None
        if grip is None:
            super().mouseDoubleClickEvent(event)
            return
        event.accept()
        self._pressed = self._hold = None
        session, uv = self.view.session, self.view.to_view(grip.place[None])[0]
        entry = held_entry(session, grip, uv, session.view.tool == "select" and grip.renews)
        open_field(self, session, self.view.appearance, entry, event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            super().mouseMoveEvent(event)
            return
        grip, start = self._pressed
        way = event.position() - start
        if self._hold is None and np.hypot(way.x(), way.y()) >= SLACK:
            self._hold = self._held(grip)
        if self._hold is not None:
            self._hold.move(self._place(event.position()))

    def _is_elsewhere(self, grip: AnyGrip, pixel: QPointF) -> bool:
        """Whether a click is on the track of a parameter and not where it is: it is put there."""
        on_track = isinstance(grip, ParamGrip) and not grip.threshold
        return on_track and nearest([grip], self.view, pixel) is None

    def _held(self, grip: AnyGrip) -> Hold[AnyGrip]:
        again = self.view.session.view.tool == "select" and grip.renews
        return Hold(self.view.session, grip, f"{grip.verb} {grip.name}", again)

    def _place(self, position: QPointF) -> np.ndarray:
        place = self.view.box.mapSceneToView(position)
        return np.array([place.x(), place.y()])

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            super().mouseReleaseEvent(event)
            return
        event.accept()
        grip, start = self._pressed
        if self._hold is None and self._is_elsewhere(grip, start):
            self._held(grip).move(self._place(start))
        self._pressed = self._hold = None
        self.view.let_go()
