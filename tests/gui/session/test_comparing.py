"""Comparing in the real window: keys, buttons, numbers in a table, the timeline, the command line and the file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

import main
from engine.base.errors import Refusal
from gui.docks.evaluation import rows_of
from gui.lessons.player import LessonPlayer
from gui.look.appearance import Appearance
from gui.session.comparing import compared, names
from gui.session.file import open_session, save_session
from gui.session.lane import Lane
from gui.session.reasons import at_end, at_start
from gui.session.session import Session
from gui.start.request import from_options, requested
from gui.start.shot import settle
from gui.widgets.formula import typesetter
from gui.window.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def window(request: pytest.FixtureRequest, qapp: QApplication, qtbot) -> Iterator[MainWindow]:
    qapp.setOrganizationName("Learnscope")
    qapp.setApplicationName("Learnscope tests")
    QSettings().clear()
    session = Session()
    session.open_bundled("iris")
    session.add_lane("nearest_mean")
    session.go_to_end()
    made = MainWindow(session, Appearance(), LessonPlayer(session))
    made.open_at(1280, 720)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    settle(made)
    made.canvas.setFocus()
    yield made
    session.undo.setClean()
    made.close()
    for thing in (made, session, made.appearance):
        thing.deleteLater()
    typesetter().settle()
    request.node.funcargs.pop("window")  # pytest would hold on to it until after the search for leaks


def press(qtbot, window: MainWindow, key: Qt.Key, modifiers=Qt.KeyboardModifier.NoModifier) -> None:
    qtbot.keyClick(QApplication.focusWidget() or window, key, modifiers)
    settle(window)
    window.menus.refresh()


def add(window: MainWindow, key: str) -> None:
    window.session.duplicate_lane()
    window.session.choose_algorithm(key)
    window.session.go_to_end()
    settle(window)
    window.menus.refresh()


# -- keys and buttons --------------------------------------------------------------------------------------------------


def test_a_run_is_added_left_for_another_and_closed_by_keys(window: MainWindow, qtbot) -> None:
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


def test_overlaid_and_freed_by_keys_are_shown_in_the_menu_and_the_panel(window: MainWindow, qtbot) -> None:
    add(window, "softmax_newton")
    panel = window.docks["model"].lanes
    press(qtbot, window, Qt.Key.Key_O)
    assert window.session.overlaid and window.menus.actions["overlaid"].isChecked()
    assert panel.pictures.buttons[1].isChecked() and "disagree on" in window.canvas.plane.view.caption.text()
    press(qtbot, window, Qt.Key.Key_O, SHIFT)
    assert not window.session.overlaid and window.menus.actions["side_by_side"].isChecked()
    press(qtbot, window, Qt.Key.Key_T)
    assert not window.session.together and panel.stepping.buttons[1].isChecked()


def test_the_buttons_of_the_panel_do_the_same(window: MainWindow, qtbot) -> None:
    session, panel = window.session, window.docks["model"].lanes
    assert not panel.pictures.isVisibleTo(panel) and not panel.rows[0][0].isVisibleTo(panel)
    qtbot.mouseClick(panel.add, LEFT)
    assert len(session.lanes) == 2 and panel.pictures.isVisibleTo(panel)
    qtbot.mouseClick(panel.pictures.buttons[1], LEFT)
    assert session.overlaid
    qtbot.mouseClick(panel.pictures.buttons[0], LEFT)
    assert not session.overlaid
    qtbot.mouseClick(panel.stepping.buttons[1], LEFT)
    assert not session.together
    qtbot.mouseClick(panel.stepping.buttons[0], LEFT)
    assert session.together
    qtbot.mouseClick(panel.rows[0][1], LEFT)
    assert session.active == 0
    qtbot.mouseClick(panel.rows[0][2], LEFT)
    assert len(session.lanes) == 1 and not panel.rows[0][0].isVisibleTo(panel)


def test_closing_a_run_before_the_active_one_leaves_that_active(window: MainWindow) -> None:
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


# -- words and numbers -------------------------------------------------------------------------------------------------


def test_the_evaluation_has_a_column_for_each_run(window: MainWindow, qtbot) -> None:
    add(window, "softmax_newton")
    window.session.set_holdout(0.3)
    press(qtbot, window, Qt.Key.Key_6, CONTROL)
    dock, session = window.tabs.dock("evaluation"), window.session
    assert dock.runs.isVisible()
    assert dock.runs.table.cells.columns == ("", "1  Nearest class mean", "2  Softmax regression (Newton)")
    rows = {row[0]: row[1:] for row in dock.runs.table.cells.rows}
    for place, lane in enumerate(session.lanes):
        run, model = lane.run, lane.frame.step.model
        assert rows["errors, training"][place] == (model.predict(run.data.X) != run.data.y).sum()
        assert rows["errors, validation"][place] == (model.predict(run.validation.X) != run.validation.y).sum()
        assert rows["step"][place] == lane.frame.index
    one, two = (lane.frame.step.model.predict(session.data.X) for lane in session.lanes)
    differ = int((one != two).sum())
    assert rows["unlike run 1"] == ("–", differ) and differ > 0
    assert dock.runs.words.text() == f"They disagree on {differ} of 150 rows"


def test_three_runs_are_compared_in_pairs_and_clusters_only_by_words(window: MainWindow, qtbot) -> None:
    add(window, "softmax_newton")
    add(window, "fisher")
    press(qtbot, window, Qt.Key.Key_6, CONTROL)
    session = window.session
    comparison = compared(session.lanes, 150, 4)
    rows = {row[0]: row[1:] for row in rows_of(session.lanes, comparison)}
    assert rows["unlike run 1"][1] == rows["unlike run 2"][0] and rows["unlike run 3"][2] == "–"
    session.choose_algorithm("kmeans")
    session.go_to_end()
    settle(window)
    dock = window.tabs.dock("evaluation")
    assert "K-means does not answer with the classes" in dock.runs.words.text()
    assert [row[3] for row in dock.runs.table.cells.rows][1:] == ["–"]


def test_runs_of_one_algorithm_are_named_by_what_sets_them_apart() -> None:
    lanes = [Lane(0, "perceptron", {"rate": 0.5}), Lane(1, "perceptron", {"rate": 2.0}), Lane(2, "kmeans")]
    assert names(lanes) == ("Perceptron, rate 0.5", "Perceptron, rate 2", "K-means")
    same = [Lane(0, "kmeans"), Lane(1, "kmeans"), Lane(2, "kmeans", seed=3)]
    assert len(set(names(same))) == 3 and names(same)[2] == "K-means, seed 3"


# -- stepping ----------------------------------------------------------------------------------------------------------


def test_the_timeline_says_which_run_steps(window: MainWindow, qtbot) -> None:
    assert "run 1" not in window.timeline.words.said()
    add(window, "softmax_newton")
    assert window.timeline.words.said().startswith("Both runs step; this is run 2, Softmax regression (Newton). ")
    press(qtbot, window, Qt.Key.Key_T)
    assert window.timeline.words.said().startswith("Only run 2, Softmax regression (Newton), steps. ")
    window.session.activate_lane(0)
    settle(window)
    assert window.timeline.words.said().startswith("Only run 1, Nearest class mean, steps. ")


def test_a_run_that_has_ended_waits_for_the_longer_one_and_comes_back_with_it(window: MainWindow) -> None:
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


def test_play_goes_on_until_the_longest_run_has_ended(window: MainWindow, qtbot) -> None:
    add(window, "softmax_newton")
    session = window.session
    ends = [lane.index for lane in session.lanes]
    session.activate_lane(0)
    session.go_to(ends[0])
    settle(window)
    session.set_speed(200)
    session.play()
    qtbot.waitUntil(lambda: not session.playing, timeout=10_000)
    assert [lane.index for lane in session.lanes] == ends


def test_freed_only_the_active_run_plays(window: MainWindow, qtbot) -> None:
    add(window, "softmax_newton")
    session = window.session
    session.go_to(0)
    settle(window)
    session.set_together(False)
    session.set_speed(200)
    session.play()
    qtbot.waitUntil(lambda: not session.playing, timeout=10_000)
    assert session.lanes[0].index == 0 and session.lanes[1].transport.at_end


def test_a_refused_run_has_no_place_in_the_timeline(window: MainWindow) -> None:
    assert window.timeline.readout.text()
    window.session.set_holdout(0.0)
    window.session.choose_algorithm("logistic_newton")
    settle(window)
    assert window.session.lane.refusal and window.timeline.readout.text() == ""


# -- files and the command line ----------------------------------------------------------------------------------------


def test_a_comparison_comes_back_from_its_file(window: MainWindow, tmp_path: Path) -> None:
    add(window, "softmax_newton")
    session = window.session
    session.set_overlaid(True)
    session.set_together(False)
    save_session(session, tmp_path / "a.learnscope")
    session.set_overlaid(False)
    session.set_together(True)
    session.remove_lane(0)
    open_session(session, tmp_path / "a.learnscope")
    settle(window)
    assert session.overlaid and not session.together
    assert [lane.key for lane in session.lanes] == ["nearest_mean", "softmax_newton"]
    assert "disagree on" in window.canvas.plane.view.caption.text()


def test_the_command_line_adds_runs_and_overlays_them(qtbot) -> None:
    words = ["--data", "iris", "--algorithm", "nearest_mean", "--compare", "softmax_newton", "--compare", "fisher"]
    session = Session()
    from_options(main.parser().parse_args([*words, "--overlaid", "--step", "2"])).fill(session, LessonPlayer(session))
    qtbot.waitUntil(lambda: all(lane.settled for lane in session.lanes), timeout=10_000)
    assert [lane.key for lane in session.lanes] == ["nearest_mean", "softmax_newton", "fisher"]
    assert session.overlaid and session.active == 0 and [lane.index for lane in session.lanes] == [2, 2, 2]
    session.close()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"overlaid": True}, "--overlaid draws several runs"),
        ({"compare": ["nearest_man"]}, "There is no algorithm 'nearest_man'"),
        ({"compare": ["logistic_newton"]}, "the data has 3"),
        ({"compare": ["kmeans"] * 6}, "6 runs at most"),
    ],
)
def test_a_comparison_that_cannot_be_is_refused_in_words(given: dict, words: str) -> None:
    with pytest.raises(Refusal, match=words):
        requested(data="iris", algorithm="nearest_mean", **given)


# -- nothing is lost without a question --------------------------------------------------------------------------------


def answer(button: QMessageBox.StandardButton) -> None:
    """Press a button of the question that is about to come."""

    def press_it() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        box.button(button).click()

    QTimer.singleShot(50, press_it)


def test_the_data_panel_asks_before_edits_go(window: MainWindow, qtbot) -> None:
    session, dock = window.session, window.docks["dataset"]
    session.delete_points([0])
    for act in (
        lambda: qtbot.mouseClick(dock.sources.fresh, LEFT),
        lambda: dock.generator.make.click(),
        lambda: dock.sources.choice.activated.emit(dock.sources.choice.findData("wine")),
    ):
        answer(QMessageBox.StandardButton.Cancel)
        act()
        assert session.data.name == "iris" and session.data.n == 149
    assert dock.sources.choice.currentData() == "iris"
    answer(QMessageBox.StandardButton.Discard)
    qtbot.mouseClick(dock.sources.fresh, LEFT)
    assert session.data.n == 0
