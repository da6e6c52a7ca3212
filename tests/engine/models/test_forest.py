"""A forest: votes, ties, and what a file may not hold."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.tree import DecisionTreeClassifier

import engine
from engine.base.errors import Refusal
from engine.export.models import load_model, save_model
from engine.models import forest as forests
from engine.models.forest import Forest
from engine.models.tree import Tree


def leaf(answer: int, K: int = 2, d: int | None = 1) -> Tree:
    none, counts = np.array([-1]), np.eye(K, dtype=int)[[answer]]
    return Tree(none, none, none, counts, np.array([answer]), n_features=d)


def stump(at: float, below: int = 0, above: int = 1) -> Tree:
    counts = np.array([[1, 1], [1, 0], [0, 1]])
    asks, parent, branch = np.array([0, -1, -1]), np.array([-1, 0, 0]), np.array([-1, 0, 1])
    cut = {"threshold": np.array([at, 0.0, 0.0]), "numeric": asks >= 0}
    return Tree(asks, parent, branch, counts, np.array([0, below, above]), **cut, n_features=1)


def test_votes_are_counted_by_weight():
    forest = Forest((stump(0.0), stump(1.0), stump(2.0)), np.array([1.0, 2.0, 4.0]))
    X = np.array([[-1.0], [0.5], [1.5], [3.0]])
    assert forest.votes(X).tolist() == [[7, 0], [6, 1], [4, 3], [0, 7]]
    assert forest.predict(X).tolist() == [0, 0, 0, 1]
    assert forest.predict_proba(X)[1] == pytest.approx([6 / 7, 1 / 7])


def given(theirs: DecisionTreeClassifier) -> Tree:
    """A tree of scikit-learn, node by node."""
    grown, nodes = theirs.tree_, theirs.tree_.node_count
    parent, branch = np.full(nodes, -1), np.full(nodes, -1)
    for side, below in enumerate((grown.children_left, grown.children_right)):
        asks = np.flatnonzero(below >= 0)
        parent[below[asks]], branch[below[asks]] = asks, side
    asked = np.maximum(grown.feature, -1)
    counts = np.rint(grown.value[:, 0] * grown.weighted_n_node_samples[:, None]).astype(int)
    cuts = {"threshold": np.where(asked >= 0, grown.threshold, 0.0), "numeric": asked >= 0}
    return Tree(asked, parent, branch, counts, counts.argmax(axis=1), **cuts, n_features=grown.n_features)


@pytest.mark.parametrize("name", ["iris", "wine", "breast_cancer", "digits"])
def test_scikit_learn_trees_vote_alike_here(name):
    data = engine.load(name)
    train, held, _ = engine.split(data, 0.4)
    X = np.float32(data.X).astype(float)
    theirs = RandomForestClassifier(15, random_state=0).fit(X[train], data.codes[train])
    trees = tuple(given(one) for one in theirs.estimators_)
    forest = Forest(trees, np.ones(len(trees)))
    assert np.array_equal(forest.predict(X[held]), theirs.predict(X[held]))
    assert forest.predict_proba(X[held]) == pytest.approx(theirs.predict_proba(X[held]), abs=1e-12)


def test_tie_goes_to_the_first_class():
    assert Forest((leaf(1), leaf(0)), np.ones(2)).predict(np.zeros((1, 1))).tolist() == [0]
    assert Forest((leaf(1),), np.zeros(1)).predict_proba(np.zeros((1, 1))).tolist() == [[0.5, 0.5]]


def test_it_comes_back_from_a_file_as_it_was(tmp_path):
    forest = Forest((stump(0.1), leaf(1)), np.array([0.3, 1.0]))
    save_model(forest, tmp_path / "forest.json")
    assert load_model(tmp_path / "forest.json") == forest


@pytest.mark.parametrize(
    "trees, weights",
    [
        ((), np.zeros(0)),
        ((leaf(0),), np.ones(2)),
        ((leaf(0), leaf(0, K=3)), np.ones(2)),
        ((leaf(0), leaf(0, d=2)), np.ones(2)),
        ((leaf(0),), np.array([np.nan])),
        ((leaf(0),), np.array([-1.0])),
        (("no tree",), np.ones(1)),
        ((stump(0.0, above=7),), np.ones(1)),
        ((stump(0.0, below=-1),), np.ones(1)),
    ],
)
def test_mismatched_parts_are_refused(trees, weights):
    with pytest.raises(Refusal):
        Forest(trees, weights)


@pytest.mark.parametrize("missing", [False, True])
def test_batched_trees_predict_like_single_ones(monkeypatch, missing):
    data = engine.load("wine")
    forest = engine.fit("random_forest", data, trees=7, importance=False)
    X = np.array(data.X)
    if missing:
        X[::3, forest.trees[0].attribute[0]] = np.nan
    alone = [tree.predict(X) for tree in forest.trees]
    for together in (0, 10**9):
        monkeypatch.setattr(forests, "TOGETHER", together)
        assert np.array_equal(list(forest.answers(X)), alone)
    if not missing:
        tree = np.arange(data.n) % 7
        assert np.array_equal(forest.said(tree, X), np.array(alone)[tree, np.arange(data.n)])
