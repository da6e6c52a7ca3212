"""The mouse and the keys over a plane, with real events."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gui.canvas.surfaces.plane_view import PlaneView

LEFT, RIGHT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
SHIFT, NONE, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.AltModifier


def at(view: PlaneView, *uv: float) -> QPoint:
    """The pixel of a position of the plane."""
    x, y = np.round(view.pixels(np.array([uv], dtype=float))[0])
    return QPoint(int(x), int(y))


def click(view: PlaneView, uv, button=LEFT, keys=NONE) -> None:
    QTest.mouseClick(view.widget.viewport(), button, keys, at(view, *uv))


def drag(view: PlaneView, start, end, button=LEFT, keys=NONE, stops=5) -> None:
    port, first, last = view.widget.viewport(), at(view, *start), at(view, *end)
    QTest.mousePress(port, button, keys, first)
    for share in np.linspace(0, 1, stops + 1)[1:]:
        place = first + QPoint(round((last.x() - first.x()) * share), round((last.y() - first.y()) * share))
        QTest.mouseMove(port, place)
        QApplication.processEvents()
    QTest.mouseRelease(port, button, keys, last)


def press(view: PlaneView, key, keys=NONE, times=1) -> None:
    for _ in range(times):
        QTest.keyClick(view.widget, key, keys)
