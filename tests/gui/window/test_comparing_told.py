"""What a comparison says: its numbers in a table, the command line, the file; and what is asked before edits go."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRect, Qt, QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QMessageBox

from engine.base.errors import Refusal
from engine.base.words import figure
from engine.data.dataset import Dataset
from engine.data.split import Split
from engine.maths.evaluation.paired import mcnemar_exact
from engine.maths.evaluation.proportions import wilson_interval
from gui.docks.runs_table import in_order, table_of
from gui.lessons.player import LessonPlayer
from gui.session.comparing import compared
from gui.session.file import open_session, save_session
from gui.session.session import Session
from gui.start.command import parser
from gui.start.request import from_options, requested
from gui.start.shot import settle
from gui.window.main_window import MainWindow
from tests.gui.window.comparing import CONTROL, LEFT, add, press, with_means


@pytest.fixture
def window(window: MainWindow) -> MainWindow:
    """The class means, to be compared with others."""
    return with_means(window)


# -- words and numbers -------------------------------------------------------------------------------------------------


def test_evaluation_lists_runs_ranked_by_validation_rows(window: MainWindow, qtbot) -> None:
    add(window, "softmax_newton")
    window.session.table.set_split(Split(validation=0.3))
    press(qtbot, window, Qt.Key.Key_6, CONTROL)
    dock, session = window.tabs.dock("evaluation"), window.session
    assert dock.runs.isVisible()
    heads = ("run", "step", "training errors", "validation errors", "95 % interval", "≠ run 1")
    assert dock.runs.table.cells.columns == heads
    names = ("1  Nearest centroid (class means)", "2  Softmax regression (Newton)")
    rows = {row[0]: dict(zip(heads, row, strict=True)) for row in dock.runs.table.cells.rows}
    for name, lane in zip(names, session.lanes, strict=True):
        run, model, judges = lane.run, lane.frame.step.model, lane.run.division.validation
        assert rows[name]["training errors"] == (model.predict(run.data.X) != run.data.y).sum()
        assert rows[name]["validation errors"] == (model.predict(judges.X) != judges.y).sum()
        assert rows[name]["step"] == lane.frame.index
    one, two = (lane.frame.step.model.predict(session.table.data.X) for lane in session.lanes)
    differ = int((one != two).sum())
    assert [rows[name]["≠ run 1"] for name in names] == ["–", differ] and differ > 0
    wrong = [rows[name]["validation errors"] for name in names]
    assert wrong[1] < wrong[0], "else nothing is ranked here"
    assert [row[0] for row in dock.runs.table.cells.rows] == [names[1], names[0]]
    assert dock.runs.table.cells.chosen == 0, "the best is marked"
    judges = session.lanes[0].run.division.validation
    right = [lane.frame.step.model.predict(judges.X) == judges.y for lane in (session.lanes[1], session.lanes[0])]
    b, c = int((right[0] & ~right[1]).sum()), int((right[1] & ~right[0]).sum())
    p = mcnemar_exact(b, c)
    said = (
        f"Fewest validation errors: run 2. They disagree on {differ} of 150 rows. Of {judges.n} validation rows run 2 "
    )
    said += f"alone has {b} right and run 1 alone {c} (McNemar p = {figure(p, 2)}): "
    verdict = f"these two cannot be told apart on {judges.n} rows." if p > 0.05 else "run 2 is better."
    assert dock.runs.words.text() == said + verdict
    for name, count in zip(names, wrong, strict=True):
        low, high = wilson_interval(count, judges.n, 0.95)
        assert rows[name]["95 % interval"] == f"{100 * low:.0f}–{100 * high:.0f} %"


def test_click_on_a_head_sorts_the_runs_and_keeps_the_best_marked(window: MainWindow, qtbot) -> None:
    add(window, "softmax_newton")
    window.session.table.set_split(Split(validation=0.3))
    press(qtbot, window, Qt.Key.Key_6, CONTROL)
    table = window.tabs.dock("evaluation").runs.table
    header = table.horizontalHeader()
    assert header.sectionsClickable()

    def lines() -> list[str]:
        return [row[0][0] for row in table.cells.rows]

    assert lines() == ["2", "1"] and table.cells.chosen == 0
    header.sectionClicked.emit(0)
    assert lines() == ["1", "2"] and table.cells.chosen == 1 and table.cells.columns[0] == "run ↑"
    header.sectionClicked.emit(0)
    assert lines() == ["2", "1"] and table.cells.chosen == 0 and table.cells.columns[0] == "run ↓"
    header.sectionClicked.emit(0)
    assert lines() == ["2", "1"] and table.cells.columns[0] == "run"
    header.sectionClicked.emit(3)
    assert lines() == ["2", "1"]
    header.sectionClicked.emit(3)
    assert lines() == ["1", "2"], "the most validation errors first"


def test_lines_without_a_number_are_sorted_last() -> None:
    assert in_order([3, "–", 1, 2], falling=False) == [2, 3, 0, 1]
    assert in_order([3, "–", 1, 2], falling=True) == [0, 3, 2, 1]
    assert in_order(["b", "a"], falling=False) == [1, 0]


def test_without_validation_rows_runs_are_unranked(window, qtbot) -> None:
    add(window, "softmax_newton")
    press(qtbot, window, Qt.Key.Key_6, CONTROL)
    table = window.tabs.dock("evaluation").runs.table
    assert [row[0][0] for row in table.cells.rows] == ["1", "2"] and table.cells.chosen is None
    assert "Fewest" not in window.tabs.dock("evaluation").runs.words.text()


def test_model_export_names_its_run(window: MainWindow, qtbot, monkeypatch, tmp_path) -> None:
    asked = []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda parent, title, *rest: asked.append(title) or ("", ""))
    window.desk.export_model()
    add(window, "softmax_newton")
    window.desk.export_model()
    step = window.session.lane.frame.index
    assert asked[1] == f"Export the model of run 2, Softmax regression (Newton), step {step}"
    assert asked[0].startswith("Export the model of Nearest centroid (class means), step ")


@pytest.mark.parametrize("target", ["classes", "numbers"])
@pytest.mark.parametrize("size", [(1440, 900), (1280, 720)])
def test_two_runs_fit_the_table_without_scrolling(window: MainWindow, qtbot, size, target: str) -> None:
    window.resize(*size)
    if target == "numbers":
        X = np.random.default_rng(0).normal(size=(90, 2))
        window.session.open_data(Dataset(X, X.sum(axis=1)))
        window.session.choose_algorithm("linear_regression")
    add(window, "softmax_newton" if target == "classes" else "regression_tree")
    window.session.table.set_split(Split(validation=0.3))
    window.session.go_to_end()
    settle(window)
    press(qtbot, window, Qt.Key.Key_6, CONTROL)
    settle(window)
    table = window.tabs.dock("evaluation").runs.table
    assert table.horizontalHeader().length() <= table.viewport().width()
    assert table.verticalScrollBar().maximum() == 0
    header = table.horizontalHeader()
    for column, words in enumerate(table.cells.columns):
        room = header.sectionSize(column)
        widest = max(header.fontMetrics().horizontalAdvance(line) for line in table.cells.head(column).split("\n"))
        assert widest <= room, f"{words!r} is cut"
    area = window.tabs.dock("evaluation").area.viewport()
    for row in range(2):
        place = table.visualRect(table.cells.index(row, 3))
        seen = QRect(table.viewport().mapTo(area, place.topLeft()), place.size())
        assert table.viewport().rect().contains(place) and area.rect().contains(seen)


def test_missing_model_of_a_run_is_mentioned_once(window: MainWindow, qtbot) -> None:
    add(window, "softmax_newton")
    press(qtbot, window, Qt.Key.Key_Home)
    press(qtbot, window, Qt.Key.Key_6, CONTROL)
    dock = window.tabs.dock("evaluation")
    window.session.activate_lane(0)
    settle(window)
    said = [label.text() for label in dock.findChildren(QLabel) if label.isVisible() and "model" in label.text()]
    assert len(said) == 1 and "has no model at this step yet: step on." in said[0]


def test_three_runs_are_compared_in_pairs_and_clusterings_in_words(window: MainWindow, qtbot) -> None:
    add(window, "softmax_newton")
    add(window, "fisher")
    press(qtbot, window, Qt.Key.Key_6, CONTROL)
    session = window.session
    comparison = compared(session.lanes, session.table.data)
    columns, rows = table_of(session.lanes, comparison)
    unlike = {name: [row[place] for row in rows] for place, name in enumerate(columns)}
    assert unlike["≠ run 1"][1] == unlike["≠ run 2"][0] and unlike["≠ run 3"][2] == "–"
    session.choose_algorithm("kmeans")
    session.go_to_end()
    settle(window)
    dock = window.tabs.dock("evaluation")
    assert "Run 3, K-means, does not answer with the classes" in dock.runs.words.text()
    heads, lines = dock.runs.table.cells.columns, dock.runs.table.cells.rows
    assert heads == ("run", "step", "training errors") and lines[2][2] == "–"


# -- files and the command line ----------------------------------------------------------------------------------------


def test_comparison_is_restored_from_its_file(window: MainWindow, tmp_path: Path) -> None:
    add(window, "softmax_newton")
    session = window.session
    session.view.set_overlaid(True)
    session.set_together(False)
    save_session(session, tmp_path / "a.learnscope")
    session.view.set_overlaid(False)
    session.set_together(True)
    session.remove_lane(0)
    open_session(session, tmp_path / "a.learnscope")
    settle(window)
    assert session.view.overlaid and not session.together
    assert [lane.key for lane in session.lanes] == ["nearest_mean", "softmax_newton"]
    assert "disagree on" in window.canvas.plane.view.caption.text()


def test_command_line_adds_and_overlays_runs(qtbot) -> None:
    words = ["--data", "iris", "--algorithm", "nearest_mean", "--compare", "softmax_newton", "--compare", "fisher"]
    session = Session()
    from_options(parser().parse_args([*words, "--overlaid", "--step", "2"])).fill(session, LessonPlayer(session))
    qtbot.waitUntil(lambda: all(lane.settled for lane in session.lanes))
    assert [lane.key for lane in session.lanes] == ["nearest_mean", "softmax_newton", "fisher"]
    assert session.view.overlaid and session.active == 0 and [lane.index for lane in session.lanes] == [2, 2, 2]
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
def test_impossible_comparison_is_refused_in_words(given: dict, words: str) -> None:
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
    session.points.delete([0])
    for act in (
        lambda: qtbot.mouseClick(dock.sources.fresh, LEFT),
        lambda: dock.generator.make.click(),
        lambda: dock.sources.choice.activated.emit(dock.sources.choice.findData("wine")),
    ):
        answer(QMessageBox.StandardButton.Cancel)
        act()
        assert session.table.data.name == "iris" and session.table.data.n == 149
    assert dock.sources.choice.currentData() == "iris"
    answer(QMessageBox.StandardButton.Discard)
    qtbot.mouseClick(dock.sources.fresh, LEFT)
    assert session.table.data.n == 0
