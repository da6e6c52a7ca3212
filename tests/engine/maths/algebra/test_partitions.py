"""Partitions: their numbers do not count; the adjusted Rand index is scikit-learn's."""

from __future__ import annotations

import numpy as np
import pytest

from engine.maths.algebra.partitions import adjusted_rand, by_first_row, numbered


def test_agreement_of_partitions_matches_scikit_learn():
    from sklearn.metrics import adjusted_rand_score

    rng = np.random.default_rng(0)
    for n, K, L in [(2, 1, 1), (30, 3, 4), (200, 5, 2), (50, 50, 50), (9, 1, 9)]:
        one, other = rng.integers(K, size=n), rng.integers(L, size=n)
        assert adjusted_rand(one, other) == pytest.approx(adjusted_rand_score(one, other), abs=1e-12)
        assert adjusted_rand(one, numbered(one)) == 1.0


def test_groups_are_numbered_by_first_occurrence():
    assert numbered(np.array([5, 5, 0, 7, 0])).tolist() == [0, 0, 1, 2, 1]
    assert numbered(np.array([], dtype=int)).tolist() == []


def test_numbering_by_first_row_equals_sorting_the_labels() -> None:
    rng = np.random.default_rng(0)
    for n, K in [(0, 2), (1, 1), (5, 9), (300, 7), (50, 400)]:
        labels = rng.integers(K, size=n)
        used, first = np.unique(labels, return_index=True)
        order = [*used[np.argsort(first)], *np.setdiff1d(np.arange(K), used)]
        assert by_first_row(labels, K).tolist() == order
        assert numbered(labels).tolist() == [order.index(label) for label in labels]
