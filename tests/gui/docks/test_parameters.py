"""The parameters dock shows every field of whatever model a step has, by the shape of the field."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

import engine
from engine.base.coding import in_words
from engine.base.words import minus
from engine.data.dataset import Column
from engine.models.shapes import Axes, axes_of
from gui.docks.axes import Axis, axes, fields
from gui.docks.parameters import Grid, Lines, ParametersDock, grids, scalars
from gui.look.appearance import Appearance
from gui.widgets.number_table import NumberTable
from tests.contract.pool import few
from tests.gui.docks.placing import settle, two_irises


def test_centre_matrix_has_feature_names_as_heads(placed):
    dock = placed(ParametersDock, "kmeans", step=5, width=860)
    _, view = dock.tables[0]
    centres = dock.session.lane.frame.step.model.centres
    assert view.cells.columns[1:] == dock.session.table.data.feature_names
    assert [row[1:] for row in view.cells.rows] == [tuple(row) for row in centres.tolist()]


def test_vectors_are_shown_by_feature_and_scalars_in_a_list(placed):
    dock = placed(ParametersDock, "perceptron", two_irises(), step=5)
    plane = dock.session.lane.frame.step.model
    assert ("bias", minus(f"{plane.bias:g}")) in dock.scalars.texts()
    _, view = dock.tables[0]
    assert [row[0] for row in view.cells.rows] == list(dock.session.table.data.feature_names)
    assert [row[1] for row in view.cells.rows] == plane.weights.tolist()


def test_changes_since_the_last_step_are_coloured(placed):
    dock = placed(ParametersDock, "kmeans", step=3, width=860)
    _, view = dock.tables[0]
    before = dock.session.lane.frame.step.model.centres
    dock.session.step(1)
    settle(dock.session)
    after = dock.session.lane.frame.step.model.centres
    cells = {(r, c) for r in range(len(after)) for c in range(after.shape[1] + 1)}
    news = {cell for cell in cells if cell in view.cells.news}
    assert news == {(int(r), int(c) + 1) for r, c in np.argwhere(before != after)} != set()
    assert "other than at step 3" in dock.words.text()
    index = view.cells.index(*min(news))
    assert view.cells.data(index, Qt.ItemDataRole.ForegroundRole).name() == dock.appearance.theme.accent.lower()


class Counted(np.ndarray):
    """Numbers that count how often they are asked for."""

    asked = 0

    def __getitem__(self, place):
        Counted.asked += 1
        return super().__getitem__(place)


def test_huge_matrix_formats_and_compares_few_cells(qtbot):
    cells = np.zeros((2_000, 2_000)).view(Counted)
    names = tuple(map(str, range(2_000)))
    grid = Grid("covariance", "feature", names, names, cells)
    other = np.zeros((2_000, 2_000))
    other[0, 5] = np.nan
    table = NumberTable(Appearance())
    qtbot.addWidget(table)
    table.put((grid.first, *names), Lines(grid), None, grid.news(replace(grid, cells=other)))
    table.resize(600, 300)
    table.show()
    table.grab()
    assert 0 < Counted.asked < 500
    assert (0, 6) in table.cells.news and (0, 5) not in table.cells.news and (1, 0) not in table.cells.news


def test_huge_model_matrices_are_not_copied():
    """Three covariances in 2,000 dimensions were, twice at every step: 200 MB."""
    data = engine.Dataset(np.zeros((3, 50)))
    floats, whole = np.full((2, 50, 50), 0.5), np.ones((50, 50), dtype=np.int64)
    along = {"covariances": (Axis("feature", data),) * 3, "counts": (Axis("feature", data),) * 2}
    shown = grids({"covariances": floats, "counts": whole}, along)
    assert all(np.shares_memory(grid.cells, array) for grid, array in zip(shown, (floats, floats, whole), strict=True))
    assert Lines(shown[0])[1][1:] == (0.5,) * 50 and isinstance(Lines(shown[2])[0][1], float)


def test_cells_are_copied_with_every_digit(placed, qtbot):
    dock = placed(ParametersDock, "kmeans", step=5, width=860)
    _, view = dock.tables[0]
    view.setCurrentIndex(view.cells.index(1, 2))
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert float(QGuiApplication.clipboard().text()) == dock.session.lane.frame.step.model.centres[1, 1]


def test_before_there_is_a_model_it_says_so(placed):
    dock = placed(ParametersDock, "kmeans", "film_critics")
    assert dock.words.text() == "There is no model at this step yet."


@pytest.mark.full
def test_every_algorithm_is_shown_at_every_step(placed):
    for key, algorithm in engine.algorithms().items():
        usual = two_irises()
        suited = (*(() if algorithm.unsuitable(usual) else (usual,)), *few(algorithm).values())
        data = next(data for data in suited if not algorithm.limits(data, algorithm.params()))
        dock = placed(ParametersDock, key, data, step=0, width=860)
        assert not dock.session.lane.refusal, key
        for index in range(min(dock.session.lane.known, 6)):
            dock.session.go_to(index)
            settle(dock.session)
            model = dock.session.lane.frame.step.model
            shown = [name for name, _ in dock.scalars.texts()]
            if model is not None:
                assert shown == list(map(in_words, scalars(fields(model))))


def test_layers_nested_models_and_unnamed_numbers_are_shown():
    @dataclass
    class Inner:
        AXES: ClassVar[Axes] = {"means": ("feature",)}

        means: np.ndarray

    @dataclass
    class Outer:
        AXES: ClassVar[Axes] = {"covariances": ("cluster", "feature", "feature")}

        covariances: np.ndarray
        parts: tuple[Inner, ...]
        depth: int

    data = engine.Dataset.from_arrays(np.zeros((5, 2)), feature_names=["height", "weight"])
    model = Outer(np.zeros((3, 2, 2)), (Inner(np.ones(2)), Inner(np.ones(2))), 4)
    values = fields(model)
    assert scalars(values) == {"depth": 4}
    shown = {grid.title: grid for grid in grids(values, axes(model, data))}
    assert list(shown) == ["parts 1.means, parts 2.means", *(f"covariances {k}  2 × 2" for k in (1, 2, 3))]
    assert shown["covariances 2  2 × 2"].rows == shown["covariances 2  2 × 2"].columns == ("height", "weight")


def test_axis_names_come_from_the_model_not_from_matching_sizes(placed):
    """Two centres of two features were called by the names of the features."""
    rows = np.array([[1.0, 1.0], [1.5, 2.0], [3.0, 4.0], [5.0, 7.0]])
    data = engine.Dataset.from_arrays(rows, feature_names=["x", "y"])
    dock = placed(ParametersDock, "kmeans", data, step=2, width=860, k=2)
    _, view = dock.tables[0]
    assert view.cells.columns == ("cluster", "x", "y")
    assert [row[0] for row in view.cells.rows] == ["1", "2"]


def test_network_layers_name_features_units_and_classes():
    data = two_irises()
    network = engine.fit("mlp", data, hidden=(float(data.d),), epochs=1)
    shown = {
        grid.title.partition(" ")[0] + grid.title[6:]: grid for grid in grids(fields(network), axes(network, data))
    }
    first, last = (grid for grid in shown.values() if "weights" in grid.title)
    assert (first.first, first.columns) == ("unit", data.feature_names)
    assert (last.first, last.columns) == ("output", tuple(map(str, range(1, data.d + 1))))


def test_score_rows_are_named_by_basis_functions_and_classes():
    iris = engine.load("iris")
    scores = engine.fit("softmax_newton", iris, penalty=1.0, basis="polynomial", degree=2)
    grid = next(one for one in grids(fields(scores), axes(scores, iris)) if one.title.startswith("weights"))
    assert (grid.first, grid.rows) == ("class", iris.class_names)
    assert grid.columns == scores.basis.names(iris.feature_names)


@pytest.mark.parametrize(("key", "cut"), [("cart", "2024-03-17 12:00"), ("kd_tree", "2024-"), ("random_forest", "20")])
def test_date_thresholds_are_dates_and_others_numbers(key, cut):
    days = np.array([19700.0, 19710, np.nan, 19799, 19800, 19810, 19850, 19900])
    price = np.array([3.0, 1, 2, 4, 2, 3, 1, 5])
    columns = (Column("sold", "date"), Column("price"))
    table = np.column_stack([days if key == "cart" else np.nan_to_num(days, nan=19720.0), price])
    shop = engine.Dataset(table, np.array([0, 0, 0, 0, 1, 1, 1, 1]), columns, class_names=("poor", "good"))
    model = engine.fit(key, shop)
    found = [grid for grid in grids(fields(model), axes(model, shop)) if grid.asked is not None]
    told = [(grid.asked[row], Lines(grid)[row][1:]) for grid in found for row in range(len(grid.rows))]
    cells = [(number, cell) for numbers, line in told for number, cell in zip(numbers, line, strict=True)]
    assert all(isinstance(cell, str) == (number == 0) for number, cell in cells), "the first column is that of dates"
    assert {True} == {str(cell).startswith(cut) for number, cell in cells if number == 0}
    assert len(found) == {"cart": 2, "kd_tree": 1, "random_forest": len(found)}[key]


def test_every_model_array_declares_its_axes():
    kinds = engine.models.parts().values()
    silent = [
        f"{kind.__name__}.{item.name}"
        for kind in kinds
        for item in dataclasses.fields(kind)
        if "ndarray" in str(item.type) and item.name not in axes_of(kind)
    ]
    assert not silent


def test_no_path_into_a_model_is_shown():
    assert (
        in_words("layers 1.activation") == "layer 1: activation" and in_words("trees 12.is_leaf") == "tree 12: is leaf"
    )
    assert in_words("weights  3 × 4") == "weights  3 × 4"
