"""The why dock says what the engine's story says, and keeps up with playing."""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

import engine
from engine.core.story import Check
from engine.data.dataset import Dataset
from gui.docks.why import WhyDock
from gui.widgets import formula
from gui.widgets.steady_label import worked_out
from gui.widgets.subscripts import subscripted
from tests.gui.docks.placing import settle, two_irises
from tests.gui.leaks import let_go


def test_sentence_and_formula_change_together(placed, qtbot, monkeypatch):
    dock = placed(WhyDock, "kmeans", two_irises(), step=1)
    qtbot.waitUntil(lambda: not formula.typesetter().busy)
    assert dock.rule.formula._shown
    gate, typeset = threading.Event(), formula.typeset
    monkeypatch.setattr(formula.typesetter(), "_made", type(formula.typesetter()._made)())
    monkeypatch.setattr(formula, "typeset", lambda piece: gate.wait(60) and typeset(piece))
    dock.session.choose_algorithm("perceptron")
    settle(dock.session)
    assert dock.sentence.text() == dock.session.lane.frame.story.sentence and not dock.rule.formula._shown
    gate.set()
    qtbot.waitUntil(lambda: bool(dock.rule.formula._shown))
    assert "".join(piece.tex for piece in dock.rule.formula._shown)[:5] == dock.session.lane.frame.story.formula[:5]


def test_explanation_equals_that_of_the_engine(placed):
    dock = placed(WhyDock, "perceptron", two_irises(), step=4)
    story = dock.session.lane.frame.story
    assert dock.sentence.text() == story.sentence and dock.sentence.label.font().weight() == 600
    assert dock.rule.worked.text() == worked_out("\n".join(story.worked)) and "-" not in dock.rule.worked.text()
    assert [name for name, _ in dock.numbers.texts()] == [number.name for number in story.numbers]
    assert dock.rule.formula.tex == story.formula
    letters = dock.rule.worked.label.fontMetrics()
    assert letters.boundingRect("−").width() > 1.2 * letters.boundingRect("-").width(), "a minus is no hyphen"
    title, table = dock.tables.tables[0]
    assert title.text() == "Weights, component by component" and table.isVisible()
    assert len(table.cells.rows) == 3


def test_layout_is_fixed_between_steps_of_a_kind(placed):
    dock = placed(WhyDock, "perceptron", two_irises(), step=1)
    for step in (2, 3, 4, 5):
        dock.session.go_to(step)
        settle(dock.session)
    QApplication.processEvents()
    places = []
    for step in (2, 3, 4, 5):
        dock.session.go_to(step)
        settle(dock.session)
        QApplication.processEvents()
        places.append(
            (dock.numbers.mapTo(dock, dock.numbers.pos()).y(), dock.tables.mapTo(dock, dock.tables.pos()).y())
        )
    assert len(set(places)) == 1


