"""Isomap: scikit-learn's ways and map, Floyd's ways by a plain loop, graphs in parts, hostile tables."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import engine
from engine.base.errors import DropRows, Refusal, SetParameter
from engine.core.marks import Bars, Curve, Points, Segments
from engine.core.surfaces import PLANE
from engine.families.reduction.isomap import neighbour_graph
from engine.families.reduction.isomap.drawing import EDGES, marks
from engine.families.reduction.isomap.loop import STOP, Params, missed
from engine.families.reduction.isomap.neighbour_graph import (
    by_distance,
    edges_to,
    least_connecting,
    parts_of,
    shortest_links,
)
from engine.families.reduction.isomap.telling import event, explain, inspect, measure
from engine.families.reduction.maps import MAP, apart
from tests.engine.families.reduction.follows import kept_nearby
from tests.examples import numbers

FOLLOWS = {
    "neighbours kept": lambda step, data, params: kept_nearby(step.far, step.model.places),
    "longest link": lambda step, data, params: max(step.far[i, j] for i, j in step.links),
}

IRIS = engine.load("iris")


def roll(n=200, seed=0):
    """A sheet rolled up in three dimensions, and where on the sheet its rows are."""
    rng = np.random.default_rng(seed)
    turn, height = 1.5 * np.pi * (1 + 2 * rng.random(n)), 21 * rng.random(n)
    return engine.Dataset.from_arrays(np.column_stack([turn * np.cos(turn), height, turn * np.sin(turn)])), turn


ROLL, TURN = roll()


def ran(data, **params):
    return engine.trace("isomap", data, **params).to_end()


def at(trace, kind):
    return next(step for step in trace if step.kind == kind)


@pytest.mark.parametrize("k", [7, 12])
def test_paths_and_map_match_scikit_learn(k):
    from sklearn.manifold import Isomap

    last = ran(ROLL, k=k)[-1]
    theirs = Isomap(n_neighbors=k, n_components=2).fit(ROLL.X)
    np.testing.assert_allclose(last.delta, theirs.dist_matrix_, rtol=1e-9)
    np.testing.assert_allclose(np.abs(last.model.places), np.abs(theirs.embedding_), atol=1e-6 * last.delta.max())
    assert last.missed == pytest.approx(1 - np.corrcoef(*_pairs(last.delta, apart(last.model.places)))[0, 1] ** 2)


def _pairs(*tables):
    above = np.triu_indices(len(tables[0]), 1)
    return [table[above] for table in tables]


def test_two_components_are_linked_like_in_scikit_learn():
    from sklearn.manifold import Isomap

    moved = IRIS.changed(X=IRIS.X + 1e-3 * np.random.default_rng(0).random(IRIS.X.shape))  # without equal distances
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = Isomap(n_neighbors=5).fit(moved.X)
    trace = ran(moved)
    np.testing.assert_allclose(trace[-1].delta, theirs.dist_matrix_, rtol=1e-9)
    linked = at(trace, "linked")
    one, other = moved.X[IRIS.codes == 0], moved.X[IRIS.codes > 0]
    least = np.linalg.norm(one[:, None] - other, axis=2).min()
    assert linked.links.shape == (1, 2) and linked.far[tuple(linked.links[0])] == pytest.approx(least)
    assert (linked.edges[-1] == linked.links[0]).all()
    story = explain(linked, moved, Params())
    assert story.sentence == (
        "The shortest link between the parts is added, so that there is a way to every row. How far the parts are "
        "apart on the map rests on it alone."
    )
    (table,) = story.tables
    i, j = linked.links[0]
    assert table.rows == ((str(i + 1), str(j + 1), pytest.approx(least)),)
    assert numbers(story)["longest link"] == pytest.approx(least) and event(linked).word == "linked"


def test_the_shortest_ways_by_a_plain_loop():
    """Floyd's: a way may lead over each row in turn."""
    data = ROLL.subset(range(40))
    trace = ran(data, k=3)
    graph = next(step for step in reversed(list(trace)) if step.edges is not None)
    n, far = 40, graph.far
    ways = np.full((n, n), np.inf)
    np.fill_diagonal(ways, 0.0)
    for i, j in graph.edges:
        ways[i, j] = ways[j, i] = far[i, j]
    for over in range(n):
        for i in range(n):
            for j in range(n):
                ways[i, j] = min(ways[i, j], ways[i, over] + ways[over, j])
    assert trace[-1].delta == pytest.approx(ways)
    way = trace[-1].way
    assert far[way[:-1], way[1:]].sum() == pytest.approx(ways.max()) == ways[way[0], way[-1]]
    edges = {tuple(edge) for edge in graph.edges.tolist()}
    assert all(tuple(sorted(pair)) in edges for pair in zip(way[:-1].tolist(), way[1:].tolist(), strict=True))


