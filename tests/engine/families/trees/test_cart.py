"""Growing a tree of thresholds and categories, against scikit-learn and at every edge."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier

import engine
from engine.core.later import made
from engine.core.marks import Bars, Graph, Line, Matrix, Points, Segments
from engine.core.trace import Trace
from engine.data.dataset import Column, Dataset
from engine.families.trees.cart import loop
from engine.families.trees.cart.drawing import marks
from engine.families.trees.cart.starting import cut_at, cut_line, cut_through, threshold
from engine.families.trees.cart.telling import event, explain, inspect, measure
from engine.families.trees.cart.weighing import curve
from engine.maths.probability.splits import class_changes
from engine.parts.trees.rectangles import boxes
from tests.catalogue import shows
from tests.engine.families.trees.tables import table


def _best_cuts(step, data):
    """Every cut of the attribute that leaves the least Gini index in the rows of the node."""
    x, codes = data.X[step.rows, step.attribute], data.codes[step.rows]
    values = np.unique(x)
    cuts = (values[1:] + values[:-1]) / 2
    left = [sum(len(part) - (np.bincount(part) ** 2).sum() / len(part) for part in _parted(codes, x, c)) for c in cuts]
    return cuts[np.array(left) <= min(left) + 1e-9]


def _parted(codes, x, cut):
    return codes[x <= cut], codes[x > cut]


def _cuts(step, data, params):
    """How many ways there are to part the rows that have a value, with least rows enough on both sides."""
    x = data.X[step.rows, step.attribute]
    x = x[~np.isnan(x)]
    return sum(min((x <= value).sum(), (x > value).sum()) >= params.min_leaf for value in np.unique(x))


def _gains(step, data, params):
    """The gains of all cuts, and while they are tried of those so far."""
    found = np.column_stack(curve(data, step.rows, step.attribute, params))
    return found[found[:, 0] <= step.cut] if step.kind == "cut" else found


PLACED = {"Gain of every cut: axis": lambda step, data, params: _gains(step, data, params)}
FOLLOWS = {
    "It gains as much at": lambda step, data, params: _best_cuts(step, data),
    "cuts": _cuts,
}


def chart_of(step, data, params):
    """What is drawn on the chart of the gains of all cuts."""
    return [mark for mark in made(marks(step, data, params)) if mark.surface.name == "Gain of every cut"]


X45 = np.array([[40.0], [48.0], [60.0], [72.0], [80.0], [90.0]])
W45 = Dataset(X45, np.array([0, 0, 1, 1, 1, 0]), (Column("temperature"),), class_names=("No", "Yes"))


def told(step, data, **values):
    return explain(step, data, loop.Params(**values))


# -- numbers -----------------------------------------------------------------------------------------------------------


@shows("TR6")
def test_w45_every_cut_in_turn_and_the_best_of_them():
    trace = engine.trace("cart", W45, criterion="gain", stop_at="every cut", max_leaves=2).to_end()
    gains = {44.0: 0.190874504621, 54.0: 0.459147917027, 66.0: 0.0817041659455, 76.0: 0.0, 85.0: 0.190874504621}
    tried = [step for step in trace if step.kind == "cut"]
    assert [step.cut for step in tried] == list(gains)
    for step, gain in zip(tried, gains.values(), strict=True):
        cells = told(step, W45, criterion="gain").worked[1].split(" = ")
        assert float(cells[-1]) == pytest.approx(gain, abs=6e-5)
    two = W45.changed(X=np.column_stack([np.zeros(6), X45]), columns=(Column("nothing"), Column("temperature")))
    params = loop.Params(criterion="gain", stop_at="every cut")
    charts = [chart_of(step, two, params) for step in engine.trace("cart", two, criterion="gain", stop_at="every cut")]
    assert {mark.surface.x for drawn in charts for mark in drawn} == {"temperature"}
    split = trace[-1]
    assert split.kind == "split" and split.cut == 54.0
    assert split.scores.gains[0] == pytest.approx(0.459147917027, abs=1e-9)
    stump = DecisionTreeClassifier(criterion="entropy", max_depth=1).fit(W45.X, W45.codes)
    assert stump.tree_.threshold[0] == split.cut


@shows("TR6")
def test_w45_only_boundaries_between_classes_matter():
    trace = engine.trace("cart", W45, criterion="gain", stop_at="every cut", max_leaves=2).to_end()
    inside = [
        step.cut
        for step in trace
        if step.kind == "cut" and "next to it on both sides are of one class" in told(step, W45).sentence
    ]
    assert inside == [44.0, 66.0, 76.0]  # which leaves 54 and 85
    said = told(trace[-1], W45, criterion="gain")
    assert all(check.holds for check in said.checks) and len(said.checks) == 3


@shows("TR6")
def test_cuts_are_midpoints_and_class_changes_are_ringed():
    params = loop.Params(criterion="gain", stop_at="every cut")
    trace = engine.trace("cart", W45, criterion="gain", stop_at="every cut", max_leaves=2).to_end()
    half_way = [next(line for line in explain(step, W45, params).worked if "cut" in line) for step in trace[1:]]
    values = ["(40 + 48)/2 = 44", "(48 + 60)/2 = 54", "(60 + 72)/2 = 66", "(72 + 80)/2 = 76", "(80 + 90)/2 = 85"]
    assert half_way == [f"cut = {value}" for value in (*values, values[1])]
    for step in trace[1:]:
        ringed = [mark for mark in chart_of(step, W45, params) if isinstance(mark, Points) and mark.role == "support"]
        seen = [cut for cut in (54.0, 85.0) if step.kind == "split" or cut <= step.cut]
        assert [mark.positions[:, 0].tolist() for mark in ringed] == ([seen] if seen else [])
    (number,) = [one for one in explain(trace[-1], W45, params).numbers if one.name == "cuts"]
    assert number.value == 5 and number.note == "of temperature, 2 where the class changes"


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 2)), min_size=2, max_size=30),
    st.sampled_from(["gain", "gini"]),
)
def test_no_cut_inside_a_run_of_one_class_is_best(cells, criterion):
    X, y = np.array([[value] for value, _ in cells], dtype=float), np.array([code for _, code in cells])
    data = Dataset(X, y, class_names=("a", "b", "c"))
    step = engine.trace("cart", data, criterion=criterion)[0]
    if step.scores is None or np.ptp(y) == 0:
        return
    cuts, gains = curve(data, np.arange(data.n), 0, loop.Params(criterion=criterion))
    where = class_changes(X[:, 0], y, cuts)
    beside = [set(y[(X[:, 0] == X[X[:, 0] < cut].max()) | (X[:, 0] == X[X[:, 0] > cut].min())]) for cut in cuts]
    assert where.tolist() == [len(classes) > 1 for classes in beside]
    assert gains[where].max() >= gains.max() - 1e-12


@shows("TR6")
def test_equal_gains_take_the_lowest_cut_and_are_listed():
    data = Dataset(np.array([[1.0], [2.0], [3.0]]), np.array([0, 1, 0]), class_names=("a", "b"))
    step = engine.trace("cart", data)[1]
    assert step.cut == 1.5 and "It gains as much at 2.5: the lowest cut is taken." in told(step, data).sentence


@shows("TR6")
def test_a_constant_column_is_never_asked():
    iris = engine.load("iris")
    data = iris.changed(X=iris.X * [1.0, 0.0, 1.0, 1.0])
    for step in engine.trace("cart", data):
        if step.scores is not None:
            assert 1 not in step.scores.attributes or step.scores.gains[list(step.scores.attributes).index(1)] >= 0
    assert 1 not in engine.fit("cart", data).attribute
    trace = engine.trace("cart", data)
    assert "One value in all rows, and so nothing to ask: sepal width (cm)." in told(trace[1], data).sentence
    assert "nothing to ask" not in told(trace[2], data).sentence


@shows("TR6")
@pytest.mark.parametrize(
    "y, said", [([0, 1, 1], "No column has two different values: there is"), ([1, 1, 1], "All are of one class: there")]
)
def test_why_a_tree_is_one_leaf_is_said(y, said):
    data = Dataset(np.full((3, 1), 3.0), np.array(y), class_names=("No", "Yes"))
    trace = engine.trace("cart", data).to_end()
    assert len(trace) == 1 and said in told(trace[0], data).sentence
    assert "nothing to ask" not in told(engine.trace("cart", W45)[0], W45).sentence


@pytest.mark.parametrize("key", ["iris", "wine", "breast_cancer", "digits"])
@pytest.mark.parametrize("criterion, other", [("gini", "gini"), ("gain", "entropy")])
@pytest.mark.parametrize("leaves", [3, 5])
def test_it_is_the_tree_of_scikit_learn(key, criterion, other, leaves):
    """With noise, so that few questions gain alike; impurities of leaves are those of scikit-learn's, best first."""
    data = engine.load(key)
    noise = np.random.default_rng(3).normal(size=data.X.shape)
    data = data.changed(X=np.float32(data.X + 0.4 * data.X.std(axis=0) * noise).astype(float))
    mine = engine.fit("cart", data, criterion=criterion, max_leaves=leaves, min_leaf=5)
    theirs = DecisionTreeClassifier(criterion=other, max_leaf_nodes=leaves, min_samples_leaf=5, random_state=0)
    theirs.fit(data.X, data.codes)
    assert mine.predict_proba(data.X) == pytest.approx(theirs.predict_proba(data.X))
    cuts = np.sort(theirs.tree_.threshold[theirs.tree_.feature >= 0])
    assert np.sort(mine.threshold[mine.numeric]) == pytest.approx(cuts, rel=1e-6)


