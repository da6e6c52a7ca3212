"""Silhouettes against scikit-learn, of all rows and of some; the gap statistic by its definition."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from engine.maths.algebra.gap import first_within, gap, in_the_box
from engine.maths.algebra.silhouette import silhouettes


def test_sklearn_finds_the_same_silhouettes():
    from sklearn.metrics import silhouette_samples

    rng = np.random.default_rng(1)
    for n, d, K in [(5, 1, 2), (60, 2, 4), (200, 5, 7)]:
        X, groups = rng.normal(size=(n, d)), np.append(np.arange(K), rng.integers(K, size=n - K))
        theirs = silhouette_samples(X, groups)
        assert silhouettes(X, groups) == pytest.approx(theirs, abs=1e-12)
        some = np.array([0, n - 1, n // 2])
        assert silhouettes(X, groups, some) == pytest.approx(theirs[some], abs=1e-12)


def test_distances_of_many_rows_are_computed_in_blocks():
    X, groups, some = np.arange(40_000.0)[:, None], np.arange(40_000) % 2, np.arange(0, 40_000, 133)
    tracemalloc.start()
    silhouettes(X, groups, some)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 0.5 * 8 * len(X) * len(some)


def test_one_group_or_an_empty_group():
    X = np.array([[0.0], [1.0], [5.0]])
    assert silhouettes(X, np.zeros(3, dtype=int)).tolist() == [0, 0, 0]
    assert silhouettes(X, np.array([0, 0, 2])) == pytest.approx(silhouettes(X, np.array([0, 0, 1])))


def test_gap_is_a_mean_of_logarithms_with_its_spread():
    references = np.array([10.0, 20.0, 40.0])
    found = gap(5.0, references)
    assert found.gap == pytest.approx(np.log([2, 4, 8]).mean())
    assert found.spread == pytest.approx(np.log(references).std() * np.sqrt(4 / 3))
    assert np.isnan(gap(0.0, references)).all()
    assert first_within(np.array([0.0, 1.0, 2.0]), np.zeros(3)) == 2
    assert first_within(np.array([0.5, np.nan]), np.zeros(2)) == 0


def test_reference_lies_in_the_box_of_the_rows():
    X = np.array([[0.0, 5.0], [2.0, 9.0], [1.0, 7.0]])
    drawn = in_the_box(X, np.random.default_rng(0).random(X.shape))
    assert ((drawn >= X.min(axis=0)) & (drawn <= X.max(axis=0))).all()
