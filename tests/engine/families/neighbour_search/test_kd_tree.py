"""The k-d tree against the worked example, scipy, and what its steps promise."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
import pytest
from scipy.spatial import cKDTree

import engine
from engine.base.errors import Refusal
from engine.core.marks import Ellipse, Graph, Line, Points, Segments
from engine.families.neighbour_search.kd_tree.growing import RULES, grown, median_cut
from engine.families.neighbour_search.kd_tree.loop import PRUNED, VISITED
from engine.models.kd_tree import KDTree
from engine.models.neighbours import Query
from tests.catalogue import shows
from tests.engine.families import looked_at

KEY = "kd_tree"
W12 = engine.Dataset.from_arrays([[2.0, 3.0], [5.0, 4.0], [9.0, 6.0], [4.0, 7.0], [8.0, 1.0], [7.0, 2.0]])
QUERIES = [
    ((9.0, 2.0), {5, 4}, (4, 1.41421356237), (4, 1.41421356237), 3),
    ((6.0, 4.5), {2}, (2, 3.35410196625), (1, 1.11803398875), 6),
    ((3.0, 4.9), {3}, (3, 2.32594066992), (0, 2.14709105536), 4),
    ((6.0, 1.0), {5, 4}, (5, 1.41421356237), (5, 1.41421356237), 5),
]


told = partial(looked_at.told, KEY)


def last(data, **params):
    return engine.trace(KEY, data, **params)[-1]


def nested(tree, node=0):
    """The tree as the worked example writes it."""
    if tree.first[node] < 0:
        return {tuple(x) for x in tree.X[tree.home == node].tolist()}
    left = int(tree.first[node])
    return "xy"[tree.dimension[node]], tree.threshold[node], nested(tree, left), nested(tree, left + 1)


def test_of_more_features_than_are_in_view_a_cut_says_where_its_line_is_seen():
    trace, stories, marks = told(engine.load("iris"), leaf_size=40)
    for story, drawn in zip(stories, marks, strict=True):
        if one := next((mark for mark in drawn if isinstance(mark, Line)), None):
            name = engine.load("iris").columns[int(np.argmax(one.weights))].name
            assert f"The plane has its line only where {name} is in view." in story.sentence
        else:
            assert "line" not in story.sentence or "are not drawn" in story.sentence
    assert {step.part for step, drawn in zip(trace, marks, strict=True) if any(isinstance(m, Line) for m in drawn)} == {
        "split", "visit"
    }  # fmt: skip
    assert not any("in view" in story.sentence for story in told(W12)[1])


# -- the worked example ------------------------------------------------------------------------------------------------


@shows("KN9", "W12")
def test_w12_the_tree_one_cut_a_step():
    trace, stories, marks = told(W12)
    assert [step.part for step in trace][:5] == ["start", "split", "split", "split", "visit"]
    left = ("y", 4, {(2, 3), (5, 4)}, {(4, 7)})
    assert nested(trace[3].model.tree) == ("x", 5, left, ("y", 2, {(8, 1), (7, 2)}, {(9, 6)}))
    assert "A cell of 6 rows is cut at x1 = 5, its lower median: 3 go left, 3 right." in stories[1].sentence
    assert stories[1].worked == ("rows = 3 + 3 = 6",)
    (now,) = [m for m in marks[2] if isinstance(m, Segments) and m.role == "boundary"]
    assert now.starts[0, 1] == now.ends[0, 1] == 4 and now.ends[0, 0] == 5  # no farther than the cut before it
    (before,) = [m for m in marks[2] if isinstance(m, Segments) and m.role == "plain"]
    assert before.starts[0, 0] == before.ends[0, 0] == 5
    (graph,) = [m for m in marks[3] if isinstance(m, Graph)]
    assert [node.label for node in graph.nodes] == ["x1", "x2", "x2", "2 rows", "1 row", "2 rows", "1 row"]
    assert [node.edge for node in graph.nodes] == ["", "≤ 5", "> 5", "≤ 4", "> 4", "≤ 2", "> 2"]
    assert graph.rests.tolist() == [3, 3, 6, 4, 5, 5] and [node.parent for node in graph.nodes] == [
        -1,
        0,
        0,
        1,
        1,
        2,
        2,
    ]


@shows("KN10", "W12")
@pytest.mark.parametrize(("at", "cell", "alone", "exact", "evaluations"), QUERIES)
def test_w12_searches(at, cell, alone, exact, evaluations):
    trace, stories, marks = told(W12, query=at)
    end, wrong = trace[-1], alone != exact
    assert set(np.flatnonzero(end.model.tree.home == end.model.tree.apply(np.array([at]))[0])) == cell
    assert (end.first.rows[0], end.best.rows[0]) == (alone[0], exact[0])
    assert (end.first.distances[0], end.best.distances[0]) == pytest.approx((alone[1], exact[1]), abs=1e-9)
    assert end.evaluations == evaluations
    assert f"{evaluations} distances of 6 had to be measured" in stories[-1].sentence
    assert ("would have been wrong" in stories[-1].sentence) == wrong
    radii = [s.best.distances[-1] for s in trace if len(s.best.rows)]
    assert radii == sorted(radii, reverse=True)
    (ring,) = [m for m in marks[-1] if isinstance(m, Ellipse)]
    assert ring.scale == pytest.approx(exact[1])
    leaf_only, said, shown = told(W12, query=at, exact=False)
    stop = leaf_only[-1]
    assert stop.evaluations == len(cell) and (stop.best.rows[0], stop.best.distances[0]) == pytest.approx(alone)
    assert ("The answer is wrong" in said[-1].sentence) == wrong
    assert [m.rows.tolist() for m in shown[-1] if isinstance(m, Points) and m.role == "wrong"] == [[exact[0]]] * wrong
    assert engine.algorithm(KEY).event(stop).word == ("missed" if wrong else "found")


@shows("KN10")
def test_visited_cells_are_shaded_and_pruned_ones_hatched():
    trace, stories, marks = told(W12, query=(9.0, 2.0))
    (prune,) = [i for i, step in enumerate(trace) if step.part == "prune"]
    tree, node = trace[prune].model.tree, trace[prune].node
    assert node == 1 and trace[prune].gap == 4.0 and tree.sizes[node] == 3
    assert "3 rows beyond it need not be looked at" in stories[prune].sentence
    assert stories[prune].worked == ("|z − t| = 4 > 1.414",)
    shade, hatch = [m for m in marks[prune] if isinstance(m, Segments) and m.role == "shade"]
    assert len(hatch.starts) > 10 and hatch.ends[:, 0].max() <= 5 and hatch.starts[:, 0].max() <= 5
    assert (shade.starts[:, 0] >= 5).all() and shade.starts[:, 1].min() < 2 < shade.starts[:, 1].max()
    (graph,) = [m for m in marks[-1] if isinstance(m, Graph)]
    assert [node.role for node in graph.nodes] == ["path", "ghost", "path", "plain", "plain", "path", "path"]
    assert trace[-1].state.tolist() == [VISITED, PRUNED, VISITED, 0, 0, VISITED, VISITED]


def test_cuts_and_cells_reach_over_a_plane_that_is_wider_than_the_data():
    """On a plane with true angles, three times as high as the wider feature ranges, nothing ends in the middle."""
    wide = engine.Dataset.from_arrays(W12.X * [1.0, 0.25])
    _, _, marks = told(wide, query=(9.0, 0.5))
    pieces = [m for m in marks[-1] if isinstance(m, Segments) and m.role in ("plain", "shade")]
    reach = 1.5 * np.ptp(wide.X[:, 0])
    low, high = wide.X.mean(axis=0) - reach, wide.X.mean(axis=0) + reach
    for piece in pieces:
        every = np.vstack([piece.starts, piece.ends])
        assert (every.min(axis=0) < low)[1] and (every.max(axis=0) > high)[1]
    uneven = engine.Dataset.from_arrays(W12.X * [1.0, 0.01])
    cut = next(m for m in told(uneven)[2][-1] if isinstance(m, Segments) and m.role == "plain")
    assert np.abs(np.vstack([cut.starts, cut.ends])[:, 1]).max() < 10 * np.ptp(uneven.X[:, 1])


# -- the tree ----------------------------------------------------------------------------------------------------------


@shows("KN9")
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("leaf_size", [1, 2, 7])
def test_every_row_is_in_one_leaf_and_the_tree_is_shallow(rule, leaf_size):
    rng = np.random.default_rng(0)
    for n in (1, 2, 3, 64, 65, 700):
        data = engine.Dataset.from_arrays(rng.normal(size=(n, 3)))
        tree = last(data, dimension=rule, leaf_size=leaf_size).model.tree
        leaves = np.flatnonzero(tree.first < 0)
        assert np.isin(tree.home, leaves).all() and tree.sizes[leaves].sum() == n
        assert tree.sizes[leaves].max() <= leaf_size and tree.depths.max() <= math.ceil(math.log2(n)) + 1
        low, high = (corner[tree.home] for corner in tree.boxes)
        assert ((low < data.X) & (high >= data.X)).all()


def test_equal_values_go_left_and_a_dimension_that_does_not_divide_is_passed_over():
    same = np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 2.0]])
    assert median_cut(same, (0, 1)) == (1, 1.0) and median_cut(same[2:], (0, 1)) is None
    tree = last(engine.Dataset.from_arrays(same), leaf_size=1).model.tree
    assert tree.sizes[tree.first < 0].tolist() == [2, 1, 1] and tree.dimension.tolist() == [1, 1, -1, -1, -1]


def test_the_rules_for_the_dimension():
    wide = engine.Dataset.from_arrays(np.random.default_rng(0).normal(size=(64, 3)) * [1.0, 9.0, 1.0])
    cycled = last(wide, leaf_size=8).model.tree
    assert (cycled.dimension[cycled.first >= 0] == cycled.depths[cycled.first >= 0] % 3).all()
    assert last(wide, dimension="largest spread", leaf_size=32).model.tree.dimension[0] == 1
    drawn = {
        tuple(engine.trace(KEY, wide, dimension="random", leaf_size=8, seed=s)[-1].model.tree.dimension)
        for s in range(4)
    }
    assert len(drawn) > 1


def test_of_many_cuts_a_level_is_a_step():
    data = engine.Dataset.from_arrays(np.random.default_rng(0).normal(size=(2000, 2)))
    trace, stories, marks = told(data)
    cut = [len(step.cut) for step in trace if step.part == "split"]
    assert cut[:40] == [1] * 40 and max(cut) > 100 and len(cut) < 60
    assert max(step.model.tree.sizes.max() for step in trace) == 2000 and len(trace) < 120
    assert "cells of one level are cut" in stories[len(cut)].sentence
    (graph,) = [m for m in marks[-1] if isinstance(m, Graph)]
    assert len(graph.nodes) < 400 and graph.rests.max() < len(graph.nodes)


# -- the search --------------------------------------------------------------------------------------------------------


@shows("KN10")
@pytest.mark.parametrize("name", ["iris", "wine", "breast_cancer", "digits"])
@pytest.mark.parametrize("k", [1, 5])
def test_scipy_finds_the_same(name, k):
    data = engine.load(name)
    data = data.subset(range(0, data.n, 12)) if name == "digits" else data  # of 64 features it visits nearly all
    theirs = cKDTree(data.X)
    for z in data.X[::40] + 0.013:
        end = engine.trace(KEY, data, k=k, start=Query(z))[-1]
        distances, _ = theirs.query(z, k)
        assert end.best.distances == pytest.approx(np.atleast_1d(distances), abs=1e-12)
        assert end.best == end.truth and end.evaluations <= data.n


def test_ties_take_the_lower_row_wherever_it_is():
    ring = engine.Dataset.from_arrays([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [9.0, 9.0]])
    end = last(ring, query=(0.0, 0.0), leaf_size=1)
    assert end.best.rows.tolist() == [0] and end.best == end.truth
    _, stories, _ = told(ring, query=(0.0, 0.0), leaf_size=1, k=3)
    assert "Rows at the same distance are listed with the lower number first" in stories[-1].sentence


def test_a_cell_alone_may_have_too_few_rows():
    _, stories, _ = told(W12, query=(9.0, 5.0), k=2, exact=False)
    assert "is nearer, in a cell that was not looked into" in stories[-1].sentence
    with pytest.raises(Refusal, match="k = 7"):
        engine.trace(KEY, W12, k=7)
    with pytest.raises(Refusal, match="query needs 2 numbers"):
        engine.trace(KEY, W12, query=(1.0,))


def test_with_more_features_the_cut_of_the_step_is_a_line():
    data = engine.load("iris")
    _, _, marks = told(data)
    (line,) = [m for m in marks[2] if isinstance(m, Line)]
    assert line.weights.tolist() == [0, 1, 0, 0] and -line.bias in data.X[:, 1]


def test_ranges_that_differ_are_told():
    assert "nothing is scaled" in told(W12.changed(X=W12.X * [1.0, 1000.0]))[1][0].sentence
    assert "scaled" not in told(W12)[1][0].sentence


def test_the_tree_of_many_rows_is_kept():
    data = engine.Dataset.from_arrays(np.random.default_rng(0).normal(size=(1000, 2)))
    one, other = (engine.trace(KEY, data, start=Query(np.array(z)))[-1] for z in ([0.0, 0.0], [1.0, 1.0]))
    assert one.model.tree is other.model.tree


GOOD = next(iter([*grown(W12.X, "cycle", 2, 0)][-1:])).tree
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


def test_what_the_notes_leave_open_is_shown_where_the_cell_alone_errs():
    for at, _, alone, exact, _ in QUERIES:
        _, stories, _ = told(W12, query=at)
        shown = [(one.erratum.id, one.gives, one.right) for one in stories[-1].misprints]
        expected = [("E002-14", pytest.approx(alone[1]), pytest.approx(exact[1]))]
        assert shown == (expected if alone != exact else [])


def test_a_row_exactly_as_far_beyond_the_cut_is_found():
    two = engine.Dataset.from_arrays([[-1.0], [1.0]])
    assert last(two, query=(0.0,), leaf_size=1).best.rows.tolist() == [0]


def test_a_lopsided_cut_and_the_way_down_are_told():
    trace, stories, _ = told(W12, query=(6.0, 4.5))
    assert "cut at x2 = 4, its lower median: 2 go left, 1 right" in stories[2].sentence
    numbers = {number.name: number.value for number in stories[3].numbers}
    assert (numbers["leaves"], numbers["depth"]) == (4, 2)
    assert trace[4].part == "visit" and "so the search goes right first" in stories[4].sentence
