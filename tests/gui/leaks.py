"""Finds what a GUI test leaves behind, and undresses the application again. Imported only where Qt is."""

from __future__ import annotations

import gc
import sys
import weakref
from typing import Any

import pyqtgraph as pg
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QStandardPaths, Qt, QThread, QTimer
from PySide6.QtGui import QFont, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

pg.setConfigOption("mouseRateLimit", 0)  # otherwise pyqtgraph drops most of the moves of a drag
if sys.platform != "linux":  # there XDG leads each process to a home of its own, which test mode would share among all
    QStandardPaths.setTestModeEnabled(True)


gc.collect()
gc.freeze()  # what is there by now stays; otherwise each collection below would take most of a second


def let_go() -> None:
    """No key or button is held any more: Qt goes on believing those of the last event, and so would the next test.

    `QTableView.selectRow` after a click with Shift, for one, would stretch the selection instead of choosing a row,
    and what is moved over would take the move for a drag.
    """
    if QApplication.instance() is None:
        return
    if QApplication.keyboardModifiers() != Qt.KeyboardModifier.NoModifier:
        QTest.keyRelease(QWidget(), Qt.Key.Key_Shift)
    if QApplication.mouseButtons() != Qt.MouseButton.NoButton:
        QTest.mouseRelease(QWidget(), Qt.MouseButton.LeftButton)


class Watch:
    """Notes every QThread and QTimer that starts, and which top-level widgets there are, until `ended()`."""

    def __init__(self) -> None:
        self._started: weakref.WeakSet[Any] = weakref.WeakSet()
        self._widgets = _top_levels()
        self._appearance = _appearance()
        self._originals = {kind: kind.start for kind in (QThread, QTimer)}
        for kind, start in self._originals.items():
            kind.start = self._noting(start)

    def _noting(self, start: Any) -> Any:
        def noted(thing: Any, *args: Any) -> None:
            self._started.add(thing)
            start(thing, *args)

        return noted

    def ended(self) -> list[str]:
        """Stop watching, and let go of all keys; what is still running or open, in words."""
        let_go()
        for kind, start in self._originals.items():
            kind.start = start
        if QApplication.instance() is None:
            return []
        left = self._left()
        if left:  # a widget in a reference cycle is not a leak
            gc.collect()
            left = self._left()
        _set_appearance(self._appearance)
        return left

    def _left(self) -> list[str]:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        alive = [thing for thing in self._started if shiboken6.isValid(thing)]
        threads = [f"the thread {_named(thing)}" for thing in alive if isinstance(thing, QThread) and thing.isRunning()]
        timers = [f"the timer {_named(thing)}" for thing in alive if isinstance(thing, QTimer) and thing.isActive()]
        widgets = [f"the window {_named(widget)}" for widget in _top_levels() - self._widgets]
        return threads + timers + widgets


def _top_levels() -> set[QWidget]:
    return set(QApplication.topLevelWidgets()) if QApplication.instance() is not None else set()


def _appearance() -> tuple[str, QPalette, QFont] | None:
    """Style sheet, palette and font of the application."""
    app = QApplication.instance()
    return (app.styleSheet(), app.palette(), app.font()) if isinstance(app, QApplication) else None


def _set_appearance(appearance: tuple[str, QPalette, QFont] | None) -> None:
    """Each test finds the application as the first did, and looks no other and takes no longer for the one before."""
    app = QApplication.instance()
    if appearance is None or appearance == _appearance() or not isinstance(app, QApplication):
        return
    app.setStyleSheet(appearance[0])
    app.setPalette(appearance[1])
    app.setFont(appearance[2])


def _named(thing: Any) -> str:
    owner = thing.parent()
    of = f" of {type(owner).__name__}" if owner is not None else ""
    return f"{type(thing).__name__} {thing.objectName()!r}{of}"
