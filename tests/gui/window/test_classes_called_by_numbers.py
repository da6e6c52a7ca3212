"""Where classes have the names of numbers, no text of the window has such a name alone: it says "class 0"."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QComboBox, QLabel, QTableView, QWidget

import engine
from gui.canvas.legend import Legend
from gui.docks.points_model import PointsModel
from gui.start.shot import settle
from gui.window.main_window import BELOW, MainWindow
from tests.contract.class_names import BARE, renamed

ACROSS, DOWN = Qt.Orientation.Horizontal, Qt.Orientation.Vertical


def texts(top: QWidget) -> Iterator[tuple[str, str]]:
    """Whose text, and what it is: of labels, buttons, choices, actions, tables; the cells of the data are data."""
    for widget in (top, *top.findChildren(QWidget)):
        who = type(widget).__name__
        yield from ((who, text) for text in (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()))
        if isinstance(widget, (QLabel, QAbstractButton)):
            yield who, widget.text()
        if isinstance(widget, QComboBox):
            yield from ((who, widget.itemText(place)) for place in range(widget.count()))
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            yield from ((who, text) for text in cells(widget, widget.model()))
        if isinstance(widget, Legend):
            yield from ((who, entry.name) for entry in widget.entries)
    yield from (("action", action.text()) for action in top.findChildren(QAction))


def cells(view: QAbstractItemView, model: QAbstractItemModel) -> Iterator[str]:
    nowhere = QModelIndex()
    columns = min(model.columnCount(nowhere), 30) if isinstance(view, QTableView) else 1
    rows = min(model.rowCount(nowhere), 30)
    if isinstance(view, QTableView):
        yield from (str(model.headerData(place, ACROSS) or "") for place in range(columns))
        yield from (str(model.headerData(place, DOWN) or "") for place in range(rows))
    if isinstance(model, PointsModel):
        return
    for row in range(rows):
        for column in range(columns):
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
                yield str(model.index(row, column, nowhere).data(role) or "")


@pytest.mark.full
@pytest.mark.parametrize("key", ["knn", "softmax_newton", "perceptron", "random_forest", "kmeans", "cart"])
def test_no_text_names_a_class_by_a_bare_number(window: MainWindow, key: str) -> None:
    window.resize(1440, 900)
    window.session.open_data(renamed(engine.load("iris")))
    window.session.choose_algorithm(key)
    window.session.go_to_end()
    for name in BELOW:
        window.panels.open(name)
        settle(window)
        found = [(who, text) for who, text in texts(window) if BARE.search(text)]
        assert not found, f"{name}: {found[:5]}"
