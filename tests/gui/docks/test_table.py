"""The points table: typed into, copied, pasted and sorted with real events; what is refused is said in words there."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

import engine
from engine.data.dataset import Column, Dataset
from gui.docks import table
from gui.docks.points_model import PointsModel, Sorting
from gui.docks.points_view import MOST_COPIED
from gui.docks.table import MOST_RUNS, TableDock
from gui.look.appearance import Appearance
from tests.catalogue import shows
from tests.gui.docks.placing import shown

LEFT, CONTROL, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
NONE, Key = Qt.KeyboardModifier.NoModifier, Qt.Key


@pytest.fixture
def dock(qtbot, session):
    return shown(qtbot, TableDock, session, 700, 400)


def cell(dock: TableDock, line: int, column: int) -> QPoint:
    return dock.view.visualRect(dock.model.index(line, column)).center()


def click(dock: TableDock, line: int, column: int, modifier: Qt.KeyboardModifier = NONE) -> None:
    QTest.mouseClick(dock.view.viewport(), LEFT, modifier, cell(dock, line, column))


def sort(dock: TableDock, column: int) -> None:
    header = dock.view.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(column) + 20, header.height() // 2)
    QTest.mouseClick(header.viewport(), LEFT, NONE, place)


def arrow(dock: TableDock, column: int) -> str:
    """Which way the arrow over a column points, as it is drawn: it is widest at its foot."""
    header = dock.view.horizontalHeader()
    right = header.sectionViewportPosition(column) + header.sectionSize(column)
    shot = header.grab(QRect(right - 18, 0, 16, header.height() - 4)).toImage()
    dark = [sum(shot.pixelColor(x, y).lightness() < 160 for x in range(shot.width())) for y in range(shot.height())]
    widths = [width for width in dark if width]
    return "up" if widths[0] < widths[-1] else "down"


@shows("DP1")
def test_dp1_badges_over_columns_show_their_kind(qtbot, session):
    columns = (
        Column("age"),
        Column("size", "ordinal", ("small", "large")),
        Column("colour", "categorical", ("a", "b")),
    )
    session.open_data(Dataset(np.array([[30.0, 0.0, 1.0], [41.0, 1.0, 0.0]]), None, columns))
    dock = shown(qtbot, TableDock, session, 700, 400)
    across, model = Qt.Orientation.Horizontal, dock.model
    told = [model.headerData(j, across, Qt.ItemDataRole.ToolTipRole) for j in range(3)]
    assert told == [
        "age is numeric: equality, order and arithmetic make sense.\nClick to sort by it.",
        "size is ordinal: equality and order make sense, differences do not.\nClick to sort by it.",
        "colour is categorical: only equality makes sense: there is no order, and no mean.\nClick to sort by it.",
    ]
    badges = [model.headerData(j, across, Qt.ItemDataRole.DecorationRole) for j in range(3)]
    pictures = [badge.toImage() for badge in badges]
    assert len({bytes(picture.constBits()) for picture in pictures}) == 3, "one sign for each kind"
    assert model.headerData(0, across, Qt.ItemDataRole.DecorationRole) is badges[0], "it is painted once"
    assert [model.headerData(j, across) for j in range(3)] == ["age", "size", "colour"]


def keyed(dock: TableDock, key: Qt.Key) -> None:
    QTest.keyClick(dock.view, key, CONTROL)


def typed(dock: TableDock, line: int, column: int, text: str) -> QLineEdit:
    """Double-click a cell and type over it; what takes it comes later."""
    click(dock, line, column)
    QTest.mouseDClick(dock.view.viewport(), LEFT, NONE, cell(dock, line, column))
    editor = dock.view.viewport().findChild(QLineEdit)
    QTest.keyClick(editor, Key.Key_A, CONTROL)
    QTest.keyClicks(editor, text)
    return editor


def enter(editor: QLineEdit) -> None:
    """Qt takes what was typed a little later, as the editor goes."""
    QTest.keyClick(editor, Key.Key_Return)
    QApplication.processEvents()


def column_of(dock: TableDock, column: int) -> list[str]:
    return [dock.model.index(line, column).data(Qt.ItemDataRole.EditRole) for line in range(dock.model.rowCount())]


def test_a_cell_is_typed_into(qtbot, session):
    dock = shown(qtbot, TableDock, session, 700, 300)
    index = dock.model.index(2, 0)
    dock.view.setCurrentIndex(index)
    dock.view.edit(index)
    editor = dock.view.viewport().findChild(QLineEdit)
    QTest.keyClick(editor, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(editor, "9,25")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: session.table.data.X[2, 0] == 9.25)
    assert dock.model.data(index).strip("\u2007\u2008") == "9.25"
    session.table.undo.undo()
    assert session.table.data == engine.load("iris")


def test_table_and_canvas_share_the_selection_and_delete_removes_it(qtbot, session):
    dock = shown(qtbot, TableDock, session, 700, 300)
    session.selection.select([3, 5])
    chosen = sorted(index.row() for index in dock.view.selectionModel().selectedRows())
    assert chosen == [3, 5]
    dock.view.selectRow(7)
    assert session.selection.rows == (7,)
    dock.view.setFocus()
    QTest.keyClick(dock.view, Qt.Key.Key_Delete)
    assert session.table.data.n == 149


def test_decimal_points_are_aligned(qtbot, session):
    dock = shown(qtbot, TableDock, session, 700, 300)
    whole, broken = dock.model.data(dock.model.index(4, 0)), dock.model.data(dock.model.index(0, 0))
    assert whole.rstrip("\u2007\u2008") == "5" and len(whole) == len(broken) == 3


def test_row_names_use_the_font_they_were_measured_with(qtbot, qapp, session):
    appearance = Appearance()
    appearance.install(qapp)
    data = session.table.data
    session.open_data(data.changed(row_names=("Wednesday market", *map(str, range(1, data.n)))))
    dock = TableDock(session, appearance)
    qtbot.addWidget(dock)
    dock.resize(700, 400)
    dock.show()
    header = dock.view.verticalHeader()
    picture = header.viewport().grab().toImage()
    paper = picture.pixelColor(1, header.sectionSize(0) // 2)
    lines = range(4, header.sectionSize(0) - 4)
    inked = [x for x in range(2, picture.width() - 2) if any(picture.pixelColor(x, y) != paper for y in lines)]
    assert abs(inked[-1] - inked[0] - header.fontMetrics().horizontalAdvance("Wednesday market")) <= 3
    qapp.setStyleSheet("")


def test_table_of_a_million_rows_opens_at_once(qtbot, session):
    X = np.zeros((1_000_000, 2))
    session.lanes.clear()
    session.open_data(engine.Dataset.from_arrays(X, np.zeros(len(X), dtype=int)))
    dock = shown(qtbot, TableDock, session, 500, 300)
    assert dock.model.rowCount() == 1_000_000


def test_large_table_formats_only_visible_cells(qtbot, session, monkeypatch):
    rows, written, cell = np.arange(200_000), [], PointsModel.data
    session.open_data(Dataset(np.column_stack([rows, rows % 7]).astype(float), name="many"))

    def watched(model, index, *role):
        written.append(index.row())
        return cell(model, index, *role)

    monkeypatch.setattr(PointsModel, "data", watched)  # before there is one: Qt looks a method up once
    dock = shown(qtbot, TableDock, session)
    session.selection.select(rows)
    assert len(dock.view.selectionModel().selection()) == 1, "neighbours are one piece"
    session.selection.select(rows[::2])
    assert len(dock.view.selectionModel().selection()) == MOST_RUNS
    session.points.delete([5])
    session.table.undo.undo()
    dock.grab()
    assert session.table.data.n == len(rows) and 0 < len(set(written)) < 200


def test_of_many_columns_only_visible_ones_are_measured(qtbot, qapp, session, monkeypatch):
    asked, written, name, text = [], [], PointsModel.headerData, PointsModel.shown
    monkeypatch.setattr(PointsModel, "headerData", lambda model, *which: asked.append(which[1]) or name(model, *which))
    monkeypatch.setattr(PointsModel, "shown", lambda model, *which: written.append(which[1]) or text(model, *which))
    session.open_data(Dataset(np.random.default_rng(0).normal(size=(40, 500)), name="wide"))
    dock = shown(qtbot, TableDock, session, 700, 300)
    dock.grab()
    header, default = dock.view.horizontalHeader(), dock.view.horizontalHeader().defaultSectionSize()
    assert max(written) < 20 and header.sectionSize(3) != default == header.sectionSize(40)
    dock.view.horizontalScrollBar().setValue(2_000)
    assert header.sectionSize(25) != default, "one that is scrolled to is as wide as what it shows"
    dock.appearance.install(qapp)
    asked.clear()
    dock.appearance.set_theme("dark")
    qtbot.waitUntil(lambda: dock.appearance.settled)
    qapp.setStyleSheet("")
    assert asked.count(Qt.Orientation.Horizontal) < 1_000


@pytest.mark.parametrize("column, text, words", [
    (1, "wide", "Row 3, column sepal width (cm): 'wide' is not a number, or is too large for one."),
    (4, "tulip", "Row 3, column species: There is no class 'tulip'. The classes are setosa, versicolor, virginica."),
])  # fmt: skip
def test_invalid_cell_stays_open_and_says_why(session, dock, column, text, words):
    editor = typed(dock, 2, column, text)
    QTest.keyClick(editor, Key.Key_Return)
    assert editor.isVisible() and editor.text() == text and editor.property("wrong")
    assert dock.message.isVisible() and dock.message.text() == words
    QTest.keyClick(editor, Key.Key_Backspace)
    assert not dock.message.isVisible() and not editor.property("wrong"), "while it is mended nothing is scolded"
    QTest.keyClick(editor, Key.Key_Return)
    assert dock.message.isVisible()
    QTest.keyClick(editor, Key.Key_Escape)
    assert (
        not dock.message.isVisible() and session.table.data == engine.load("iris") and not session.table.undo.canUndo()
    )


def test_ambiguous_comma_in_a_cell_is_asked_about(session, dock):
    editor = typed(dock, 2, 0, "1,500")
    QTest.keyClick(editor, Key.Key_Return)
    assert editor.isVisible() and editor.property("wrong") and session.table.data == engine.load("iris")
    words = "Row 3, column sepal length (cm): 1,500 may be 1500 or 1.500: type one of them."
    assert dock.message.isVisible() and dock.message.text() == words
    QTest.keyClick(editor, Key.Key_Backspace)
    enter(editor)
    assert not dock.message.isVisible() and session.table.data.X[2, 0] == 1.5


def test_invalid_cell_left_by_a_click_keeps_the_old_value_and_says_so(session, dock):
    typed(dock, 2, 0, "wide")
    click(dock, 5, 0)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    said = "Row 3, column sepal length (cm): 'wide' is not a number, or is too large for one. The cell keeps 4.7."
    assert dock.message.isVisible() and dock.message.text() == said
    enter(typed(dock, 2, 0, "4.8"))
    assert session.table.data.X[2, 0] == 4.8 and not dock.message.isVisible()


def test_return_opens_the_current_cell(session, dock):
    click(dock, 4, 2)
    QTest.keyClick(dock.view, Key.Key_Return)
    editor = dock.view.viewport().findChild(QLineEdit)
    assert editor.text() == "1.4"
    QTest.keyClicks(editor, "7")
    enter(editor)
    assert session.table.data.X[4, 2] == 7


def test_selected_rows_are_copied_with_names_and_every_digit(session, dock):
    session.points.move([1], np.array([[1 / 3, -2.0, 1e-9, 0.5]]))
    click(dock, 1, 0)
    click(dock, 3, 2, CONTROL)
    keyed(dock, Key.Key_C)
    assert QApplication.clipboard().text().split("\n") == [
        "sepal length (cm)\tsepal width (cm)\tpetal length (cm)\tpetal width (cm)\tspecies",
        "0.3333333333333333\t-2\t1e-09\t0.5\tsetosa",
        "4.6\t3.1\t1.5\t0.2\tsetosa",
    ]


def test_too_many_rows_are_not_copied_and_the_export_is_named(qtbot, session):
    session.open_data(Dataset(np.zeros((MOST_COPIED + 1, 2))))
    dock = shown(qtbot, TableDock, session, 500, 300)
    QApplication.clipboard().setText("before")
    session.selection.select(range(MOST_COPIED + 1))
    keyed(dock, Key.Key_C)
    assert QApplication.clipboard().text() == "before" and "Export points" in dock.message.text()


def test_block_is_pasted_as_one_undoable_edit(session, dock):
    before = session.table.data
    QApplication.clipboard().setText("1,5\t2\n?\t4\n")
    click(dock, 10, 1)
    keyed(dock, Key.Key_V)
    assert session.table.data.X[10, 1:3].tolist() == [1.5, 2] and session.table.data.X[11, 2] == 4
    assert np.isnan(session.table.data.X[11, 1]) and session.table.data.n == before.n
    assert session.table.undo.count() == 1 and session.table.undo.undoText() == "Paste 2 rows of 2 columns"
    session.table.undo.undo()
    assert session.table.data == before


def test_copied_columns_are_pasted_by_name(session, dock):
    click(dock, 100, 0)
    keyed(dock, Key.Key_C)
    click(dock, 0, 3)
    keyed(dock, Key.Key_V)
    assert (
        session.table.data.X[0].tolist() == [6.3, 3.3, 6.0, 2.5]
        and session.table.data.class_name(session.table.data.codes[0]) == "virginica"
    )


def test_rows_pasted_below_the_last_become_new_points(session, dock):
    QApplication.clipboard().setText("1\t2\t3\t4\tsetosa\n5\t6\t7\t8\tvirginica\n9\t9\t9\t9\tsetosa")
    session.selection.select([149])
    click(dock, 149, 0)
    keyed(dock, Key.Key_V)
    assert session.table.data.n == 152 and session.table.data.X[149:, 0].tolist() == [1, 5, 9]
    assert session.table.data.codes[149:].tolist() == [0, 2, 0]
    session.table.undo.undo()
    assert session.table.data == engine.load("iris")


def test_spreadsheet_cells_are_pasted_into_an_empty_plane(session, dock):
    session.new_points()
    QApplication.clipboard().setText("x1\tx2\tclass\n1\t2\tA\n3\t4\tB")
    keyed(dock, Key.Key_V)
    assert session.table.data.X.tolist() == [[1, 2], [3, 4]] and session.table.data.codes.tolist() == [0, 1]


NO_NUMBER = "is not a number, or is too large for one."


@pytest.mark.parametrize("text, words", [
    ("1\t2\n3\tfour", f"Nothing was pasted. Row 150, column petal width (cm): 'four' {NO_NUMBER}"),
    ("1\t2\t3\t4", "The block has 4 columns, and from petal length (cm) on there are 3."),
    ("1\t2\t3", "Nothing was pasted. Row 149, column species: There is no class '3'. "
                "The classes are setosa, versicolor, virginica."),
    ("1\t2\n3", "Line 2 of the block has 1 cell, not 2."),
    ("1\n2\n3", "The block has 3 rows, and from here on there are 2. "
                "More points can be pasted only with all 5 columns."),
    ("species", "What was copied has the names of columns, and nothing under them."),
    ("", "Nothing was copied that could be pasted here: copy some cells first."),
])  # fmt: skip
def test_invalid_block_is_refused_whole_with_its_place(session, dock, text, words):
    QApplication.clipboard().clear()
    if text:
        QApplication.clipboard().setText(text)
    session.selection.select([148])
    click(dock, 148, 2)
    keyed(dock, Key.Key_V)
    assert dock.message.text() == words and dock.message.isVisible()
    assert session.table.data == engine.load("iris") and not session.table.undo.canUndo()


def test_clicks_on_a_head_sort_reverse_and_reset(session, dock):
    before = column_of(dock, 1)
    sort(dock, 1)
    up = [float(text) for text in column_of(dock, 1)]
    assert up == sorted(up) and dock.view.horizontalHeader().sortIndicatorSection() == 1
    assert arrow(dock, 1) == "up"
    sort(dock, 1)
    down = [float(text) for text in column_of(dock, 1)]
    assert down == sorted(down, reverse=True) and arrow(dock, 1) == "down"
    sort(dock, 1)
    assert column_of(dock, 1) == before and dock.view.horizontalHeader().sortIndicatorSection() == -1
    assert session.table.data == engine.load("iris") and not session.table.undo.canUndo(), (
        "the data stay in their order"
    )


def test_sorted_table_maps_selection_edits_and_deletions_to_rows(qtbot, session, dock):
    sort(dock, 0)
    sort(dock, 0)
    tallest = int(np.argmax(session.table.data.X[:, 0]))
    assert dock.model.headerData(0, Qt.Orientation.Vertical) == session.table.data.row_name(tallest)
    click(dock, 0, 0)
    assert session.selection.rows == (tallest,)
    enter(typed(dock, 0, 0, "4.25"))
    qtbot.waitUntil(lambda: dock.model.in_order)
    shown = [float(text) for text in column_of(dock, 0)]
    assert session.table.data.X[tallest, 0] == 4.25 and shown == sorted(shown, reverse=True), (
        "the row goes where it belongs"
    )
    line = shown.index(4.25)
    assert [index.row() for index in dock.view.selectionModel().selectedRows()] == [line]
    assert dock.view.currentIndex().row() == line and cell(dock, line, 0).y() in range(dock.view.viewport().height())
    session.selection.select([5, 7])
    lines = sorted(index.row() for index in dock.view.selectionModel().selectedRows())
    assert lines == sorted(np.flatnonzero(np.isin([dock.model.row_at(line) for line in range(150)], [5, 7])))
    keyed(dock, Key.Key_C)
    assert QApplication.clipboard().text().count("\n") == 2
    rest = np.delete(session.table.data.X, dock.model.row_at(0), axis=0)
    dock.view.scrollToTop()
    click(dock, 0, 0)
    QTest.keyClick(dock.view, Key.Key_Delete)
    assert np.array_equal(session.table.data.X, rest)
    left = [float(text) for text in column_of(dock, 0)]
    assert left == sorted(left, reverse=True), "the rest is sorted anew"


def test_block_is_pasted_into_the_lines_of_a_sorted_table(session, dock):
    sort(dock, 2)
    rows = [dock.model.row_at(line) for line in (3, 4)]
    QApplication.clipboard().setText("70\n80")
    click(dock, 3, 0)
    keyed(dock, Key.Key_V)
    assert session.table.data.X[rows, 0].tolist() == [70, 80]


def test_missing_values_sort_last_and_new_data_are_unsorted(session, dock):
    session.points.move([3], np.array([[np.nan, 1.0, 1.0, 1.0]]))
    for _ in range(2):
        sort(dock, 0)
        assert dock.model.row_at(149) == 3
    session.open_bundled("iris")
    assert dock.model.sorted_by is None and [dock.model.row_at(line) for line in range(3)] == [0, 1, 2]
    assert dock.view.horizontalHeader().sortIndicatorSection() == -1


@pytest.fixture
def sorters(monkeypatch):
    """Everything counts as many rows; the threads on which they are sorted."""
    threads = list[threading.Thread]()
    real = Sorting.order
    monkeypatch.setattr(table, "QUICK", 100)
    monkeypatch.setattr(Sorting, "order", lambda *all: threads.append(threading.current_thread()) or real(*all))
    return threads


def test_many_rows_are_sorted_in_the_background(qtbot, session, dock, sorters):
    before, heights = column_of(dock, 0), session.table.data.X[:, 0]
    session.selection.select([5, 7])
    sort(dock, 0)
    assert column_of(dock, 0) == before and dock.model.sorted_by is None, "they stand as they did until it is done"
    assert dock.view.horizontalHeader().sortIndicatorSection() == -1 and not dock.view.isSortingEnabled()
    sort(dock, 0)
    qtbot.waitUntil(lambda: dock.model.sorted_by is not None)
    assert dock.model.sorted_by == (0, True), "two clicks turn it, however fast they came"
    assert [float(text) for text in column_of(dock, 0)] == sorted(heights.tolist(), reverse=True)
    assert sorters and threading.main_thread() not in sorters and arrow(dock, 0) == "down"
    rows = {dock.model.row_at(index.row()) for index in dock.view.selectionModel().selectedRows()}
    assert rows == {5, 7} == set(session.selection.rows)
    sort(dock, 0)
    assert column_of(dock, 0) == before


def test_changes_during_a_background_sort_are_in_its_order(qtbot, session, dock, sorters):
    sort(dock, 0)
    session.points.add(np.array([[5.05, 3.0, 1.0, 0.5]]), 0)
    assert dock.model.sorted_by is None
    qtbot.waitUntil(lambda: dock.model.sorted_by == (0, False))
    shown_now = [float(text) for text in column_of(dock, 0)]
    assert len(shown_now) == 151 and shown_now == sorted(session.table.data.X[:, 0].tolist())
    sort(dock, 1)
    session.points.move([0], np.array([[5.1, 9.0, 1.4, 0.2]]))
    qtbot.waitUntil(lambda: dock.model.sorted_by == (1, False) and dock.model.in_order)
    assert dock.model.row_at(150) == 0
    sort(dock, 2)
    session.open_bundled("iris")
    dock._sorter.finish()
    QApplication.processEvents()
    assert dock.model.sorted_by is None and [dock.model.row_at(line) for line in range(3)] == [0, 1, 2]


def test_added_row_is_inserted_without_sorting_again(session, dock, monkeypatch):
    sort(dock, 0)
    starts = list[np.ndarray | None]()
    real = Sorting.order
    monkeypatch.setattr(Sorting, "order", lambda of, start=None: starts.append(start) or real(of, start))
    session.points.add(np.array([[5.05, 3.0, 1.0, 0.5]]), 0)
    shown_now = [float(text) for text in column_of(dock, 0)]
    assert len(shown_now) == 151 and shown_now == sorted(shown_now)
    (start,) = starts
    assert start is not None and start[-1] == 150 and (np.diff(session.table.data.X[start[:-1], 0]) >= 0).all()


def test_open_cell_editor_survives_a_background_sort(qtbot, session, dock, sorters):
    sort(dock, 0)
    dock.view.edit(dock.model.index(3, 1))
    dock._sorter.finish()
    QApplication.processEvents()
    assert dock.view.is_typed_into() and dock.model.sorted_by is None
    dock.view.closeEditor(dock.view.findChild(QLineEdit), dock.view.itemDelegate().EndEditHint.NoHint)
    qtbot.waitUntil(lambda: dock.model.sorted_by == (0, False))


def test_a_million_rows_are_sorted(qtbot, session):
    session.lanes.clear()
    session.open_data(Dataset(np.random.default_rng(1).normal(size=(1_000_000, 2))))
    dock = shown(qtbot, TableDock, session, 500, 300)
    sort(dock, 0)
    qtbot.waitUntil(lambda: dock.model.sorted_by == (0, False))
    dock.grab()
    assert dock.model.in_order


def test_points_are_typed_into_an_empty_table(qtbot, dock):
    session = dock.session
    session.new_points()
    for code, cells in enumerate((("1", "-2.5"), ("0.5", "3"))):
        session.view.brush = code
        QTest.mouseClick(dock.add, LEFT)
        for text in cells:
            editor = QApplication.focusWidget()
            assert isinstance(editor, QLineEdit) and editor.selectedText() == editor.text()
            QTest.keyClicks(editor, text)
            QTest.keyClick(editor, Key.Key_Tab)
            QApplication.processEvents()
    assert session.table.data.X.tolist() == [[1.0, -2.5], [0.5, 3.0]] and session.table.data.codes.tolist() == [0, 1]


def test_row_is_added_to_a_sorted_table_with_categories(qtbot, session):
    session.open_bundled("play_tennis")
    dock = shown(qtbot, TableDock, session, 700, 400)
    dock.model.sort_by(0)
    QTest.mouseClick(dock.add, LEFT)
    assert session.table.data.n == 15 and np.array_equal(session.table.data.X[14], session.table.data.X[13])
    assert dock.view.is_typed_into() and dock.model.row_at(dock.view.currentIndex().row()) == 14
