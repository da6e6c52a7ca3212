"""Areas of a network, which is asked in single precision: what is drawn is what it answers."""

from __future__ import annotations

import numpy as np

import engine
from engine.data.dataset import Dataset
from engine.data.toys import generate
from engine.models.glance import Glance
from gui.look.shading import Scale
from gui.regions.regions import Grid


def test_pixels_have_the_class_and_nearly_the_probability_of_the_network() -> None:
    model = engine.fit("mlp", generate("moons", seed=1, n=200), hidden=(8.0, 4.0), epochs=40)
    grid = Grid(model, None, (-3.0, 3.0, -2.0, 2.0), 120, 80)
    assert isinstance(grid.model, Glance)
    X = np.column_stack([np.tile(grid.x, 80), np.repeat(grid.y, 120)])
    exact, fine = grid.exact(), [*grid.finer()][-1]
    labels, likely = model.predict(X).reshape(80, 120), model.predict_proba(X).max(axis=1).reshape(80, 120)
    assert np.array_equal(exact.labels, labels) and len(np.unique(labels)) == 2
    assert np.array_equal(fine.labels, labels)
    assert exact.depth is not None and np.abs(exact.depth - (2 * likely - 1)).max() < 1e-4


def test_network_regressor_is_shaded_on_the_plane() -> None:
    X = np.random.default_rng(0).normal(size=(40, 2))
    model = engine.fit("linear_unit", Dataset.from_arrays(X, X @ [1.5, 1.0]))
    scale = Scale(-4.0, 4.0)
    grid = Grid(model, None, (-3.0, 3.0, -2.0, 2.0), 60, 40, scale=scale)
    pixels = np.column_stack([np.tile(grid.x, 40), np.repeat(grid.y, 60)])
    assert np.array_equal(grid.exact().labels, scale.codes(model.predict(pixels)).reshape(40, 60))
