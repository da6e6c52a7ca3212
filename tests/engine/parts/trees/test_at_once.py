"""A whole tree grown at once, against scikit-learn's and against one that is grown row by row."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

import engine
from engine.maths.probability.splits import presorted
from engine.parts.trees.at_once import Limits, grown, measure_of

TABLES = ("iris", "wine", "breast_cancer", "digits")


def plain(key: str) -> tuple[np.ndarray, np.ndarray, int]:
    """A table in the numbers that scikit-learn keeps."""
    data = engine.load(key)
    return np.float32(data.X).astype(float), data.codes, len(data.class_names)


@pytest.mark.full
@pytest.mark.parametrize("key", TABLES)
@pytest.mark.parametrize("measure", ["gini", "entropy"])
@pytest.mark.parametrize("leaves", [2, 5, 8])
def test_splits_match_scikit_learn(key, measure, leaves):
    """Every row has a value and a weight of its own, so that no two cuts are equally good but those in one gap."""
    X, y, K = plain(key)
    rng = np.random.default_rng(3)
    X = np.float32(X + 0.4 * X.std(axis=0) * rng.normal(size=X.shape)).astype(float)
    weights = rng.random(len(y)) + 0.5
    other = DecisionTreeClassifier(criterion=measure, max_leaf_nodes=leaves, min_samples_leaf=5, random_state=0)
    other.fit(X, y, weights)
    tree = grown(X, y, K, measure=measure, weights=weights, limits=Limits(max_leaves=leaves, min_leaf=5))
    assert (tree.attribute < 0).sum() == other.get_n_leaves()
    assert (tree.predict_proba(X) == pytest.approx(other.predict_proba(X))) and tree.n_features == X.shape[1]
    mine = sorted(tree.threshold[tree.attribute >= 0])
    assert mine == pytest.approx(sorted(other.tree_.threshold[other.tree_.feature >= 0]), rel=1e-6)


def test_rows_drawn_twice_count_twice():
    X, y, K = plain("iris")
    drawn = np.random.default_rng(1).integers(0, len(y), len(y))
    tree = grown(X, y, K, rows=drawn, limits=Limits(max_leaves=4))
    again = grown(X[drawn], y[drawn], K, limits=Limits(max_leaves=4))
    for name in ("attribute", "parent", "branch", "counts", "majority"):
        assert np.array_equal(getattr(tree, name), getattr(again, name)), name
    assert tree.threshold == pytest.approx(again.threshold, nan_ok=True)


def test_weights_count_and_zero_weight_drops_a_row():
    X, y, K = plain("wine")
    weights = np.random.default_rng(2).random(len(y)) * (np.arange(len(y)) % 3 > 0)
    stump = grown(X, y, K, weights=weights, limits=Limits(max_leaves=2))
    assert stump.counts[0] == pytest.approx(np.bincount(y, weights=weights))
    assert stump.counts[1] + stump.counts[2] == pytest.approx(stump.counts[0])
    other = DecisionTreeClassifier(max_depth=1).fit(X[weights > 0], y[weights > 0], weights[weights > 0])
    assert stump.threshold[0] == pytest.approx(other.tree_.threshold[0], rel=1e-6)


def test_the_chooser_says_what_may_be_asked():
    X, y, K = plain("iris")
    tree = grown(X, y, K, chooser=lambda nodes: np.array([[1] if node else [3, 1] for node in nodes]))
    assert tree.attribute[0] == 3 and set(tree.attribute[1:]) <= {-1, 1}


@pytest.mark.parametrize("limits", [Limits(max_depth=2), Limits(min_rows=40), Limits(min_leaf=15)])
def test_it_stops_where_it_is_told_to(limits):
    X, y, K = plain("wine")
    tree = grown(X, y, K, limits=limits)
    sizes, asked = tree.counts.sum(axis=1), tree.attribute >= 0
    assert sizes[asked].min() >= limits.min_rows and sizes[~asked].min() >= limits.min_leaf
    assert max(len(tree.path(x)) for x in X) <= limits.max_depth + 1


def test_without_limits_every_distinct_row_is_fitted():
    X, y, K = plain("breast_cancer")
    tree = grown(X, y, K)
    assert (tree.predict(X) == y).all() and (tree.counts[tree.attribute < 0] > 0).sum(axis=1).max() == 1


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("criterion", ["gini", "gain"])
@pytest.mark.parametrize("leaves", [4, 10_000])
def test_tree_equals_the_one_grown_split_by_split(seed, criterion, leaves):
    """Few distinct values and classes drawn at random: gains are often equal or 0, and the tree is deep."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 12, size=(160, 3)) * np.array([1.0, 0.1, 7.0])
    data = engine.Dataset.from_arrays(X, rng.integers(0, 3, size=160))
    least = 1 + seed % 3
    stepped = engine.fit("cart", data, criterion=criterion, max_leaves=leaves, max_depth=1000, min_leaf=least)
    limits = Limits(max_leaves=leaves, min_leaf=least)
    assert grown(data.X, data.codes, 3, measure=measure_of(criterion), limits=limits) == stepped


def test_the_order_of_the_rows_may_be_given():
    X, y, K = plain("wine")
    drawn = np.random.default_rng(4).integers(0, len(y), len(y))
    assert grown(X, y, K, rows=drawn, order=presorted(X)) == grown(X, y, K, rows=drawn)
