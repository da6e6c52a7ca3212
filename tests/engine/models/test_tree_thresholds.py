"""A tree that asks whether a number is above a threshold, beside one that asks by code."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

import engine
from engine.base.errors import Refusal
from engine.models import tree as trees
from engine.models.tree import Tree

NAN = float("nan")


def mixed(**changed: object) -> Tree:
    """Node 0 cuts feature 0 at 1.5; below, node 1 asks for the level of feature 1: 0 or 3."""
    parts = {
        "attribute": np.array([0, 1, -1, -1, -1]),
        "parent": np.array([-1, 0, 0, 1, 1]),
        "branch": np.array([-1, 0, 1, 3, 0]),
        "counts": np.array([[3, 5], [3, 1], [0, 4], [2, 0], [1, 1]]),
        "majority": np.array([1, 0, 1, 0, 0]),
        "threshold": np.array([1.5, 0.0, 0.0, 0.0, 0.0]),
        "numeric": np.array([True, False, False, False, False]),
        "n_features": 2,
    }
    return Tree(**(parts | changed))


def test_value_at_the_threshold_goes_below_it():
    X = np.array([[1.5, 3.0], [np.nextafter(1.5, 2), 3.0], [-np.inf, 0.2], [np.inf, 9.0]])
    assert mixed().apply(X).tolist() == [3, 2, 4, 2]
    assert mixed().predict(X).tolist() == [0, 1, 0, 1]


@pytest.mark.parametrize("x", [[0.0, 1.0], [0.0, NAN], [0.0, 7.0], [0.0, -1.0]])
def test_level_without_a_branch_ends_below_the_cut(x: list[float]):
    assert mixed().path(np.array(x)) == [0, 1]


def test_a_missing_number_rests_at_the_cut():
    assert mixed().apply(np.array([[NAN, 0.0]])).tolist() == [0]
    stump = mixed(**{name: getattr(mixed(), name)[[0, 2, 2]] for name in ("counts", "majority")}
                  | {"attribute": np.array([0, -1, -1]), "parent": np.array([-1, 0, 0]), "branch": np.array([-1, 0, 1]),
                     "threshold": np.array([1.5, 0.0, 0.0]), "numeric": np.array([True, False, False])})  # fmt: skip
    assert stump.apply(np.array([[NAN, 0.0], [0.0, 0.0], [2.0, 0.0]])).tolist() == [0, 1, 2]


def test_tree_too_wide_for_a_branch_table_predicts_alike(monkeypatch: pytest.MonkeyPatch):
    X = np.random.default_rng(1).normal(size=(200, 2)) * [2, 3]
    before = mixed().apply(X)
    monkeypatch.setattr(trees, "ROOM", 0)
    assert mixed().apply(X).tolist() == before.tolist()


def test_scikit_learn_tree_predicts_alike():
    iris = engine.load("iris")
    fitted = DecisionTreeClassifier(random_state=0).fit(iris.X, iris.codes)
    inner = fitted.tree_
    parent, branch = np.full(inner.node_count, -1), np.full(inner.node_count, -1)
    for code, below in enumerate((inner.children_left, inner.children_right)):
        above = np.flatnonzero(below >= 0)
        parent[below[above]], branch[below[above]] = above, code
    counts = np.rint(inner.value[:, 0] * inner.n_node_samples[:, None]).astype(int)
    asked = np.where(inner.feature >= 0, inner.feature, -1)
    tree = Tree(
        asked,
        parent,
        branch,
        counts,
        counts.argmax(axis=1),
        threshold=inner.threshold,
        numeric=asked >= 0,
        n_features=4,
    )
    X = np.float32(iris.X.min(axis=0) + np.random.default_rng(0).random((500, 4)) * np.ptp(iris.X, axis=0))
    assert tree.apply(X).tolist() == fitted.apply(X).tolist()
    assert tree.predict_proba(X) == pytest.approx(fitted.predict_proba(X))


def test_it_survives_a_file(tmp_path):
    engine.save_model(mixed(), tmp_path / "model.json")
    assert engine.load_model(tmp_path / "model.json") == mixed()


@pytest.mark.parametrize(
    "changed",
    [
        {"threshold": np.zeros(3)},
        {"threshold": np.zeros(5, dtype=int)},
        {"threshold": np.full(5, NAN)},
        {"numeric": np.zeros(5)},
        {"numeric": np.zeros(2, dtype=bool)},
        {"n_features": 1},
        {"majority": np.zeros(5)},
        {"counts": -np.ones((5, 2), dtype=int)},
        {"counts": np.ones((4, 2), dtype=int)},
        {"branch": np.array([-1, 0, 10**9, 3, 0])},
    ],
    ids=str,
)
def test_mismatched_parts_are_refused(changed: dict[str, object]):
    with pytest.raises(Refusal):
        mixed(**changed)