def test_edges_lead_to_the_nearest_lower_rows_first():
    far = np.array([[0.0, 1.0, 1.0, 5.0], [1.0, 0.0, 2.0, 4.0], [1.0, 2.0, 0.0, 4.0], [5.0, 4.0, 4.0, 0.0]])
    order = by_distance(far)
    assert order.tolist() == [[1, 2, 3], [0, 2, 3], [0, 1, 3], [1, 2, 0]]
    assert edges_to(order, 1).tolist() == [[0, 1], [0, 2], [1, 3]]
    assert edges_to(order, 3).tolist() == [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]


def test_components_and_the_least_k_that_connects_them():
    X = np.array([[0.0], [1.0], [2.0], [10.0], [11.0], [12.0], [30.0], [31.0], [32.0]])
    far = np.abs(X - X.T)
    order = by_distance(far)
    parts = parts_of(9, edges_to(order, 2))
    assert parts.tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert shortest_links(far, parts).tolist() == [[2, 3], [5, 6]]
    least = least_connecting(order)
    assert parts_of(9, edges_to(order, least - 1)).any() and not parts_of(9, edges_to(order, least)).any()
    data = engine.Dataset.from_arrays(X)
    trace = ran(data, k=2)
    story = explain(trace[0], data, Params(k=2))
    assert f"The graph is in 3 parts, with no way from one to another: k = {least} would make one." in story.sentence
    assert story.remedies == (SetParameter("k", least),) and numbers(story)["parts of the graph"] == 3
    assert story.tables[0].rows == ((1, 3), (2, 3), (3, 3))
    said = explain(trace[1], data, Params(k=2)).sentence
    assert said.startswith("The shortest 2 links between the parts are added") and said.endswith("on these alone.")
    assert trace.ending.kind == "converged" and trace[-1].missed == pytest.approx(0.0, abs=1e-9)
    stopped = ran(data, k=2, apart=STOP)
    assert stopped.ending.kind == "failed" and len(stopped) == 1
    assert stopped.ending.words == (
        f"The graph is in 3 parts, with no way between them: take k = {least}, or link the parts."
    )
    assert ran(data, k=least, apart=STOP).ending.kind == "converged"


def test_a_rolled_sheet_is_unrolled():
    step = ran(roll(600, 1)[0], k=8)[-1]
    along = step.model.places[:, 0]
    turn = roll(600, 1)[1]
    length = 0.5 * (turn * np.sqrt(1 + turn**2) + np.arcsinh(turn))  # along the spiral
    assert abs(np.corrcoef(along, length)[0, 1]) > 0.99 and step.missed < 0.01
    straight = engine.fit("mds", roll(600, 1)[0], method="classical").places[:, 0]
    assert abs(np.corrcoef(straight, length)[0, 1]) < 0.6


@pytest.mark.parametrize("k", [1, 2, 200])
@pytest.mark.parametrize(
    "X",
    [[[1.0, 2.0]], [[1.0, 2.0]] * 6, [[0.0], [3.0]], [[0.0, 0.0], [0.0, 0.0], [3.0, 4.0], [3.0, 4.0], [9.0, 0.0]],
     [[1.0, 0.0, 0.0, 4.0], [2.0, 0.0, 0.0, 1.0]], [[1e100, 0.0], [2e100, 1e100], [9e100, 3e100]],
     [[1e-100, 0.0], [2e-100, 1e-100], [9e-100, 3e-100]]],
)  # fmt: skip
def test_hostile_tables_have_a_map(X, k):
    data = engine.Dataset.from_arrays(X)
    trace, params = ran(data, k=k), Params(k=k)
    last = trace[-1]
    assert trace.ending.kind == "converged" and np.isfinite(last.model.places).all()
    assert (last.delta >= last.far * (1 - 1e-9)).all() and (last.delta == last.delta.T).all()
    for step in trace:
        assert all(check.holds for check in explain(step, data, params).checks)
        marks(step, data, params)


def test_with_all_neighbours_it_is_classical_scaling():
    data = IRIS.subset(range(0, 150, 3))
    ours, theirs = ran(data, k=200)[-1], engine.fit("mds", data, method="classical")
    assert np.abs(ours.model.places) == pytest.approx(np.abs(theirs.places), abs=1e-9)
    assert ours.delta == pytest.approx(ours.far)


