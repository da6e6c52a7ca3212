"""Distances block by block are those of the whole table, number for number."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.maths.algebra import distances
from engine.maths.algebra.distances import group_sums, nearest, own_squares, squared_distances

WHOLE = st.integers(-3, 3)


@pytest.fixture(autouse=True, scope="module", params=[0, distances.SHORT], ids=["as many rows", "as few"])
def either_way(request: pytest.FixtureRequest) -> Iterator[None]:
    """The tables here are small: they are looked through as many rows are, and as few."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(distances, "SHORT", request.param)
        yield


def plainly(X, centres):
    return sum((X[:, None, feature] - centres[None, :, feature]) ** 2 for feature in range(X.shape[1]))


@pytest.mark.parametrize(
    ("n", "d", "K"), [(1, 1, 1), (7, 3, 2), (100, 2, 8), (100, 5, 9), (40, 2, 30), (0, 2, 3), (90, 3, 40)]
)
def test_blocks_change_no_bit(monkeypatch, n, d, K):
    monkeypatch.setattr(distances, "BLOCK", 64)
    rng = np.random.default_rng(n + K)
    X, centres = 10 * rng.normal(size=(n, d)), rng.normal(size=(K, d))
    squares = plainly(X, centres)
    assert np.array_equal(squared_distances(X, centres), squares)
    found = nearest(X, centres)
    assert np.array_equal(found.labels, squares.argmin(axis=1)) and np.array_equal(found.squares, squares.min(axis=1))
    assert np.array_equal(own_squares(X, centres, found.labels), found.squares)
    sums, sizes = group_sums(X, found.labels, K)
    for k in range(K):
        own = X[found.labels == k]
        assert sizes[k] == len(own) and sums[k] == pytest.approx(own.sum(axis=0))


@given(st.lists(WHOLE, min_size=1, max_size=12), st.lists(WHOLE, min_size=1, max_size=12))
def test_tied_centres_go_to_the_lowest_index(points, centres):
    found = nearest(np.array(points, dtype=float)[:, None], np.array(centres, dtype=float)[:, None])
    ways = [[abs(point - centre) for centre in centres] for point in points]
    assert found.labels.tolist() == [one.index(min(one)) for one in ways]
    assert found.ties == sum(one.count(min(one)) > 1 for one in ways)


def test_missing_value_assigns_the_first_centre():
    assert nearest(np.array([[np.nan], [4.0]]), np.array([[0.0], [4.0]])).labels.tolist() == [0, 1]


def test_overflowing_squares_are_infinite():
    X, centres = np.array([[1e160, 0.0], [1.5e308, 1e200], [0.0, 1.0]]), np.array([[0.0, 1.0], [-1.5e308, 0.0]])
    assert squared_distances(X, centres).tolist() == [[np.inf, np.inf], [np.inf, np.inf], [0.0, np.inf]]
    found = nearest(X, centres)
    assert found.labels.tolist() == [0, 0, 0] and found.squares.tolist() == [np.inf, np.inf, 0.0] and found.ties == 2
    assert own_squares(X, centres, found.labels).tolist() == found.squares.tolist()


def test_many_rows_need_the_memory_of_one_block(monkeypatch):
    monkeypatch.setattr(distances, "BLOCK", 12)
    rng = np.random.default_rng(0)
    X, centres = rng.integers(0, 3, size=(50, 2)).astype(float), rng.integers(0, 3, size=(4, 2)).astype(float)
    blocks = [squares for _, squares in distances._blocks(X, centres)]
    assert all(np.shares_memory(squares, blocks[0]) for squares in blocks)
    assert np.array_equal(squared_distances(X, centres), plainly(X, centres))


def test_row_with_a_gap_does_not_hide_a_tie():
    found = nearest(np.array([[np.nan], [1.0], [9.0]]), np.array([[0.0], [2.0], [9.0]]))
    assert found.labels.tolist() == [0, 0, 2] and found.ties == 1


def test_without_features_all_distances_are_zero():
    assert squared_distances(np.zeros((3, 0)), np.zeros((2, 0))).tolist() == [[0.0, 0.0]] * 3
    assert nearest(np.zeros((3, 0)), np.zeros((2, 0))).labels.tolist() == [0, 0, 0]
    assert own_squares(np.zeros((3, 0)), np.zeros((2, 0)), np.array([0, 1, 0])).tolist() == [0.0] * 3


@pytest.mark.parametrize("n", [distances.MANY - 1, distances.MANY, 3 * distances.BLOCK // 2 + 7])
@pytest.mark.parametrize("K", [1, 2, 3, 4])
def test_group_sums_do_not_depend_on_the_block_size(n, K):
    """Few groups of many rows are summed in another way; one group, in the middle if there are three, is empty."""
    rng = np.random.default_rng(n + K)
    labels = rng.choice([k for k in range(K) if k != 1], size=n)
    X = np.asfortranarray(rng.integers(-9, 9, size=(n, 2)).astype(float))  # whole numbers: every order sums alike
    sums, sizes = group_sums(X, labels, K)
    assert (sums == [X[labels == k].sum(axis=0) for k in range(K)]).all()
    assert sizes.tolist() == [np.count_nonzero(labels == k) for k in range(K)]
    assert sizes.dtype == np.intp
