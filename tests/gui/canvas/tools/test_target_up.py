"""Where the target goes up points are put, dragged, sprayed, erased, framed, typed and asked about as (x, t)."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip

from engine.data.dataset import Column, Dataset
from engine.data.plane import TARGET
from engine.data.preparing.preparation import Entry, Preparation
from engine.data.preparing.scaling import Standardise
from tests.gui.canvas.tools.mousing import ALT, at, click, drag, press
from tests.gui.canvas.tools.test_typing import double_click, field, typed
from tests.gui.session.waiting import until

X = np.array([[-3.0], [-1.0], [0.0], [1.0], [3.0]])
LINE = Dataset(X, np.array([-3.0, -1.0, 0.0, 1.0, 3.0]), (Column("x"),), target_name="t", name="line")
NEAR = 0.03


@pytest.fixture
def view(plane):
    plane.session.open_data(LINE)
    return plane


def test_one_feature_and_numeric_target_select_this_plane(view):
    assert view.session.view.plane.target and view.uv.tolist() == np.column_stack([X[:, 0], LINE.y]).tolist()
    assert [view.plot.getAxis(side).labelText for side in ("bottom", "left")] == ["x", "t"]
    assert view.plot.getAxis("left").style["showValues"]


def test_vertical_drag_changes_the_target_as_one_entry(view):
    session = view.session
    drag(view, (-1, -1), (-1, 2))
    assert session.table.data.y[1] == pytest.approx(2, abs=NEAR) and session.table.data.X[1, 0] == pytest.approx(
        -1, abs=NEAR
    )
    assert session.table.undo.count() == 1 and session.table.undo.undoText() == "Move a point"
    assert view.uv[1] == pytest.approx([-1, 2], abs=NEAR)
    session.table.undo.undo()
    assert session.table.data == LINE
    session.table.undo.redo()
    assert session.table.data.y[1] == pytest.approx(2, abs=NEAR)


def test_several_points_move_together_and_a_return_leaves_no_entry(view):
    session = view.session
    session.selection.select((0, 4))
    drag(view, (3, 3), (2, 1))
    assert session.table.data.X[[0, 4], 0] == pytest.approx([-4, 2], abs=NEAR)
    assert session.table.data.y[[0, 4]] == pytest.approx([-5, 1], abs=NEAR)
    assert session.table.data.y[1:4].tolist() == [-1, 0, 1] and session.table.undo.undoText() == "Move 2 points"
    session.table.undo.undo()
    first, away = at(view, 0, 0), at(view, 0, 2)
    QTest.mousePress(view.widget.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, first)
    for place in (away, first):
        QTest.mouseMove(view.widget.viewport(), place)
    QTest.mouseRelease(view.widget.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, first)
    assert session.table.data == LINE and not session.table.undo.canUndo()


def test_click_adds_a_point_at_that_height_that_can_be_dragged(view):
    session = view.session
    session.view.set_tool("add")
    click(view, (2, -2))
    assert (session.table.data.X[-1, 0], session.table.data.y[-1]) == pytest.approx((2, -2), abs=NEAR)
    drag(view, (-2, 1), (-2, 2.5))
    assert session.table.data.n == 7 and (session.table.data.X[-1, 0], session.table.data.y[-1]) == pytest.approx(
        (-2, 2.5), abs=NEAR
    )
    session.table.undo.undo()
    session.table.undo.undo()
    session.table.undo.undo()
    assert session.table.data == LINE


def test_spray_spreads_vertically_and_eraser_hits_points_in_place(view):
    session = view.session
    session.view.set_tool("spray")
    drag(view, (2, -2), (2.2, -2), stops=2)
    new = np.column_stack([session.table.data.X[5:, 0], session.table.data.y[5:]])
    assert len(new) >= 5 and np.ptp(new[:, 1]) > 0.1
    away = np.hypot(*(view.pixels(new) - view.pixels(np.array([[2.1, -2.0]]))).T)
    assert away.max() < session.view.spray_radius + 30
    session.table.undo.undo()
    session.view.set_tool("erase")
    drag(view, (0.9, -1), (1.1, -1), stops=2)
    assert session.table.data.n == 5, "below the point there is nothing"
    drag(view, (0.9, 1), (1.1, 1), stops=2)
    assert session.table.data.X[:, 0].tolist() == [-3, -1, 0, 3]


def test_a_frame_selects_by_height_too(view):
    drag(view, (-2, -2), (4, 0.5))
    assert list(view.session.selection.rows) == [1, 2]


def test_target_is_typed_with_every_digit(view):
    session = view.session
    double_click(view, at(view, 1, 1))
    assert field(view).label.text() == "Point 4: x, t" and field(view).line.text() == "1  1"
    typed(view, "1 0.123456789012345")
    assert (
        session.table.data.X[3, 0] == 1.0
        and session.table.data.y[3] == 0.123456789012345
        and session.table.undo.count() == 1
    )


def test_keyboard_cursor_moves_a_point_up(view):
    press(view, Qt.Key.Key_Up, ALT)
    view.widget.cursor_uv = np.array([1.0, 1.0])
    press(view, Qt.Key.Key_M)
    press(view, Qt.Key.Key_Up, ALT, times=10)
    press(view, Qt.Key.Key_M)
    data = view.session.table.data
    assert data.X[3, 0] == 1.0 and data.y[3] == pytest.approx(1 + 10 * view.box.viewRect().height() / 80)


def test_tooltip_has_row_feature_target_prediction_and_residual(canvas, session, settled):
    session.open_data(LINE.with_targets([3], [2.0]))
    session.add_lane("knn_regression", {"k": 1})
    session.go_to_end()
    settled()
    view = canvas.plane_view
    QTest.mouseMove(view.widget.viewport(), at(view, 3, 3))
    until(lambda: "residual" in QToolTip.text())
    told = QToolTip.text().splitlines()
    assert told[:3] == ["Point 5", "t = 3", "x = 3"]
    assert told[3] == "The model says 3, residual 0"
    QToolTip.hideText()


def test_query_is_on_the_curve_or_on_its_row(canvas, session, settled):
    session.open_data(LINE)
    session.add_lane("linear_unit")
    session.go_to(40)
    settled()
    view = canvas.plane_view
    session.view.set_tool("ask")
    click(view, (2.0, -2.5))
    settled()
    said = float(session.lane.frame.step.model.predict(session.view.query[None])[0])
    assert session.view.query == pytest.approx([2.0], abs=NEAR)
    assert view.placed(session.view.query[None])[0] == pytest.approx([session.view.query[0], said])
    click(view, (-1, -1))
    assert view.placed(session.view.query[None])[0].tolist() == [-1.0, -1.0]


def test_query_of_a_run_is_dragged_along_its_curve(canvas, session, settled):
    session.open_data(LINE)
    session.add_lane("knn_regression", {"k": 2})
    session.go_to(30)
    settled()
    view, model = canvas.plane_view, session.lane.frame.step.model
    here = (float(model.point[0]), float(model.known.predict(model.point[None])[0]))
    drag(view, here, (2.4, here[1]))
    settled()
    assert session.lane.start.point == pytest.approx([2.4], abs=0.05) and session.table.undo.count() == 1


def test_view_is_fixed_while_a_point_is_dragged(view):
    before = view.box.viewRect()
    drag(view, (3, 3), (3, -3))
    assert view.box.viewRect() == before


def test_new_point_has_the_held_values_of_the_other_features(plane):
    data = Dataset(np.array([[0.0, 5.0], [1.0, 7.0], [2.0, 9.0]]), np.array([1.0, 3.0, 2.0]), target_name="t")
    plane.session.open_data(data, (0, TARGET))
    plane.session.view.set_tool("add")
    click(plane, (1.5, 2.5))
    assert plane.session.table.data.X[-1] == pytest.approx([1.5, 7.0], abs=NEAR)
    assert plane.session.table.data.y[-1] == pytest.approx(2.5, abs=NEAR)
    plane.session.view.set_tool("select")
    drag(plane, (2, 2), (2, 3))
    assert (
        plane.session.table.data.X[2] == pytest.approx([2.0, 9.0], abs=NEAR) and plane.session.table.data.X[2, 1] == 9.0
    )
    assert plane.session.table.data.y[2] == pytest.approx(3, abs=NEAR)


def test_preparation_is_inverted_for_the_feature_but_not_the_target(plane):
    session = plane.session
    session.open_data(LINE, preparation=Preparation((Entry(Standardise()),)))
    place = float(session.table.data.X[3, 0])
    drag(plane, (place, 1), (place, -1))
    assert session.table.raw.y[3] == pytest.approx(-1, abs=NEAR) and session.table.raw.X[3, 0] == pytest.approx(
        1, abs=0.1
    )
    assert session.table.undo.count() == 1
    session.table.undo.undo()
    assert session.table.raw == LINE
