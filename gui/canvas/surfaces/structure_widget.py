"""Turns the keys over a tree, once Tab has led there, into moves of a cursor from node to node."""

from __future__ import annotations

from typing import Protocol

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from gui.canvas.painters.graph_walk import Way

Key = Qt.Key
ARROWS: dict[Key, Way] = {Key.Key_Left: "left", Key.Key_Right: "right", Key.Key_Up: "up", Key.Key_Down: "down"}
ENDS: dict[Key, bool] = {Key.Key_Home: True, Key.Key_End: False}
"""To the root, or to the node that the step is about."""
ENTERS = frozenset({Key.Key_Return, Key.Key_Enter})
FOLDS: dict[Key, bool] = {Key.Key_Plus: True, Key.Key_Minus: False}
"""Whether a key opens a branch."""
NODE_KEYS = frozenset({*ARROWS, *ENDS, *ENTERS, *FOLDS})
"""What the keyboard does in a tree."""

BY_KEY = frozenset({Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason})


class Walked(Protocol):
    """The tree as far as its widget needs it."""

    def walk(self, way: Way) -> None: ...
    def jump(self, to_root: bool) -> None: ...
    def enter(self) -> None: ...
    def fold(self, opened: bool) -> None: ...
    def show_cursor(self, led: bool) -> None: ...
    def hide_cursor(self) -> None: ...


class StructureWidget(pg.PlotWidget):
    """The plot widget of a tree. Tab leads to it, a click does not: the keys stay with the run."""

    def __init__(self, view: Walked, parent: QWidget) -> None:
        super().__init__(parent, enableMenu=False)
        self.view = view
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

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.view.show_cursor(event.reason() in BY_KEY)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.view.hide_cursor()
