"""A table of numbers is copied as a spreadsheet takes it."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gui.look.appearance import Appearance
from gui.look.numerals import FIGURE, POINT, aligned
from gui.widgets.number_list import Entry, NumberList
from gui.widgets.number_table import MARGIN, NumberTable

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def click(view: NumberTable, row: int, column: int, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    place = view.visualRect(view.cells.index(row, column)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, modifier, place)


def test_selected_cells_are_copied_with_names_digits_and_gaps(qtbot):
    view = NumberTable(Appearance())
    qtbot.addWidget(view)
    view.put(("cluster", "size", "mean"), [("a", 3, 1 / 3), ("b", 4, np.float64(-2.0)), ("c", 5, 1e-9)])
    view.resize(400, 200)
    view.show()
    click(view, 0, 0)
    click(view, 1, 2, SHIFT)
    QTest.keyClick(view, Qt.Key.Key_C, CONTROL)
    assert QApplication.clipboard().text() == "cluster\tsize\tmean\na\t3\t0.3333333333333333\nb\t4\t-2"
    click(view, 0, 0)
    click(view, 2, 2, CONTROL)
    QTest.keyClick(view, Qt.Key.Key_C, CONTROL)
    assert QApplication.clipboard().text() == "cluster\tmean\na\t\n\t1e-09"
    click(view, 1, 1)
    QTest.keyClick(view, Qt.Key.Key_C, CONTROL)
    assert QApplication.clipboard().text() == "4", "one number goes alone"


def test_cell_tooltip_has_row_column_and_every_digit(qtbot):
    view = NumberTable(Appearance())
    qtbot.addWidget(view)
    view.put(("cluster", "mean"), [("a", -1 / 3), ("", 2.0)])
    told = [view.cells.index(*cell).data(Qt.ItemDataRole.ToolTipRole) for cell in ((0, 1), (0, 0), (1, 1))]
    assert told == ["Row a, column mean: −0.3333333333333333", "a", "2"]


def test_wide_column_shrinks_again_for_short_texts(qtbot):
    table = NumberTable(Appearance())
    qtbot.addWidget(table)
    table.resize(288, 200)
    table.show()
    qtbot.waitExposed(table)
    columns = ("rule", "threshold", "wrong")
    table.put(columns, [("common gaussian", "from −0.0104 to 93.1234 and beyond", 26)])
    assert table.horizontalHeader().length() > table.viewport().width()
    table.put(columns, [("common gaussian", "−0.0104", 26)])
    assert table.horizontalHeader().length() <= table.viewport().width()


def test_heads_wrap_before_a_column_is_hidden(qtbot):
    """They were cut to "errors of t…", "as …", "le…", "ch…"."""
    view = NumberTable(Appearance())
    qtbot.addWidget(view)
    columns = ("branch", "errors of the branch", "as a leaf", "leaves", "change")
    view.put(columns, [("petal length (cm) > 2.45", 3, 19, 3, 16), ("Root", 3, 33, 4, 30)])
    header = view.horizontalHeader()
    for room, in_sight in ((900, True), (290, True), (120, False)):
        view.resize(room, 200)
        view.show()
        assert (header.length() <= view.viewport().width()) == in_sight
        heads = [view.cells.headerData(c, Qt.Orientation.Horizontal) for c in range(5)]
        assert [head.split() for head in heads] == [name.split() for name in columns], "no word is cut"
        for column, head in enumerate(heads):
            assert all(
                header.fontMetrics().horizontalAdvance(line) < header.sectionSize(column) for line in head.split("\n")
            )
    view.resize(290, 200)
    assert max(head.count("\n") for head in heads) > 0 and header.height() > 2 * header.fontMetrics().height()
    numbers = range(1, 5)
    assert all(header.sectionSize(column) >= view.sizeHintForColumn(column) for column in numbers), "no number is cut"
    assert view.cells.headerData(1, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole) == "errors of the branch"


WEIGHTS = ("weight of", "before", "change", "after")
NAMED = [
    ("bias", 1.25, -0.0314, 1.219),
    ("sepal length (cm)", 0.3247, 0.0012, 0.3259),
    ("petal width (cm)", 2.0, 0.5, 2.5),
]


@pytest.mark.parametrize("presentation", [False, True])
def test_names_and_font_shrink_before_a_column_is_hidden(qtbot, presentation):
    appearance = Appearance("light", presentation)
    view, header = NumberTable(appearance), lambda: view.horizontalHeader().length()
    qtbot.addWidget(view)
    view.put(WEIGHTS, NAMED)
    view.resize(900, 200)
    view.show()
    body, small = (appearance.font(size).pixelSize() for size in ("body", "small"))
    seen = set()
    for room in range(900, 100, -10):
        view.resize(room, 200)
        fits, whole = header() <= view.viewport().width(), view.columnWidth(0) >= view.sizeHintForColumn(0)
        seen.add((fits, whole, view.font().pixelSize()))
        least = [view.sizeHintForColumn(column) for column in range(1, 4)]
        assert all(view.columnWidth(i + 1) >= wide for i, wide in enumerate(least)), "no number is cut"
    assert seen == {(True, True, body), (True, False, body), (True, False, small), (False, False, body)}
    assert view.cells.data(view.cells.index(1, 0), Qt.ItemDataRole.ToolTipRole) == "sepal length (cm)"
    view.resize(900, 200)
    assert view.font().pixelSize() == body and header() <= view.viewport().width()


def test_counts_have_thousands_separators_and_are_copied_as_numbers(qtbot):
    view = NumberTable(Appearance())
    qtbot.addWidget(view)
    view.put(("cluster", "points", "share"), [("a", 500_000, 0.5), ("b", np.int64(1_234), 0.25), ("c", 7, 2_345.5)])
    view.resize(400, 200)
    view.show()
    assert [text.strip() for text in view.cells.texts(1)] == ["500,000", "1,234", "7"]
    assert [text.strip() for text in view.cells.texts(2)] == ["0.5", "0.25", "2346"], "a measure is none"
    assert aligned(["12,345", "0.5"]) == [f"12,345{POINT}{FIGURE}", "0.5"]
    click(view, 0, 1)
    click(view, 1, 1, SHIFT)
    QTest.keyClick(view, Qt.Key.Key_C, CONTROL)
    assert QApplication.clipboard().text() == "points\n500000\n1234"


def test_list_counts_have_thousands_separators_and_are_copied_as_numbers(qtbot):
    numbers = NumberList(Appearance())
    qtbot.addWidget(numbers)
    numbers.set_entries([Entry("rows", 200_000), Entry("E", 1234.5)])
    numbers.resize(300, 60)
    numbers.show()
    assert numbers.texts() == [("rows", "200,000"), ("E", "1234")]
    QTest.keyClick(numbers, Qt.Key.Key_C, CONTROL)
    assert QApplication.clipboard().text() == "rows\t200000\nE\t1234.5"


def test_cut_row_names_differ(qtbot):
    """In the table of pruning both branches were "Outlook …"."""
    view = NumberTable(Appearance())
    qtbot.addWidget(view)
    view.resize(268, 200)
    view.show()
    columns = ("branch", "errors of the branch", "as a leaf", "leaves", "change")

    def painted() -> list[str]:
        room = view.columnWidth(0) - MARGIN
        return [view.fontMetrics().elidedText(name, view.textElideMode(), room) for name in view.cells.texts(0)]

    for names in (("Outlook = Sunny", "Root", "Outlook = Rain"), ("petal length (cm)", "petal width (cm)", "stem")):
        view.put(columns, [(name, 1, 1, 3, 0) for name in names])
        assert any("…" in name for name in painted()) and len(set(painted())) == 3
    assert view.textElideMode() == Qt.TextElideMode.ElideRight, "what begins differently is cut at its end"
