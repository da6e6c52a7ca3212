"""The nearest rows are those of a full sort, row numbers deciding between equal distances, whatever proposes them."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.maths.algebra.metrics import added, between, differing, largest, powered, straight
from engine.maths.algebra.nearest_rows import NearestRows, smallest

WAYS = {
    "Euclidean": (straight, 2.0),
    "Manhattan": (added, 1.0),
    "Chebyshev": (largest, np.inf),
    "order 3": (partial(powered, 3.0), 3.0),
    "order 90": (partial(powered, 90.0), 90.0),
    "order ½": (partial(powered, 0.5), None),
    "Hamming": (differing, None),
}


def check(X, Z, k, way):
    combine, order = WAYS[way]
    near = NearestRows(X, combine, order).nearest(Z, k)
    D = between(combine, Z, X)
    rows = np.argsort(D, axis=1, kind="stable")
    assert (near.rows == rows[:, :k]).all()
    assert (near.distances == np.take_along_axis(D, rows[:, :k], axis=1)).all()
    beyond = np.take_along_axis(D, rows[:, k : k + 1], axis=1)
    assert (near.tied == (beyond == near.distances[:, -1:]).any(axis=1)).all()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("d", [1, 2, 14])
@pytest.mark.parametrize("k", [1, 4, 80])
def test_they_are_those_of_a_full_sort(way, d, k):
    rng = np.random.default_rng(d)
    X = rng.normal(size=(300, d)) + 100.0
    check(X, rng.normal(size=(40, d)) + 100.0, k, way)


@pytest.mark.parametrize("way", WAYS)
@given(st.integers(1, 8), st.integers(0, 99), st.sampled_from([2, 13]))
def test_ties_are_resolved_by_the_lower_rows(way, k, seed, d):
    rng = np.random.default_rng(seed)
    X = rng.integers(3, size=(60, d)).astype(float)
    check(X, np.vstack([X[:4], rng.integers(7, size=(4, d)) / 2.0]), k, way)


def test_all_rows_tied_with_the_last_can_be_included():
    X = np.array([[0.0], [2.0], [-2.0], [2.0], [5.0]])
    near = NearestRows(X, straight, 2.0).nearest(np.array([[0.0], [5.0]]), 2, all_tied=True)
    assert near.rows[0].tolist() == [0, 1, 2, 3]
    assert near.rows[1].tolist() == [4, 1, 3, -1]
    assert near.distances[1].tolist() == [0.0, 3.0, 3.0, np.inf]
    assert near.tied.tolist() == [True, True]


def test_numbers_of_any_size_have_nearest_rows():
    for size in (1e148, 1e-140):
        X = np.array([[0.0, 0.0], [3.0, 4.0], [1.0, 1.0]]) * size
        near = NearestRows(X, straight, 2.0).nearest(X[:1], 2)
        assert near.rows.tolist() == [[0, 2]]


def test_smallest_entries_are_chosen_by_index_on_ties():
    near = smallest(np.array([[3.0, 1.0, 1.0, 1.0, 0.0]]), 3)
    assert near.rows.tolist() == [[4, 1, 2]] and near.tied.tolist() == [True]


@pytest.mark.parametrize("d", [2, 14])
@pytest.mark.parametrize(
    "size, far", [(1e150, 1.0), (1e300, 1.0), (1e-300, 1.0), (1.0, 1e200), (1e-160, 1e308), (4e307, 1.0)]
)
@pytest.mark.filterwarnings("error")
def test_extreme_values_give_the_rows_of_a_full_sort(d, size, far):
    rng = np.random.default_rng(d)
    X = np.clip(rng.normal(size=(200, d)) / 8.0, -0.5, 0.5) * size
    Z = np.vstack([X[:5], np.full((1, d), 0.5 * size * far)])
    check(X, Z, 1, "Euclidean")
    check(X, Z, 70, "Euclidean")