@shows("TR16")
def test_training_error_never_rises_with_size_and_boxes_are_disjoint():
    moons = engine.load("iris").select([2, 3])
    assert "a slanting border becomes a staircase" in told(engine.trace("cart", moons)[0], moons).sentence
    trace = engine.trace("cart", moons, max_leaves=50).to_end()
    curve = [measure(step, moons, loop.Params()) for step in trace]
    assert all(a["training errors"] >= b["training errors"] for a, b in pairwise(curve))
    assert [one["leaves"] for one in curve] == list(range(1, len(curve) + 1))
    tree = trace[-1].model
    low, high = boxes(tree, 2)
    X = np.random.default_rng(1).uniform(0, 8, (300, 2))
    inside = (low[None] < X[:, None]).all(axis=2) & (X[:, None] <= high[None]).all(axis=2) & (tree.attribute < 0)
    assert (inside.sum(axis=1) == 1).all() and (inside.argmax(axis=1) == tree.apply(X)).all()


def test_leaf_with_the_largest_total_gain_is_split_first():
    trace = engine.trace("cart", engine.load("wine"), max_leaves=8).to_end()
    for step, after in pairwise(trace[1:]):
        drop = len(step.rows) * step.scores.gains[step.scores.chosen]
        later = len(after.rows) * after.scores.gains[after.scores.chosen]
        child = step.model.parent[after.node] == step.node
        assert child or drop >= later - 1e-9


