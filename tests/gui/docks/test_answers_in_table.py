"""The points table has a column for what the model in view says of each row."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from engine.data.preparing.preparation import Entry, Preparation
from engine.data.preparing.scaling import Standardise
from gui.docks.table import TableDock
from tests.gui.docks.placing import settle


def column(dock: TableDock, number: int) -> list[str]:
    return [dock.model.data(dock.model.index(row, number)).strip() for row in range(dock.model.rowCount())]


def heads(dock: TableDock) -> list[str]:
    return [dock.model.headerData(i, Qt.Orientation.Horizontal) for i in range(dock.model.columnCount())]


def test_clusters_of_the_step_are_shown_beside_the_rows(placed) -> None:
    dock = placed(TableDock, "kmeans", step=10**6, width=860, k=3)
    assert heads(dock)[-2:] == ["species", "cluster"]
    session = dock.session
    said = session.lane.frame.step.model.predict(session.table.data.X)
    assert column(dock, 5) == [str(code + 1) for code in said]
    session.go_to(4)
    settle(session)
    other = session.lane.frame.step.model.predict(session.table.data.X)
    assert column(dock, 5) == [str(code + 1) for code in other] and (other != said).any()


def test_classifier_predictions_are_shown_as_class_names(placed) -> None:
    dock = placed(TableDock, "nearest_mean", step=10**6, width=860)
    session = dock.session
    said = session.lane.frame.step.model.predict(session.table.data.X)
    assert heads(dock)[-1] == "answer" and column(dock, 5) == [session.table.data.class_names[code] for code in said]


def test_predictions_are_not_editable_copied_or_sortable(placed, qtbot) -> None:
    dock = placed(TableDock, "kmeans", step=10**6, width=860, k=3)
    assert not dock.model.flags(dock.model.index(0, 5)) & Qt.ItemFlag.ItemIsEditable
    dock.session.selection.select((0,))
    dock.view.copy()
    assert QGuiApplication.clipboard().text().split("\n")[1].split("\t")[-1] == "setosa"
    dock._sort(5)
    assert dock.model.sorted_by is None and "by their own columns" in dock.message.text()


def test_heads_are_those_of_the_prepared_columns(placed) -> None:
    dock = placed(TableDock, "kmeans", width=860)
    dock.session.table.prepare(Preparation((Entry(Standardise()),)), "standardise")
    settle(dock.session)
    assert heads(dock)[0] == "sepal length, standardised"
    assert np.isfinite(dock.session.table.data.X).all()
