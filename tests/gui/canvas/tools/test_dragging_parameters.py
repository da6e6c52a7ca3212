"""Parameters are dragged with the mouse where they are drawn: the threshold along the ROC curve, and over scores."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from engine.core.marks import Matrix
from engine.data.toys import generate

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def roc(canvas, session, settled):
    """The ROC curve of two moons at its last step; the view of a surface by its name."""
    session.open_data(generate("moons", seed=3, n=60))
    session.add_lane("roc", {"miss": 2.0}, step=None)
    session.view.set_tool("select")
    settled()
    canvas.resize(1100, 800)
    canvas.grab()
    return lambda name: next(view for view in canvas.surfaces() if view.surface.name == name)


def pixel(view, uv) -> QPoint:
    return view.widget.mapFromScene(view.box.mapViewToScene(QPointF(*uv)))


def drag(view, start, *stops, after=QApplication.processEvents) -> None:
    port = view.widget.viewport()
    QTest.mousePress(port, LEFT, NONE, pixel(view, start))
    for stop in stops:
        QTest.mouseMove(port, pixel(view, stop))
        after()
    QTest.mouseRelease(port, LEFT, NONE, pixel(view, stops[-1] if stops else start))
    after()


def place(session) -> np.ndarray:
    step = session.lane.frame.step
    return np.array([step.curve.fpr[step.at], step.curve.tpr[step.at]])


def table(session) -> np.ndarray:
    (found,) = (mark for mark in session.lane.frame.marks if isinstance(mark, Matrix))
    return found.values


def test_dragged_threshold_updates_plane_and_table(roc, session, settled):
    view, step = roc("ROC curve"), session.lane.frame.step
    curve, before = step.curve, table(session)
    aim = np.array([curve.fpr[-5], curve.tpr[-5]])
    drag(view, place(session), (place(session) + aim) / 2, aim, after=settled)
    (threshold,) = session.lane.params.threshold
    now = session.lane.frame.step
    assert now.part == "choose" and now.cut == threshold and now.model.threshold == threshold
    assert np.allclose(place(session), aim, atol=0.02)
    assert table(session)[0, 0] == now.TP and not np.array_equal(table(session), before)
    called = now.model.predict(session.table.data.X[now.scored.rows]) == 1
    assert called.sum() == now.TP + now.FP


def test_whole_drag_is_one_undo_entry(roc, session, settled):
    view, was, entries = roc("ROC curve"), place(session), session.table.undo.count()
    drag(view, was, (0.5, 0.95), (0.7, 1.0), (0.9, 1.0), after=settled)
    assert session.table.undo.count() == entries + 1 and "the threshold" in session.table.undo.text(entries)
    session.table.undo.undo()
    settled()
    assert session.lane.params.threshold == () and np.allclose(place(session), was)


def test_vertical_line_over_the_scores_is_draggable(roc, session, settled):
    view, cut = roc("Scores"), session.lane.frame.step.cut
    drag(view, (cut, 2.0), (cut + 0.1, 3.0), (cut + 0.2, 1.0), after=settled)
    assert session.lane.frame.step.cut == pytest.approx(cut + 0.2, abs=0.02)


def test_it_is_held_over_the_costs(roc, session, settled):
    view, cut = roc("Cost by threshold"), session.lane.frame.step.cut
    drag(view, (cut, 5.0), (cut - 0.1, 6.0), (cut - 0.2, 8.0), after=settled)
    assert session.lane.frame.step.cut == pytest.approx(cut - 0.2, abs=0.02)


def test_a_click_on_the_curve_puts_it_there(roc, session, settled):
    view, curve = roc("ROC curve"), session.lane.frame.step.curve
    aim = np.array([curve.fpr[-3], curve.tpr[-3]])
    QTest.mouseClick(view.widget.viewport(), LEFT, NONE, pixel(view, aim))
    settled()
    assert np.allclose(place(session), aim, atol=0.02)


def test_click_without_moving_changes_nothing(roc, session, settled):
    view, entries = roc("ROC curve"), session.table.undo.count()
    QTest.mouseClick(view.widget.viewport(), LEFT, NONE, pixel(view, place(session)))
    settled()
    assert session.table.undo.count() == entries


def test_grabbing_a_parameter_mid_run_goes_to_the_last_step(roc, session, settled):
    session.go_to(8)
    settled()
    assert session.lane.frame.step.part == "threshold"
    view, curve = roc("ROC curve"), session.lane.frame.step.curve
    aim = np.array([curve.fpr[-3], curve.tpr[-3]])
    drag(view, place(session), (place(session) + aim) / 2, aim, after=settled)
    assert session.lane.frame.step.part == "choose" and np.allclose(place(session), aim, atol=0.02)


def test_it_can_be_typed(roc, session, settled):
    view = roc("ROC curve")
    QTest.mouseDClick(view.widget.viewport(), LEFT, NONE, pixel(view, place(session)))
    (line,) = view.widget.findChildren(QLineEdit)
    line.setText("0.25")
    QTest.keyClick(line, Qt.Key.Key_Return)
    settled()
    assert session.lane.params.threshold == (0.25,) and session.lane.frame.step.cut == 0.25


def test_hovering_names_it_with_its_value(roc, session):
    view = roc("Scores")
    cut = session.lane.frame.step.cut
    QTest.mouseMove(view.widget.viewport(), pixel(view, (cut, 2.0)))
    QApplication.processEvents()
    assert "The threshold: " in view.widget.toolTip() and "Drag to move it" in view.widget.toolTip()
