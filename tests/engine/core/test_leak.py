"""A preparation that has seen the validation rows looks better on paper: against a pipeline of scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.neighbors import NearestCentroid
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler

import engine
from engine.base.errors import Refusal
from engine.core.leak import Leak, leak
from engine.data.dataset import Dataset
from engine.data.preparing.preparation import Preparation
from engine.data.preparing.scaling import MinMax
from engine.data.split import holdout
from engine.families import algorithm

SCALED = Preparation().with_step(MinMax())


def leaking() -> tuple[Dataset, np.ndarray]:
    """The second column is noise, whose range one row kept for validation makes 200 times wider: it weighs nothing."""
    rng, y = np.random.default_rng(3), np.arange(60) % 2
    train, kept = holdout(60, 0.3)
    X = np.column_stack([y + 0.6 * rng.normal(size=60), rng.normal(size=60)])
    X[kept[0], 1] = 500.0
    return Dataset(X, y, class_names=("a", "b")), train


def test_both_errors_are_those_of_the_oracle():
    data, train = leaking()
    kept = np.setdiff1d(np.arange(data.n), train)
    found = algorithm("nearest_mean")
    made = leak(found, found.params(), 0, data, SCALED, train)
    fair = make_pipeline(MinMaxScaler(), NearestCentroid()).fit(data.X[train], data.codes[train])
    scaled = MinMaxScaler().fit_transform(data.X)
    paper = NearestCentroid().fit(scaled[train], data.codes[train])
    assert made.honest == (fair.predict(data.X[kept]) != data.codes[kept]).sum() == 5
    assert made.leaky == (paper.predict(scaled[kept]) != data.codes[kept]).sum() == 2
    assert "27.8 % (5 of 18 rows)" in made.words() and "16.7 points better, on paper only" in made.words()


def test_a_leak_that_changes_nothing_is_told_so_and_what_does_not_classify_is_refused():
    assert "Here the leak changes nothing" in Leak("k-NN", 2, 2, (18, 18)).words()
    found = algorithm("kmeans")
    with pytest.raises(Refusal, match="choose a classifier"):
        leak(found, found.params(), 0, engine.load("iris"), SCALED, np.arange(100))


def test_it_can_be_stopped():
    data, train = leaking()
    found = algorithm("nearest_mean")
    with pytest.raises(Refusal, match="Stopped"):
        leak(found, found.params(), 0, data, SCALED, train, lambda: True)
