"""The scatter of classes against numpy, and the best directions against scipy's generalised eigenvalues."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.linalg import eigh

from engine.maths.algebra.scatter import best_directions, criterion, held, scatter


def cloud(seed, n=30, d=3, classes=2):
    rng = np.random.default_rng(seed)
    codes = np.arange(n) % classes
    X = rng.normal(size=(n, d)) @ rng.normal(size=(d, d)) + codes[:, None] + 7.0
    return X, codes, scatter(X, codes, tuple(range(classes)))


@given(st.integers(0, 10_000), st.sampled_from([2, 3, 4]))
def test_within_plus_between_is_the_total_scatter(seed, classes):
    X, codes, parts = cloud(seed, classes=classes)
    total = (X - X.mean(axis=0)).T @ (X - X.mean(axis=0))
    n1, n2 = (codes == 0).sum(), (codes == 1).sum()
    share = n1 * n2 / len(X) if parts.two else 1.0
    assert parts.within + share * parts.between == pytest.approx(total)
    assert parts.two == (classes == 2) and parts.counts.sum() == len(X) and parts.mean == pytest.approx(X.mean(axis=0))


@given(st.integers(0, 10_000), st.sampled_from([2, 3]), st.sampled_from([0.0, 0.5, 40.0]))
def test_directions_are_generalised_eigenvectors_with_the_penalty(seed, classes, penalty):
    _, _, parts = cloud(seed, classes=classes)
    found, matrix = best_directions(parts, penalty), parts.within + penalty * np.eye(3)
    values, vectors = eigh(parts.between, matrix)
    assert found.ridge == 0.0
    assert found.separations == pytest.approx(values[::-1][: classes - 1], rel=1e-6, abs=1e-9)
    assert abs(found.directions[0] @ matrix @ vectors[:, -1]) == pytest.approx(1.0)
    for w, value in zip(found.directions, found.separations, strict=True):
        assert w @ matrix @ w == pytest.approx(1.0)
        assert criterion(w, held(parts, penalty, 0.0)) == pytest.approx(value, rel=1e-6, abs=1e-9)
    for w in np.random.default_rng(seed).normal(size=(20, 3)):
        assert criterion(w, held(parts, penalty, 0.0)) <= found.separations[0] * (1 + 1e-9)


@pytest.mark.parametrize("penalty", [0.0, 1e-16])
def test_singular_scatter_is_regularised_and_its_ratio_maximised(penalty):
    X = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 2.0]])
    parts = scatter(X, np.array([0, 0, 1, 1]), (0, 1))
    found = best_directions(parts, penalty)
    assert found.ridge > 0
    taken = held(parts, penalty, found.ridge)
    assert criterion(found.directions[0], taken) == pytest.approx(found.separations[0], rel=1e-6)
    for w in np.random.default_rng(0).normal(size=(200, 2)):
        assert criterion(w, taken) <= found.separations[0] * (1 + 1e-6)


def test_constant_feature_is_not_regularised():
    parts = scatter(np.array([[0.0, 5.0], [1.0, 5.0], [4.0, 5.0], [6.0, 5.0]]), np.array([0, 0, 1, 1]), (0, 1))
    assert held(parts, 3.0, 0.0).within == pytest.approx(np.diag([0.5 + 2.0 + 3.0, 0.0]))
    assert best_directions(parts, 3.0).directions[0][1] == 0.0


def test_means_differing_by_rounding_are_equal():
    X = np.array([[0.1], [0.3], [0.1 + 1e-17], [0.3]])
    assert not scatter(X, np.array([0, 0, 1, 1]), (0, 1)).apart
    assert scatter(X + np.array([[0.0], [0.0], [1.0], [1.0]]), np.array([0, 0, 1, 1]), (0, 1)).apart


def test_constant_feature_is_no_direction_of_three_classes():
    X, codes, _ = cloud(2, d=1, classes=3)
    found = best_directions(scatter(np.column_stack([X, np.full(30, 1e149)]), codes, (0, 1, 2)))
    assert found.directions.shape == (1, 2) and found.separations.shape == (1,) and found.separations[0] > 0
