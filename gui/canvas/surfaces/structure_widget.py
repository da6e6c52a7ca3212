"""Hands keys over a tree to its cursor, a press on a line of a network to that line, and all else to pyqtgraph."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QToolTip, QWidget

from gui.canvas.surfaces.name_axis import number_axes
from gui.canvas.tools.holding import SLACK, Hold
from gui.canvas.tools.in_place import held_entry, open_field
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.painters.graph_walk import Way
from gui.session.pulling import PulledLink
from gui.session.session import Session

LONG = 100.0
"""A drag of so many pixels, at the usual size of text, changes a weight by its span."""

BESIDE = 6
"""Pixels between a card and its tip."""
QT_RIGHT, QT_BELOW = 2, 16
"""Qt shows a tip so many pixels to the right of where it is told to, and so many below."""

Key = Qt.Key
ARROWS: dict[Key, Way] = {Key.Key_Left: "left", Key.Key_Right: "right", Key.Key_Up: "up", Key.Key_Down: "down"}
ENDS: dict[Key, bool] = {Key.Key_Home: True, Key.Key_End: False}
"""To the root, or to the node that the step is about."""
ENTERS = frozenset({Key.Key_Return, Key.Key_Enter})
FOLDS: dict[Key, bool] = {Key.Key_Plus: True, Key.Key_Minus: False}
"""Whether a key opens a branch."""
NODE_KEYS = frozenset({*ARROWS, *ENDS, *ENTERS, *FOLDS})
"""The effect of a key in a tree."""

BY_KEY = frozenset({Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason})


class Tip(NamedTuple):
    """The tool tip of a node, and its card in pixels of the widget."""

    words: str
    card: QRect


class Structure(Protocol):
    """The drawing, as far as its widget needs it."""

    session: Session
    appearance: Appearance

    def link_under(self, place: QPointF) -> PulledLink | None: ...
    def tip_at(self, place: QPointF) -> Tip | None: ...
    def walk(self, way: Way) -> None: ...
    def jump(self, to_root: bool) -> None: ...
    def enter(self) -> None: ...
    def fold(self, opened: bool) -> None: ...
    def show_cursor(self, led: bool) -> None: ...
    def hide_cursor(self) -> None: ...
    def leave(self) -> None: ...


class StructureWidget(pg.PlotWidget):
    """The plot widget of a tree or a network. Tab leads to it, a click does not: the keys stay with the run.

    A line of a network is dragged up or down: its weight grows or falls, and a run goes on from there.
    """

    def __init__(self, view: Structure, parent: QWidget) -> None:
        super().__init__(parent, enableMenu=False, axisItems=number_axes())
        self.view = view
        self._pressed: tuple[PulledLink, QPointF] | None = None
        self._hold: Hold[PulledLink] | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Key(event.key())
        if key in ARROWS:
            self.view.walk(ARROWS[key])
        elif key in ENDS:
            self.view.jump(ENDS[key])
        elif key in ENTERS:
            self.view.enter()
        elif key in FOLDS:
            self.view.fold(FOLDS[key])
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def viewportEvent(self, event: QEvent) -> bool:
        """The tip of a node stands beside it: below it would hide what hangs from it."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            tip = self.view.tip_at(self.mapToScene(event.pos()))
            if tip is not None:
                self.show_tip(tip)
                return True
        return bool(super().viewportEvent(event))

    def show_tip(self, tip: Tip) -> None:
        """At the right of a card, level with its top, for as long as the mouse is over it."""
        place = QPoint(tip.card.right() + BESIDE - QT_RIGHT, tip.card.top() - QT_BELOW)
        QToolTip.showText(self.viewport().mapToGlobal(place), plain(tip.words), self.viewport(), tip.card)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.view.leave()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.view.show_cursor(event.reason() in BY_KEY)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.view.hide_cursor()

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

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The weight of a line is opened to be typed."""
        link = self.view.link_under(event.position()) if event.button() == Qt.MouseButton.LeftButton else None
        if link is None:
            super().mouseDoubleClickEvent(event)
            return
        event.accept()
        self._pressed = self._hold = None
        entry = held_entry(self.view.session, link, np.zeros(2), again=True)
        open_field(self, self.view.session, self.view.appearance, entry, event.position())

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
