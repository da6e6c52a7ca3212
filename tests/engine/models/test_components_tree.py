"""The two models of PCA and ID3: what they compute, and that they survive a file bit for bit."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.models.projections import Components
from engine.models.tree import Tree


@pytest.fixture
def tree() -> Tree:
    """Node 0 asks feature 1; branch 0 is leaf 1, branch 2 is node 2, which asks feature 0; no example at 4."""
    return Tree(
        attribute=np.array([1, -1, 0, -1, -1]),
        parent=np.array([-1, 0, 0, 2, 2]),
        branch=np.array([-1, 0, 2, 1, 0]),
        counts=np.array([[3, 5], [3, 1], [0, 4], [0, 4], [0, 0]]),
        majority=np.array([1, 0, 1, 1, 1]),
    )


def test_components_without_a_scale_divide_by_one():
    model = Components(np.array([1.0, 2.0]), np.array([[0.6, 0.8]]), np.array([2.0]))
    assert model.scale.tolist() == [1.0, 1.0]
    assert not model.scale.flags.writeable
    assert model.transform(np.array([[4.0, 6.0]])) == pytest.approx(np.array([[5.0]]))
    assert model.inverse_transform(np.array([[5.0]])) == pytest.approx(np.array([[4.0, 6.0]]))


def test_components_with_a_scale_round_trip():
    angle = np.radians(30)
    turned = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    model = Components(np.array([10.0, -4.0]), turned, np.ones(2), np.array([5.0, 0.25]))
    X = np.random.default_rng(0).normal(size=(20, 2)) * [5, 0.25] + [10, -4]
    assert model.transform(X) == pytest.approx((X - [10, -4]) / [5, 0.25] @ turned.T)
    assert model.inverse_transform(model.transform(X)) == pytest.approx(X)


def test_tree_rows_end_at_the_node_of_their_values(tree):
    X = np.array([[0, 0], [1, 2], [0, 2], [9, 0]])
    assert tree.apply(X).tolist() == [1, 3, 4, 1]
    assert tree.predict(X).tolist() == [0, 1, 1, 0]
    assert tree.path(X[1]) == [0, 2, 3]


@pytest.mark.parametrize("value", [3.0, 7.0, -1.0, np.nan, np.inf, -np.inf, 1e300])
def test_unseen_tree_value_ends_at_the_inner_node(tree, value):
    assert tree.apply(np.array([[0.0, value]])).tolist() == [0]
    assert tree.apply(np.array([[value, 2.0]])).tolist() == [2]


def test_tree_value_counts_as_the_nearest_code(tree):
    assert tree.apply(np.array([[0.6, 1.7], [0.2, 2.3]])).tolist() == [3, 4]


def test_tree_probabilities_are_shares_or_inherited_if_empty(tree):
    X = np.array([[0, 0], [0, 2], [0, 1]])
    assert tree.predict_proba(X).tolist() == [[0.75, 0.25], [0.0, 1.0], [0.375, 0.625]]


def test_single_node_tree_predicts_its_majority():
    stump = Tree(np.array([-1]), np.array([-1]), np.array([-1]), np.array([[1, 2]]), np.array([1]))
    assert stump.predict(np.zeros((3, 2))).tolist() == [1, 1, 1]
    assert stump.path(np.zeros(2)) == [0]


def test_tree_apply_agrees_with_row_by_row_descent():
    rng = np.random.default_rng(4)
    data = engine.Dataset(
        rng.integers(0, 3, (200, 5)).astype(float),
        rng.integers(0, 3, 200),
        tuple(engine.Column(f"a{j}", "categorical", ("p", "q", "r")) for j in range(5)),
        class_names=("x", "y", "z"),
    )
    grown = engine.fit("id3", data)
    X = rng.integers(0, 4, (300, 5)).astype(float)
    assert grown.apply(X).tolist() == [walked(grown, x) for x in X]


def walked(tree: Tree, x: np.ndarray) -> int:
    node = 0
    while True:
        below = np.flatnonzero((tree.parent == node) & (tree.branch == x[tree.attribute[node]]))
        if not len(below):
            return node
        node = int(below[0])


def test_both_survive_a_file(tmp_path, tree):
    components = Components(np.array([0.1, 0.2]), np.array([[0.6, 0.8]]), np.array([1 / 3]), np.array([2.0, 0.7]))
    for model in (tree, components):
        engine.save_model(model, tmp_path / "model.json")
        assert engine.load_model(tmp_path / "model.json") == model