def test_too_many_rows_are_refused_with_a_remedy():
    data = engine.Dataset.from_arrays(np.random.default_rng(0).random((2100, 2)))
    with pytest.raises(Refusal, match="at most 2,000 rows, as the shortest ways") as refusal:
        engine.trace("isomap", data)
    assert isinstance(refusal.value.remedies[0], DropRows)


def test_long_computation_pauses_with_progress(monkeypatch):
    whole = ran(ROLL)
    monkeypatch.setattr(neighbour_graph, "WORK", 40_000)
    trace = ran(ROLL)
    pauses = [step for step in trace if step.kind == "finding"]
    assert pauses and trace[-1] == whole[-1]
    assert explain(pauses[0], ROLL, Params()).sentence == (
        f"The shortest ways are being found: from {pauses[0].known} of 200 rows they are known."
    )
    assert numbers(explain(pauses[0], ROLL, Params()))["rows done"] == pauses[0].known > 0


def test_every_stage_says_what_it_does():
    trace, params = ran(ROLL, k=8), Params(k=8)
    assert [step.kind for step in trace] == ["graph", "ways", "all ways", "centred", "map", "kept"]
    graph, _, every, centred, last, kept = trace
    said = [explain(step, ROLL, params) for step in trace]
    assert said[0].sentence.startswith(
        "Every row is joined to its 8 nearest rows. Only these distances are trusted: on a curved sheet the straight "
        "line between far rows may leave it."
    )
    lengths = [graph.far[i, j] for i, j in graph.edges]
    assert numbers(said[0])["mean length"] == pytest.approx(np.mean(lengths))
    assert numbers(said[0])["edges"] == len(lengths) and numbers(said[0])["parts of the graph"] == 1
    assert said[0].worked[0].endswith(f" / {len(lengths)} = {np.mean(lengths):.4g}")
    assert said[0].numbers[2].note == "there is a way between any two rows"
    assert said[1].sentence == (
        "The shortest ways from row 1 to 199 other rows: Dijkstra's algorithm settles the nearest first, and each way "
        "goes on from one that is settled."
    )
    a, b = every.way[[0, -1]]
    assert said[2].sentence == (
        f"The shortest ways between all rows. The longest leads from row {a + 1} to row {b + 1}, over "
        f"{len(every.way) - 1} edges: {every.delta.max():.4g} along the graph, and {every.far[a, b]:.4g} straight."
    )
    assert said[2].worked[1].endswith(f" = {every.delta.max() / every.far[a, b]:.4g}")
    assert numbers(said[2]) == {"longest way": every.delta.max(), "straight": every.far[a, b]}
    assert [check.words for check in said[2].checks] == ["no way is shorter than the straight line"]
    assert said[3].sentence == (
        "From here on it is classical scaling of these ways: the squares less the means of their row and column, times "
        "−½, are the dot products that a flat map would have."
    )
    assert said[4].sentence.startswith("The two eigenvectors of B with the largest eigenvalues are the map")
    squares = every.delta**2
    b11 = -0.5 * (0 - 2 * squares[0].mean() + squares.mean())
    assert centred.products[0, 0] == pytest.approx(b11) and said[3].worked[0].endswith(f" = {b11:.4g}")
    values = np.linalg.eigvalsh(centred.products)[::-1]
    (table,) = said[4].tables
    assert [row[1] for row in table.rows] == pytest.approx(values[:10]) and table.chosen == 1
    below = (last.values < 0).sum()
    assert f"{below} eigenvalues are below 0: the ways fit no flat space." in said[4].sentence
    assert [event(step) and event(step).word for step in trace] == ["graph", None, None, None, "map", None]
    assert measure(kept, ROLL, params) == {"residual variance": kept.missed} and not measure(last, ROLL, params)
    assert trace.ending.words == f"The map keeps {100 * (1 - kept.missed):.1f} % of how the ways along the graph vary."
    assert said[5].worked[0].endswith(f" = {1 - kept.missed:.4g}") and kept.model == last.model
    assert said[5].sentence.startswith("How far the rows are apart on the map, beside the ways along the graph.")
    assert list(numbers(said[5])) == ["residual variance", "neighbours kept"]
    alone = engine.Dataset.from_arrays([[1.0, 2.0]])
    words = [explain(step, alone, params).sentence for step in ran(alone)]
    assert words[:3] == [
        "A row alone has no neighbours.", "There is no other row to go to.",
        "There is no way: all rows lie at one place.",
    ]  # fmt: skip


