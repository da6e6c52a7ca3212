"""What the lesson on a network that learns a number says of its runs, computed by other ways."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np
import pytest

import engine
from engine.base.params import build
from engine.data.dataset import Dataset
from engine.data.toy_heights import HILLS, HOLLOWS, Hills, height
from engine.families.networks.mlp.loop import Params
from engine.models.network import NumberNetwork
from gui.lessons.lesson import FOLDER, Scene, read

SCENES = read(FOLDER / "35-a-network-for-numbers.json").scenes
PLANE, HILLY, TWO, MANY, FEW, STOPPED = SCENES[1:]


def learnt(scene: Scene) -> tuple[Dataset, np.ndarray, NumberNetwork]:
    """The table of a stop with its validation rows marked, which rows are learnt from, and the network of its end."""
    (run,), parts = scene.cast, scene.split.of(scene.data)
    data = scene.data if not scene.split.is_on else scene.data.changed(held=parts.codes == 1)
    steps = engine.trace(run.key, data, seed=run.seed, **run.values).to_end()
    return data, np.flatnonzero(parts.codes == 0), steps[-1].model


def missed(said: np.ndarray, data: Dataset, rows: Any = slice(None)) -> float:
    assert data.y is not None
    return float(np.sqrt(np.mean((said - data.y)[rows] ** 2)))


def test_no_weighted_sum_does_much_better_and_its_bands_are_straight() -> None:
    data, _, model = learnt(PLANE)
    inputs = np.column_stack([np.ones(data.n), data.X])
    best = inputs @ np.linalg.lstsq(inputs, data.y, rcond=None)[0]
    assert missed(best, data) <= missed(model.predict(data.X), data) < 1.02 * missed(best, data)
    said = model.predict(data.X)
    assert said == pytest.approx(inputs @ np.linalg.lstsq(inputs, said, rcond=None)[0])


def test_one_unit_on_the_hills_is_hardly_better_than_the_mean() -> None:
    data, _, model = learnt(HILLY)
    assert data.y is not None and model.target is not None
    assert model.target.spread[0] == pytest.approx(missed(np.full(data.n, data.y.mean()), data))
    assert missed(model.predict(data.X), data) > 0.95 * model.target.spread[0]
    assert np.ptp(model.predict(data.X)) < 0.25 * np.ptp(data.y)


def test_two_units_rise_across_their_lines_and_saturate() -> None:
    data, _, model = learnt(TWO)
    h = model.hidden_outputs(data.X)
    assert build(Params, TWO.cast[0].values).activation == "tanh" and model.hidden == (2,)
    assert h.min() > -1 and h.max() < 1 and (np.ptp(h, axis=0) > 1.8).all()
    inputs, said = np.column_stack([np.ones(data.n), h]), model.predict(data.X)
    assert said == pytest.approx(inputs @ np.linalg.lstsq(inputs, said, rcond=None)[0]), "a weighted sum of both"
    far = np.array([[3.0, 3.0], [30.0, 30.0], [-3.0, -3.0], [-30.0, -30.0]])
    near, off = model.predict(far)[::2], model.predict(far)[1::2]
    assert near == pytest.approx(off, abs=0.05)


def test_many_units_place_hills_and_valleys_correctly() -> None:
    data, _, model = learnt(MANY)
    assert (model.predict(HILLS) > 0.5).all() and (model.predict(HOLLOWS) < -0.5).all()
    assert data.y is not None and np.corrcoef(model.predict(data.X), data.y)[0, 1] > 0.95
    assert asdict(build(Params, MANY.cast[0].values))["hidden"] == (12.0, 8.0)


def test_of_few_points_it_learns_the_noise() -> None:
    """It is nearer to the rows that it learns from than the hills they were drawn from are, and far off the others."""
    data, rows, model = learnt(FEW)
    others = np.setdiff1d(np.arange(data.n), rows)
    hills, said = height(Hills(), data.X), model.predict(data.X)
    assert missed(said, data, rows) < missed(hills, data, rows)
    assert missed(said, data, others) > 1.2 * missed(hills, data, others)


def test_network_with_the_best_validation_error_is_kept() -> None:
    data, rows, model = learnt(STOPPED)
    others = np.setdiff1d(np.arange(data.n), rows)
    run = STOPPED.cast[0]
    steps = engine.trace(run.key, data, seed=run.seed, **{**run.values, "patience": 0}).to_end()
    off = [missed(step.model.predict(data.X), data, others) for step in steps]  # of all epochs, as the curve shows it
    assert missed(model.predict(data.X), data, others) == min(off)
