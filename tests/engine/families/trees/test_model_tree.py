"""The model tree on its worked case, against numpy's fit of each leaf, and at its edges."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Curve
from engine.data.dataset import Column, Dataset
from engine.families.trees.model_tree import loop
from engine.families.trees.model_tree.drawing import marks, pieces, tree_of
from engine.families.trees.model_tree.telling import explain, inspect, jump
from engine.models.tree import ModelTree
from tests.catalogue import shows
from tests.engine.families.trees.test_regression_tree import W45, noisy


def _at_the_border(step, data, beyond=0.0):
    """What is answered where the leaf ends: at the cut above it, the other features at the means of its rows."""
    x = data.X[step.rows].mean(axis=0)
    for j, column in enumerate(data.columns):
        if column.kind == "categorical":
            x[j] = np.bincount(np.rint(data.X[step.rows, j]).astype(int)).argmax()
    above = step.model.parent[step.leaf]
    x[step.model.attribute[above]] = step.model.threshold[above] + beyond
    return step.model.predict(x[None])[0]


FOLLOWS = {
    "the answer jumps from": lambda step, data, params: _at_the_border(step, data),
    "the answer jumps from # to": lambda step, data, params: _at_the_border(step, data, beyond=1e-9),
}

KEY = "model_tree"


def lines(tree: ModelTree) -> list[list[float]]:
    """Bias and weights of every leaf."""
    ends = np.flatnonzero(tree.attribute < 0)
    return np.column_stack([tree.biases[ends], tree.weights[ends]]).tolist()


@shows("TR9", "W45")
def test_w45_leaves_of_the_best_cut_have_lines():
    trace = engine.trace(KEY, W45, max_leaves=2).to_end()
    tree = trace[-1].model
    assert len(trace) == 3 and tree.threshold[0] == 3.5
    assert lines(trace[0].model) == [pytest.approx([5.33333333333, 0.0]), pytest.approx([14.0, 0.0])]
    assert lines(tree)[0] == pytest.approx([5.33333333333, 0.0], abs=1e-9)
    assert lines(tree)[1] == pytest.approx([16.5, -0.5], abs=1e-9)
    for step, x, t in zip(list(trace)[1:], (W45.X[:3, 0], W45.X[3:, 0]), (W45.y[:3], W45.y[3:]), strict=True):
        slope, bias = np.polyfit(x, t, 1)
        assert (bias, slope) == pytest.approx(
            (step.model.biases[step.leaf], step.model.weights[step.leaf, 0]), abs=1e-9
        )
    story = explain(trace[2], W45, loop.Params(max_leaves=2))
    assert "x > 3.5 (3 rows): the line is fitted, yield = 16.5 − 0.5·x." in story.sentence
    assert story.sentence.endswith("At x = 3.5, the answer jumps from 5.333 to 14.75.")
    assert story.worked == ("R² = 1 − 1.5 / 2 = 0.25",)
    assert jump(tree, 2, W45.X[3:].mean(axis=0)) == pytest.approx((3.5, 5.33333333333, 14.75), abs=1e-9)


def test_each_leaf_has_the_least_squares_line_of_its_rows():
    data = noisy()
    tree = engine.fit(KEY, data, max_leaves=6)
    rest = tree.apply(data.X)
    for leaf in np.unique(rest):
        rows = rest == leaf
        A = np.column_stack([np.ones(rows.sum()), data.X[rows]])
        expected = np.linalg.lstsq(A, data.y[rows], rcond=None)[0]
        assert [tree.biases[leaf], *tree.weights[leaf]] == pytest.approx(expected, abs=1e-9)
        assert rows.sum() >= data.d + 2
    grown = engine.fit("regression_tree", data, max_leaves=6, min_leaf=data.d + 2)
    assert np.array_equal(grown.threshold, tree.threshold)
    assert ((tree.predict(data.X) - data.y) ** 2).sum() < ((grown.predict(data.X) - data.y) ** 2).sum()


def test_leaf_with_an_undetermined_line_keeps_its_mean():
    X = np.array([[1.0, 2.0], [2.0, 4.0], [3.0, 6.0], [4.0, 8.0], [5.0, 10.0]])
    data = Dataset(X, np.arange(5.0) ** 2, (Column("a"), Column("b")))
    trace = engine.trace(KEY, data, max_leaves=1).to_end()
    assert trace[-1].kind == "mean" and lines(trace[-1].model) == [[6.0, 0.0, 0.0]]
    assert (
        "a feature does not vary on its own here, so the mean stays, 6"
        in explain(trace[-1], data, loop.Params()).sentence
    )
    few = data.subset(np.arange(3))
    trace = engine.trace(KEY, few).to_end()
    assert trace[-1].kind == "mean" and "too few for a line" in explain(trace[-1], few, loop.Params()).sentence


def test_leaf_pieces_over_one_feature_end_at_the_cut():
    step = engine.trace(KEY, W45, max_leaves=2).to_end()[-1]
    curves = [mark for mark in marks(step, W45, loop.Params()) if isinstance(mark, Curve)]
    assert [curve.role for curve in curves] == ["axis", "boundary"]
    (_, left), (_, right) = pieces(step.model, W45)
    assert left == pytest.approx(np.array([[1.0, 16 / 3], [3.5, 16 / 3]]))
    assert right == pytest.approx(np.array([[3.5, 14.75], [6.0, 13.5]]))


def test_a_row_asked_about_is_told_its_line():
    step = engine.trace(KEY, W45, max_leaves=2).to_end()[-1]
    asked = inspect(step, W45, loop.Params(), np.array([5.0]))
    assert asked.story.sentence == "x = 5 > 3.5: 14, 16.5 − 0.5·x."
    assert asked.story.worked == ("y = 16.5 + −0.5·5 = 14",)


def test_first_terms_are_named_and_the_table_has_all():
    data = noisy(d=6)
    step = engine.trace(KEY, data).to_end()[-1]
    story = explain(step, data, loop.Params())
    assert "+ …" in story.sentence and len(story.tables[0].rows) == 7
    assert "+ …" in tree_of(step.model, data).nodes[step.leaf].detail
    assert inspect(step, data, loop.Params(), data.X[step.rows[0]]).story.worked == ()


def test_with_two_features_predictions_are_plotted_against_truth():
    data = noisy(d=2)
    step = engine.trace(KEY, data).to_end()[-1]
    dots = [mark for mark in marks(step, data, loop.Params()) if mark.surface.name == "Predicted and true"]
    assert np.array_equal(dots[0].positions, np.column_stack([data.y, step.model.predict(data.X)]))
    assert np.array_equal(dots[2].rows, step.rows) and np.array_equal(dots[2].positions, dots[0].positions[step.rows])
    node = tree_of(step.model, data).nodes[step.leaf]
    assert len(node.detail.splitlines()) == 3 and "·" in node.detail


def test_model_round_trips_and_refuses_mismatched_parts(tmp_path):
    tree = engine.fit(KEY, noisy())
    engine.save_model(tree, tmp_path / "model.json")
    assert engine.load_model(tmp_path / "model.json") == tree
    none, one = np.array([-1]), np.array([1])
    for sizes, weights, d in (
        (np.array([-1]), np.zeros((1, 2)), 2),
        (one, np.zeros((2, 2)), 2),
        (one, np.zeros((1, 2)), 3),
    ):
        with pytest.raises(engine.Refusal):
            ModelTree(none, none, none, sizes, weights, np.zeros(1), n_features=d)


# -- categories --------------------------------------------------------------------------------------------------------


def priced() -> Dataset:
    """A price that rises with the size at a pace of its own for each of three kinds, and a fourth that never occurs."""
    rng = np.random.default_rng(7)
    kind, size = rng.integers(0, 3, 90), rng.uniform(0, 10, 90)
    price = np.array([0.0, 60.0, 120.0])[kind] + np.array([2.0, -1.0, 3.0])[kind] * size
    columns = Column("kind", "categorical", ("flat", "house", "hut", "boat")), Column("size")
    return Dataset(np.column_stack([kind, size]), price, columns)


def test_category_levels_have_their_own_lines(tmp_path):
    data = priced()
    trace = engine.trace(KEY, data, max_leaves=3).to_end()
    tree = trace[-1].model
    assert tree.attribute.tolist() == [0, -1, -1, -1] and not tree.numeric.any()
    assert lines(tree) == [
        pytest.approx([0, 0, 2], abs=1e-9), pytest.approx([60, 0, -1], abs=1e-9), pytest.approx([120, 0, 3], abs=1e-9),
    ]  # fmt: skip
    assert tree.predict(data.X) == pytest.approx(data.y) and trace[-1].error == pytest.approx(0, abs=1e-15)
    never = tree.predict(np.array([[3.0, 5.0]]))
    assert never == pytest.approx([data.y.mean()]), "a level of no row rests at the root, which answers the mean"
    story = explain(trace[1], data, loop.Params())
    assert "the line is fitted" in story.sentence and "2·size" in story.sentence
    assert "·kind" not in story.sentence and "the answer jumps" not in story.sentence, "a category has no border"
    assert [row[0] for row in story.tables[0].rows] == ["size", "bias"] and all(check.holds for check in story.checks)
    assert inspect(trace[-1], data, loop.Params(), np.array([1.0, 4.0])).story.numbers[0].value == pytest.approx(56)
    engine.save_model(tree, tmp_path / "tree.json")
    assert np.array_equal(engine.load_model(tmp_path / "tree.json").predict(data.X), tree.predict(data.X))


def test_leaves_of_a_mixed_table_have_least_squares_fits():
    rng = np.random.default_rng(3)
    X = np.column_stack([rng.integers(0, 4, 120), rng.normal(size=120), rng.normal(size=120)])
    t = np.sin(2 * X[:, 1]) * (1 + X[:, 0]) + X[:, 2] + rng.normal(size=120)
    data = Dataset(X, t, (Column("word", "categorical", tuple("abcd")), Column("u"), Column("v")))
    trace = engine.trace(KEY, data, max_leaves=6).to_end()
    tree, params = trace[-1].model, loop.Params(max_leaves=6)
    rest = tree.apply(X)
    assert {bool(tree.numeric[node]) for node in np.flatnonzero(tree.attribute >= 0)} == {True, False}
    for leaf in np.unique(rest):
        rows = rest == leaf
        expected = np.linalg.lstsq(np.column_stack([np.ones(rows.sum()), X[rows, 1:]]), t[rows], rcond=None)[0]
        assert [tree.biases[leaf], *tree.weights[leaf, 1:]] == pytest.approx(expected, abs=1e-9)
        assert tree.weights[leaf, 0] == 0
    assert len(trace) <= loop.bound(data, params)
    told = [explain(step, data, params).sentence for step in trace]
    assert any("at the means of the leaf and its most frequent levels, the answer jumps" in one for one in told)


def test_categories_alone_leave_the_means():
    data = priced()
    data = Dataset(data.X[:, :1], data.y, data.columns[:1])
    trace = engine.trace(KEY, data, max_leaves=2).to_end()
    assert len(trace) == 4 <= loop.bound(data, loop.Params(max_leaves=2)), "three levels, though two leaves are asked"
    assert {step.kind for step in list(trace)[1:]} == {"mean"}
    assert trace[-1].model.predict(data.X) == pytest.approx(
        np.array([data.y[data.X[:, 0] == k].mean() for k in range(3)])[data.X[:, 0].astype(int)]
    )
    assert "no feature is a number that a line could be over" in explain(trace[1], data, loop.Params()).sentence
    assert marks(trace[1], data, loop.Params())
