"""An edit in the real window keeps the step, the playing and the zoom."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.base.snapshot import same
from engine.core.marks import Points
from engine.data.toys import generate
from gui.start.shot import settle
from gui.window.main_window import MainWindow
from tests.gui.window.user_input import CONTROL, LEFT, NONE, Key, assert_fresh, at, click, port, stroke, tool


def zoomed(window: MainWindow, turns: int = 4) -> None:
    """Turn the wheel over the middle of the plane."""
    view = window.canvas.plane_view
    place = QPointF(view.widget.viewport().rect().center())
    for _ in range(turns):
        there, way, none = view.widget.mapToGlobal(place), QPoint(0, 120), QPoint(0, 0)
        wheel = QWheelEvent(place, there, none, way, Qt.MouseButton.NoButton, NONE, Qt.ScrollPhase.NoScrollPhase, False)
        QApplication.sendEvent(view.widget.viewport(), wheel)


def test_drag_while_playing_continues_from_the_same_step(window: MainWindow, qtbot) -> None:
    session = window.session
    session.open_bundled("gate_xor")  # no line separates it, wherever the point goes: the run stays long
    session.choose_algorithm("perceptron")
    settle(window)
    tool(window, "select", qtbot)
    session.set_speed(8.0)
    window.canvas.setFocus()
    QTest.keyClick(window.canvas.plane_view.widget, Key.Key_Space)
    qtbot.waitUntil(lambda: session.lane.index >= 3)
    begun = session.lane.index
    corner = window.canvas.plane_view.uv[3]
    for _ in stroke(window, corner, corner + 0.06, stops=12):
        QApplication.processEvents()
        assert session.playing and session.lane.transport.wanted >= begun
    assert session.playing and session.table.data.X[3] == pytest.approx(corner + 0.06, abs=0.02)
    now = session.lane.transport.wanted
    assert now >= begun
    qtbot.waitUntil(lambda: session.lane.index > now)
    assert session.playing
    QTest.keyClick(window.canvas.plane_view.widget, Key.Key_Z, CONTROL)
    assert session.playing and session.lane.transport.wanted > now
    session.pause()


def test_run_shortened_by_the_eraser_continues_after_undo(window: MainWindow, qtbot) -> None:
    session = window.session
    session.open_bundled("gate_and")
    session.choose_algorithm("perceptron")
    settle(window)
    session.go_to(12)
    settle(window)
    session.set_speed(8.0)
    window.canvas.setFocus()
    QTest.keyClick(window.canvas.plane_view.widget, Key.Key_Space)
    click(window, *window.canvas.plane_view.uv[1])
    QTest.keyClick(window.canvas.plane_view.widget, Key.Key_Delete)
    qtbot.waitUntil(lambda: session._waiting)
    assert session.playing and session.lane.index == 8 and "waits" in window.status.hint.text()
    QTest.keyClick(window.canvas.plane_view.widget, Key.Key_Z, CONTROL)
    qtbot.waitUntil(lambda: session.lane.index >= 13)
    assert session.playing
    session.pause()


def test_initial_centres_stay_when_a_middle_row_is_deleted(window: MainWindow, qtbot) -> None:
    """Rows have their random numbers by keys of their own: who stands after an erased one draws what it drew before."""
    session, view = window.session, window.canvas.plane_view
    session.open_data(generate("blobs", 4, n=60))
    session.choose_algorithm("kmeans", {"k": 3})
    settle(window)
    whole, run = session.table.data, seen(window)
    begun = [step for step in run if step.half == "start"]
    first = begun[-1].model.centres
    row = isolated_row(view.uv, but={step.row for step in begun})
    assert 0 < row < 59
    tool(window, "erase", qtbot)
    click(window, *view.uv[row])
    settle(window)
    assert session.table.data == whole.without_rows([row]) and session.table.data.n == 59
    session.go_to(len(begun) - 1)
    settle(window)
    assert np.array_equal(session.lane.frame.step.model.centres, first)
    assert np.array_equal(drawn_centres(window), first)
    assert_fresh(window)
    QTest.keyClick(view.widget, Key.Key_Z, CONTROL)
    settle(window)
    assert session.table.data == whole and same(seen(window), run)


def seen(window: MainWindow) -> tuple[Any, ...]:
    """Every step that the window shows of its run, from the first to the last."""
    steps = []
    window.session.go_to_end()
    settle(window)
    for index in range(window.session.lane.index + 1):
        window.session.go_to(index)
        settle(window)
        steps.append(window.session.lane.frame.step)
    return tuple(steps)


def isolated_row(uv: np.ndarray, but: set[int]) -> int:
    """The point farthest from all others, so that the eraser meets it alone; not the last, and none of these."""
    apart = np.linalg.norm(uv[:, None] - uv[None], axis=2) + np.diag(np.full(len(uv), np.inf))
    nearest = apart.min(axis=1)
    nearest[[*but, len(uv) - 1]] = 0.0
    return int(nearest.argmax())


def drawn_centres(window: MainWindow) -> np.ndarray:
    marks = window.canvas.plane_view.marks
    return next(mark.positions for mark in marks if isinstance(mark, Points) and mark.role == "centre")


def test_no_edit_and_no_undo_moves_the_zoom(window: MainWindow, qtbot) -> None:
    view = window.canvas.plane_view
    zoomed(window)
    settle(window)
    part = view.box.viewRect()
    middle = (part.center().x(), part.center().y())
    seen = next(uv for uv in view.uv if part.contains(*uv))
    widget = view.widget

    def stays() -> None:
        settle(window)
        assert view.box.viewRect() == part

    tool(window, "add", qtbot)
    click(window, *middle)
    stays()
    tool(window, "spray", qtbot)
    QTest.mousePress(port(window), LEFT, NONE, at(window, *middle))
    QTest.mouseRelease(port(window), LEFT, NONE, at(window, *middle))
    stays()
    tool(window, "erase", qtbot)
    click(window, *seen)
    stays()
    for key in (Key.Key_Z, Key.Key_Z, Key.Key_Z, Key.Key_Y, Key.Key_Y):
        QTest.keyClick(widget, key, CONTROL)
        stays()
    window.session.points.add(np.array([[400.0, 300.0, 1.0, 1.0]]), 0)
    stays()
    window.session.points.delete([window.session.table.data.n - 1])
    stays()
    window.session.points.delete([row for row, uv in enumerate(view.uv) if part.contains(*uv)])
    stays()
    window.session.open_bundled("wine")
    settle(window)
    assert view.box.viewRect() != part


def test_a_table_in_other_units_is_fitted(window: MainWindow, qtbot) -> None:
    view, data = window.canvas.plane_view, window.session.table.data
    before = view.box.viewRect()
    window.session.table.replace(data.changed(X=data.X / 1000), "other units")
    settle(window)
    assert view.box.viewRect().width() < 0.1
    window.session.table.undo.undo()
    settle(window)
    assert view.box.viewRect() == before
