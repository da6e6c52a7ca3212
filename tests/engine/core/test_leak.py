"""A preparation that has seen the validation rows looks better on paper: against a pipeline of scikit-learn."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsRegressor, NearestCentroid
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler

import engine
from engine.base.errors import Refusal
from engine.base.words import figure
from engine.core.ending import Ending
from engine.core.leak import Leak, leak
from engine.core.trace import Trace
from engine.data.dataset import Dataset
from engine.data.preparing.preparation import Preparation
from engine.data.preparing.scaling import MinMax
from engine.data.split import TRAINING, VALIDATION, Split
from engine.families import algorithm

SCALED = Preparation().with_step(MinMax())


def leaking() -> tuple[Dataset, np.ndarray]:
    """The second column is noise, whose range one row kept for validation makes 200 times wider: it weighs nothing."""
    rng, y = np.random.default_rng(3), np.arange(60) % 2
    parts = Split(validation=0.3, seed=1).at_large(range(60))
    kept = parts.rows(VALIDATION)
    X = np.column_stack([y + 0.6 * rng.normal(size=60), rng.normal(size=60)])
    X[kept[0], 1] = 500.0
    return Dataset(X, y, class_names=("a", "b")), parts


def test_both_errors_are_those_of_the_oracle():
    data, parts = leaking()
    train, kept = parts.rows(TRAINING), parts.rows(VALIDATION)
    found = algorithm("nearest_mean")
    made = leak(found, found.params(), 0, data, SCALED, parts)
    fair = make_pipeline(MinMaxScaler(), NearestCentroid()).fit(data.X[train], data.codes[train])
    scaled = MinMaxScaler().fit_transform(data.X)
    paper = NearestCentroid().fit(scaled[train], data.codes[train])
    assert made.honest == (fair.predict(data.X[kept]) != data.codes[kept]).sum() == 6
    assert made.leaky == (paper.predict(scaled[kept]) != data.codes[kept]).sum() == 2
    assert "33.3 % (6 of 18 rows)" in made.words() and "22.2 points better, on paper only" in made.words()


def test_harmless_leak_is_reported_and_non_classifiers_refused():
    assert "Here the leak changes nothing" in Leak("k-NN", 2, 2, (18, 18)).words()
    found = algorithm("kmeans")
    with pytest.raises(
        Refusal, match="in the units of each preparation, so two cannot be compared: choose a classifier"
    ):
        leak(found, found.params(), 0, engine.load("iris"), SCALED, Split(validation=0.3).of(engine.load("iris")))


def test_regression_is_scored_by_rmse():
    """A nearest neighbour that answers with a number: any method that is for regression on such data is judged so."""
    data, parts = leaking()
    train, kept = parts.rows(TRAINING), parts.rows(VALIDATION)
    data = data.changed(y=np.sin(data.X[:, 0]) + 0.25, class_names=())

    class Nearest:
        def __init__(self, learnt: Dataset) -> None:
            self.oracle = KNeighborsRegressor(1).fit(learnt.X, learnt.y)

        def predict(self, X: np.ndarray) -> np.ndarray:
            return self.oracle.predict(X)

    def traced(learnt: Dataset, params: None, seed: int) -> Trace:
        def run():
            yield SimpleNamespace(model=Nearest(learnt))
            return Ending.converged("done")

        return Trace(run, 10**6)

    method = SimpleNamespace(name="Nearest", task_on=lambda table: "regression", traced=traced)
    made = leak(method, None, 0, data, SCALED, parts)
    scaler = MinMaxScaler().fit(data.X[train])
    oracle = KNeighborsRegressor(1).fit(scaler.transform(data.X[train]), data.y[train])
    off = oracle.predict(scaler.transform(data.X[kept])) - data.y[kept]
    assert made.honest == pytest.approx(np.sqrt(np.mean(off**2))) and made.target == "real" and made.n == (18, 18)
    assert made.leaky < made.honest and f"{figure(made.honest)} fitted to the training rows only" in made.words()
    assert made.words().endswith("The leak looks better, on paper only.")
    with pytest.raises(Refusal, match="does not answer with the target"):
        leak(method, None, 0, engine.load("iris"), SCALED, parts)


def test_method_for_both_targets_is_scored_by_the_target_kind():
    data, parts = leaking()
    unit = algorithm("linear_unit")
    classes = leak(unit, unit.params(), 0, data, SCALED, parts)
    numbers = leak(unit, unit.params(), 0, data.changed(y=data.X[:, 0], class_names=()), SCALED, parts)
    assert (classes.target, numbers.target) == ("class", "real") and classes.honest == round(classes.honest)


def test_it_can_be_stopped():
    data, parts = leaking()
    found = algorithm("nearest_mean")
    with pytest.raises(Refusal, match="Stopped"):
        leak(found, found.params(), 0, data, SCALED, parts, lambda: True)
