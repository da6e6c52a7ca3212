"""The why dock says what the engine's story says, lights the line that made the step, and keeps up with playing."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

import engine
from engine.core.story import Check
from engine.core.trace import Trace
from gui.docks.why import WhyDock
from gui.widgets import formula
from tests.gui.docks.placing import settle, two_irises


def test_a_step_is_told_as_the_engine_tells_it(placed):
    dock = placed(WhyDock, "perceptron", two_irises(), step=4)
    story = dock.session.lane.frame.story
    assert dock.sentence.text() == story.sentence
    assert dock.rule.worked.text().replace("\u00a0", " ") == "\n".join(story.worked)
    assert [name for name, _ in dock.numbers.texts()] == [number.name for number in story.numbers]
    assert dock.rule.formula.tex == story.formula
    title, table = dock.tables.tables[0]
    assert title.text() == "Weights, component by component" and table.isVisible()
    assert len(table.cells.rows) == 3


def test_the_lit_line_is_the_yield_that_made_the_step(placed):
    dock = placed(WhyDock, "kmeans", step=4)
    frame = dock.session.lane.frame
    code = dock.source.code
    assert code.lit == frame.line
    lit = code.document().findBlockByNumber(frame.line - 1).text()
    assert "yield Step" in lit and len(code.extraSelections()) == 1
    top = code.firstVisibleBlock().blockNumber() + 1
    assert top <= frame.line <= top + code.viewport().height() // code.fontMetrics().lineSpacing()
    assert f"kmeans/loop.py, line {frame.line}" in dock.source.place.text()


@pytest.mark.parametrize("key", ["kmeans", "perceptron", "logistic_gradient"])
def test_the_place_is_the_folder_with_the_file_wherever_the_step_was_made(placed, key):
    dock = placed(WhyDock, key, two_irises(), step=2)
    frame, code = dock.session.lane.frame, dock.source.code
    *_, folder, name = Path(frame.file).parts
    assert re.fullmatch(rf"{folder}/{name}, line {frame.line} in \w+\(\)", dock.source.place.text())
    assert "yield" in code.document().findBlockByNumber(code.lit - 1).text()


@pytest.mark.parametrize("key", ["logistic_newton", "pocket"])
def test_the_source_keeps_words_to_the_formatter_to_itself_and_every_line_its_place(placed, key):
    dock = placed(WhyDock, key, two_irises(), step=2)
    frame, code = dock.session.lane.frame, dock.source.code
    file = Path(frame.file).read_text(encoding="utf-8")
    assert "# fmt: skip" in file and "# fmt" not in code.toPlainText()
    assert code.lit == frame.line and code.document().blockCount() == len(file.split("\n"))
    assert ")\n" in code.toPlainText() and " \n" not in code.toPlainText()


def test_a_step_that_a_shared_file_made_is_lit_there_and_the_next_one_in_the_loop(placed, tmp_path, monkeypatch):
    home = tmp_path / "walks"
    home.mkdir()
    (home / "stepping.py").write_text("def down():\n    for height in (3, 2):\n        yield height\n")
    (home / "loop.py").write_text(
        "from walks.stepping import down\n\n\ndef run():\n    yield 4\n    yield from down()\n    yield 1\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    trace = Trace(importlib.import_module("walks.loop").run)
    dock = placed(WhyDock, "kmeans")
    told = []
    while trace.advance():
        index = trace.known - 1
        dock.source.show_line(trace.file(index), trace.line(index))
        code = dock.source.code
        told.append((dock.source.place.text(), code.document().findBlockByNumber(code.lit - 1).text().strip()))
    shared = ("walks/stepping.py, line 3 in down()", "yield height")
    own = [("walks/loop.py, line 5 in run()", "yield 4"), ("walks/loop.py, line 7 in run()", "yield 1")]
    assert told == [own[0], shared, shared, own[1]]


def test_the_assign_and_the_move_half_light_different_lines(placed):
    dock = placed(WhyDock, "kmeans", step=4)
    one = dock.source.code.lit
    dock.session.step(1)
    settle(dock.session)
    assert dock.source.code.lit != one


def test_nothing_below_the_sentence_jumps_between_steps_of_a_kind(placed):
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


def test_the_numbers_are_copied_with_every_digit(placed, qtbot):
    dock = placed(WhyDock, "kmeans", step=4)
    row = dock.numbers._arranged(dock.numbers.width())[0]
    qtbot.mouseClick(dock.numbers, Qt.MouseButton.LeftButton, pos=row.box.center())
    qtbot.keyClick(dock.numbers, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    name, value = QGuiApplication.clipboard().text().split("\t")
    assert name == "E" and float(value) == dock.session.lane.frame.story.numbers[0].value


def test_cells_of_a_table_are_copied_with_their_names_and_every_digit(placed, qtbot):
    dock = placed(WhyDock, "kmeans", step=4)
    table = dock.tables.tables[0][1]
    table.selectRow(1)
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    names, row = QGuiApplication.clipboard().text().split("\n")
    told = dock.session.lane.frame.story.tables[0]
    assert names == "\t".join(told.columns) and row == "\t".join(map(str, told.rows[1]))


def test_a_check_has_a_sign_and_a_word(placed):
    dock = placed(WhyDock, "kmeans", step=4)
    assert dock.checks.texts() == ["holds: E does not rise"]
    dock.checks.set_checks((Check("E does not rise", False),))
    assert dock.checks.texts() == ["broken: E does not rise"]


def test_the_point_asked_about_has_its_own_section(placed):
    dock = placed(WhyDock, "kmeans", step=6)
    assert not dock.inquiry.isVisible()
    dock.session.ask(np.array([5.0, 3.4, 1.5, 0.2]))
    settle(dock.session)
    assert dock.inquiry.isVisible()
    assert dock.inquiry.sentence.text().startswith("This point lies in the cell of centre")
    dock.session.ask(None)
    settle(dock.session)
    assert not dock.inquiry.isVisible()


def test_gaps_are_remedied_by_one_click_and_the_run_is_there(placed, qtbot):
    dock = placed(WhyDock, "kmeans", "film_critics", k=2)
    assert "drop the rows or fill the mean" in dock.refusal.words.text()
    assert dock.refusal.fill.isVisible()
    qtbot.mouseClick(dock.refusal.fill, Qt.MouseButton.LeftButton)
    settle(dock.session)
    assert dock.session.data.missing_count == 0
    assert not dock.refusal.isVisible() and dock.sentence.isVisible() and dock.sentence.text()
    dock.session.undo.undo()
    settle(dock.session)
    assert dock.session.data.missing_count > 0 and dock.refusal.isVisible()


def test_a_remedy_that_leaves_no_row_is_refused_in_words(placed, qtbot):
    holes = engine.Dataset.from_arrays([[np.nan, 1.0], [2.0, np.nan]])
    dock = placed(WhyDock, "kmeans", holes, k=1)
    with qtbot.waitSignal(dock.session.refused) as told:
        qtbot.mouseClick(dock.refusal.drop, Qt.MouseButton.LeftButton)
    assert "no row would be left" in told.args[1]
    assert dock.session.data.n == 2


def test_a_refusal_without_gaps_offers_no_remedy_for_gaps(placed):
    dock = placed(WhyDock, "perceptron", "iris")
    assert dock.refusal.isVisible() and not dock.refusal.drop.isVisible()


def test_a_section_is_folded_and_unfolded_by_its_heading(placed, qtbot):
    dock = placed(WhyDock, "kmeans", step=4)
    section = dock._sections[2]
    qtbot.mouseClick(section.heading, Qt.MouseButton.LeftButton)
    assert not dock.numbers.isVisible()
    qtbot.keyClick(section.heading, Qt.Key.Key_Space)
    assert dock.numbers.isVisible()


def test_the_next_frame_builds_no_widget_typesets_no_formula_and_reads_no_source_again(placed, monkeypatch):
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
    widgets, revision = dock.findChildren(QWidget), dock.source.code.document().revision()
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
    assert not typeset and dock.source.code.document().revision() == revision


def test_a_folded_dock_does_no_work_and_catches_up(placed):
    dock = placed(WhyDock, "kmeans", step=4)
    dock.fold(True)
    before = dock.sentence.text()
    dock.session.step(1)
    settle(dock.session)
    assert dock.sentence.text() == before
    dock.fold(False)
    assert dock.sentence.text() == dock.session.lane.frame.story.sentence != before
