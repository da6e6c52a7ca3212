"""The target as numbers, in the data panel: the codings side by side, who uses which, and the positive class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

import engine
from gui.docks.dataset import DatasetDock
from gui.docks.target_codes import TargetCodes
from gui.widgets.section import Section
from tests.catalogue import shows
from tests.gui.docks.placing import settle

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def codes(placed: Callable[..., Any]) -> Callable[..., TargetCodes]:
    docks = []  # kept: a panel without a parent would go with the last reference to it

    def made(key: str, rows: range, **values: Any) -> TargetCodes:
        dock = placed(DatasetDock, key, engine.load("iris").subset(rows), width=260, **values)
        docks.append(dock)
        section = next(one for one in dock.findChildren(Section) if one.heading.text() == "Target as numbers")
        QTest.mouseClick(section.heading, LEFT)
        QApplication.processEvents()
        return dock.codes

    return made


def line(codes: TargetCodes, row: int) -> list[str]:
    return [codes.codes.text(row, column) for column in range(codes.codes.columnCount())]


def headings(codes: TargetCodes) -> list[str]:
    across = Qt.Orientation.Horizontal
    return [codes.codes.headerData(column, across) for column in range(codes.codes.columnCount())]


@shows("DP10")
def test_codings_are_side_by_side_and_the_positive_class_chosen(codes):
    panel = codes("perceptron", range(100))
    session, theme = panel.session, panel.appearance.theme
    assert headings(panel) == ["row", "species", "0/1", "±1", "1 of 2"]
    assert line(panel, 0) == ["1", "setosa", "0", "−1", "1 0"]
    assert line(panel, 99) == ["100", "versicolor", "1", "+1", "0 1"]
    assert "Perceptron uses ±1." in panel.words.text() and "t₀₁" in panel.words.text()
    lit = [panel.codes.index(0, column).data(Qt.ItemDataRole.ForegroundRole).name() for column in (2, 3, 4)]
    assert [colour == theme.accent.lower() for colour in lit] == [False, True, False]
    assert "±1: Least-squares classification" in panel.users.text() and "The classes themselves: " in panel.users.text()
    panel.positive.setFocus()
    QTest.keyClick(panel.positive, Qt.Key.Key_Up)
    QApplication.processEvents()
    settle(session)
    assert session.table.undo.undoText() == "Make setosa the positive class"
    assert line(panel, 0) == ["1", "setosa", "1", "+1", "0 1"] and panel.positive.currentText() == "setosa"
    step = session.lane.frame.step
    assert session.table.data.class_name(step.model.classes[1]) == "setosa", "the method codes it +1"
    session.table.undo.undo()
    settle(session)
    assert line(panel, 0)[3] == "−1" and panel.positive.currentText() == "versicolor"


def test_row_selection_is_shared_and_scrolled_into_view(codes):
    panel = codes("perceptron", range(100))
    place = panel.table.visualRect(panel.codes.index(2, 3)).center()
    QTest.mouseClick(panel.table.viewport(), LEFT, pos=place)
    assert list(panel.session.selection.rows) == [2]
    panel.session.selection.select([80])
    QApplication.processEvents()
    assert panel.table.viewport().rect().intersects(panel.table.visualRect(panel.codes.index(80, 0)))
    assert [index.row() for index in panel.table.selectionModel().selectedRows()] == [80]


def test_three_classes_have_one_coding_and_two_class_methods_are_named(codes):
    panel = codes("one_versus_rest", range(150))
    assert headings(panel)[2:] == ["1 of 3"] and line(panel, 149)[2] == "0 0 1" and not panel.positive.isVisible()
    assert "let One versus one or One versus the rest take two at a time" in panel.words.text()
    assert "codes each of them as its learner does" in panel.words.text()


def test_coding_follows_the_parameter_that_names_it(codes):
    panel = codes("least_squares", range(100), coding="0/1")
    assert "Least-squares classification uses 0/1." in panel.words.text()


def test_relabelled_point_changes_its_code_and_unlabelled_has_none(codes):
    panel = codes("perceptron", range(100))
    panel.session.points.relabel([0], 1)
    QApplication.processEvents()
    assert line(panel, 0)[2:] == ["1", "+1", "0 1"]
    panel.session.points.relabel([0], -1)
    QApplication.processEvents()
    assert line(panel, 0)[2:] == ["?", "?", "?"]


def test_numeric_or_missing_target_shows_a_message(codes):
    panel = codes("perceptron", range(100))
    data = engine.load("iris")
    panel.session.open_data(engine.Dataset.from_arrays(data.X, data.X[:, 0] + 0.5))
    QApplication.processEvents()
    assert "is a number, and used as it is." in panel.words.text() and not panel.table.isVisible()
    panel.session.open_data(engine.Dataset.from_arrays(data.X))
    QApplication.processEvents()
    assert panel.words.text() == "There is no class to be coded."