# -- numbers and categories --------------------------------------------------------------------------------------------


def mixed() -> Dataset:
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.normal(size=60), rng.integers(0, 3, 60), rng.integers(0, 3, 60)]).astype(float)
    y = np.where(X[:, 1] == 2, (X[:, 0] > 0.2).astype(int), X[:, 1].astype(int))
    size = Column("size", "ordinal", ("small", "middle", "large"))
    columns = (Column("height"), Column("colour", "categorical", ("red", "green", "blue")), size)
    return Dataset(X, y, columns, class_names=("no", "yes"))


def test_category_has_a_branch_per_level_and_a_number_two():
    data = mixed()
    trace = engine.trace("cart", data).to_end()
    tree = trace[-1].model
    root = data.columns[tree.attribute[0]].name
    assert root == "colour" and tree.branch[tree.below(0)].tolist() == [0, 1, 2] and not tree.numeric[0]
    blue = tree.below(0)[2]
    assert tree.attribute[blue] == 0 and tree.numeric[blue] and 0 < tree.threshold[blue] < 0.4
    assert (tree.predict(data.X) == data.codes).all()
    said = told(trace[2], data).sentence
    assert said.startswith("colour = blue (") and "height has the largest Gini gain" in said
    way = inspect(trace[-1], data, loop.Params(), np.array([1.0, 2.0, 0.0])).story.sentence
    assert way.startswith("colour = blue, height = 1 > ") and ": yes" in way


