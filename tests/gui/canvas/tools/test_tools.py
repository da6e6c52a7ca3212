"""The mouse and the keys over the plane, with real events on a real session."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from engine.data.bundled import load
from engine.models.groups import Centres
from gui.canvas.tools import TOOLS
from tests.gui.canvas.tools.mousing import LEFT, NONE, RIGHT, SHIFT, at, click, drag


def test_every_tool_says_what_it_does():
    assert set(TOOLS) == {"select", "add", "spray", "erase", "start", "ask"}
    assert all(len(kind.hint) > 30 and kind.hint.endswith(".") for kind in TOOLS.values())


# -- adding ------------------------------------------------------------------------------------------------------------


def test_click_adds_a_point_of_the_current_class(view):
    session = view.session
    session.view.set_tool("add")
    session.view.set_brush(1)
    click(view, (0.5, -1.0))
    assert session.table.data.n == 7 and session.table.data.codes[-1] == 1
    pixel = view.box.viewPixelSize()
    assert np.abs(session.table.data.X[-1] - [0.5, -1.0]).max() <= max(pixel)
    session.table.undo.undo()
    assert session.table.data.n == 6


def test_points_are_added_to_an_empty_plane(plane):
    session = plane.session
    session.new_points()
    for uv in ((-2, 1), (3, -4)):
        click(plane, uv)
    assert session.table.data.n == 2 and np.abs(session.table.data.X - [[-2, 1], [3, -4]]).max() < 0.03
    assert plane.box.viewRect().contains(QPointF(-4.9, -4.9))  # the view stays as it was


def test_newly_added_point_can_be_dragged(view):
    view.session.view.set_tool("add")
    drag(view, (0, 0), (1, 1))
    assert view.session.table.data.n == 7 and view.session.table.data.X[-1] == pytest.approx([1, 1], abs=0.03)


def test_added_point_of_many_features_lies_on_the_plane(plane):
    plane.session.open_data(load("iris"), view=(2, 3))
    plane.session.view.set_tool("add")
    click(plane, (3.0, 2.0))
    added, means = plane.session.table.data.X[-1], load("iris").X.mean(axis=0)
    assert added[:2] == pytest.approx(means[:2]) and added[2:] == pytest.approx([3.0, 2.0], abs=0.02)


# -- selecting and moving ----------------------------------------------------------------------------------------------


def test_drag_moves_a_point_as_one_undo_entry(view):
    session, before = view.session, view.session.table.data.X
    drag(view, (-3, -2), (-1, 1))
    assert session.table.data.X[0] == pytest.approx([-1, 1], abs=0.03)
    assert np.array_equal(session.table.data.X[1:], before[1:])
    assert session.table.undo.count() == 1
    session.table.undo.undo()
    assert np.array_equal(session.table.data.X, before)


def test_drag_there_and_back_leaves_no_entry(view):
    session, before = view.session, view.session.table.data
    session.table.undo.setClean()
    start, away = at(view, -3, -2), at(view, -1, 1)
    QTest.mousePress(view.widget.viewport(), LEFT, NONE, start)
    QTest.mouseMove(view.widget.viewport(), away)
    assert session.table.undo.count() == 1 and session.table.data != before
    QTest.mouseMove(view.widget.viewport(), start)
    assert session.table.undo.count() == 0 and session.table.undo.isClean() and not session.table.undo.has_edits
    QTest.mouseMove(view.widget.viewport(), away)
    QTest.mouseRelease(view.widget.viewport(), LEFT, NONE, away)
    assert session.table.undo.count() == 1
    session.table.undo.undo()
    assert session.table.data == before


def test_writing_the_same_value_is_no_edit(view):
    view.session.points.set_cell(0, 0, "-3")
    assert view.session.table.undo.count() == 0


def test_drag_keeps_the_components_off_the_plane(plane):
    session = plane.session
    session.open_data(load("iris"), view=(2, 3))
    row, old = 118, session.table.data.X[118]
    drag(plane, old[2:], old[2:] + np.array([-0.5, 0.2]))
    assert np.array_equal(session.table.data.X[row, :2], old[:2])
    assert session.table.data.X[row, 2:] == pytest.approx(old[2:] + np.array([-0.5, 0.2]), abs=0.02)


def test_view_is_fixed_while_a_point_is_dragged(view):
    before = view.box.viewRect()
    drag(view, (3, 2), (-1, 0))
    assert view.box.viewRect() == before


def test_click_selects_shift_adds_and_empty_click_clears(view):
    session = view.session
    click(view, (-3, -2))
    assert session.selection.rows == (0,)
    click(view, (2, 3), keys=SHIFT)
    assert session.selection.rows == (0, 4)
    click(view, (0, 0))
    assert session.selection.rows == ()


def test_a_trembling_click_moves_nothing(view):
    place, port = at(view, -3, -2), view.widget.viewport()
    QTest.mousePress(port, LEFT, NONE, place)
    QTest.mouseMove(port, place + QPoint(1, 1))
    QTest.mouseRelease(port, LEFT, NONE, place + QPoint(1, 1))
    assert view.session.table.undo.count() == 0


def test_rubber_band_selects_and_delete_can_be_undone(view):
    session = view.session
    drag(view, (-3.4, -3.4), (-1.4, -1.4))
    assert session.selection.rows == (0, 1, 2)
    QTest.keyClick(view.widget, Qt.Key.Key_Delete)
    assert session.table.data.n == 3 and session.table.data.codes.tolist() == [1, 1, 1] and session.selection.rows == ()
    session.table.undo.undo()
    assert session.table.data.n == 6


def test_what_is_selected_moves_together(view):
    session, before = view.session, view.session.table.data.X
    drag(view, (-3.4, -3.4), (-1.4, -1.4))
    drag(view, (-2, -2), (-1.5, -2))
    assert session.table.data.X[:3] == pytest.approx(before[:3] + np.array([0.5, 0.0]), abs=0.03)


# -- the right button --------------------------------------------------------------------------------------------------


def test_right_click_relabels_the_point(view):
    session = view.session
    click(view, (-3, -2), RIGHT)
    menu = view.widget.tool.shown
    words = [action.text() for action in menu.actions() if action.text()]
    classes = ["Make low  (blue circle)", "Make high  (orange square)"]
    assert words == ["Point 1", *classes, "Take the class away", "Delete"]
    (heading,) = [label for label in menu.findChildren(QLabel) if label.isVisible()]
    assert heading.text() == "Point 1" and heading.geometry().bottom() <= menu.actionGeometry(menu.actions()[1]).top()
    menu.actions()[2].trigger()
    menu.close()
    assert session.table.data.codes.tolist() == [1, 0, 0, 1, 1, 1]


def test_right_click_relabels_the_whole_selection(view):
    session = view.session
    session.selection.select((0, 1))
    click(view, (-3, -2), RIGHT)
    menu = view.widget.tool.shown
    next(action for action in menu.actions() if action.text() == "Delete").trigger()
    menu.close()
    assert session.table.data.n == 4


# -- asking and starting -----------------------------------------------------------------------------------------------


def test_query_is_a_position_or_an_existing_row(view):
    session = view.session
    session.view.set_tool("ask")
    click(view, (0.5, 0.5))
    assert session.view.query == pytest.approx([0.5, 0.5], abs=0.03)
    click(view, (-3, -2))
    assert session.view.query.tolist() == [-3.0, -2.0]
    QTest.keyClick(view.widget, Qt.Key.Key_Escape)
    assert session.view.query is None


def test_search_without_a_point_answer_takes_a_query(view):
    session = view.session
    session.add_lane("fingerprints")
    session.view.set_tool("ask")
    click(view, (0.5, 0.5))
    assert session.view.query is None and session.lane.start.point == pytest.approx([0.5, 0.5], abs=0.03)
    click(view, (-3, -2))
    assert session.lane.start.point.tolist() == [-3.0, -2.0]
    drag(view, (1, 0), (1, 2))
    assert session.lane.start.point == pytest.approx([1, 2], abs=0.03) and session.table.undo.count() == 3


def test_method_that_takes_no_query_says_so(view, qtbot):
    view.session.add_lane("pca_svd")
    view.session.view.set_tool("ask")
    with qtbot.waitSignal(view.session.said) as said:
        click(view, (0, 0))
    assert said.args[0].endswith("says nothing of a single point.")


def test_initial_centres_are_placed_dragged_and_removed(view):
    session = view.session
    session.add_lane("kmeans", {"k": 2})
    session.view.set_tool("start")
    click(view, (-1, 0))
    click(view, (1, 0))
    assert isinstance(session.lane.start, Centres)
    assert session.lane.start.centres == pytest.approx(np.array([[-1, 0], [1, 0]]), abs=0.03)
    drag(view, (1, 0), (1, 2))
    assert session.lane.start.centres[1] == pytest.approx([1, 2], abs=0.03)
    click(view, (0, -3))  # all are placed: the oldest gives way
    assert session.lane.start.centres == pytest.approx(np.array([[1, 2], [0, -3]]), abs=0.03)
    click(view, (0, -3), keys=SHIFT)
    assert len(session.lane.start.centres) == 1


def test_algorithm_without_a_start_says_so(view, qtbot):
    view.session.add_lane("perceptron")
    view.session.view.set_tool("start")
    with qtbot.waitSignal(view.session.said) as said:
        click(view, (0, 0))
    assert said.args == ["Perceptron has no start that can be placed by hand."]
