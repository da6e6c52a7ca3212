"""A chart in a panel on which one number is dragged along a track, such as a threshold along a curve."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from engine.core.marks import Mark, Points
from engine.core.param_handle import Track, nearest_on
from engine.core.surfaces import Surface
from gui.canvas.surfaces.chart_view import ChartView
from gui.canvas.surfaces.chart_widget import ChartWidget
from gui.canvas.surfaces.chart_words import told_at
from gui.canvas.tools.tool import told
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.session.session import Session

NEAR = 10.0
"""Pixels from the track within which a press takes hold of what is dragged along it."""
DRAG = "Drag it along the curve."


class TrackWidget(ChartWidget):
    """A press near the track holds what is dragged along it; all else is as on any chart."""

    view: TrackedChart

    def __init__(self, view: TrackedChart, parent: QWidget) -> None:
        super().__init__(view, parent)
        self._holding = False

    @property
    def busy(self) -> bool:
        return self._holding

    def grip_at(self, place: QPointF) -> None:
        """No handle of the run is dragged here."""
        return None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._holding = event.button() == Qt.MouseButton.LeftButton and self.view.is_on_track(event.position())
        if not self._holding:
            return super().mousePressEvent(event)
        event.accept()
        self.view.pull(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._holding:
            return self.view.pull(event.position())
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self._holding:
            return super().mouseReleaseEvent(event)
        self._holding = False
        event.accept()
        self.view.let_go()


class TrackedChart(ChartView):
    """Shows marks that belong to no frame; `moved` tells the number to which it is dragged.

    rows  of the marks of points, which rows of the session they are: a click selects them
    """

    moved = Signal(float)
    widget: TrackWidget

    def __init__(
        self, surface: Surface, session: Session, appearance: Appearance, parent: QWidget | None = None
    ) -> None:
        self.track: Track | None = None
        self.upright = False
        super().__init__(surface, session, appearance, parent)
        self.caption.hide()

    def _made_widget(self) -> TrackWidget:
        return TrackWidget(self, self)

    def show_curve(self, surface: Surface, marks: Sequence[Mark], track: Track | None, upright: bool = False) -> None:
        """Show these marks on such a surface, and what can be dragged; upright: as a line over the whole height."""
        other = (surface.name, surface.x, surface.y, surface.view) != (
            self.surface.name, self.surface.x, self.surface.y, self.surface.view,
        )  # fmt: skip
        self.surface, self.track, self.upright = surface, track, upright
        self._hint()
        if other:
            self.box.setAspectLocked(surface.square)
            self.label_axes(surface.x, surface.y)
            self.widget.setAccessibleName(surface.name)
        self.show_marks(marks, None)
        if other:
            self.fit()

    def _hint(self) -> None:
        """Say what the mouse does here."""
        held = "Drag the ring along the curve; elsewhere drag" if self.track is not None else "Drag"
        if self.upright:
            held = "Drag the line across; elsewhere drag"
        self.setStatusTip(f"{held} to move the chart, turn the wheel to enlarge it, double-click to see all of it.")

    def pull(self, pixel: QPointF) -> None:
        """What is dragged goes to the point of its track nearest to a pixel."""
        if self.track is not None:
            place = self.box.mapSceneToView(pixel)
            self.moved.emit(self.track.value_at(np.array([place.x(), place.y()])))

    def is_on_track(self, pixel: QPointF) -> bool:
        """Whether a pixel is near the curve, or near the upright line."""
        if self.track is None or not self.box.sceneBoundingRect().contains(pixel):
            return False
        here, reach = np.array([pixel.x(), pixel.y()]), NEAR * self.appearance.scale
        if self.upright:
            return bool(abs(self.pixels(self.track.now[None])[0, 0] - here[0]) <= reach)
        curve = self.pixels(self.track.places)
        if len(curve) < 2:
            return bool(np.hypot(*(curve[0] - here)) <= reach)
        return nearest_on(curve, here)[2] <= reach

    def _hovered(self, place: QPointF) -> None:
        """Name what is under the mouse, and say what can be dragged."""
        on_track, row = self.is_on_track(place), self.row_at(place)
        shape = Qt.CursorShape.OpenHandCursor if on_track else Qt.CursorShape.ArrowCursor
        self.widget.setCursor(Qt.CursorShape.PointingHandCursor if row is not None else shape)
        self.session.selection.point_at(row)
        if row is not None:
            words = told(self.session.table.data, row)
        else:
            axes = (self.surface.x, self.surface.y)
            words = told_at(self.marks, self._corner(place), self._unit(), axes, self._columns)
            words = "\n".join(filter(None, (words, DRAG if on_track else "")))
        self.widget.setToolTip(plain(words))

    def row_points(self) -> tuple[np.ndarray, np.ndarray]:
        """The rows of the session that are drawn here, and where (m, 2)."""
        shown = [mark for mark in self.marks if isinstance(mark, Points) and mark.rows is not None]
        if not shown:
            return np.zeros(0, dtype=np.intp), np.zeros((0, 2))
        return np.concatenate([mark.rows for mark in shown]), np.vstack([mark.positions for mark in shown])