def test_ordered_level_is_cut_between_two_levels():
    data = mixed()
    data = data.select([2]).changed(y=(data.X[:, 2] > 1).astype(int))
    trace = engine.trace("cart", data).to_end()
    assert trace[1].cut == 1.5 and "size has the largest Gini gain" in told(trace[1], data).sentence
    assert "cut at middle" in told(trace[1], data).sentence


def test_play_tennis_is_the_tree_of_id3(tennis):
    mine, other = engine.fit("cart", tennis, criterion="gain"), engine.fit("id3", tennis)
    X = np.random.default_rng(0).integers(0, 3, (100, 4)) % [3, 3, 2, 2]
    assert (mine.predict(X) == other.predict(X)).all()


# -- edges -------------------------------------------------------------------------------------------------------------

CROSS = Dataset(np.array([[0.0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0, 1, 1, 0]), class_names=("no", "yes"))


def test_xor_is_learnt_although_no_first_question_gains():
    trace = engine.trace("cart", CROSS).to_end()
    assert not trace[1].scores.gains.any() and "No question has any gain by itself" in told(trace[1], CROSS).sentence
    assert (trace[-1].model.predict(CROSS.X) == CROSS.codes).all() and trace.ending.kind == "converged"
    assert len(engine.trace("cart", CROSS, zero_gain="stop").to_end()) == 1


def reasons(**values: object) -> tuple[Trace, np.ndarray]:
    trace = engine.trace("cart", engine.load("wine"), **values).to_end()
    tree = trace[-1].model
    return trace, tree.counts[tree.attribute < 0].sum(axis=1)


def test_limits_are_kept_and_said():
    few, _ = reasons(max_leaves=3)
    assert few.ending.kind == "stopped" and "Growing stops at 3 leaves, as asked" in few.ending.words
    _, sizes = reasons(min_leaf=20)
    assert sizes.min() >= 20
    shallow, _ = reasons(max_depth=1)
    assert len(shallow) == 2
    _, sizes = reasons(min_rows=60)
    assert sizes.max() >= 30


def test_identical_rows_of_different_classes_stay_a_leaf():
    data = CROSS.changed(X=np.zeros((4, 2)))
    trace = engine.trace("cart", data).to_end()
    assert len(trace) == 1 and "No leaf can be split any more" in trace.ending.words


@shows("TR7")
def test_leaf_predicts_its_majority_with_ties_by_the_whole_then_order():
    data = table(["aa", "aa", "ab", "ab", "ab"], ["x", "y", "z", "z", "y"])
    tree = engine.fit("cart", data, max_leaves=1)
    assert tree.majority[0] == 1 and tree.predict_proba(data.X[:1])[0] == pytest.approx([0.2, 0.4, 0.4])
    grown = engine.fit("cart", data)
    leaf = grown.apply(data.X[:1])[0]
    assert grown.counts[leaf].tolist() == [1, 1, 0] and grown.majority[leaf] == 1
    said = told(engine.trace("cart", data)[1], data).sentence
    assert "Where it is a, classes are tied" in said and said.endswith("then the first, so y.")
    iris = engine.load("iris")
    assert "tied" not in told(engine.trace("cart", iris)[2], iris).sentence


def test_average_gain_guard_excludes_smaller_gains():
    wine = engine.load("wine")
    step = engine.trace("cart", wine, criterion="gain ratio", guard=True)[1]
    below = step.scores.gains < step.scores.gains.mean() - 1e-12
    assert (step.scores.values[below] == -1).all() and (step.scores.values[~below] > 0).all()
    assert "Below the average gain" in told(step, wine, criterion="gain ratio", guard=True).sentence


# -- a cut in the hand -------------------------------------------------------------------------------------------------


def test_last_cut_is_draggable_and_starts_a_run():
    iris = engine.load("iris").select([2, 3])
    step = engine.trace("cart", iris)[2]
    there = threshold(step.model, iris)
    assert there.tolist() == [[step.cut, 0.0]]
    held = cut_at(np.array([[1.35, 0.0]]), iris, loop.Params(), step.model)
    trace = engine.trace("cart", iris, start=held)
    first = trace[0]
    assert first.kind == "start" and first.cut == 1.35 and first.node == step.node and first.begun == 2
    assert first.model.counts[0].tolist() == [50, 50, 50] and len(first.model.parent) == 5
    said = told(first, iris).sentence
    assert "By hand it asks petal width (cm), cut at 1.35" in said
    assert f"The best question here would be petal width (cm), cut at {step.cut:g}" in said
    assert len(trace[1].model.parent) == 7


def test_on_the_plane_it_is_moved_and_turned():
    iris = engine.load("iris").select([2, 3])
    tree = engine.trace("cart", iris)[1].model
    line = cut_line(tree, iris)
    assert line[:, 0].tolist() == [2.45, 2.45] and line[0, 1] < line[1, 1]
    moved = cut_through(line + np.array([0.5, 0.0]), iris, loop.Params(), tree)
    assert (moved.attribute[0], moved.threshold[0]) == (0, 2.95)
    turned = cut_through(np.array([line[0], line[0] + [3.0, 0.1]]), iris, loop.Params(), tree)
    assert turned.attribute[0] == 1 and turned.threshold[0] == line[0, 1]
    assert cut_line(turned, iris)[:, 1].tolist() == [line[0, 1]] * 2
    assert len(cut_line(engine.trace("cart", iris)[0].model, iris)) == 0


def test_run_started_from_the_whole_tree_ends_with_it():
    wine = engine.load("wine")
    tree = engine.fit("cart", wine)
    trace = engine.trace("cart", wine, start=tree).to_end()
    assert len(trace) == 1 and trace[0].model == tree


def test_start_that_splits_a_number_by_code_is_ignored(tennis):
    tree = engine.fit("cart", tennis)
    numbers = engine.Dataset(tennis.X + 0.3, tennis.codes, class_names=tennis.class_names)
    trace = engine.trace("cart", numbers, start=tree).to_end()
    assert len(trace[0].model.parent) == 1 and trace[0].begun == 0
    assert trace[-1].model == engine.fit("cart", numbers)


def test_a_category_is_not_held(tennis):
    tree = engine.fit("cart", tennis)
    assert len(threshold(tree, tennis)) == 0
    stump = cut_at(np.array([[0.5, 0.0]]), tennis, loop.Params(), tree)
    assert stump.threshold[0] == 0.5 and engine.trace("cart", tennis, start=stump)[0].cut == 0.5


@pytest.mark.parametrize("stop_at", ["splits", "every cut"])
def test_cut_in_a_slice_is_drawn_within_its_node(stop_at):
    data = engine.load("iris")
    trace = engine.trace("cart", data, max_leaves=4, stop_at=stop_at).to_end()
    for step in trace[1:]:
        (line,) = [
            mark
            for mark in engine.algorithm("cart").marks(step, data, loop.Params(stop_at=stop_at))
            if isinstance(mark, Line)
        ]
        low, high = line.within
        inside = ((low < data.X) & (high >= data.X)).all(axis=1)
        assert np.array_equal(np.flatnonzero(inside), step.rows) and line.role == "boundary"


def test_cuts_below_the_minimum_rows_are_not_offered():
    iris, values = engine.load("iris"), {"min_leaf": 8, "stop_at": "every cut"}
    trace = engine.trace("cart", iris, **values).to_end()
    for step in trace:
        assert all(check.holds for check in told(step, iris, **values).checks)
        if step.kind == "cut":
            below = int((iris.X[step.rows, step.attribute] <= step.cut).sum())
            assert 8 <= below <= len(step.rows) - 8


@shows("TR7", "W45")
def test_w45_a_step_says_this():
    """Of W45 the first split gains 1/2 − 4/6·3/8 = 1/4, the second all of 3/8 of four rows in six."""
    trace = engine.trace("cart", W45).to_end()
    stories = [told(step, W45) for step in trace]
    assert [story.sentence for story in stories] == [
        "Root (6 rows: 3 No, 3 Yes). Before any question the answer is the majority: No.",
        "Root (6 rows: 3 No, 3 Yes). temperature has the largest Gini gain, 0.25, cut at 54: 2 rows of the node lie "
        "below, 4 above.",
        "temperature > 54 (4 rows: 3 Yes, 1 No). temperature has the largest Gini gain, 0.375, cut at 85: 3 rows of "
        "the node lie below, 1 above.",
    ]
    assert [story.worked for story in stories] == [
        ("G(S) = 1 − (3/6)² − (3/6)² = 0.5",),
        ("G(S) = 1 − (3/6)² − (3/6)² = 0.5", "Gain(temperature) = 0.5 − 2/6·0 − 4/6·0.375 = 0.25",
         "cut = (48 + 60)/2 = 54", "of all rows = 6/6·0.25 = 0.25"),
        ("G(S) = 1 − (1/4)² − (3/4)² = 0.375", "Gain(temperature) = 0.375 − 3/4·0 − 1/4·0 = 0.375",
         "cut = (80 + 90)/2 = 85", "of all rows = 4/6·0.375 = 0.25"),
    ]  # fmt: skip
    grown = ["training errors", "nodes", "leaves"]
    assert [[one.name for one in story.numbers] for story in stories[:2]] == [
        ["G at the node", *grown], ["G at the node", "cuts", *grown]
    ]  # fmt: skip
    assert [one.value for one in stories[2].numbers] == [0.375, 3, 0, 5, 3]
    assert [story.numbers[1].note for story in stories[1:]] == [
        "of temperature, 2 where the class changes", "of temperature, 1 where the class changes"
    ]  # fmt: skip
    scores, below = stories[1].tables
    assert (scores.columns, scores.rows, scores.chosen) == (
        ("attribute", "cut at", "Gini gain"), (("temperature", 54.0, pytest.approx(0.25)),), 0
    )  # fmt: skip
    assert below.rows == (("≤ 54", 2, "2 No", 0.0), ("> 54", 4, "3 Yes, 1 No", pytest.approx(0.375)))
    assert [check.words for check in stories[1].checks] == [
        "0 ≤ gain ≤ G(S)", "the branches together hold the rows of the node",
        "the best cut stands between rows of different classes",
    ]  # fmt: skip
    assert event(trace[0]) is None and (event(trace[1]).word, event(trace[1]).role) == ("split", "boundary")
    drawn = made(marks(trace[1], W45, loop.Params()))
    titles = [mark.title for mark in drawn if isinstance(mark, Matrix) and mark.surface.name == "The node in numbers"]
    assert titles == [
        "The best question of each attribute: the largest Gini gain decides",
        "Rows by temperature and class",
    ]
    (bars,) = (mark for mark in drawn if isinstance(mark, Bars))
    assert (bars.labels, bars.values.tolist(), bars.chosen) == (("temperature",), [pytest.approx(0.25)], 0)
    foot, dots, best = (
        next(mark for mark in chart_of(trace[1], W45, loop.Params()) if isinstance(mark, kind) and mark.role == role)
        for kind, role in ((Segments, "boundary"), (Points, "plain"), (Points, "best"))
    )
    assert foot.starts[0] == pytest.approx([54, -0.045]) and foot.ends[0] == pytest.approx([54, 0.25])
    assert dots.positions == pytest.approx(np.column_stack([X45[:, 0], -0.015 * (1 + W45.codes)]))
    assert best.positions[0] == pytest.approx([54, 0.25])
    nodes = next(mark for mark in drawn if isinstance(mark, Graph)).nodes
    assert [(node.label, node.edge, node.role, node.step) for node in nodes] == [
        ("temperature", "", "focus", 1), ("No", "≤ 54", "focus", 1), ("Yes", "> 54", "focus", 1)
    ]  # fmt: skip
    every = next(
        mark for mark in made(marks(trace[1], W45, loop.Params(stop_at="every cut"))) if isinstance(mark, Graph)
    )
    assert [node.step for node in every.nodes] == [None] * 3, "not known beforehand"


@shows("TR7")
def test_tr7_gain_with_missing_values_is_weighted_in_the_formula():
    gaps = W45.changed(X=np.where(X45 == 80, np.nan, X45))
    split = engine.trace("cart", gaps)[1]
    said = told(split, gaps)
    assert (
        r"\frac{|S_A|}{|S|} ( G(S_A) - " in said.formula
        and r"|S_A|" not in told(engine.trace("cart", W45)[1], W45).formula
    )
    assert said.worked[:3] == (
        "G(known) = 1 − (3/5)² − (2/5)² = 0.48",
        "Gain(temperature where known) = 0.48 − 2/5·0 − 3/5·0.44444 = 0.2133",
        "Gain(temperature) = 5/6·0.21333 = 0.1778",
    )
    ratio = {"criterion": "gain ratio"}
    step = engine.trace("cart", gaps, **ratio)[1]
    assert told(step, gaps, **ratio).formula == told(engine.trace("cart", W45, **ratio)[1], W45, **ratio).formula
    entropy = -0.6 * np.log2(0.6) - 0.4 * np.log2(0.4)
    gain = 5 / 6 * (entropy - 0.6 * (-np.log2(2 / 3) * 2 / 3 - np.log2(1 / 3) / 3))
    split = 2 / 6 * np.log2(3) + 3 / 6 + 1 / 6 * np.log2(6)
    assert told(step, gaps, **ratio).worked[3:5] == (
        f"SplitEntropy(temperature) = −2/6·log₂ 2/6 − 3/6·log₂ 3/6 − 1/6·log₂ 1/6 = {split:.4g}",
        f"GainRatio(temperature) = {gain:.4g} / {split:.4g} = {gain / split:.4g}",
    )
    assert told(step, gaps, **ratio).tables[0].rows[0] == pytest.approx(
        ("temperature", 54.0, gain, split, gain / split)
    )


def test_tied_classes_of_a_branch_are_stated_with_the_answer():
    data = table(["aa", "aa", "ab", "ab", "ab"], ["x", "y", "z", "z", "y"])
    assert told(engine.trace("cart", data)[1], data).sentence.endswith(
        " Where it is a, classes are tied: the one that is more frequent in the whole table answers, then the "
        "first, so y."
    )
    clear = table(["a", "a", "b", "b", "b"], ["x", "x", "y", "y", "z"])  # of x alone: 0 of the two others
    assert "tied" not in told(engine.trace("cart", clear)[1], clear).sentence
