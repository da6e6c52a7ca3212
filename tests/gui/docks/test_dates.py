"""A date is a date wherever a panel shows one: cells of the table, parameters of a model, the query, a tool tip."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from engine.base.errors import Refusal
from engine.data.dataset import Column, Dataset
from gui.canvas.tools.tool import told
from gui.docks.model import ModelDock
from gui.docks.parameters import ParametersDock
from gui.docks.points_model import PointsModel
from gui.docks.table import TableDock
from gui.docks.why import WhyDock
from gui.session.coordinates import Coordinate, line_of, read_line
from tests.gui.docks.placing import settle

SHOP = Dataset(
    np.array([[19799.0, 1.5], [19799.5, 2.5], [20000.0, 9.0], [20010.0, 9.5]]), np.array([0, 0, 1, 1]),
    (Column("sold", "date"), Column("price")), class_names=("poor", "good"),
)  # fmt: skip


def shown(model: PointsModel, row: int, column: int) -> str:
    return str(model.data(model.index(row, column))).strip()


def test_table_cells_are_dates_and_typed_as_dates(placed) -> None:
    dock = placed(TableDock, "nearest_mean", SHOP, width=700)
    model = dock.model
    assert [shown(model, row, 0) for row in range(4)] == ["2024-03-17", "2024-03-17 12:00", "2024-10-04", "2024-10-14"]
    assert model.setData(model.index(0, 0), "2024-02-29 06:00")
    assert dock.session.table.raw.X[0, 0] == 19782.25 and shown(model, 0, 0) == "2024-02-29 06:00"
    refused: list[str] = []
    model.refused.connect(refused.append)
    for text in ("3/4/2024", "19799", "2024-02-30"):
        assert not model.setData(model.index(1, 0), text)
    assert len(refused) == 3 and "column sold: '3/4/2024' is no date that can be read in one way only" in refused[0]
    assert dock.session.table.raw.X[1, 0] == 19799.5


def test_a_row_is_copied_with_its_date(placed) -> None:
    dock = placed(TableDock, "nearest_mean", SHOP, width=700)
    dock.session.selection.select((1,))
    dock.view.copy()
    assert QGuiApplication.clipboard().text().split("\n")[1].split("\t")[:3] == ["2024-03-17 12:00", "2.5", "poor"]


def test_a_tool_tip_tells_the_date() -> None:
    assert "sold = 2024-03-17 12:00\nprice = 2.5" in told(SHOP, 1)


def test_centres_are_shown_and_typed_with_dates(placed) -> None:
    dock = placed(ParametersDock, "kmeans", SHOP, step=10**6, width=700, k=2)
    grid = next(grid for grid in dock._grids if grid.title.startswith("centres"))
    assert sorted(grid.told(row)[0] for row in range(2)) == ["2024-03-17 06:00", "2024-10-09"]
    entry = dock._entry("centres", (0, 0), "centres of 1", dock.session.lane.frame)
    assert (
        entry.coordinates[0].date
        and not dock._entry("centres", (0, 1), "x", dock.session.lane.frame).coordinates[0].date
    )
    entry.take(read_line("2024-01-01", entry.coordinates))
    settle(dock.session)
    assert dock.session.lane.start.centres[0, 0] == 19723


def test_the_query_is_typed_as_dates(placed) -> None:
    dock = placed(ModelDock, "knn", SHOP, k=1)
    field = dock.form.fields["query"]
    assert field.text.placeholderText() == "2024-06-25 18:00; 5.75"
    field.text.setFocus()
    QTest.keyClicks(field.text, "2024-04-01; 3")
    QTest.keyClick(field.text, Qt.Key.Key_Return)
    settle(dock.session)
    assert dock.session.lane.frame.step.model.point.tolist() == [19814, 3]
    assert "The query z is at (2024-04-01, 3)" in dock.session.lane.frame.story.sentence


def test_story_states_the_unit_of_dates_once(placed) -> None:
    dock = placed(WhyDock, "kmeans", SHOP, step=2, k=2)
    units = [one for one in dock.session.lane.frame.story.numbers if one.name == "sold counts in"]
    assert [(one.value, one.note) for one in units] == [("days", "since 1970-01-01, UTC")]


def test_a_line_of_values_has_dates() -> None:
    both = [Coordinate("sold", 19799.5, date=True), Coordinate("price", 1.5)]
    assert line_of(both) == "2024-03-17 12:00; 1.5" and both[0].short_text == "2024-03-17 12:00"
    assert read_line("2024-03-18, 2", both).tolist() == [19800, 2]
    with pytest.raises(Refusal, match="sold: '19800' is no date"):
        read_line("19800; 2", both)


def test_date_target_is_shown_and_typed_as_a_date(placed) -> None:
    data = SHOP.changed(
        X=SHOP.X[:, 1:], columns=SHOP.columns[1:], y=SHOP.X[:, 0], class_names=(),
        target_name="sold (days since 1970-01-01)",
    )  # fmt: skip
    assert told(data, 1).endswith("price = 2.5") and "sold = 2024-03-17 12:00" in told(data, 1)
    dock = placed(TableDock, "knn_regression", data, width=700, k=1)
    model = dock.model
    assert [shown(model, row, 1) for row in range(2)] == ["2024-03-17", "2024-03-17 12:00"]
    assert model.headerData(1, Qt.Orientation.Horizontal) == "sold"
    assert model.setData(model.index(0, 1), "2024-02-29 06:00") and dock.session.table.raw.y[0] == 19782.25
    assert not model.setData(model.index(0, 1), "2024-02-30")
    assert model.text_to_copy(1, 1) == "2024-03-17 12:00"
