"""The search of a k-d tree against the worked example, scipy, and what its steps promise."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from scipy.spatial import cKDTree

import engine
from engine.base.errors import Refusal
from engine.base.words import figure
from engine.core.marks import Ellipse, Graph, Line, Points, Segments
from engine.families.neighbour_search.growing import Cutting, whole_tree
from engine.models.neighbours import Query
from tests.catalogue import shows
from tests.engine.families import looked_at
from tests.engine.families.looked_at import of

KEY = "kd_search"
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


# -- the worked example ------------------------------------------------------------------------------------------------


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
    (ring,) = of(Ellipse, marks[-1])
    assert ring.scale == pytest.approx(exact[1])
    leaf_only, said, shown = told(W12, query=at, exact=False)
    stop = leaf_only[-1]
    assert stop.evaluations == len(cell) and (stop.best.rows[0], stop.best.distances[0]) == pytest.approx(alone)
    assert ("The answer is wrong" in said[-1].sentence) == wrong
    assert [mark.rows.tolist() for mark in of(Points, shown[-1], "wrong")] == [[exact[0]]] * wrong
    assert engine.algorithm(KEY).event(stop).word == ("missed" if wrong else "found")


@shows("KN10")
@pytest.mark.parametrize(("k", "at"), [(1, (6.0, 4.5)), (2, (6.0, 4.5)), (3, (7.5, 1.9))])
def test_best_circle_shrinks_from_its_old_radius(k, at):
    trace, stories, marks = told(W12, query=at, k=k)
    far, shrunk = np.inf, 0
    for step, story, drawn in zip(trace, stories, marks, strict=True):
        if step.part != "leaf":
            assert not of(Ellipse, drawn, "ghost") and "shrunk" not in story.sentence
            continue
        now = step.best.distances[-1] if len(step.best.rows) == k else np.inf
        assert (step.former, step.best.radius(k)) == (far, now)
        if now < far < np.inf:
            (ghost,), (ring,) = of(Ellipse, drawn, "ghost"), of(Ellipse, drawn, "margin")
            assert (ghost.scale, ring.scale) == (far, now) and ghost.centre.tolist() == list(at)
            assert f"has the radius {figure(now)}, shrunk from {figure(far)}." in story.sentence
            shrunk += 1
        else:
            assert not of(Ellipse, drawn, "ghost") and "shrunk" not in story.sentence
        far = now
    assert shrunk


@shows("KN10")
def test_small_visited_or_pruned_cells_are_visible():
    data = engine.load("old_faithful")
    trace, _, marks = told(data)
    step, shades = trace[-1], of(Segments, marks[-1], "shade")[:2]
    tree, looked = step.model.tree, step.nodes[~step.pruned]
    for nodes, lines in ((looked[tree.first[looked] < 0], shades[0]), (step.nodes[step.pruned], shades[1])):
        middles = (lines.starts + lines.ends) / 2
        low, high = tree.boxes
        for node in nodes:
            inside = ((middles >= low[node]) & (middles <= high[node])).all(axis=1)
            width, height = np.minimum(high[node], 1e3) - np.maximum(low[node], -1e3)
            assert inside.sum() >= 3 or height < 1.0 or width < 0.1, "a cell without lines looks like one not come to"


@shows("KN10")
def test_visited_cells_are_shaded_and_pruned_ones_hatched():
    trace, stories, marks = told(W12, query=(9.0, 2.0))
    (prune,) = [i for i, step in enumerate(trace) if step.part == "prune"]
    tree, node = trace[prune].model.tree, trace[prune].node
    assert node == 1 and trace[prune].gap == 4.0 and tree.sizes[node] == 3
    assert "3 rows beyond it need not be looked at" in stories[prune].sentence
    assert stories[prune].worked == ("|z − t| = 4 > 1.414",)
    shade, hatch, faint = of(Segments, marks[prune], "shade")
    assert len(hatch.starts) > 10 and hatch.ends[:, 0].max() <= 5 and hatch.starts[:, 0].max() <= 5
    assert (shade.starts[:, 0] >= 5).all() and shade.starts[:, 1].min() < 2 < shade.starts[:, 1].max()
    assert (hatch.starts < hatch.ends)[1:-1].all() and (shade.starts[:, 1] == shade.ends[:, 1]).all()
    assert [one.starts.tolist() for one in of(Segments, marks[prune], "boundary")] == []
    (passed,) = of(Segments, marks[prune], "plain")
    assert [tree.threshold[0], tree.threshold[2]] == [passed.starts[0, 0], passed.starts[1, 1]] and len(
        passed.ends
    ) == 2
    assert faint.starts[:, 1].tolist() == faint.ends[:, 1].tolist() == [4]  # the cut that nobody comes to
    (graph,) = of(Graph, marks[-1])
    assert [node.role for node in graph.nodes] == ["path", "ghost", "path", "plain", "plain", "path", "path"]
    assert [node.step for node in graph.nodes] == [1, 5, 2, None, None, 3, 4]
    assert trace[-1].nodes.tolist() == [0, 2, 5, 6, 1] and trace[-1].pruned.tolist() == [False] * 4 + [True]
    (lit,) = of(Graph, marks[prune])
    assert [i for i, node in enumerate(lit.nodes) if node.role == "focus"] == [1]


@shows("KN10")
def test_tree_is_there_at_once_and_one_node_is_a_step():
    trace, stories, marks = told(W12, query=(6.0, 4.5))
    tree = whole_tree(W12, Cutting(), np.random.default_rng(0))
    assert all(step.model.tree == tree for step in trace) and len(trace[0].nodes) == 0
    assert [step.part for step in trace] == [
        "start",
        "visit",
        "visit",
        "leaf",
        "leaf",
        "visit",
        "leaf",
        "leaf",
        "answer",
    ]
    assert [len(step.nodes) for step in trace] == [0, 1, 2, 3, 4, 5, 6, 7, 7]
    (graph,) = of(Graph, marks[0])
    assert len(graph.nodes) == 7 and {node.role for node in graph.nodes} == {"plain"}
    assert "A tree of 6 rows in 4 cells. Which row is the nearest to the query z at (6, 4.5)?" in stories[0].sentence
    assert "At the root the query has x1 = 6, so the search goes right first." in stories[1].sentence
    assert stories[1].worked == ("6 > 5",) and stories[2].worked == ("4.5 > 2",)
    (cut,) = of(Segments, marks[2], "boundary")
    assert cut.starts[0, 1] == cut.ends[0, 1] == 2
    assert [m.starts[0, 0] for m in of(Segments, marks[2], "plain")] == [5]
    assert "The cut is only 2.5 away, so a row as near may lie beyond it." in stories[4].sentence
    assert "of 6 had to be measured" in trace.ending.words


@shows("KN10", "W12")
def test_w12_text_drawing_and_measures_of_several_neighbours():
    trace, stories, marks = told(W12, query=(6.0, 4.5), k=3)
    card = engine.algorithm(KEY)
    assert [(one.name, one.value) for one in stories[0].numbers] == [("N", 6), ("cells", 4), ("depth", 2)]
    for step, story, drawn in zip(trace[1:], stories[1:], marks[1:], strict=True):
        seen = [leaf for leaf in step.nodes[~step.pruned] if step.model.tree.first[leaf] < 0]
        near = np.sort(np.linalg.norm(W12.X[np.isin(step.model.tree.home, seen)] - [6.0, 4.5], axis=1))[:3]
        numbers = {one.name: one.value for one in story.numbers}
        assert (numbers["distances measured"], numbers["N"]) == (step.evaluations, 6)
        assert card.measure(step, W12, card.params()) == {"distances measured": step.evaluations}
        if len(near):
            (ring,), (best,) = of(Ellipse, drawn, "margin"), of(Points, drawn, "best")
            assert (
                numbers["r"] == ring.scale == pytest.approx(near[-1]) and best.rows.tolist() == step.best.rows.tolist()
            )
            assert [row[0] for row in story.tables[0].rows] == list(range(1, len(near) + 1))
            assert [row[2] for row in story.tables[0].rows] == pytest.approx(near)
        if step.part == "leaf":
            assert of(Segments, drawn, "spoke")[0].ends.tolist() == W12.X[step.model.tree.home == step.node].tolist()
            assert f"has the radius {figure(near[-1])}" in story.sentence or "near enough" in story.sentence
    end = trace[-1]
    assert numbers["r of the cell alone"] == end.first.distances[-1]
    assert stories[-1].worked == (f"share measured = {end.evaluations} / 6 = {figure(end.evaluations / 6)}",)
    one = told(W12, query=(7.5, 1.9), k=2)[1][-1]
    assert next(n.value for n in one.numbers if n.name == "r of the cell alone") == pytest.approx(np.hypot(0.5, 0.9))


def test_visited_and_pruned_cells_cover_a_wider_plane():
    """On a plane with true angles, three times as high as the wider feature ranges, nothing ends in the middle."""
    wide = engine.Dataset.from_arrays(W12.X * [1.0, 0.25])
    _, _, marks = told(wide, query=(9.0, 0.5))
    pieces = [*of(Segments, marks[-1], "plain"), *of(Segments, marks[-1], "shade")[:2]]
    reach = 1.5 * np.ptp(wide.X[:, 0])
    low, high = wide.X.mean(axis=0) - reach, wide.X.mean(axis=0) + reach
    for piece in pieces:
        every = np.vstack([piece.starts, piece.ends])
        assert (every.min(axis=0) < low)[1] and (every.max(axis=0) > high)[1]


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


@shows("KN10")
def test_ties_take_the_lower_row():
    ring = engine.Dataset.from_arrays([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [9.0, 9.0]])
    end = last(ring, query=(0.0, 0.0), leaf_size=1)
    assert end.best.rows.tolist() == [0] and end.best == end.truth
    for k in (1, 3):
        said = told(ring, query=(0.0, 0.0), leaf_size=1, k=k)[1][-1].sentence
        assert "4 rows are 1 away: those with lower numbers come first." in said
    assert "lower numbers" not in told(ring, query=(0.1, 0.0), leaf_size=1)[1][-1].sentence
    as_far = engine.Dataset.from_arrays(np.vstack([W12.X, [3.0, 3.0]]))  # as the row that the cell alone finds
    said = told(as_far, query=(6.0, 4.5), exact=False)[1][-1].sentence
    assert "The answer is wrong" in said and "lower numbers" not in said


def test_all_visited_nodes_of_a_large_tree_are_drawn():
    data = engine.Dataset.from_arrays(np.random.default_rng(0).normal(size=(2000, 2)))
    trace, _, marks = told(data, k=5, query=(1.0, -1.0))
    (graph,) = of(Graph, marks[-1])
    assert trace[-1].nodes.max() > 255 and len(graph.nodes) < 600
    steps = sorted(node.step for node in graph.nodes if node.step is not None)
    assert steps == list(range(1, len(trace) - 1))


def test_with_more_features_the_cut_of_the_step_is_a_line():
    iris = engine.load("iris")
    trace, stories, marks = told(iris)
    for step, story, drawn in zip(trace, stories, marks, strict=True):
        assert len(of(Line, drawn)) == (step.part == "visit")
        assert ("The plane has its line only where" in story.sentence) == (step.part == "visit")


def test_found_ones_of_several_neighbours_are_not_missed():
    trace, stories, marks = told(W12, query=(6.0, 4.5), k=3)
    assert trace[-1].best.rows.tolist() == [1, 5, 3] and not of(Points, marks[-1], "wrong")
    assert "wrong: " not in stories[-1].sentence and "The nearest is row 2 at 1.118." in stories[-1].sentence
    assert engine.algorithm(KEY).event(trace[-1]).word == "found"
    trace, stories, marks = told(W12, query=(7.5, 1.9), k=2, exact=False)
    assert trace[-1].best.rows.tolist() == [5, 4] and "gives the right answer here" in stories[-1].sentence
    trace, stories, marks = told(W12, query=(5.5, 1.9), k=2, exact=False)
    assert trace[-1].best.rows.tolist() == [5, 4] and "wrong: row 2 at 2.159 is nearer" in stories[-1].sentence
    assert [mark.rows.tolist() for mark in of(Points, marks[-1], "wrong")] == [[1]]


def test_a_cell_alone_may_have_too_few_rows():
    trace, stories, marks = told(W12, query=(9.0, 5.0), k=2, exact=False)
    assert "Only 1 of 2 rows were found: the cell has no more. The nearest is row 3 at 1." in stories[-1].sentence
    assert not of(Points, marks[-1], "wrong") and engine.algorithm(KEY).event(trace[-1]).word == "missed"
    both = told(W12, query=(6.0, 4.5), k=2, exact=False)[1][-1].sentence
    assert "Only 1 of 2 rows were found" in both and "wrong: row 2 at 1.118 is nearer" in both
    with pytest.raises(Refusal, match="k = 7"):
        engine.trace(KEY, W12, k=7)
    with pytest.raises(Refusal, match="query needs 2 numbers"):
        engine.trace(KEY, W12, query=(1.0,))


def test_ranges_that_differ_are_told():
    assert "Ranges differ" in told(W12.changed(X=W12.X * [1.0, 1000.0]))[1][0].sentence
    assert "Ranges differ" not in told(W12)[1][0].sentence


def test_tree_is_cached_while_the_query_moves():
    data = engine.Dataset.from_arrays(np.random.default_rng(0).normal(size=(100, 2)))
    one, other = (engine.trace(KEY, data, start=Query(np.array(z)))[-1] for z in ([0.0, 0.0], [1.0, 1.0]))
    assert one.model.tree is other.model.tree


def test_cell_only_search_errs_as_the_notes_leave_open():
    for at, _, alone, exact, _ in QUERIES:
        _, stories, _ = told(W12, query=at)
        shown = [(one.erratum.id, one.gives, one.right) for one in stories[-1].misprints]
        expected = [("E002-14", pytest.approx(alone[1]), pytest.approx(exact[1]))]
        assert shown == (expected if alone != exact else [])


def test_row_exactly_as_far_beyond_the_cut_is_found():
    two = engine.Dataset.from_arrays([[-1.0], [1.0]])
    assert last(two, query=(0.0,), leaf_size=1).best.rows.tolist() == [0]


def test_row_nearer_only_by_rounding_is_no_error():
    """Rows 75 and 96 are 0.05 from the middle of the petals: their distances differ by 9e-16."""
    petals = engine.load("iris").select([2, 3])
    algorithm = engine.algorithm(KEY)
    for exact in (True, False):
        step, params = last(petals, exact=exact), algorithm.params(exact=exact)
        story, drawn = algorithm.explain(step, petals, params), algorithm.marks(step, petals, params)
        assert step.first.distances[-1] > step.truth.distances[-1]
        assert not of(Points, drawn, "wrong") and "wrong" not in story.sentence
        assert algorithm.event(step).word == "found" and not story.misprints
