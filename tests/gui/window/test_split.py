"""The split in the window: form, strip, points and scores by part, counted looks at the test rows, what keeps it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QPushButton, QToolTip, QWidget

import engine
from engine.data.preparing.preparation import Entry, Preparation
from engine.data.preparing.scaling import Standardise
from engine.data.split import PURPOSES, Split
from gui.docks.dataset import DatasetDock
from gui.docks.evaluation import EvaluationDock
from gui.docks.split_panel import SplitPanel
from gui.lessons.lesson import FOLDER, read
from gui.session.file import open_session, save_session
from gui.session.session import Session
from gui.start.shot import settle
from gui.window.main_window import MainWindow
from tests.catalogue import shows
from tests.gui.window.user_input import LEFT

pytestmark = pytest.mark.usefixtures("style_sheet")
THIRDS = Split(0.2, 0.2, stratify=True)


@pytest.fixture
def begin() -> Callable[[Session], None]:
    """Class means of iris at their last step."""

    def means(session: Session) -> None:
        session.open_bundled("iris")
        session.add_lane("nearest_mean")
        session.go_to_end()

    return means


@pytest.fixture
def iris(window: MainWindow) -> MainWindow:
    """The window with that, and with the panels of the split and of the evaluation in view."""
    dock(window).sections["Split"].heading.click()
    window.tabs.show_panel("evaluation")
    settle(window)
    return window


def dock(window: MainWindow) -> DatasetDock:
    found = window.findChild(DatasetDock)
    assert isinstance(found, DatasetDock)
    return found


def panel(window: MainWindow) -> SplitPanel:
    return dock(window).split


def evaluation(window: MainWindow) -> EvaluationDock:
    found = window.tabs.dock("evaluation")
    assert isinstance(found, EvaluationDock)
    return found


def typed(window: MainWindow, name: str, text: str) -> None:
    """A number typed into a field of the form."""
    line = panel(window).form.fields[name].text  # type: ignore[attr-defined]  # a field for a number
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, text)
    QTest.keyClick(line, Qt.Key.Key_Return)
    settle(window)


def ticked(window: MainWindow, name: str) -> None:
    box = panel(window).form.fields[name].findChild(QCheckBox)
    assert isinstance(box, QCheckBox)
    QTest.mouseClick(box, LEFT, pos=QPoint(8, box.height() // 2))
    settle(window)


def looked(window: MainWindow) -> str:
    """Somebody presses the button; what is said then of the test rows, and of how often that was done."""
    look = evaluation(window).test
    QTest.mouseClick(look.ask, LEFT)
    look.finish()
    QApplication.processEvents()
    return f"{look.words.text()} {look.looks.text()}"


def pointed(widget: QWidget, x: float) -> str:
    """The tool tip at a place, as a share of the width."""
    spot = QPoint(int(x * widget.width()), 5)
    QApplication.sendEvent(widget, QHelpEvent(QHelpEvent.Type.ToolTip, spot, widget.mapToGlobal(spot)))
    return QToolTip.text()


@pytest.mark.full
@shows("EV12")
def test_rows_are_split_by_the_form_and_drawn_by_part(iris: MainWindow) -> None:
    typed(iris, "validation", "0.2")
    typed(iris, "test", "0.2")
    ticked(iris, "stratify")
    session, split = iris.session, panel(iris)
    assert session.table.split == THIRDS
    parts = engine.split(engine.load("iris"), 0.2, 0.2, stratify=True)
    assert np.array_equal(np.sort(np.concatenate(parts)), np.arange(150)), "disjoint and complete"
    assert session.lane.frame.rows.tolist() == parts[0].tolist()
    told = [words.text() for _, words in split.legend]
    assert told == [
        "training: 90 rows, 60 %\nsolid points",
        "validation: 30 rows, 20 %\nsmall hollow points",
        "test: 30 rows, 20 %\ndots",
    ]
    assert split.strip.by_part.tolist() == [[90, 0, 0], [0, 30, 0], [0, 0, 30]]
    assert split.strip.by_class.sum(axis=1).tolist() == [30] * 3 + [10] * 6, "in each part each class has its share"
    for part, x in (("training", 0.3), ("validation", 0.7), ("test", 0.9)):
        assert pointed(split.strip, x) == f"{part}: {PURPOSES[part]}"
    plane = iris.canvas.plane_view
    painters = (plane.training, plane.validation, plane.test)
    assert [len(painter.uv) for painter in painters] == [90, 30, 30]
    assert [painter.markers[0].hollow for painter in painters] == [False, True, False]
    sizes = [painter.markers[0].size for painter in painters]
    assert sizes == sorted(sizes, reverse=True) and len(set(sizes)) == 3
    QTest.mouseClick(split.in_order, LEFT, pos=QPoint(8, split.in_order.height() // 2))
    assert split.strip.by_part.argmax(axis=1).tolist() == session.table.parts.codes.tolist(), (
        "now in the order of the rows"
    )
    ticked(iris, "shuffle")
    assert session.table.parts.codes[:30].tolist() == [0] * 30 and session.table.parts.codes[49] == 2


@pytest.mark.full
def test_split_form_keeps_its_place_and_shows_the_percentages_of_the_strip(iris: MainWindow) -> None:
    iris.resize(1440, 900)
    settle(iris)
    split = panel(iris)
    below = split.form.fields["test"].mapTo(split, QPoint(0, 0)).y()
    typed(iris, "validation", "20 %")
    assert iris.session.table.split.validation == 0.2 and "30 rows, 20 %" in split.legend[1][1].text()
    assert split.form.fields["test"].mapTo(split, QPoint(0, 0)).y() == below, "the next field is still under the mouse"
    for text in ("25", "25 %", "0.25", "0,25"):
        typed(iris, "validation", "0")
        typed(iris, "validation", text)
        assert iris.session.table.split.validation == 0.25, text
    typed(iris, "test", "95")
    assert "or 0 % to 90 %" in split.form.fields["test"].text.toolTip() or iris.session.table.split.test == 0
    assert iris.session.table.split.test == 0
    typed(iris, "test", "twenty %")
    assert iris.session.table.split.test == 0


@pytest.mark.full
@shows("EV12")
def test_empty_part_and_tiny_class_are_refused_beside_the_form(iris: MainWindow) -> None:
    typed(iris, "validation", "0.001")
    split, session = panel(iris), iris.session
    assert "Of 150 rows, with 0.1 % for validation, none would be for validation: add rows" in split.why.text()
    assert split.why.isVisibleTo(split) and session.lane.frame.data.n == 150
    assert evaluation(iris).split_words.text() == split.why.text()
    typed(iris, "validation", "0.2")
    assert not split.why.isVisibleTo(split) and session.lane.frame.data.n == 120
    ticked(iris, "stratify")
    session.points.delete(range(51, 100))
    settle(iris)
    assert "Class versicolor has 1 row, which would not be for validation: add rows of it" in split.why.text().replace(
        "Versicolor", "versicolor"
    )
    session.table.undo.undo()
    settle(iris)
    assert not split.why.isVisibleTo(split) and session.table.parts.counts == (120, 30, 0)


@pytest.mark.full
@shows("EV12")
def test_test_rows_are_shown_on_request_and_looks_are_counted(iris: MainWindow, tmp_path: Path) -> None:
    session, look = iris.session, evaluation(iris).test
    assert not look.isVisibleTo(iris)
    session.table.set_split(THIRDS)
    settle(iris)
    assert look.looks.text() == "They have not been looked at yet." and not look.words.isVisibleTo(iris)
    assert not any("test" in name for name in session.lane.curves), "no curve tells of the test rows"
    assert (session.lane.frame.answers[session.table.parts.rows("test")] == -1).all(), "nor does any other panel"
    test = engine.load("iris").subset(session.table.parts.rows("test"))
    right = int((session.lane.frame.step.model.predict(test.X) == test.codes).sum())
    assert (
        looked(iris).startswith(f"Test rows, step {session.lane.index}: {right} of 30 right")
        and session.table.times_looked == 1
    )
    session.step(-1)
    settle(iris)
    assert not look.words.isVisibleTo(iris), "another step is another look"
    looked(iris)
    assert "Looked at 3 times: they are no longer unseen." in looked(iris)
    save_session(session, tmp_path / "a.learnscope")
    QTest.mouseClick(panel(iris).again, LEFT)
    settle(iris)
    assert session.table.split.seed == 1 and look.looks.text() == "They have not been looked at yet."
    session.table.undo.undo()
    settle(iris)
    assert session.table.times_looked == 3, "to go back to rows that were seen makes them no less seen"
    session.open_bundled("wine")
    assert session.table.looked == {}
    open_session(session, tmp_path / "a.learnscope")
    settle(iris)
    assert session.table.split == THIRDS and session.table.looked == {0: 3} and not session.document.unsaved
    assert "Looked at 3 times" in look.looks.text()
    looked(iris)
    assert session.document.unsaved == ("the runs",)


@pytest.mark.full
def test_test_table_is_uncut_beside_the_others(iris: MainWindow) -> None:
    iris.resize(1440, 900)
    iris.tabs.show_panel("evaluation")
    iris.session.table.set_split(THIRDS)
    iris.session.choose_algorithm("cart")
    settle(iris)
    looked(iris)
    settle(iris)
    docked = evaluation(iris)
    assert docked.test.table.isVisible() and docked.test.looks.isVisible()
    for table in (docked.training.table, docked.validation.table, docked.test.table):
        assert table.visibleRegion().boundingRect().height() == table.height() >= table.sizeHint().height()
        last = table.visualRect(table.model().index(table.model().rowCount() - 1, 0))
        assert last.isValid() and last.bottom() <= table.viewport().height()


@pytest.mark.full
@pytest.mark.parametrize("key", ["knn_regression", "linear_unit"])
def test_numbers_are_missed_by_so_much(iris: MainWindow, key: str) -> None:
    session = iris.session
    session.open_bundled("old_faithful")
    session.open_data(session.table.data.changed(y=session.table.data.X[:, 1], class_names=(), target_name="waiting"))
    session.choose_algorithm(key)
    session.table.set_split(Split(test=0.25))
    session.go_to_end()
    settle(iris)
    test = session.table.data.subset(session.table.parts.rows("test"))
    missed = np.sqrt(np.mean((session.lane.frame.step.model.predict(test.X) - test.y) ** 2))
    assert f"on 68 test rows RMSE {missed:.4g}, MAE" in looked(iris)
    session.choose_algorithm("kmeans")
    settle(iris)
    look = evaluation(iris).test
    assert not look.ask.isEnabled() and "right or wrong" in look.ask.toolTip() and not look.words.isVisibleTo(iris)


@pytest.mark.full
def test_field_changed_in_a_row_is_one_undo_entry(iris: MainWindow) -> None:
    session, clean = iris.session, iris.session.table.undo.count()
    session.document.saved(None)
    field = panel(iris).form.fields["validation"]
    for share in (0.1, 0.2, 0.3):
        field.take(share)
    assert session.table.undo.count() == clean + 1 and session.table.split.validation == 0.3
    panel(iris).form.fields["test"].take(0.2)
    assert session.table.undo.count() == clean + 2 and session.table.undo.undoText() == "Split the rows"
    session.table.undo.undo()
    session.table.undo.undo()
    settle(iris)
    assert session.table.split == Split() and session.lane.frame.data.n == 150
    assert field.value() == 0.0 and not session.document.unsaved
    session.table.undo.redo()
    assert session.table.split == Split(0.3) and session.document.unsaved == ("the runs",), (
        "the points are as they were"
    )


@pytest.mark.full
def test_preparation_is_fitted_to_training_rows_only(iris: MainWindow) -> None:
    session = iris.session
    session.table.set_split(THIRDS)
    session.table.prepare(Preparation((Entry(Standardise()),)), "standardise")
    train, validation, test = engine.split(engine.load("iris"), 0.2, 0.2, stratify=True)
    assert np.allclose(session.table.data.X[train].mean(axis=0), 0) and np.allclose(
        session.table.data.X[train].std(axis=0), 1
    )
    assert np.abs(session.table.data.X[np.append(validation, test)].mean(axis=0)).max() > 1e-3
    session.table.set_split(Split(0.2, 0.2, seed=3))
    settle(iris)
    again = engine.split(engine.load("iris"), 0.2, 0.2, seed=3)[0]
    assert np.allclose(session.table.data.X[again].mean(axis=0), 0)
    session.table.undo.undo()
    settle(iris)
    assert (
        np.allclose(session.table.data.X[train].mean(axis=0), 0) and session.lane.frame.rows.tolist() == train.tolist()
    )


@pytest.mark.full
@pytest.mark.parametrize(("key", "values"), [("choosing_k", {"judged_by": "the validation rows"}), ("pruning", {})])
def test_validation_rows_are_used_for_selection_and_test_rows_never(iris: MainWindow, key: str, values) -> None:
    session = iris.session
    session.table.set_split(THIRDS)
    session.choose_algorithm(key, values)
    session.go_to_end()
    settle(iris)
    frame, (train, validation, test) = session.lane.frame, engine.split(engine.load("iris"), 0.2, 0.2, stratify=True)
    kept = frame.step.parts[0].kept if key == "choosing_k" else frame.step.kept
    assert frame.rows[kept].tolist() == validation.tolist() and not np.isin(test, frame.rows).any()
    assert frame.training.n == len(train) and frame.validation.n == len(validation)


def test_searching_hold_out_opens_and_focuses_the_split(window: MainWindow, qtbot) -> None:
    window.session.open_bundled("iris")
    window.session.add_lane("kmeans")
    settle(window)
    section = dock(window).sections["Split"]
    assert section.is_folded
    window.search()
    qtbot.keyClicks(window.model.list.search, "hold-out")
    qtbot.keyClick(window.model.list.search, Qt.Key.Key_Return)
    QTest.qWait(20)
    assert not section.is_folded and section.isAncestorOf(QApplication.focusWidget())
    assert not section.visibleRegion().isEmpty()


def learnt(window: MainWindow) -> str:
    """What the legend and the status line say of the rows that are learnt from: the same."""
    note = window.canvas.legend.note
    assert (note in window.status.counts.text()) and (note in window.canvas.legend.toolTip())
    assert bool(note) is ("learnt" in window.status.counts.text())
    return note


def test_split_is_shown_beside_the_classes_and_dropped_with_its_table(window: MainWindow) -> None:
    session = window.session
    session.open_bundled("play_tennis")
    session.choose_algorithm("id3")
    session.table.set_split(Split(0.3))
    settle(window)
    assert learnt(window) == "10 of 14 rows learnt from"
    session.open_bundled("iris")
    assert session.table.split == Split() and learnt(window) == "" and panel(window).form.values()["validation"] == 0.0
    session.table.set_split(Split(0.3))
    session.new_points()
    assert session.table.split == Split() and session.lane.run.division.is_on is False
    session.open_bundled("play_tennis")
    settle(window)
    assert session.lane.frame.data.n == 14


def test_split_of_a_lesson_ends_with_it_and_can_be_restored(window: MainWindow) -> None:
    session, lesson = window.session, read(FOLDER / "23-pruning.json")
    window.lessons.open(lesson)
    settle(window)
    assert session.table.split == lesson.scenes[0].split and session.table.split.is_on and learnt(window)
    window.desk.lessons.leave()
    settle(window)
    assert session.table.split == Split() and learnt(window) == "" and session.lane.frame.data.n == session.table.data.n
    QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    settle(window)
    assert session.table.split == lesson.scenes[0].split and learnt(window)


def test_refusal_caused_by_the_split_names_it_and_offers_all_rows(window: MainWindow) -> None:
    session = window.session
    session.open_bundled("gate_and")
    session.choose_algorithm("perceptron")
    session.table.set_split(Split(0.0, 0.5, shuffle=False))
    settle(window)
    assert "Because of the split only 2 of 4 rows are learnt from." in session.lane.refusal
    button = next(one for one in window.findChildren(QPushButton) if one.text() == "Learn from all rows")
    assert button.isVisible()
    QTest.mouseClick(button, LEFT)
    settle(window)
    assert session.table.split == Split() and not session.lane.refusal and session.table.undo.canUndo()
    session.table.set_split(Split(0.0, 0.5, shuffle=False))
    session.open_bundled("iris")
    session.table.set_split(Split(0.2))
    settle(window)
    assert session.lane.refusal and "split" not in session.lane.refusal, "three classes are too many in all rows too"


def test_form_texts_are_visible_in_a_narrow_left_column(iris: MainWindow) -> None:
    """A box that cannot be broken into lines made the form wider than the column, and the words were cut off."""
    split = panel(iris)
    assert max(split.in_order.minimumSizeHint().width(), split.form.minimumSizeHint().width()) <= 170


def test_window_fits_1280_pixels_with_three_parts(iris: MainWindow) -> None:
    iris.resize(1280, 720)
    iris.tabs.show_panel("evaluation")
    iris.session.table.set_split(THIRDS)
    iris.session.choose_algorithm("cart")
    settle(iris)
    looked(iris)
    settle(iris)
    docked = evaluation(iris)
    assert docked.shares.isVisible() and iris.minimumSizeHint().width() <= 1280 and iris.width() == 1280
    for page in ("rates", "classes", "curves"):
        docked.choices.set(page=page)
        docked.curves.scores.finish()
        settle(iris)
        assert iris.width() == 1280 and docked.area.horizontalScrollBar().maximum() == 0, page
