"""What a comparison says: its numbers in a table, the command line, the file; and what is asked before edits go."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox

import main
from engine.base.errors import Refusal
from engine.data.split import Split
from gui.docks.evaluation import rows_of
from gui.lessons.player import LessonPlayer
from gui.session.comparing import compared
from gui.session.file import open_session, save_session
from gui.session.session import Session
from gui.start.request import from_options, requested
from gui.start.shot import settle
from gui.window.main_window import MainWindow
from tests.gui.window.comparing import CONTROL, LEFT, add, press, with_means


@pytest.fixture
def window(window: MainWindow) -> MainWindow:
    """The class means, to be compared with others."""
    return with_means(window)


# -- words and numbers -------------------------------------------------------------------------------------------------


def test_the_evaluation_has_a_column_for_each_run(window: MainWindow, qtbot) -> None:
    add(window, "softmax_newton")
    window.session.set_split(Split(validation=0.3))
    press(qtbot, window, Qt.Key.Key_6, CONTROL)
    dock, session = window.tabs.dock("evaluation"), window.session
    assert dock.runs.isVisible()
    assert dock.runs.table.cells.columns == ("", "1  Nearest class mean", "2  Softmax regression (Newton)")
    rows = {row[0]: row[1:] for row in dock.runs.table.cells.rows}
    for place, lane in enumerate(session.lanes):
        run, model, judges = lane.run, lane.frame.step.model, lane.run.division.validation
        assert rows["errors, training"][place] == (model.predict(run.data.X) != run.data.y).sum()
        assert rows["errors, validation"][place] == (model.predict(judges.X) != judges.y).sum()
        assert rows["step"][place] == lane.frame.index
    one, two = (lane.frame.step.model.predict(session.data.X) for lane in session.lanes)
    differ = int((one != two).sum())
    assert rows["unlike run 1"] == ("–", differ) and differ > 0
    assert dock.runs.words.text() == f"They disagree on {differ} of 150 rows"


def test_that_a_run_has_no_model_yet_is_said_once(window: MainWindow, qtbot) -> None:
    add(window, "softmax_newton")
    press(qtbot, window, Qt.Key.Key_Home)
    press(qtbot, window, Qt.Key.Key_6, CONTROL)
    dock = window.tabs.dock("evaluation")
    window.session.activate_lane(0)
    settle(window)
    said = [label.text() for label in dock.findChildren(QLabel) if label.isVisible() and "model" in label.text()]
    assert len(said) == 1 and "has no model at this step yet: step on." in said[0]


def test_three_runs_are_compared_in_pairs_and_clusters_only_by_words(window: MainWindow, qtbot) -> None:
    add(window, "softmax_newton")
    add(window, "fisher")
    press(qtbot, window, Qt.Key.Key_6, CONTROL)
    session = window.session
    comparison = compared(session.lanes, session.data)
    rows = {row[0]: row[1:] for row in rows_of(session.lanes, comparison)}
    assert rows["unlike run 1"][1] == rows["unlike run 2"][0] and rows["unlike run 3"][2] == "–"
    session.choose_algorithm("kmeans")
    session.go_to_end()
    settle(window)
    dock = window.tabs.dock("evaluation")
    assert "Run 3, K-means, does not answer with the classes" in dock.runs.words.text()
    assert [row[3] for row in dock.runs.table.cells.rows][1:] == ["–"]


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
    qtbot.waitUntil(lambda: all(lane.settled for lane in session.lanes))
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