def test_numbers_are_copied_with_every_digit(placed, qtbot):
    dock = placed(WhyDock, "kmeans", step=4)
    row = dock.numbers._arranged(dock.numbers.width())[0]
    qtbot.mouseClick(dock.numbers, Qt.MouseButton.LeftButton, pos=row.box.center())
    qtbot.keyClick(dock.numbers, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    name, value = QGuiApplication.clipboard().text().split("\t")
    assert name == "E" and float(value) == dock.session.lane.frame.story.numbers[0].value


def test_table_cells_are_copied_with_names_and_every_digit(placed, qtbot):
    dock = placed(WhyDock, "kmeans", step=4)
    table = dock.tables.tables[0][1]
    table.selectRow(1)
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    names, row = QGuiApplication.clipboard().text().split("\n")
    told = dock.session.lane.frame.story.tables[0]
    assert names == "\t".join(told.columns) and row == "\t".join(map(str, told.rows[1]))


def test_keys_held_in_a_test_are_released_after_it(placed, qtbot):
    dock = placed(WhyDock, "kmeans", step=4)
    qtbot.mouseClick(dock.numbers, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier)
    assert QGuiApplication.keyboardModifiers() == Qt.KeyboardModifier.ShiftModifier
    let_go()
    assert QGuiApplication.keyboardModifiers() == Qt.KeyboardModifier.NoModifier


def test_a_check_has_a_sign_and_a_word(placed):
    dock = placed(WhyDock, "kmeans", step=4)
    assert dock.checks.texts() == ["holds: E does not rise"]
    dock.checks.set_checks((Check("E does not rise", False),))
    assert dock.checks.texts() == ["broken: E does not rise"]


def test_queried_point_has_its_own_section(placed):
    dock = placed(WhyDock, "kmeans", step=6)
    assert not dock.inquiry.isVisible()
    dock.session.view.ask(np.array([5.0, 3.4, 1.5, 0.2]))
    settle(dock.session)
    assert dock.inquiry.isVisible()
    assert dock.inquiry.sentence.text().startswith("This point lies in the cell of centre")
    dock.session.view.ask(None)
    settle(dock.session)
    assert not dock.inquiry.isVisible()


def test_a_refused_run_explains_nothing(placed):
    dock = placed(WhyDock, "kmeans", "film_critics", k=2)
    assert dock.session.lane.refusal and not dock.sentence.isVisible() and not dock.numbers.isVisible()


def test_section_is_folded_by_its_heading(placed, qtbot):
    dock = placed(WhyDock, "kmeans", step=4)
    section = dock.sections["Numbers"]
    qtbot.mouseClick(section.heading, Qt.MouseButton.LeftButton)
    assert not dock.numbers.isVisible()
    qtbot.keyClick(section.heading, Qt.Key.Key_Space)
    assert dock.numbers.isVisible()


@pytest.mark.full
def test_next_frame_creates_no_widget_and_typesets_no_formula(placed, monkeypatch):
    dock = placed(WhyDock, "perceptron", two_irises(), step=1)
    frames = []
    for step in range(1, 30):
        dock.session.go_to(step)
        settle(dock.session)
        frames.append(dock.session.lane.frame)
    formulas = {frame.story.formula for frame in frames}
    for frame in frames:  # once through, so that every kind of step has been seen
        dock.session.lane.frame = frame
        dock.refresh()
    widgets = dock.findChildren(QWidget)
    formula.typesetter().settle()
    typeset = []
    monkeypatch.setattr(formula, "typeset", typeset.append)
    for frame in frames:
        dock.session.lane.frame = frame
        dock.refresh()
        QApplication.processEvents()
        assert dock.sentence.text() == frame.story.sentence
    formula.typesetter().settle()
    assert dock.findChildren(QWidget) == widgets and len(formulas) < len(frames)
    assert not typeset


def test_folded_dock_does_no_work_and_updates_when_opened(placed):
    dock = placed(WhyDock, "kmeans", step=4)
    dock.fold(True)
    before = dock.sentence.text()
    dock.session.step(1)
    settle(dock.session)
    assert dock.sentence.text() == before
    dock.fold(False)
    assert dock.sentence.text() == dock.session.lane.frame.story.sentence != before


def readable(dock: WhyDock) -> list[str]:
    """The tables that can be read, and the headings over nothing."""
    tables = [title.text() for title, view in dock.tables.tables if title.isVisible() or view.isVisible()]
    story = dock.session.lane.frame.story
    content = (story.formula or story.worked or story.misprints, story.numbers, story.tables, story.checks)
    shown = zip([*dock.sections.values()][1:], content, strict=True)
    return tables + [section.heading.text() for section, there in shown if section.isVisible() and not there]


def told(dock: WhyDock) -> list[str]:
    return [table.title for table in dock.session.lane.frame.story.tables]


@pytest.mark.parametrize(
    ("key", "data"),
    [("kmeans", "iris"), ("perceptron", two_irises()), ("fisher", two_irises()), ("perceptron", "gate_and")],
)
def test_a_step_shows_its_own_tables_only(placed, key, data):
    dock = placed(WhyDock, key, data, step=0)
    settle(dock.session, whole=True)
    session = dock.session
    for step in (session.lane.known - 1, 0, 1, 0, session.lane.known - 1):
        session.go_to(step)
        settle(session)
        assert readable(dock) == told(dock)
    session.open_data(engine.load("iris").subset(range(50, 150)).select([2, 3]))
    settle(session, whole=True)
    assert not session.lane.refusal and readable(dock) == told(dock)


def test_missing_table_leaves_an_empty_place(placed):
    dock = placed(WhyDock, "kmeans", step=4)
    dock.resize(360, 1400)
    QApplication.processEvents()
    place = dock.sections["Checks"].y()
    frame = dock.session.lane.frame
    dock.session.lane.frame = replace(frame, story=replace(frame.story, tables=()))
    dock.refresh()
    QApplication.processEvents()
    assert readable(dock) == [] and dock.sections["Checks"].y() == place


def test_reserved_place_adds_no_scroll_bar(placed, qtbot):
    dock = placed(WhyDock, "kmeans", step=4)
    dock.resize(360, 1400)
    QApplication.processEvents()
    whole = dock.height() - (dock.area.viewport().height() - dock._told.height())
    frame = dock.session.lane.frame
    dock.session.lane.frame = replace(frame, story=replace(frame.story, tables=(), sentence="Short."))
    dock.refresh()
    QApplication.processEvents()
    dock.resize(360, whole - 40)
    qtbot.waitUntil(lambda: dock.area.verticalScrollBar().maximum() == 0)
    assert dock.checks.isVisible() and dock.numbers.isVisible()


def test_negative_numbers_have_minus_signs_in_brackets():
    assert worked_out("w = 0·-4.489 + -2, H(S) = -2/2·log₂ 1e-05") == "w = 0·(−4.489) + (−2), H(S) = −2/2·log₂ 1e−05"
    assert worked_out("one-vs-rest: (1, -1) -> w <- 5-3") == "one-vs-rest: (1,\u00a0−1) -> w <- 5−3"


def test_indices_are_subscripts_and_data_names_unchanged(placed):
    """The scatter S_W of Fisher's lines; a class called x_1, or like a picture, is neither lowered nor a picture."""
    X = np.array([[0.0, 1.0], [1.0, 0.0], [0.5, 0.2], [3.0, 4.0], [4.0, 3.0], [3.4, 3.2]])
    names = ("S_B", '<img src="file:x">')
    data = Dataset(X, np.array([0, 0, 0, 1, 1, 1]), class_names=names, name="two")
    dock = placed(WhyDock, "fisher", data, step=2)
    session = dock.session
    label, worked = dock.rule.worked, session.lane.frame.story.worked
    assert worked[0].startswith("S_W = [") and worked[1].startswith("S_B = [")
    assert label.label.textFormat() is Qt.TextFormat.RichText
    assert "S<sub>W</sub> = [" in label.text() and "\nS_B = [" in label.text(), "the one is a class here"
    assert subscripted('K_ii of <img src="file:x">', tuple) == (
        '<span style="white-space: pre-wrap">K<sub>ii</sub> of &lt;img src="file:x"&gt;</span>'
    )
    session.choose_algorithm("nearest_mean")
    session.go_to(1)
    settle(session)
    assert dock.sentence.label.textFormat() is label.label.textFormat() is Qt.TextFormat.PlainText
    assert label.text() == worked_out("\n".join(session.lane.frame.story.worked))


@pytest.mark.parametrize("hidden", [(3,), (4, 3, 2)])
def test_signal_table_fits_without_a_scroll_bar(placed, hidden):
    dock = placed(WhyDock, "mlp", "iris", hidden=hidden, width=328)
    title, table = dock.tables.tables[0]
    assert title.text() == "How large signals are in each layer" and table.isVisible()
    assert table.cells.columns == ("layer", "w", "a", "h", "δ")
    names = ["hidden"] if len(hidden) == 1 else ["hidden 1", "hidden 2", "hidden 3"]
    assert [row[0] for row in table.cells.rows] == [*names, "outputs"]
    assert table.horizontalScrollBar().maximum() == 0


def test_advice_of_a_step_is_an_undoable_button(placed, qtbot):
    iris = engine.load("iris")
    dock = placed(WhyDock, "agglomerative", iris.changed(X=iris.X * [1.0, 1.0, 1.0, 1000.0]), step=0)
    session = dock.session
    (button,) = dock.advice.buttons
    assert button.isVisible() and "tandardise" in button.text() and button.toolTip()
    assert dock.sentence.text().endswith("Standardise the columns.")
    session.go_to(1)
    settle(session)
    assert not dock.advice.isVisible(), "it is advised at the start alone"
    session.go_to(0)
    settle(session)
    qtbot.mouseClick(dock.advice.buttons[0], Qt.MouseButton.LeftButton)
    settle(session)
    assert np.ptp(session.table.data.X, axis=0).max() < 10 * np.ptp(session.table.data.X, axis=0).min()
    qtbot.waitUntil(lambda: not dock.advice.isVisible())
    assert "Ranges differ" not in dock.sentence.text()
    session.table.undo.undo()
    settle(session)
    qtbot.waitUntil(dock.advice.isVisible)
