"""Methods that scale nothing say so where the ranges of the features differ too much."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.data.dataset import Dataset
from engine.parts.ranges import ranges_differ, reach, unscaled_words

GRID = np.array([[0.0, 0.0, 3.0], [0.5, 1.0, 3.0], [1.0, 0.2, 3.0]])


def stretched(times: float) -> Dataset:
    """Two features that range over 1 and so many times as much, and a constant one."""
    return Dataset.from_arrays(GRID * [1.0, times, 1.0])


@pytest.mark.parametrize(("times", "differ"), [(1.0, False), (10.0, False), (10.5, True), (0.09, True)])
def test_ranges_differ_beyond_ten_times_and_constant_features_do_not_count(times, differ):
    assert ranges_differ(stretched(times)) == differ == bool(unscaled_words(stretched(times)))


@pytest.mark.parametrize("key", ["dbscan", "agglomerative", "kernel_density"])
def test_it_is_told_at_the_start_and_only_where_it_is_so(key):
    algorithm = engine.algorithm(key)
    said = []
    for times in (1.0, 1000.0):
        data = stretched(times)
        step = next(iter(algorithm.trace(data)))
        said.append(algorithm.explain(step, data, algorithm.params()).sentence)
    assert "Ranges differ" not in said[0]
    assert "Ranges differ more than 10 times" in said[1] and "tandardise the columns." in said[1]


def test_how_far_the_features_reach_is_sought_once_and_leaves_gaps_out():
    data = Dataset(np.array([[1.0, np.nan, np.nan], [3.0, -2.0, np.nan]]))
    assert [one.tolist() for one in reach(data)] == [[1.0, -2.0, 0.0], [3.0, -2.0, 0.0]]
    assert reach(data)[0] is reach(data)[0]
