"""Mouse and keyboard input into the whole window, and checks of its effects."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton, QWidget

import engine
from engine.base.snapshot import same
from engine.core.marks import Line
from engine.data.dataset import Dataset
from gui.start.shot import settle
from gui.window.main_window import MainWindow

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE, ALT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.AltModifier
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
Key = Qt.Key


def two_blobs() -> Dataset:
    X = np.array([[-3.0, -2.0], [-2.0, -3.0], [-2.0, -2.0], [3.0, 2.0], [2.0, 3.0], [2.0, 2.0]])
    return Dataset(X, np.array([0, 0, 0, 1, 1, 1]), class_names=("low", "high"), name="two blobs")


def at(window: MainWindow, *uv: float) -> QPoint:
    """The pixel of a position of the plane."""
    x, y = np.round(window.canvas.plane_view.pixels(np.array([uv], dtype=float))[0])
    return QPoint(int(x), int(y))


def port(window: MainWindow) -> QWidget:
    return window.canvas.plane_view.widget.viewport()


def click(window: MainWindow, *uv: float, button: Qt.MouseButton = LEFT) -> None:
    QTest.mouseClick(port(window), button, NONE, at(window, *uv))


def stroke(window: MainWindow, start, end, stops: int = 6):
    """A drag with the button down, which hands over at every stop; the release is at the end."""
    QTest.mousePress(port(window), LEFT, NONE, at(window, *start))
    for share in np.linspace(0, 1, stops + 1)[1:]:
        QTest.mouseMove(port(window), at(window, *(np.array(start) + share * (np.array(end) - start))))
        yield share
    QTest.mouseRelease(port(window), LEFT, NONE, at(window, *end))


def drag(window: MainWindow, start, end, stops: int = 6) -> None:
    for _ in stroke(window, start, end, stops):
        QApplication.processEvents()


def tool(window: MainWindow, name: str, qtbot) -> None:
    """Choose a tool by its button."""
    action = window.menus.actions[f"tool_{name}"]
    button = next(b for b in window.tools.findChildren(QToolButton) if b.defaultAction() is action)
    assert button.isVisible() and not button.icon().isNull()
    qtbot.mouseClick(button, LEFT)
    assert window.session.view.tool == name


def assert_fresh(window: MainWindow) -> None:
    """The step in view is that of a fresh run, and the boundary or the centres that are drawn are its."""
    settle(window)
    session, lane, frame = window.session, window.session.lane, window.session.lane.frame
    trace = engine.trace(lane.key, session.table.data, seed=lane.seed, start=lane.start, **lane.values)
    step = trace[frame.index]
    assert same(frame.step, step) and frame.data == session.table.data
    assert window.canvas.plane_view.frame is frame


def boundary(window: MainWindow) -> np.ndarray:
    """The weights and the bias of the line that is drawn."""
    mark = next(mark for mark in window.canvas.plane_view.marks if isinstance(mark, Line))
    return np.append(mark.weights, mark.bias)
