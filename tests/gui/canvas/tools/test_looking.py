"""What the mouse and the keys do to the view, and what they say of a point."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from engine.data.bundled import load
from engine.models.neighbours import Neighbours
from gui.canvas.tools.tool import told
from gui.session.background_task import BackgroundTask
from tests.gui.canvas.seeing import pixels
from tests.gui.canvas.tools.mousing import ALT, LEFT, MIDDLE, NONE, SHIFT, at, drag, press


def test_the_wheel_zooms_at_the_mouse(view):
    place = at(view, 2, 2)
    before = view.box.viewRect()
    event = QWheelEvent(
        QPointF(place), QPointF(view.widget.viewport().mapToGlobal(place)), QPoint(0, 0), QPoint(0, 120),
        Qt.MouseButton.NoButton, NONE, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view.widget.viewport(), event)
    after = view.box.viewRect()
    assert after.width() < before.width()
    assert np.abs(view.pixels(np.array([[2.0, 2.0]]))[0] - (place.x(), place.y())).max() < 2


def test_middle_button_and_alt_pan_the_view(view):
    for button, keys in ((MIDDLE, NONE), (LEFT, ALT)):
        before = view.box.viewRect()
        drag(view, (0, 0), (1, 0.5), button, keys)
        after = view.box.viewRect()
        assert before.left() - after.left() == pytest.approx(1, abs=0.03)
        assert after.width() == pytest.approx(before.width())
    assert view.session.table.undo.count() == 0 and view.session.selection.rows == ()


def test_double_click_on_empty_space_fits_the_view(view):
    fitted = view.box.viewRect()
    view.box.translateBy(x=1.0, y=0.0)
    QTest.mouseDClick(view.widget.viewport(), LEFT, NONE, at(view, 0.5, 0))
    QTest.mouseRelease(view.widget.viewport(), LEFT, NONE, at(view, 0.5, 0))
    assert view.box.viewRect().left() == pytest.approx(fitted.left())


def test_tooltip_names_row_class_and_values():
    iris = load("iris")
    lines = told(iris, 0).split("\n")
    assert lines[0] == "Point 1: setosa" and lines[1] == "sepal length (cm) = 5.1" and len(lines) == 5
    assert told(load("digits"), 3).split("\n")[-1] == "and 56 more features"


def test_cursor_over_a_point_shows_that_it_is_draggable(view):
    shapes = []
    for uv in ((0, 0), (2, 2), (0, 0)):
        QTest.mouseMove(view.widget.viewport(), at(view, *uv))
        QApplication.processEvents()
        shapes.append(view.widget.cursor().shape())
    assert shapes[1:] == [Qt.CursorShape.SizeAllCursor, Qt.CursorShape.ArrowCursor]
    QApplication.sendEvent(view.widget, QEvent(QEvent.Type.Leave))


# -- keys --------------------------------------------------------------------------------------------------------------


def test_keyboard_cursor_adds_a_point_at_its_place(view):
    session, middle = view.session, view.box.viewRect().center()
    session.view.set_tool("add")
    press(view, Qt.Key.Key_Right, ALT | SHIFT, 2)
    press(view, Qt.Key.Key_Return)
    width = view.box.viewRect().width()
    assert session.table.data.X[-1] == pytest.approx([middle.x() + 0.2 * width, middle.y()], abs=0.05)


def test_m_picks_up_and_drops_a_point_as_one_entry(view):
    session = view.session
    view.widget.cursor_uv = np.array([2.0, 2.0])
    press(view, Qt.Key.Key_M)
    press(view, Qt.Key.Key_Up, ALT, 8)
    press(view, Qt.Key.Key_M)
    height = view.box.viewRect().height()
    assert session.table.data.X[5] == pytest.approx([2.0, 2.0 + 0.1 * height], abs=0.05)
    press(view, Qt.Key.Key_Up, ALT, 3)
    assert session.table.data.X[5] == pytest.approx([2.0, 2.0 + 0.1 * height], abs=0.05)
    assert session.table.undo.count() == 1


# -- what the model says -----------------------------------------------------------------------------------------------


def over(view, *uv) -> str:
    """The words beside the mouse at a position of the plane, once all is told."""
    QTest.mouseMove(view.widget.viewport(), at(view, *uv))
    QApplication.processEvents()
    for task in view.widget.findChildren(BackgroundTask):
        task.finish()
    QApplication.processEvents()
    return QToolTip.text()


def test_point_tooltip_includes_the_prediction(canvas, session, two_classes, settled):
    session.open_data(two_classes)
    session.add_lane("logistic_newton")
    session.go_to_end()
    settled()
    canvas.grab()
    lines = over(canvas.plane_view, 2, 2).split("\n")
    assert lines[0] == "Point 6: high" and lines[-1].startswith("The model says high, with p > 0.9")
    assert session.selection.pointed == 5
    session.choose_algorithm("kmeans", {"k": 2})
    session.go_to_end()
    settled()
    assert over(canvas.plane_view, 2, 3).split("\n")[-1].startswith("The model says cluster ")


def test_slow_prediction_does_not_block_the_window(canvas, session, two_classes, settled, qtbot, monkeypatch):
    session.open_data(two_classes)
    session.add_lane("knn")
    settled()
    canvas.grab()
    port, asked, may = canvas.plane_view.widget.viewport(), [], threading.Event()
    usual = Neighbours.predict

    def slow(model, X):
        if len(X) == 1:
            asked.append(threading.current_thread())
            may.wait(60)
        return usual(model, X)

    monkeypatch.setattr(Neighbours, "predict", slow)
    QTest.mouseMove(port, at(canvas.plane_view, 2, 2))
    assert QToolTip.text().startswith("Point 6: high") and "The model" not in QToolTip.text()
    QTest.mouseMove(port, at(canvas.plane_view, 2, 3))
    may.set()
    qtbot.waitUntil(lambda: "The model says high" in QToolTip.text())
    assert not QToolTip.text().startswith("Point 6"), "it is told of the row that the mouse is over now"
    assert threading.main_thread() not in asked


def test_draggable_handles_are_named_with_their_place(canvas, session, two_classes, settled):
    session.open_data(two_classes)
    session.add_lane("kmeans", {"k": 2})
    session.go_to_end()
    settled()
    canvas.grab()
    centre, view = session.lane.frame.step.model.centres[0], canvas.plane_view
    x, y = np.round(view.pixels(view.to_view(centre[None]))[0]).astype(int)
    inside = slice(y - 11, y + 12), slice(x - 11, x + 12)
    before = pixels(view.widget)
    lines = over(canvas.plane_view, *centre).split("\n")
    now = pixels(view.widget)
    assert (now[inside] == before[inside]).all(), "its shape and its number are seen in the square"
    assert (now != before).any()
    assert (
        lines[0] == "A starting centre, number 1"
        and lines[-1] == "Drag to move it, double-click to type it: a new run goes on from there."
    )
    assert canvas.plane_view.widget.cursor().shape() == Qt.CursorShape.OpenHandCursor
    assert canvas.plane_view.widget.tool.handles() == pytest.approx(centre[None])


def test_tooltip_stays_while_the_mouse_rests(canvas, session, two_classes, settled):
    session.open_data(two_classes)
    session.add_lane("kmeans", {"k": 2})
    session.go_to_end()
    settled()
    canvas.grab()
    view = canvas.plane_view
    port, place = view.widget.viewport(), at(view, 3, 2)
    QTest.mouseMove(port, place)
    QApplication.processEvents()
    assert QToolTip.text().startswith("Point 4: high")
    QApplication.sendEvent(port, QHelpEvent(QEvent.Type.ToolTip, place, port.mapToGlobal(place)))
    QTest.qWait(350)  # Qt hides a tool tip 300 ms after it has been told to
    assert QToolTip.isVisible() and QToolTip.text().startswith("Point 4: high")


def test_query_is_dragged_with_the_select_tool(view):
    view.session.view.ask(np.array([0.5, -1.0]))
    drag(view, (0.5, -1.0), (1.0, 1.0))
    assert view.session.view.query == pytest.approx([1.0, 1.0], abs=0.03)
    assert view.session.table.undo.count() == 0 and view.overlay.frame is None


def test_m_picks_up_what_the_model_draws_too(canvas, session, two_classes, settled):
    session.open_data(two_classes)
    session.add_lane("kmeans", {"k": 2})
    session.go_to_end()
    settled()
    canvas.grab()
    view, centre = canvas.plane_view, session.lane.frame.step.model.centres[1]
    view.widget.cursor_uv = np.array(centre)
    press(view, Qt.Key.Key_M)
    press(view, Qt.Key.Key_Right, ALT, 8)
    press(view, Qt.Key.Key_M)
    assert session.lane.start.centres[1, 0] == pytest.approx(centre[0] + 0.1 * view.box.viewRect().width(), abs=0.05)
    assert session.table.undo.count() == 1


def test_handle_frame_disappears_if_the_step_has_no_handle(canvas, session, two_classes, settled):
    session.open_data(two_classes)
    session.add_lane("kmeans", {"k": 2})
    session.go_to_end()
    settled()
    canvas.grab()
    over(canvas.plane_view, *session.lane.frame.step.model.centres[1])
    tool = canvas.plane_view.widget.tool
    assert len(tool.handles()) == 1
    session.go_to(0)
    settled()
    assert len(tool.handles()) == 0
