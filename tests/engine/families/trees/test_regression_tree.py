"""The regression tree on its worked case, against scikit-learn, and at its edges."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.tree import DecisionTreeRegressor

import engine
from engine.core.marks import Curve, Graph, Line, Points, Response, Segments
from engine.data.dataset import Column, Dataset
from engine.data.toys import generate
from engine.families.trees.regression_tree import loop
from engine.families.trees.regression_tree.drawing import gains_of, marks, sides_of, steps_over
from engine.families.trees.regression_tree.telling import event, explain, gain_of, inspect, measure
from engine.models.tree import RegressionTree
from engine.parts.trees.regression import error
from tests.catalogue import shows


def _gains(step, data, params):
    """The gains of all cuts, and while they are tried of those so far."""
    found = np.column_stack(gains_of(step, data, params, step.attribute))
    return found[found[:, 0] <= step.cut] if step.kind == "cut" else found


PLACED = {"Gain of every cut: axis": lambda step, data, params: _gains(step, data, params)}

W45 = Dataset(np.arange(1.0, 7.0)[:, None], np.array([5.0, 6, 5, 14, 15, 13]), (Column("x"),), target_name="yield")


def noisy(n: int = 200, d: int = 3) -> Dataset:
    rng = np.random.default_rng(4)
    X = np.float32(rng.normal(size=(n, d))).astype(float)
    return Dataset(X, np.sin(2 * X[:, 0]) + (X[:, 1] > 0.3) + 0.2 * rng.normal(size=n), target_name="height")


@shows("TR8")
def test_w45_gain_of_every_cut_and_means_of_the_leaves():
    trace = engine.trace("regression_tree", W45, max_leaves=2).to_end()
    step = trace[1]
    cuts, gains = gains_of(step, W45, loop.Params(), 0)
    expected = {1.5: 4.35555555556, 2.5: 8.68055555556, 3.5: 18.7777777778, 4.5: 9.38888888889, 5.5: 2.22222222222}
    assert dict(zip(cuts.tolist(), gains.tolist(), strict=True)) == pytest.approx(expected, abs=1e-9)
    assert step.scores.cut(step.scores.chosen) == 3.5 and step.scores.gains[step.scores.chosen] == pytest.approx(
        18.7777777778, abs=1e-9
    )
    assert step.model.means[1:] == pytest.approx([5.33333333333, 14.0], abs=1e-9)
    assert step.model.errors[0] / 6 == pytest.approx(19.2222222222, abs=1e-9)
    assert measure(step, W45, loop.Params())["squared errors"] == pytest.approx(2.66666666667, abs=1e-9)
    story = explain(step, W45, loop.Params())
    assert "x has the largest gain, 18.78, cut at 3.5" in story.sentence
    assert story.worked[2] == "SSE = 115.3333 − 6·18.77778 = 2.667"


@shows("TR8")
def test_w45_every_cut_is_a_step_with_gain_and_means():
    params = {"max_leaves": 2, "stop_at": "every cut"}
    trace = engine.trace("regression_tree", W45, **params).to_end()
    rules = loop.Params(**params)
    assert [step.kind for step in trace] == ["start", *["cut"] * 5, "split"]
    assert [step.cut for step in trace][1:] == [1.5, 2.5, 3.5, 4.5, 5.5, 3.5]
    assert [gain_of(step, W45, rules) for step in list(trace)[1:6]] == pytest.approx(
        [4.35555555556, 8.68055555556, 18.7777777778, 9.38888888889, 2.22222222222], abs=1e-9
    )
    story = explain(trace[2], W45, rules)
    assert "x, cut at 2.5, would have the gain 8.681: 2 rows below with the mean 5.5, 4 above with the mean 11.75." in (
        story.sentence
    )
    assert story.worked[2] == "SSE then = 115.33 − 6·8.6806 = 63.25"
    drawn = marks(trace[2], W45, rules)
    (line,) = [mark for mark in drawn if isinstance(mark, Line)]
    assert line.bias == -2.5
    curve = next(mark for mark in drawn if isinstance(mark, Curve) and mark.surface.name == "Gain of every cut")
    assert curve.positions[:, 0].tolist() == [1.5, 2.5]  # those that were looked at
    levels = [mark for mark in drawn if isinstance(mark, Segments) and mark.surface.name == "Steps over the targets"]
    assert [mark.starts[0, 1] for mark in levels if mark.role == "boundary"][:2] == [5.5, 11.75]


def test_trying_every_cut_keeps_the_splits_and_the_minimum_leaf():
    data = noisy(60)
    rules = loop.Params(min_leaf=5, stop_at="every cut")
    trace = engine.trace("regression_tree", data, min_leaf=5, stop_at="every cut").to_end()
    assert trace[-1].model == engine.fit("regression_tree", data, min_leaf=5)
    assert len(trace) <= loop.bound(data, rules)
    looked_at = [step for step in trace if step.kind == "cut"]
    assert min(len(side) for step in looked_at for side in sides_of(step, data)) == 5
    first = [gain_of(step, data, rules) for step in looked_at if step.node == 0]
    assert max(first) == pytest.approx(next(gain_of(step, data, rules) for step in trace if step.kind == "split"))


def test_w45_by_scikit_learn():
    stump = DecisionTreeRegressor(max_depth=1).fit(W45.X, W45.y)
    mine = engine.fit("regression_tree", W45, max_leaves=2)
    assert stump.tree_.threshold[0] == mine.threshold[0] == 3.5
    assert mine.predict(W45.X) == pytest.approx(stump.predict(W45.X), abs=1e-9)


@pytest.mark.parametrize("leaves", [2, 5, 20])
@pytest.mark.parametrize("least", [1, 4])
def test_it_predicts_as_scikit_learn_does(leaves, least):
    data = noisy()
    other = DecisionTreeRegressor(max_leaf_nodes=leaves, min_samples_leaf=least, random_state=0).fit(data.X, data.y)
    mine = engine.fit("regression_tree", data, max_leaves=leaves, min_leaf=least)
    assert (mine.attribute < 0).sum() == other.get_n_leaves()
    X = np.float32(np.random.default_rng(1).normal(size=(300, 3)))
    assert mine.predict(X) == pytest.approx(other.predict(X), abs=1e-9)


def test_squared_errors_never_rise_and_distinct_rows_are_learnt():
    data = noisy()
    trace = engine.trace("regression_tree", data, max_leaves=10_000).to_end()
    errors = [error(step.model) for step in trace]
    assert (np.diff(errors) <= 0).all() and errors[-1] == pytest.approx(0, abs=1e-12)
    assert trace.ending.kind == "converged" and len(trace) <= loop.bound(data, loop.Params(max_leaves=10_000))
    residuals = data.y - trace[5].model.predict(data.X)
    assert errors[5] == pytest.approx(float(residuals @ residuals))


def test_limits_are_kept():
    data = noisy()
    coarse = engine.fit("regression_tree", data, max_leaves=100, min_rows=50)
    assert coarse.sizes[coarse.attribute >= 0].min() >= 50
    assert len(engine.fit("regression_tree", data, max_depth=1, max_leaves=50).parent) == 3
    ending = engine.trace("regression_tree", data, max_leaves=3).to_end().ending
    assert ending.kind == "stopped" and "Growing stops at 3 leaves, as asked" in ending.words


def test_a_constant_target_is_one_leaf():
    data = W45.changed(y=np.full(6, 0.1))
    trace = engine.trace("regression_tree", data).to_end()
    assert len(trace) == 1 and trace.ending.kind == "converged" and trace[0].model.means[0] == pytest.approx(0.1)
    told = explain(trace[0], data, loop.Params()).sentence
    assert told.endswith("All targets are the same: there is nothing to ask, and the tree is one leaf.")


def test_constant_features_leave_nothing_to_split():
    data = Dataset(np.ones((3, 2)), np.array([1.0, 2.0, 4.0]))
    told = explain(engine.trace("regression_tree", data)[0], data, loop.Params()).sentence
    assert "No column has two different values: there is nothing to ask, and the tree is one leaf." in told
    assert "nothing to ask" not in explain(engine.trace("regression_tree", W45)[0], W45, loop.Params()).sentence


def test_equal_gains_take_the_lowest_cut_and_are_listed():
    data = Dataset(np.array([[1.0], [2.0], [3.0]]), np.array([0.0, 1.0, 0.0]))
    trace = engine.trace("regression_tree", data)
    assert "It gains as much at 2.5" in explain(trace[1], data, loop.Params()).sentence
    assert trace[1].model.threshold[0] == 1.5


@pytest.mark.parametrize("y", [[0.5, np.nan, 1.0], [0.5, 1e150, 1.0]])
def test_invalid_target_is_refused_with_its_row(y):
    with pytest.raises(engine.Refusal, match="Row 2 has") as refusal:
        engine.trace("regression_tree", Dataset(np.eye(3), np.array(y)))
    assert refusal.value.remedies


def test_classes_are_refused():
    with pytest.raises(engine.Refusal, match="It predicts a number"):
        engine.trace("regression_tree", engine.load("iris"))


# -- the picture -------------------------------------------------------------------------------------------------------


def test_step_function_runs_through_the_means():
    trace = engine.trace("regression_tree", W45).to_end()
    for step in trace:
        corners = steps_over(step.model, W45)
        middles, heights = (corners[::2] + corners[1::2]) / 2, corners[::2, 1]
        assert step.model.predict(middles[:, :1]) == pytest.approx(heights) and (np.diff(corners[:, 0]) >= 0).all()
        assert (corners[0, 0], corners[-1, 0]) == (1, 6) and (corners[::2, 1] == corners[1::2, 1]).all()
    curve = next(mark for mark in marks(trace[1], W45, loop.Params()) if isinstance(mark, Curve))
    assert np.array_equal(curve.positions, steps_over(trace[1].model, W45))


def test_mean_before_and_both_after_are_at_their_heights():
    step = engine.trace("regression_tree", noisy())[2]
    levels = [mark for mark in marks(step, noisy(), loop.Params()) if isinstance(mark, Segments)]
    heights = {mark.role: [] for mark in levels}
    for mark in levels:
        if mark.surface.name == "Steps over the targets" and mark.starts[0, 1] == mark.ends[0, 1]:
            heights[mark.role].append(mark.starts[0, 1])
    assert "focus" not in {mark.role for mark in levels if mark.surface.name == "Steps over the targets"}
    assert heights["ghost"] == [step.model.means[step.node]]
    assert heights["boundary"] == step.model.means[step.model.below(step.node)].tolist()


def test_mean_before_the_split_covers_only_its_node():
    data = generate("stairs", seed=1)
    trace = engine.trace("regression_tree", data, max_leaves=4).to_end()
    asked = np.linspace(-3, 3, 200)[:, None]
    for number in range(1, len(trace)):
        step, earlier = trace[number], trace[number - 1].model
        [before] = [mark for mark in marks(step, data, loop.Params()) if isinstance(mark, Response)]
        inside = np.isin(step.model.apply(asked), step.model.below(step.node))
        assert inside.sum() > 0 and before.role == "ghost" and before.upper is None
        np.testing.assert_allclose(before.function(asked), np.where(inside, earlier.predict(asked), np.nan))
    assert not [mark for mark in marks(trace[0], data, loop.Params()) if isinstance(mark, Response)]


def test_a_row_asked_about_tells_its_way():
    step = engine.trace("regression_tree", W45, max_leaves=2).to_end()[-1]
    asked = inspect(step, W45, loop.Params(), np.array([5.2]))
    assert asked.story.sentence == "x = 5.2 > 3.5: 14, the mean of 3 training rows."
    assert [node.role for node in asked.marks[0].nodes] == ["path", "plain", "path"]


def test_model_round_trips_and_refuses_mismatched_parts(tmp_path):
    tree = engine.fit("regression_tree", noisy())
    engine.save_model(tree, tmp_path / "model.json")
    assert engine.load_model(tmp_path / "model.json") == tree
    none = np.array([-1])
    for sizes, means in ((np.array([-1]), np.zeros(1)), (np.array([1.5]), np.zeros(1)), (np.array([1]), np.zeros(2))):
        with pytest.raises(engine.Refusal):
            RegressionTree(none, none, none, sizes, means, np.zeros(1))


@shows("TR8", "W45")
def test_w45_a_step_says_this():
    """Σ t = 58 and Σ t² = 676 of the six targets, 16 and 86 of the three below 3.5."""
    trace = engine.trace("regression_tree", W45)
    stories = [explain(step, W45, loop.Params()) for step in trace[:3]]
    assert [story.sentence for story in stories] == [
        "Before any cut the answer is the mean yield of all 6 rows: 9.667.",
        "Root (6 rows, mean 9.667). x has the largest gain, 18.78, cut at 3.5: 3 rows below with the mean 5.333, 3 "
        "above with the mean 14.",
        "x > 3.5 (3 rows, mean 14). x has the largest gain, 0.5, cut at 5.5: 2 rows below with the mean 14.5, 1 above "
        "with the mean 13.",
    ]
    assert [story.worked for story in stories] == [
        ("Var(S) = 115.3 / 6 = 19.22",),
        ("Var(S) = 115.3 / 6 = 19.22", "Gain(x) = 19.22 − 3/6·0.2222 − 3/6·0.6667 = 18.78",
         "SSE = 115.3333 − 6·18.77778 = 2.667"),
        ("Var(S) = 2 / 3 = 0.6667", "Gain(x) = 0.6667 − 2/3·0.25 − 1/3·0 = 0.5", "SSE = 2.667 − 3·0.5 = 1.167"),
    ]  # fmt: skip
    assert [(one.name, one.value) for one in stories[2].numbers] == [
        ("squared errors", pytest.approx(7 / 6)), ("leaves", 3)
    ]  # fmt: skip
    scores, branches = stories[1].tables
    assert (scores.columns, scores.rows, scores.chosen) == (
        ("attribute", "cut at", "gain"), (("x", 3.5, pytest.approx(169 / 9)),), 0
    )  # fmt: skip
    assert branches.columns == ("x", "rows", "mean", "squared errors")
    assert branches.rows == (("≤ 3.5", 3, pytest.approx(16 / 3), pytest.approx(2 / 3)), ("> 3.5", 3, 14.0, 2.0))
    assert [check.words for check in stories[1].checks] == ["the squared errors do not rise", "0 ≤ gain ≤ Var(S)"]
    assert [event(step) and event(step).word for step in trace[:2]] == [None, "split"]
    for x, asked, mean in (([72.0], 2, 13.0), ([2.9], 1, 16 / 3)):
        last = trace.to_end()[2]
        told = inspect(last, W45, loop.Params(), np.array(x)).story
        assert [(one.name, one.value) for one in told.numbers] == [
            ("questions answered", asked), ("prediction", pytest.approx(mean))
        ]  # fmt: skip
    first = inspect(trace[0], W45, loop.Params(), np.array([2.0])).story
    assert first.sentence == "No question is asked: 9.667, the mean of 6 training rows."
    assert [one.value for one in first.numbers] == [0, pytest.approx(58 / 6)]


@shows("TR8", "W45")
def test_w45_cut_is_under_its_gain_and_nodes_are_named():
    step = engine.trace("regression_tree", W45)[1]
    drawn = marks(step, W45, loop.Params())
    (foot,) = (mark for mark in drawn if isinstance(mark, Segments) and mark.surface.name == "Gain of every cut")
    assert foot.starts.tolist() == [[3.5, 0.0]] and foot.ends[0] == pytest.approx([3.5, 169 / 9])
    (best,) = (mark for mark in drawn if isinstance(mark, Points) and mark.surface.name == "Gain of every cut")
    assert best.positions[0] == pytest.approx([3.5, 169 / 9]) and best.role == "best"
    nodes = next(mark for mark in drawn if isinstance(mark, Graph)).nodes
    assert [(node.label, node.detail, node.parent, node.edge) for node in nodes] == [
        ("x", "6 rows, mean 9.667", -1, ""), ("5.333", "3 rows\nSSE = 0.6667", 0, "≤ 3.5"),
        ("14", "3 rows\nSSE = 2", 0, "> 3.5"),
    ]  # fmt: skip
    levels = [mark for mark in drawn if isinstance(mark, Segments) and mark.surface.name == "Steps over the targets"]
    assert [(mark.role, *mark.starts[0], *mark.ends[0]) for mark in levels] == [
        ("ghost", 1, pytest.approx(58 / 6), 6, pytest.approx(58 / 6)),
        ("boundary", 1, pytest.approx(16 / 3), 3.5, pytest.approx(16 / 3)), ("boundary", 3.5, 14, 6, 14),
        ("boundary", 3.5, 5, 3.5, 15),
    ]  # fmt: skip
