"""The heads of a table are measured once for as long as their words and letters stay."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QAbstractTableModel, QSize, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHeaderView, QTableView

from gui.docks.points_model import PointsModel
from gui.docks.points_view import PointsView
from gui.look.appearance import Appearance
from gui.session.session import Session
from gui.widgets.heads import Heads
from gui.widgets.number_table import NumberTable

ROWS = Qt.Orientation.Vertical


class Names(QAbstractTableModel):
    """Rows with names. `asked` counts the requests for one."""

    asked = 0
    names = ("short", "shorter", "of more letters than the others")

    def rowCount(self, parent=None) -> int:
        return len(self.names)

    def columnCount(self, parent=None) -> int:
        return 1

    def data(self, index, role=Qt.ItemDataRole.DisplayRole) -> object:
        return None

    def headerData(self, section, orientation, role=Qt.ItemDataRole.DisplayRole) -> object:
        self.asked += 1
        return self.names[section] if orientation == ROWS and role == Qt.ItemDataRole.DisplayRole else None


def renamed(view: QTableView, model: Names) -> None:
    model.beginResetModel()
    model.names = ("one",)
    model.endResetModel()


def sorted_anew(view: QTableView, model: Names) -> None:
    model.layoutAboutToBeChanged.emit()
    model.names = ("a", "b", "c")
    model.layoutChanged.emit()


def one_renamed(view: QTableView, model: Names) -> None:
    model.names = ("first", "second", "third")
    model.headerDataChanged.emit(ROWS, 0, 2)


def in_larger_letters(view: QTableView, model: Names) -> None:
    font = QFont(view.font())
    font.setPixelSize(40)
    view.verticalHeader().setFont(font)


@pytest.fixture
def shown(qtbot) -> tuple[QTableView, Names]:
    """A table whose rows have names, and its model."""
    view = QTableView()
    qtbot.addWidget(view)
    model = Names(view)
    view.setVerticalHeader(Heads(ROWS, view))
    view.setModel(model)
    view.show()
    return view, model


def test_they_are_measured_once(shown):
    view, model = shown
    first = view.verticalHeader().sizeHint()
    model.asked = 0
    assert [view.verticalHeader().sizeHint() for _ in range(5)] == [first] * 5 and model.asked == 0


@pytest.mark.parametrize("act", [renamed, sorted_anew, one_renamed, in_larger_letters])
def test_other_text_or_font_is_measured_again(shown, act: Callable[[QTableView, Names], None]):
    view, model = shown
    heads = view.verticalHeader()
    before: QSize = heads.sizeHint()
    act(view, model)
    assert heads.sizeHint() != before and heads.sizeHint() == QHeaderView.sizeHint(heads)


def test_tables_of_the_window_use_these_heads(qtbot):
    session, look = Session(), Appearance()
    points, numbers = PointsView(session, PointsModel(session, look)), NumberTable(look)
    for view in (points, numbers):
        qtbot.addWidget(view)
    heads = (points.horizontalHeader(), points.verticalHeader(), numbers.horizontalHeader())
    assert all(isinstance(head, Heads) for head in heads)
    session.close()
