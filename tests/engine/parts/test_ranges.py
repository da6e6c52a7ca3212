"""Methods that scale nothing say so where the ranges of the features differ too much."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.base.errors import Prepare
from engine.core.story import Story
from engine.data.dataset import Dataset
from engine.data.preparing.preparation import Preparation
from engine.data.preparing.scaling import Standardise
from engine.parts.ranges import ranges_differ, reach, scaled_first

GRID = np.array([[0.0, 0.0, 3.0], [0.5, 1.0, 3.0], [1.0, 0.2, 3.0]])


def stretched(times: float) -> Dataset:
    """Two features that range over 1 and so many times as much, and a constant one."""
    return Dataset.from_arrays(GRID * [1.0, times, 1.0])


@pytest.mark.parametrize(("times", "differ"), [(1.0, False), (10.0, False), (10.5, True), (0.09, True)])
def test_ranges_differ_beyond_ten_times_ignoring_constant_features(times, differ):
    assert (
        ranges_differ(stretched(times))
        == differ
        == bool(scaled_first(Story("It begins.", ""), stretched(times)).remedies)
    )


UNSCALED = (
    "agglomerative", "choose_k", "dbscan", "divisive", "fingerprints", "kd_search", "kernel_density", "kmeans",
    "kmeans_restarts", "kmedoids", "mds", "mean_shift", "nearest_mean", "online_neighbours", "spectral", "tsne",
    "vector_quantisation",
)  # fmt: skip


@pytest.mark.parametrize("key", UNSCALED)
def test_advice_on_ranges_is_given_at_the_start_if_needed(key):
    algorithm, iris = engine.algorithm(key), engine.load("iris")
    for times, differ in ((1.0, False), (1000.0, True)):
        data = iris.changed(X=iris.X * [1.0, 1.0, 1.0, times])
        story = algorithm.explain(next(iter(algorithm.trace(data))), data, algorithm.params())
        assert story.remedies == ((Prepare("Standardise"),) if differ else ())
        assert ("Ranges differ more than 10 times: " in story.sentence) == differ
        assert story.sentence.endswith(" Standardise the columns.") == differ


@pytest.mark.parametrize(
    ("key", "params", "why"),
    [
        ("svm", {"kernel": "rbf"}, "γ is the same for all."), ("svm", {"kernel": "linear"}, ""),
        ("rbf_regression", {}, "the width α is the same for all."),
    ],
    ids=str,
)  # fmt: skip
def test_methods_with_one_kernel_width_offer_to_standardise(key, params, why):
    algorithm, iris = engine.algorithm(key), engine.load("iris").subset(np.arange(100))
    y = iris.X[:, 1] if key == "rbf_regression" else iris.y
    for times in (1.0, 1000.0):
        data = iris.changed(X=iris.X * [1.0, 1.0, 1.0, times])
        data = Dataset(data.X, y, data.columns, class_names=iris.class_names if key == "svm" else ())
        told = algorithm.explain(next(iter(algorithm.trace(data, **params))), data, algorithm.params(**params))
        advised = bool(why) and times > 1
        assert told.remedies == ((Prepare("Standardise"),) if advised else ())
        assert told.sentence.endswith(f"10 times: {why} Standardise the columns.") == advised


def test_standardised_columns_get_no_advice():
    X = np.column_stack([np.r_[np.zeros(4000), 1000.0], np.linspace(0, 1, 4001)])
    data = Preparation().with_step(Standardise()).fit(Dataset.from_arrays(X)).data
    story = scaled_first(Story("It begins.", ""), data)
    assert not story.remedies and story.sentence.endswith(
        "10 times: the widest feature alone decides which rows are near."
    )


def test_feature_ranges_are_cached_and_ignore_gaps():
    data = Dataset(np.array([[1.0, np.nan, np.nan], [3.0, -2.0, np.nan]]))
    assert [one.tolist() for one in reach(data)] == [[1.0, -2.0, 0.0], [3.0, -2.0, 0.0]]
    assert reach(data)[0] is reach(data)[0]
