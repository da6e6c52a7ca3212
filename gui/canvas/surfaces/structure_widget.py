"""Hands a press on a line of a network to it, and every other event to pyqtgraph."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from gui.canvas.tools.holding import SLACK, Hold
from gui.look.appearance import Appearance
from gui.session.pulling import PulledLink
from gui.session.session import Session

LONG = 100.0
"""A drag of so many pixels, at the usual size of text, changes a weight by its span."""


class Pullable(Protocol):
    """The structure as far as its widget needs it."""

    session: Session
    appearance: Appearance

    def link_under(self, place: QPointF) -> PulledLink | None:
        """The line under a pixel that can be dragged."""


class StructureWidget(pg.PlotWidget):
    """A line of a network is dragged up or down: its weight grows or falls, and a run goes on from there."""

    def __init__(self, view: Pullable, parent: QWidget) -> None:
        super().__init__(parent, enableMenu=False)
        self.view = view
        self._pressed: tuple[PulledLink, QPointF] | None = None
        self._hold: Hold[PulledLink] | None = None

    @property
    def held(self) -> int | None:
        """The number of the line that is held."""
        return None if self._pressed is None else self._pressed[0].number

    def mousePressEvent(self, event: QMouseEvent) -> None:
        link = self.view.link_under(event.position()) if event.button() == Qt.MouseButton.LeftButton else None
        if link is None:
            super().mousePressEvent(event)
            return
        event.accept()
        self._pressed = link, event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            super().mouseMoveEvent(event)
            return
        link, start = self._pressed
        up = start.y() - event.position().y()
        if self._hold is None and abs(up) >= SLACK:
            self._hold = Hold(self.view.session, link, f"drag {link.handle.label}", again=True)
        if self._hold is not None:
            weight = link.weight + link.span * up / (LONG * self.view.appearance.scale)
            self._hold.move(np.array([weight]))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            super().mouseReleaseEvent(event)
            return
        event.accept()
        self._pressed = self._hold = None
