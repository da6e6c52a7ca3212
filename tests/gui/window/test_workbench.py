"""What a person does with the whole window: every edit re-runs at once, also at the last step and while it plays.

The measure of each: the picture is that of a fresh run of the same algorithm on the same points, at the same step.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from engine.base.snapshot import same
from engine.core.marks import Matrix, Points
from engine.models.groups import Centres
from gui.session.file import open_session
from gui.start.shot import settle
from tests.gui.window.user_input import (
    ALT,
    CONTROL,
    LEFT,
    NONE,
    RIGHT,
    SHIFT,
    Key,
    assert_fresh,
    at,
    boundary,
    click,
    drag,
    port,
    stroke,
    tool,
    two_blobs,
)

# -- every edit re-runs at once ----------------------------------------------------------------------------------------


def test_click_adds_a_point_and_the_line_follows_at_the_last_step(line, qtbot):
    before, session = boundary(line), line.session
    tool(line, "add", qtbot)
    QTest.keyClick(QApplication.focusWidget(), Key.Key_1)
    click(line, 1.0, 1.0)
    assert session.table.data.n == 7 and session.table.data.codes[-1] == 0
    assert_fresh(line)
    assert session.at_end and not np.allclose(boundary(line), before)
    assert (session.lane.frame.step.model.predict(session.table.data.X) == session.table.data.codes).all()
    QTest.keyClick(line.canvas.plane_view.widget, Key.Key_Z, CONTROL)
    assert_fresh(line)
    assert boundary(line) == pytest.approx(before)


def test_line_moves_during_the_drag(line, qtbot):
    session, seen = line.session, []
    for _ in stroke(line, (-3, -2), (4, 1), stops=8):
        qtbot.waitUntil(lambda: session.lane.settled)
        assert np.array_equal(session.lane.frame.data.X, session.table.data.X)
        seen.append(boundary(line))
    assert len({tuple(np.round(item, 6)) for item in seen}) > 2
    assert_fresh(line)
    assert session.table.undo.count() == 1


@pytest.mark.parametrize("name", ["spray", "erase", "select"])
def test_stroke_reruns_and_is_one_undo_entry(line, qtbot, name):
    session, before = line.session, line.session.table.data
    tool(line, name, qtbot)
    drag(line, (-2, -2), (-1.6, -2.4), stops=10)
    assert session.table.data != before and session.table.undo.count() == 1
    assert_fresh(line)
    session.table.undo.undo()
    assert session.table.data == before
    assert_fresh(line)
    session.table.undo.redo()
    assert session.table.data != before
    assert_fresh(line)


def test_right_click_relabels_and_the_run_follows(line):
    session, before = line.session, line.session.table.data
    click(line, -2, -2, button=RIGHT)
    menu = line.canvas.plane_view.widget.tool.shown
    next(action for action in menu.actions() if "high" in action.text()).trigger()
    menu.close()
    assert session.table.data.codes.tolist() == [0, 0, 1, 1, 1, 1] and session.table.undo.count() == 1
    assert_fresh(line)
    session.table.undo.undo()
    assert session.table.data == before


def test_points_are_added_while_the_run_plays(window, qtbot):
    session = window.session
    session.open_bundled("gate_xor")
    session.choose_algorithm("perceptron")
    settle(window)
    session.view.set_tool("add")
    session.set_speed(20)
    QTest.keyClick(window.canvas.plane_view.widget, Key.Key_Space)
    for place in ((0.4, 0.4), (0.6, 0.3)):
        index = session.lane.index
        qtbot.waitUntil(lambda index=index: session.lane.index > index + 1)
        click(window, *place)
        assert session.playing
    QTest.keyClick(window.canvas.plane_view.widget, Key.Key_Space)
    assert not session.playing and session.table.data.n == 6 and session.lane.index > 3
    assert_fresh(window)


def test_many_undos_restore_the_first_points(line, qtbot):
    session, before = line.session, line.session.table.data
    session.view.set_tool("add")
    for turn in range(30):
        click(line, -2.5 + 0.17 * turn, 2.5 - 0.1 * turn)
    qtbot.waitUntil(line.menus.actions["undo"].isEnabled)
    for _ in range(30):
        QTest.keyClick(line.canvas.plane_view.widget, Key.Key_Z, CONTROL)
    assert session.table.data == before
    assert_fresh(line)
    for _ in range(30):
        QTest.keyClick(line.canvas.plane_view.widget, Key.Key_Y, CONTROL)
    assert session.table.data.n == 36
    assert_fresh(line)


# -- starts ------------------------------------------------------------------------------------------------------------


def test_initial_centres_are_placed_and_dragged(window, qtbot):
    session = window.session
    session.open_data(two_blobs())
    session.set_param("k", 2)
    settle(window)
    tool(window, "start", qtbot)
    click(window, -3, 3)
    click(window, 3, -3)
    assert_fresh(window)
    assert session.lane.index == 0
    drag(window, (3, -3), (2.5, 2.5))
    assert_fresh(window)
    assert session.lane.frame.step.model.centres == pytest.approx(np.array([[-3, 3], [2.5, 2.5]]), abs=0.05)
    assert isinstance(session.lane.start, Centres)
    session.go_to_end()
    assert_fresh(window)


def test_continue_from_here_keeps_the_line_and_uses_the_edited_points(line):
    session, model = line.session, line.session.lane.frame.step.model
    QTest.keyClick(line.canvas.plane_view.widget, Key.Key_Return, CONTROL)
    settle(line)
    assert session.lane.index == 0 and same(session.lane.frame.step.model, model)
    session.view.set_tool("add")
    session.view.set_brush(0)
    click(line, 1.0, 1.0)
    session.go_to_end()
    assert_fresh(line)
    assert (session.lane.frame.step.model.predict(session.table.data.X) == session.table.data.codes).all()


# -- more than two features --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("view", ["pca", (2, 3)])
def test_projection_turns_while_a_point_is_dragged(window, qtbot, view):
    session = window.session
    session.choose_algorithm("pca", {"components": 2})
    session.view.choose(view)
    session.go_to_end()
    settle(window)
    beside = next(view for view in window.canvas.surfaces() if view.surface.name == "Projection")
    assert beside.isVisible()
    place, axes, shown = window.canvas.plane_view.uv[117], [], []
    for _ in stroke(window, place, place + np.array([0.2, 2.0]), stops=5):
        qtbot.waitUntil(lambda: session.lane.settled)
        axes.append(session.lane.frame.step.model.components.copy())
        shown.append(next(mark for mark in beside.marks if isinstance(mark, Points)).positions.copy())
    turned = [float(np.abs(one - other).max()) for one, other in pairwise(axes)]
    assert min(turned) > 1e-5 and not np.allclose(shown[0], shown[-1])
    assert_fresh(window)
    assert session.table.undo.count() == 2, "the algorithm and the drag"


def test_digit_is_reconstructed_from_its_axes(window):
    session = window.session
    session.open_bundled("digits")
    session.choose_algorithm("pca", {"components": 10})
    session.go_to_end()
    settle(window)
    pictures = [m for m in session.lane.frame.marks if isinstance(m, Matrix) and m.surface.name == "Picture"]
    x, picture = (picture.values.ravel() for picture in pictures)
    model = session.lane.frame.step.model
    assert (x == session.table.data.X).all(axis=1).any()
    assert picture == pytest.approx(model.mean + (x - model.mean) @ model.components.T @ model.components)
    opened = [view for view in window.canvas.surfaces() if view.surface.name == "Picture"]
    assert opened and opened[0].isVisible()


# -- gaps, files, keys -------------------------------------------------------------------------------------------------


def test_missing_values_are_refused_in_words_and_filled_in_the_data_panel(window, qtbot):
    session = window.session
    session.open_bundled("film_critics")
    settle(window)
    assert "missing values" in session.lane.refusal and "row" in session.lane.refusal
    remedies = window.docks["dataset"].gaps
    assert remedies.isVisible() and window.refusal.isVisible()
    assert window.refusal.words.text() == session.lane.refusal
    qtbot.mouseClick(next(b for b in remedies.findChildren(QPushButton) if b.text() == "Fill the gaps"), LEFT)
    settle(window)
    assert session.lane.refusal == "" and session.table.data.missing_count == 0
    assert_fresh(window)


def test_session_is_restored_with_view_notes_and_step(window, tmp_path: Path):
    session, file = window.session, tmp_path / "lecture.learnscope"
    session.view.choose((3, 1))
    session.document.notes = "ask: why does it stop?\nη = 1"
    session.points.delete([5])
    session.go_to(4)
    settle(window)
    step, data = session.lane.frame.step, session.table.data
    assert window.desk.save_to(file)
    session.open_bundled("wine")
    session.document.notes = ""
    open_session(session, file)
    settle(window)
    assert (session.view.chosen, session.document.notes, session.table.data) == (
        (3, 1),
        "ask: why does it stop?\nη = 1",
        data,
    )
    assert session.lane.index == 4 and same(session.lane.frame.step, step)
    assert window.canvas.plane_view.plot.getAxis("bottom").labelText == "petal width (cm)"


def test_point_is_added_moved_and_deleted_by_keyboard(line):
    session, plane = line.session, line.canvas.plane_view.widget
    line.canvas.setFocus()
    for key, keys in ((Key.Key_2, NONE), (Key.Key_Right, ALT), (Key.Key_Up, ALT | SHIFT), (Key.Key_Return, NONE)):
        QTest.keyClick(QApplication.focusWidget(), key, keys)
    assert session.table.data.n == 7 and session.table.data.codes[-1] == 1
    placed = session.table.data.X[-1].copy()
    for key, keys in ((Key.Key_M, NONE), (Key.Key_Left, ALT | SHIFT), (Key.Key_M, NONE)):
        QTest.keyClick(plane, key, keys)
    assert session.table.data.X[-1][0] < placed[0] and session.table.undo.count() == 2
    assert_fresh(line)
    QTest.keyClick(plane, Key.Key_Delete)
    assert session.table.data.n == 6
    assert_fresh(line)


def test_tab_cycles_through_every_part_of_the_window(window):
    window.tabs.show_panel("")
    window.canvas.setFocus()
    first, seen = QApplication.focusWidget(), []
    while len(seen) < 300:
        QTest.keyClick(QApplication.focusWidget(), Key.Key_Tab)
        if QApplication.focusWidget() is first:
            break
        seen.append(QApplication.focusWidget())
    assert QApplication.focusWidget() is first, "Tab never comes back to the picture"
    for part in (*window.docks.values(), window.timeline, window.tabs):
        assert any(part.isAncestorOf(widget) for widget in seen), type(part).__name__


def test_picture_keeps_its_share_at_every_size(line):
    for size in ((640, 400), (860, 560), (3000, 1800)):
        line.session.selection.select(())
        line.resize(*size)
        settle(line)
        canvas = line.canvas.size()
        assert canvas.width() >= 300 and canvas.height() >= 200, size
        click(line, -2, -2)
        assert line.session.selection.rows == (2,), size
        line.resize(1280, 720)
        settle(line)
        assert not line.left.away and not line.right.away, size


def test_rapid_theme_changes_end_in_the_last_one(line):
    for _ in range(6):
        line.menus.actions["dark"].trigger()
    settle(line)
    assert line.appearance.theme.name == "light"
    assert_fresh(line)


def test_window_closes_during_playback_and_a_drag(line):
    line.session.toggle_play()
    QTest.mousePress(port(line), LEFT, NONE, at(line, -2, -2))
    QTest.mouseMove(port(line), at(line, 1, 1))
    line.session.document.saved(None)
    assert line.close() and not line.session.playing
