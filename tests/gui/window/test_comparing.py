"""Comparing in the real window: keys, buttons and the timeline."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from engine.data.split import Split
from gui.regions.compared import Compared
from gui.session.reasons import at_end, at_start
from gui.start.shot import settle
from gui.window.main_window import MainWindow
from tests.gui.window.comparing import CONTROL, LEFT, SHIFT, add, press, with_means
from tests.gui.window.user_input import two_blobs


@pytest.fixture
def window(window: MainWindow) -> MainWindow:
    """The class means, to be compared with others."""
    return with_means(window)


# -- keys and buttons --------------------------------------------------------------------------------------------------


def test_runs_are_added_switched_and_closed_by_keys(window: MainWindow, qtbot) -> None:
    session = window.session
    assert window.menus.actions["overlaid"].isEnabled() is False
    assert "only one run" in window.menus.actions["overlaid"].statusTip()
    press(qtbot, window, Qt.Key.Key_R, CONTROL | SHIFT)
    assert [lane.key for lane in session.lanes] == ["nearest_mean"] * 2 and session.active == 1
    assert session.lanes[0].index == session.lanes[1].index > 0
    press(qtbot, window, Qt.Key.Key_F6)
    assert session.active == 0
    press(qtbot, window, Qt.Key.Key_F6, SHIFT)
    assert session.active == 1
    press(qtbot, window, Qt.Key.Key_W, CONTROL | SHIFT)
    assert len(session.lanes) == 1 and session.active == 0


def test_overlay_and_unlink_by_keys_are_shown_in_menu_and_panel(window: MainWindow, qtbot) -> None:
    add(window, "softmax_newton")
    panel = window.docks["model"].lanes
    press(qtbot, window, Qt.Key.Key_O)
    assert window.session.view.overlaid and window.menus.actions["overlaid"].isChecked()
    assert panel.pictures.buttons[1].isChecked() and "disagree on" in window.canvas.plane.view.caption.text()
    press(qtbot, window, Qt.Key.Key_O, SHIFT)
    assert not window.session.view.overlaid and window.menus.actions["side_by_side"].isChecked()
    press(qtbot, window, Qt.Key.Key_T)
    assert not window.session.together and panel.stepping.buttons[1].isChecked()


def test_panel_buttons_do_the_same(window: MainWindow, qtbot) -> None:
    session, panel = window.session, window.docks["model"].lanes
    assert not panel.pictures.isVisibleTo(panel) and not panel.rows[0][0].isVisibleTo(panel)
    qtbot.mouseClick(panel.add, LEFT)
    assert len(session.lanes) == 2 and panel.pictures.isVisibleTo(panel)
    qtbot.mouseClick(panel.pictures.buttons[1], LEFT)
    assert session.view.overlaid
    qtbot.mouseClick(panel.pictures.buttons[0], LEFT)
    assert not session.view.overlaid
    qtbot.mouseClick(panel.stepping.buttons[1], LEFT)
    assert not session.together
    qtbot.mouseClick(panel.stepping.buttons[0], LEFT)
    assert session.together
    qtbot.mouseClick(panel.rows[0][1], LEFT)
    assert session.active == 0
    qtbot.mouseClick(panel.rows[0][2], LEFT)
    assert len(session.lanes) == 1 and not panel.rows[0][0].isVisibleTo(panel)


def test_closing_an_earlier_run_keeps_the_active_one(window: MainWindow) -> None:
    add(window, "softmax_newton")
    add(window, "fisher")
    window.session.activate_lane(1)
    window.session.remove_lane(0)
    assert window.session.lane.key == "softmax_newton" and window.session.active == 0


def test_there_is_a_limit_and_it_is_said(window: MainWindow) -> None:
    for _ in range(5):
        window.session.duplicate_lane()
    settle(window)
    panel = window.docks["model"].lanes
    assert len(window.session.lanes) == 6 and not panel.add.isEnabled() and "6 runs already" in panel.add.toolTip()


# -- stepping ----------------------------------------------------------------------------------------------------------


def test_the_timeline_says_which_run_steps(window: MainWindow, qtbot) -> None:
    assert "run 1" not in window.timeline.words.said()
    add(window, "softmax_newton")
    assert window.timeline.words.said().startswith("Both runs step; this is run 2, Softmax regression (Newton). ")
    press(qtbot, window, Qt.Key.Key_T)
    assert window.timeline.words.said().startswith("Only run 2, Softmax regression (Newton), steps. ")
    window.session.activate_lane(0)
    settle(window)
    assert window.timeline.words.said().startswith("Only run 1, Nearest centroid (class means), steps. ")


def test_ended_run_waits_for_the_longer_one_and_steps_back_with_it(window: MainWindow) -> None:
    add(window, "softmax_newton")
    session = window.session
    ends = [lane.index for lane in session.lanes]
    assert ends[0] < ends[1]
    session.activate_lane(0)
    session.go_to(ends[0])
    settle(window)
    assert not at_end(session), "the active run has ended, the other has not"
    session.step(1)
    settle(window)
    assert [lane.index for lane in session.lanes] == [ends[0], ends[0] + 1]
    session.step(-1)
    settle(window)
    assert [lane.index for lane in session.lanes] == [ends[0], ends[0]]
    session.step(-1)
    settle(window)
    assert [lane.index for lane in session.lanes] == [ends[0] - 1] * 2
    session.go_to(0)
    settle(window)
    assert at_start(session)


def test_playback_continues_until_the_longest_run_ends(window: MainWindow, qtbot) -> None:
    add(window, "softmax_newton")
    session = window.session
    ends = [lane.index for lane in session.lanes]
    session.activate_lane(0)
    session.go_to(ends[0])
    settle(window)
    session.set_speed(200)
    session.play()
    qtbot.waitUntil(lambda: not session.playing)
    assert [lane.index for lane in session.lanes] == ends


def test_freed_only_the_active_run_plays(window: MainWindow, qtbot) -> None:
    add(window, "softmax_newton")
    session = window.session
    session.go_to(0)
    settle(window)
    session.set_together(False)
    session.set_speed(200)
    session.play()
    qtbot.waitUntil(lambda: not session.playing)
    assert session.lanes[0].index == 0 and session.lanes[1].transport.at_end


def test_refused_run_is_not_in_the_timeline(window: MainWindow) -> None:
    assert window.timeline.readout.text()
    window.session.table.set_split(Split(validation=0.0))
    window.session.choose_algorithm("logistic_newton")
    settle(window)
    assert window.session.lane.refusal and window.timeline.readout.text() == ""


def test_run_names_are_formatted_alike_and_pictures_aligned(window: MainWindow, qapp) -> None:
    window.appearance.install(qapp)
    add(window, "softmax_newton")
    names = [panel.name for panel in window.canvas.planes.panels]
    assert len({(name.font().pixelSize(), name.font().weight()) for name in names}) == 1
    assert len({panel.view.y() for panel in window.canvas.planes.panels}) == 1
    qapp.setStyleSheet("")


# -- room --------------------------------------------------------------------------------------------------------------


def test_planes_are_equally_wide_and_run_rows_uncut(window: MainWindow) -> None:
    window.appearance.install(QApplication.instance())
    window.open_at(1440, 900)
    window.session.open_data(two_blobs())
    window.session.choose_algorithm("logistic_stochastic")
    add(window, "logistic_gradient")
    window.session.step(1)
    window.session.set_start(window.session.lane.frame.step.model)
    settle(window)
    for _ in range(3):
        QApplication.processEvents()
    widths = [panel.width() for panel in window.canvas.planes.panels]
    assert abs(widths[0] - widths[1]) <= 1
    model = window.docks["model"]
    for part in (model.lanes, model.seed, model.start):
        assert part.isVisible() and part.visibleRegion().boundingRect() == part.rect()
    for row in (*(row for row, _, _ in model.lanes.rows), model.lanes.pictures, model.lanes.stepping):
        assert row.visibleRegion().boundingRect() == row.rect()
    assert not model.area.verticalScrollBar().isVisible()


def test_overlaid_run_with_zero_weights_has_no_tint_and_says_why(window: MainWindow) -> None:
    window.session.open_data(two_blobs())
    window.session.choose_algorithm("perceptron")
    add(window, "logistic_gradient")
    window.session.view.set_overlaid(True)
    window.session.go_to(0)
    settle(window)
    view = window.canvas.plane_view
    assert not [mark for mark in view.marks if isinstance(mark, Compared)]
    assert "All weights of Perceptron are 0 at this step, so it says nothing yet" in view.caption.text()
    window.session.step(1)
    settle(window)
    assert [len(mark.names) for mark in view.marks if isinstance(mark, Compared)] == [2]
