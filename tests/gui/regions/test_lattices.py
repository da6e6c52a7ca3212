"""Trees and forests on the lattice of the pixels: their leaves are boxes, which say what each place would be told."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.data.dataset import Dataset
from engine.data.plane import Plane
from engine.models.forest import Forest
from engine.models.tree import Tree
from gui.regions.regions import CELL, Grid

IRIS = engine.load("iris")
RECT = (0.0, 8.0, -1.0, 7.0)
MODELS = {
    "tree": engine.fit("cart", IRIS),
    "stump": engine.fit("cart", IRIS, max_leaves=2),
    "forest": engine.fit("random_forest", IRIS, trees=7, importance=False),
}


class OneByOne:
    """A model that hides that it knows a lattice."""

    def __init__(self, model: Tree | Forest) -> None:
        self.predict, self.predict_proba = model.predict, model.predict_proba


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("axes", [(2, 3), (3, 2)])
def test_every_pixel_equals_its_own_evaluation(name: str, axes: tuple[int, int]):
    model, plane = MODELS[name], Plane.of(IRIS, axes)
    at_once = Grid(model, plane, RECT, 83, 61)
    raster, asked = at_once.exact(), Grid(OneByOne(model), plane, RECT, 83, 61).exact()
    assert at_once.asked == 0, "no place was asked"
    assert np.array_equal(raster.labels, asked.labels) and len(np.unique(raster.labels)) > 1
    assert raster.depth == pytest.approx(asked.depth, abs=1e-6) and raster.classes == asked.classes


def test_point_on_a_threshold_goes_to_the_side_of_its_row():
    """The thresholds of these rows lie exactly on pixels: what is equal to one stays left of it."""
    data = Dataset.from_arrays([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], [0, 1, 1, 2])
    tree = engine.fit("cart", data)
    assert set(tree.threshold[tree.attribute >= 0].tolist()) == {0.5}
    grid = Grid(tree, None, (-0.25, 1.25, -0.25, 1.25), 3, 3)
    assert 0.5 in grid.x.tolist() and 0.5 in grid.y.tolist()
    assert np.array_equal(
        grid.exact().labels, Grid(OneByOne(tree), None, (-0.25, 1.25, -0.25, 1.25), 3, 3).exact().labels
    )


def test_first_look_is_coarse_and_the_next_exact():
    first, last = Grid(MODELS["forest"], Plane.of(IRIS, (2, 3)), RECT, 160, 96).finer()
    assert (first.cell, first.labels.shape) == (CELL, (6, 10)) and (last.cell, last.labels.shape) == (1, (96, 160))
    assert np.array_equal(first.labels, last.labels[CELL // 2 :: CELL, CELL // 2 :: CELL])


def test_non_box_models_are_evaluated_everywhere():
    forest = MODELS["forest"]
    uneven = Forest(forest.trees, np.arange(1.0, 8.0))
    for model, plane in ((uneven, Plane.of(IRIS, (2, 3))), (forest, Plane.principal(IRIS))):
        grid = Grid(model, plane, RECT, 20, 10)
        assert np.array_equal(grid.exact().labels, Grid(OneByOne(model), plane, RECT, 20, 10).exact().labels)
        assert grid.asked > 0