def test_graph_is_drawn_on_plane_and_map():
    trace, params = ran(IRIS), Params()
    graph, linked, one, every, _, mapped, last = trace
    (edges,) = marks(graph, IRIS, params)
    assert edges.role == "spoke" and (edges.starts == IRIS.X[graph.edges[:, 0]]).all()
    assert (edges.ends == IRIS.X[graph.edges[:, 1]]).all()
    edges, links = marks(linked, IRIS, params)
    assert len(edges.starts) == len(graph.edges) and links.role == "wrong"
    assert (links.starts == IRIS.X[linked.links[:, 0]]).all() and (links.ends == IRIS.X[linked.links[:, 1]]).all()
    tree = [m for m in marks(one, IRIS, params) if isinstance(m, Segments) and m.role == "path"]
    assert (tree[0].ends == IRIS.X[1:]).all() and (tree[0].starts == IRIS.X[one.before[1:]]).all()
    (first,) = [m for m in marks(one, IRIS, params) if isinstance(m, Points)]
    assert first.rows.tolist() == [0] and first.role == "focus"
    for step, surface, places in ((every, PLANE, IRIS.X), (last, MAP, last.model.places)):
        drawn = [m for m in marks(step, IRIS, params) if m.surface == surface]
        (way,) = [m for m in drawn if isinstance(m, Segments) and m.role == "axis"]
        assert (way.starts == places[step.way[:-1]]).all() and (way.ends == places[step.way[1:]]).all()
        (straight,) = [m for m in drawn if isinstance(m, Segments) and m.role == "residual"]
        assert (straight.starts[0] == places[step.way[0]]).all() and (straight.ends[0] == places[step.way[-1]]).all()
        (ends,) = [m for m in drawn if isinstance(m, Points) and m.role == "focus"]
        assert ends.rows.tolist() == step.way[[0, -1]].tolist() and (ends.positions == places[ends.rows]).all()
        (spokes,) = [m for m in drawn if isinstance(m, Segments) and m.role == "spoke"]
        assert (spokes.starts == places[graph.edges[:, 0]]).all()
        assert not [m for m in drawn if isinstance(m, Segments) and m.role == "path"]
    (rows,) = [m for m in marks(last, IRIS, params) if isinstance(m, Points) and m.role == "data"]
    assert (rows.positions == last.model.places).all() and (rows.groups == IRIS.codes).all()
    (bars,) = [m for m in marks(last, IRIS, params) if isinstance(m, Bars)]
    assert bars.values == pytest.approx(last.values[:10]) and bars.lit.tolist() == [True] * 2 + [False] * 8
    assert bars.labels == tuple(map(str, range(1, 11)))
    two = engine.Dataset.from_arrays([[0.0, 1.0], [3.0, 5.0]])
    way, _ = [m for m in marks(ran(two)[-1], two, params) if isinstance(m, Segments) and m.role == "axis"]
    assert len(way.starts) == 1
    for step, name, across, up in (
        (every, "Detours", every.far, every.delta),
        (last, "Shepard diagram", last.delta, apart(last.model.places)),
    ):
        chart = [m for m in marks(step, IRIS, params) if m.surface.name == name]
        (line,), (dots,) = ([m for m in chart if isinstance(m, kind)] for kind in (Curve, Points))
        assert dots.positions[0] == pytest.approx([across[0, 1], up[0, 1]]) and dots.surface.open
        assert line.positions[1] == pytest.approx([max(across.max(), up.max())] * 2, rel=0.05)
    waiting = [m.surface.open for m in marks(mapped, IRIS, params) if m.surface.name == "Shepard diagram"]
    assert waiting == [False, False]
    many = engine.Dataset.from_arrays(np.random.default_rng(0).random((400, 2)))
    crowded = ran(many, k=40)
    assert len(crowded[0].edges) > EDGES and not marks(crowded[0], many, params)


def test_row_gets_its_nearest_along_the_graph():
    last = ran(ROLL, k=8)[-1]
    answer = inspect(last, ROLL, Params(k=8), ROLL.X[7])
    (table,) = answer.story.tables
    near = np.argsort(np.where(np.arange(200) == 7, np.inf, last.delta[7]))[:5]
    assert [row[0] for row in table.rows] == [str(j + 1) for j in near]
    assert [row[1] for row in table.rows] == pytest.approx(last.delta[7, near])
    assert "has no place" in inspect(last, ROLL, Params(), ROLL.X[7] + 1).story.sentence
    assert inspect(ran(ROLL, k=8)[0], ROLL, Params(), ROLL.X[7]) is None


def test_residual_of_equal_distances_is_0():
    delta = np.array([[0.0, 1.0], [1.0, 0.0]])
    assert missed(delta, delta) == 0 == missed(np.zeros((3, 3)), np.zeros((3, 3)))
