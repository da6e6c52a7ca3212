"""Growing a k-d tree against the worked example, and what its steps promise."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal
from engine.base.words import taken
from engine.core.marks import Graph, Line, Points, Segments
from engine.families.neighbour_search.growing import RULES, Cutting, median_cut, whole_tree
from engine.families.neighbour_search.kd_tree.loop import Step
from engine.families.neighbour_search.kd_tree.telling import DIMENSIONS, most_deep
from engine.models.kd_tree import KDTree
from tests.catalogue import shows
from tests.engine.families import looked_at
from tests.engine.families.looked_at import of

KEY = "kd_tree"
W12 = engine.Dataset.from_arrays([[2.0, 3.0], [5.0, 4.0], [9.0, 6.0], [4.0, 7.0], [8.0, 1.0], [7.0, 2.0]])
told = partial(looked_at.told, KEY)


def normal(n, d=2):
    return engine.Dataset.from_arrays(np.random.default_rng(0).normal(size=(n, d)))


def nested(tree, node=0):
    """The tree as the worked example writes it."""
    if tree.first[node] < 0:
        return {tuple(x) for x in tree.X[tree.home == node].tolist()}
    left = int(tree.first[node])
    return "xy"[tree.dimension[node]], tree.threshold[node], nested(tree, left), nested(tree, left + 1)


# -- the worked example ------------------------------------------------------------------------------------------------


@shows("KN9", "W12")
def test_w12_the_tree_one_cut_a_step():
    trace, stories, marks = told(W12)
    assert [step.cut for step in trace] == [(), (0,), (1,), (2,)]
    left = ("y", 4, {(2, 3), (5, 4)}, {(4, 7)})
    assert nested(trace[3].model) == ("x", 5, left, ("y", 2, {(8, 1), (7, 2)}, {(9, 6)}))
    assert trace.ending.words == "4 cells, 2 cuts deep: none has more than 2 rows."
    assert "All 6 rows are in one cell. A cell with more than 2 rows will be cut" in stories[0].sentence
    assert stories[1].sentence == "A cell of 6 rows is cut at x1 = 5, its lower median: 3 go left, 3 right."
    assert stories[1].worked == ("rows = 3 + 3 = 6",)
    assert "cut at x2 = 4, its lower median: 2 go left, 1 right" in stories[2].sentence
    assert [(number.name, number.value) for number in stories[0].numbers] == [("rows", 6), ("leaf size", 2)]
    numbers = {number.name: number.value for number in stories[3].numbers}
    assert numbers == {"threshold t": 2, "left": 2, "right": 1, "cells": 4, "depth": 2}
    (cut,) = of(Segments, marks[2], "boundary")
    assert cut.starts[0, 1] == cut.ends[0, 1] == 4 and cut.ends[0, 0] == 5  # no farther than the cut before it
    (before,) = of(Segments, marks[2], "plain")
    assert before.starts[0, 0] == before.ends[0, 0] == 5


@shows("KN9")
def test_the_tree_beside_the_plane():
    (graph,) = of(Graph, told(W12)[2][3])
    assert [node.label for node in graph.nodes] == ["x1", "x2", "x2", "2 rows", "1 row", "2 rows", "1 row"]
    assert [node.edge for node in graph.nodes] == ["", "≤ 5", "> 5", "≤ 4", "> 4", "≤ 2", "> 2"]
    assert graph.ends_at.tolist() == [3, 3, 6, 4, 5, 5]
    assert [node.parent for node in graph.nodes] == [-1, 0, 0, 1, 1, 2, 2]
    assert [node.step for node in graph.nodes] == [1, 2, 3, 2, 2, 3, 3]
    assert [i for i, node in enumerate(graph.nodes) if node.role == "focus"] == [2, 5, 6]


def test_the_sorted_rows_show_the_median():
    _, stories, _ = told(W12)
    (table,) = stories[1].tables
    assert table.rows == (
        (1, "1", 2.0, "left"), (2, "4", 4.0, "left"), (3, "2", 5.0, "left"),
        (4, "6", 7.0, "right"), (5, "5", 8.0, "right"), (6, "3", 9.0, "right"),
    )  # fmt: skip
    assert table.rows[table.chosen][2] == 5
    (long,) = told(normal(40))[1][1].tables
    assert [row[0] for row in long.rows] == list(range(17, 24)) and long.rows[long.chosen][0] == 20
    assert [row[3] for row in long.rows] == ["left"] * 4 + ["right"] * 3


def test_only_the_cell_being_cut_is_shaded():
    _, _, marks = told(W12)
    (shade,) = of(Segments, marks[2], "shade")
    assert (shade.ends[:, 0] <= 5).all() and shade.starts[:, 1].min() < 0 and shade.ends[:, 1].max() > 9
    assert 0.1 < np.diff(np.sort(shade.starts[:, 1])).max() < 0.25  # of rows that reach over 6
    assert not of(Segments, marks[1], "shade")  # all of the plane is cut there


def test_a_point_finds_the_way_to_its_cell():
    card = engine.algorithm(KEY)
    trace = engine.trace(KEY, W12).to_end()
    found = card.inspect(trace[3], W12, card.params(), np.array([6.0, 4.5]))
    assert "it goes right (x1 = 6 > 5), right (x2 = 4.5 > 2). Its cell has 1 row, 2 cuts" in found.story.sentence
    assert [(one.name, one.value) for one in found.story.numbers] == [("cuts on the way", 2), ("rows in its cell", 1)]
    (graph,) = of(Graph, found.marks)
    assert [node.role for node in graph.nodes] == ["path", "plain", "path", "plain", "plain", "plain", "path"]
    (cell,) = of(Segments, found.marks, "focus")
    assert cell.starts.min(axis=0).tolist() == [5, 2] and (cell.ends == np.roll(cell.starts, -1, axis=0)).all()
    assert (cell.starts.max(axis=0) > [9, 7]).all()
    first = card.inspect(trace[0], W12, card.params(), np.array([6.0, 4.5])).story
    assert first.sentence == "Its cell has 6 rows, 0 cuts below the root."
    iris = engine.load("iris")
    (ringed,) = of(Points, card.inspect(engine.trace(KEY, iris)[-1], iris, card.params(), iris.X[7]).marks)
    assert 7 in ringed.rows and len(ringed.rows) <= 2
    deep = engine.trace(KEY, normal(100), leaf_size=1)[-1]
    said = card.inspect(deep, normal(100), card.params(leaf_size=1), np.zeros(2)).story.sentence
    assert said.count("(x") == 4 and "and so on. Its cell has 1 row" in said


# -- the rules ---------------------------------------------------------------------------------------------------------


@shows("KN9")
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("leaf_size", [1, 2, 7])
def test_every_row_is_in_one_leaf_and_the_tree_is_shallow(rule, leaf_size):
    for n in (1, 2, 3, 64, 65, 700):
        data = normal(n, 3)
        trace = engine.trace(KEY, data, dimension=rule, leaf_size=leaf_size).to_end()
        tree = trace[-1].model
        leaves = np.flatnonzero(tree.first < 0)
        low, high = (corner[leaves] for corner in tree.boxes)
        inside = ((low < data.X[:, None]) & (high >= data.X[:, None])).all(axis=2)
        assert (inside.sum(axis=1) == 1).all() and (leaves[inside.argmax(axis=1)] == tree.home).all()
        assert inside.sum(axis=0).max() <= leaf_size and tree.depths.max() <= math.ceil(math.log2(n)) + 1
        at_once = whole_tree(data, Cutting(rule, leaf_size), np.random.default_rng(0))
        assert at_once == tree and most_deep(n) == math.ceil(math.log2(n)) + 1


def test_equal_values_go_left_and_constant_dimensions_are_skipped():
    same = np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 2.0]])
    cut = median_cut(same, (0, 1))
    assert (cut.dimension, cut.threshold, cut.passed) == (1, 1.0, (0,)) and median_cut(same[2:], (0, 1)) is None
    trace, stories, _ = told(engine.Dataset.from_arrays(same), leaf_size=1)
    tree = trace[-1].model
    assert tree.sizes[tree.first < 0].tolist() == [2, 1, 1] and tree.dimension.tolist() == [1, 1, -1, -1, -1]
    assert "Along x1 no row lies beyond the median, so the next dimension is taken" in stories[1].sentence
    assert engine.algorithm(KEY).event(trace[1]).word == "next dimension"
    assert "in 1 cell more than 1 row lie at the same place, which no cut divides" in trace.ending.words
    assert not any("depth" in check.words for check in stories[-1].checks)
    assert any("depth" in check.words for check in told(W12)[1][-1].checks)


def test_the_rules_for_the_dimension():
    wide = engine.Dataset.from_arrays(np.random.default_rng(0).normal(size=(64, 3)) * [1.0, 9.0, 1.0])
    cycled = engine.fit(KEY, wide, leaf_size=8)
    assert (cycled.dimension[cycled.first >= 0] == cycled.depths[cycled.first >= 0] % 3).all()
    spread = taken(float(wide.X[:, 1].max()), float(wide.X[:, 1].min()))
    trace, stories, _ = told(wide, dimension="largest spread", leaf_size=32)
    assert trace[-1].model.dimension[0] == 1 and stories[1].worked[0] == f"spread of x2 = {spread}"
    assert "was drawn" in told(wide, dimension="random", leaf_size=32)[1][1].sentence
    drawn = {tuple(engine.fit(KEY, wide, dimension="random", leaf_size=8, seed=s).dimension) for s in range(4)}
    assert len(drawn) > 1


def test_cell_drawing_does_not_depend_on_its_rows():
    few, more = (engine.fit(KEY, normal(n, 3), dimension="random", leaf_size=size) for n, size in ((64, 8), (640, 80)))
    assert few.dimension[:7].tolist() == more.dimension[:7].tolist()
    assert any(len({*level.tolist()}) > 1 for level in (few.dimension[1:3], few.dimension[3:7]))  # each has its own key


def test_of_many_cuts_a_level_is_a_step():
    trace, stories, marks = told(normal(2000))
    cut = [len(step.cut) for step in trace]
    assert cut[:41] == [0] + [1] * 40 and max(cut) > 100 and len(cut) < 60
    assert sum(cut) == (trace[-1].model.first >= 0).sum()
    assert stories[0].sentence.endswith(f"and its halves too. {DIMENSIONS[engine.algorithm(KEY).params().dimension]}")
    assert told(normal(60, d=1))[1][0].sentence.endswith("and its halves too."), "one dimension takes no turns"
    hidden = "So many lines through more than two features are not drawn."
    assert hidden not in stories[-1].sentence and hidden in told(normal(2000, d=3))[1][-1].sentence
    for step, story in zip(trace[41:], stories[41:], strict=True):
        deepest = step.model.depths.max()
        assert story.sentence.startswith(f"{len(step.cut):,} cells of one level are cut, each at its own median.")
        assert f"The tree is {deepest} cuts deep." in story.sentence and story.numbers[1].value == deepest
    (graph,) = of(Graph, marks[-1])
    assert len(graph.nodes) < 400 and graph.ends_at.max() < len(graph.nodes)
    assert len(graph.nodes) + sum(node.below for node in graph.nodes) == len(trace[-1].model.first)
    for node in (40, 41, 200, len(graph.nodes) - 1):
        assert any(other in trace[graph.nodes[node].step].cut for other in (node, graph.nodes[node].parent))
    levels = [
        i for i, step in enumerate(trace) if (one := engine.algorithm(KEY).event(step)) and one.word == "new level"
    ]
    assert len(levels) == trace[-1].model.depths.max()


def test_cut_in_a_hidden_feature_states_where_it_is_visible():
    iris = engine.load("iris")
    trace, stories, marks = told(iris, leaf_size=4)
    assert max(len(step.cut) for step in trace) > 1
    for step, story, drawn in zip(trace, stories, marks, strict=True):
        lines = of(Line, drawn)
        assert len(lines) == (len(step.cut) == 1)
        if lines:
            (node,), name = step.cut, iris.columns[int(np.argmax(lines[0].weights))].name
            assert f"The plane has its line only where {name} is in view." in story.sentence
            assert -lines[0].bias == step.model.threshold[node]
            low, high = (corner[node] for corner in step.model.boxes)
            assert (lines[0].within == [low, high]).all()
            large = [np.flatnonzero(mark.sizes == 1).tolist() for mark in of(Points, drawn, "data")]
            inside = np.flatnonzero(((low < iris.X) & (high >= iris.X)).all(axis=1)).tolist()
            assert large == ([inside] if node else []) and story.sentence.endswith("are large.") == bool(node)
        else:
            assert "line" not in story.sentence or "are not drawn" in story.sentence
    assert not any("in view" in story.sentence for story in told(W12)[1])
    assert not any("The rows of" in story.sentence for story in told(W12)[1])


def test_rows_of_a_cell_keep_their_colours():
    iris = engine.load("iris")
    for data, groups in ((iris, iris.codes), (iris.changed(y=None, class_names=()), None)):
        (mark,) = of(Points, told(data)[2][2], "data")
        assert (mark.groups is None) if groups is None else (mark.groups == groups).all()
        assert (mark.positions == data.X).all() and mark.rows.tolist() == list(range(data.n))
    numbers = engine.Dataset.from_arrays(iris.X, iris.X[:, 0] + 0.5)
    trace, stories, marks = told(numbers)
    (ringed,) = of(Points, marks[2], "focus")
    assert not of(Points, marks[2], "data") and len(ringed.rows) == trace[2].model.sizes[trace[2].cut[0]]
    assert stories[2].sentence.endswith("The rows of the cell are ringed.") and "The rows of" not in stories[1].sentence


def test_cuts_cover_a_plane_wider_than_the_data():
    """On a plane with true angles, three times as high as the wider feature ranges, nothing ends in the middle."""
    wide = engine.Dataset.from_arrays(W12.X * [1.0, 0.25])
    reach = 1.5 * np.ptp(wide.X[:, 0])
    low, high = wide.X.mean(axis=0) - reach, wide.X.mean(axis=0) + reach
    for piece in of(Segments, told(wide)[2][-1]):
        if piece.role != "boundary":
            every = np.vstack([piece.starts, piece.ends])
            assert (every.min(axis=0) < low)[1] and (every.max(axis=0) > high)[1]
    uneven = engine.Dataset.from_arrays(W12.X * [1.0, 0.01])
    (cut, *_) = of(Segments, told(uneven)[2][-1], "plain")
    assert np.abs(np.vstack([cut.starts, cut.ends])[:, 1]).max() < 10 * np.ptp(uneven.X[:, 1])


def test_equal_values_make_an_unbalanced_tree_as_stated():
    """In each half every feature is 0 but in one row: a cut at the median takes that row away, and no more."""
    X = np.column_stack([np.repeat([0.0, 1.0], 64), np.vstack([np.eye(64)] * 2)])
    trace, stories, _ = told(engine.Dataset.from_arrays(X), leaf_size=1)
    assert {len(step.cut) for step in trace} == {0, 1, 2} and trace[-1].model.depths.max() == 64
    for step, story in zip(trace, stories, strict=True):
        assert ("make the tree lopsided" in story.sentence) == (step.model.depths.max() > most_deep(128))


def test_too_deep_tree_is_rejected():
    """What the check says of a tree that nobody grew: each cut leaves all rows but one on its right."""
    data = engine.Dataset.from_arrays(np.arange(12.0)[:, None])
    inner = np.arange(11)
    at, first = np.full(23, -1), np.full(23, -1)
    nodes = np.append(0, 2 * inner[:-1] + 2)
    at[nodes], first[nodes] = 0, 2 * inner + 1
    thresholds = np.zeros(23)
    thresholds[nodes] = inner
    card, lopsided = engine.algorithm(KEY), KDTree(data.X, at, thresholds, first)
    (check,) = [one for one in card.explain(Step(lopsided, (20,)), data, card.params()).checks if "depth" in one.words]
    assert not check.holds and lopsided.depths.max() == 11


def test_the_largest_cell_is_measured():
    card = engine.algorithm(KEY)
    trace = engine.trace(KEY, W12).to_end()
    assert [card.measure(step, W12, card.params())["rows in the largest cell"] for step in trace] == [6, 3, 3, 2]


def test_so_few_rows_are_left_whole():
    trace, stories, marks = told(normal(2))
    assert len(trace) == 1 and "2 rows in one cell: it is left whole" in stories[0].sentence
    (graph,) = of(Graph, marks[0])
    assert graph.nodes[0].step is None and graph.nodes[0].label == "2 rows"


# -- the model ---------------------------------------------------------------------------------------------------------

GOOD = whole_tree(W12, Cutting(), np.random.default_rng(0))
HOSTILE = {
    "no row": lambda: KDTree(np.zeros((0, 2)), GOOD.dimension, GOOD.threshold, GOOD.first),
    "a gap": lambda: KDTree(W12.X * np.nan, GOOD.dimension, GOOD.threshold, GOOD.first),
    "a dimension too many": lambda: KDTree(W12.X, GOOD.dimension + 2, GOOD.threshold, GOOD.first),
    "a circle": lambda: KDTree(W12.X, np.array([0, -1, -1]), np.zeros(3), np.array([0, -1, -1])),
    "two parents": lambda: KDTree(W12.X, np.array([0, 0, -1]), np.zeros(3), np.array([1, 1, -1])),
    "a leaf with children": lambda: KDTree(W12.X, np.array([-1, -1, -1]), np.zeros(3), np.array([1, -1, -1])),
    "a child that is not there": lambda: KDTree(W12.X, np.array([0]), np.zeros(1), np.array([1])),
    "a threshold that is no number": lambda: KDTree(W12.X, GOOD.dimension, GOOD.threshold + np.inf, GOOD.first),
    "nothing at all": lambda: KDTree(W12.X, np.zeros(0, int), np.zeros(0), np.zeros(0, int)),
}


@pytest.mark.parametrize("how", HOSTILE)
def test_what_is_no_tree_is_refused(how):
    with pytest.raises(Refusal) as refusal:
        HOSTILE[how]()
    assert str(refusal.value).endswith(".")
