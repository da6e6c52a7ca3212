"""Multidimensional scaling: scikit-learn's SMACOF round by round, the classical map, distances that fit no plane."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from scipy.spatial.distance import pdist, squareform
from sklearn.manifold import ClassicalMDS, smacof
from sklearn.neighbors import NearestNeighbors

import engine
from engine.base.errors import DropRows, Refusal
from engine.core.marks import Bars, Curve, Points, Segments
from engine.core.surfaces import PLANE
from engine.data.toys import generate
from engine.families.reduction.maps import MAP, apart, kept, nearest_of
from engine.families.reduction.mds.drawing import PAIRS, marks
from engine.families.reduction.mds.loop import AXES, CLASSICAL, RANDOM, Params, dissimilarities, double_centred
from engine.families.reduction.mds.telling import explain, inspect
from engine.maths.algebra.metrics import straight
from tests.engine.families.reduction.follows import kept_nearby
from tests.examples import numbers


def _worst(step):
    """The pairs of rows that are worst off on the map, and how far they are there and in the data."""
    there = squareform(pdist(step.model.places))
    off = np.abs(there - step.delta)
    pairs = off >= off.max() - 1e-9 * (1 + step.delta.max())
    return np.flatnonzero(pairs.any(axis=1)) + 1, there[pairs], step.delta[pairs]


FOLLOWS = {
    "mean distance": lambda step, data, params: step.delta[np.triu_indices(data.n, 1)].mean(),
    "neighbours kept": lambda step, data, params: kept_nearby(step.delta, step.model.places),
    "The worst pair is drawn: rows": lambda step, data, params: _worst(step)[0],
    "The worst pair is drawn: rows # and": lambda step, data, params: _worst(step)[0],
    "The worst pair is drawn: rows # and #,": lambda step, data, params: _worst(step)[2],
    "apart in the data and": lambda step, data, params: _worst(step)[1],
}

IRIS = engine.load("iris")


def ran(data, **params):
    return engine.trace("mds", data, **params).to_end()


def dots(drawn):
    (found,) = [one for one in drawn if isinstance(one, Points) and one.surface.name.startswith("Shepard")]
    return found.positions


@pytest.mark.parametrize("begin", [RANDOM, AXES])
def test_every_round_is_that_of_scikit_learn(begin):
    trace = ran(IRIS, begin=begin, seed=3)
    first = next(i for i, step in enumerate(trace) if step.model is not None)
    delta, places = trace[0].delta, trace[first].model.places
    for rounds in (1, 2, 9):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs, stress = smacof(
                delta, init=places, n_init=1, max_iter=rounds, eps=0.0, metric=True, normalized_stress=False
            )
        step = trace[first + rounds]
        assert step.model.places == pytest.approx(theirs, abs=1e-9)
        assert step.round == rounds and step.stress**2 * (delta**2).sum() / 2 == pytest.approx(stress, rel=1e-9)


def test_the_stress_never_rises_and_the_run_ends_where_it_stays():
    trace = ran(IRIS, seed=1, begin=RANDOM)
    told = np.array([step.stress for step in trace[1:]])
    assert (np.diff(told) <= 0).all() and told[-1] < 0.05 < 0.5 < told[0]
    assert trace.ending.kind == "converged" and told[-2] - told[-1] <= Params().tolerance
    for step in trace[1:]:
        assert all(check.holds for check in explain(step, IRIS, Params()).checks)


def test_the_classical_map_is_that_of_scikit_learn_and_of_the_principal_axes():
    last = ran(IRIS, method=CLASSICAL)[-1]
    theirs = ClassicalMDS(n_components=2).fit_transform(IRIS.X)
    scores = engine.fit("pca", IRIS).transform(IRIS.X)
    assert np.abs(last.model.places) == pytest.approx(np.abs(theirs), abs=1e-8)
    assert np.abs(last.model.places) == pytest.approx(np.abs(scores), abs=1e-8)


def test_distances_are_scipys_and_city_blocks_may_fit_no_flat_space():
    from scipy.spatial.distance import cdist

    for name, theirs in (("Euclidean", "euclidean"), ("Manhattan", "cityblock"), ("Chebyshev", "chebyshev")):
        step = ran(IRIS, method=CLASSICAL, metric=name)[-1]
        assert step.delta == pytest.approx(cdist(IRIS.X, IRIS.X, theirs))
        assert ("fit no flat space" in explain(step, IRIS, Params()).sentence) == (name != "Euclidean")
    drawn = marks(step, IRIS, Params())
    (bars,) = [one for one in drawn if isinstance(one, Bars)]
    assert bars.labels[-1] == "150" and bars.values[-1] == step.values[-1] < 0 and bars.lit.sum() == 2


def test_points_of_a_plane_keep_every_distance():
    data = generate("blobs", n=30, seed=2)
    step = ran(data, method=CLASSICAL)[-1]
    assert apart(step.model.places) == pytest.approx(step.delta, abs=1e-9)
    assert "the map keeps every distance" in explain(step, data, Params()).sentence
    assert numbers(explain(step, data, Params()))["neighbours kept"] == 1.0


def test_the_shepard_diagram_has_a_dot_for_each_pair_or_for_some_of_many():
    few = generate("blobs", n=20, seed=2)
    drawn = marks(ran(few, begin=AXES)[-1], few, Params())
    assert len(dots(drawn)) == 190
    drawn = marks(step := ran(IRIS)[-1], IRIS, Params())
    assert len(dots(drawn)) == PAIRS and "2,000 of 11,175 pairs" in str([one.surface.x for one in drawn])
    assert dots(drawn)[0] == pytest.approx([step.delta[0, 1], np.linalg.norm(np.diff(step.model.places[:2], axis=0))])
    (line,) = [one for one in drawn if isinstance(one, Curve)]
    assert (line.positions[:, 0] == line.positions[:, 1]).all()


def test_the_map_has_the_rows_of_the_plane_and_the_worst_pair_is_joined_on_both():
    step = ran(IRIS, begin=RANDOM)[9]
    drawn = marks(step, IRIS, Params())
    (placed,) = [one for one in drawn if isinstance(one, Points) and one.surface == MAP and one.role == "data"]
    assert placed.rows.tolist() == list(range(150)) and (placed.groups == IRIS.codes).all()
    off = np.abs(apart(step.model.places) - step.delta)
    plane, there = [one for one in drawn if isinstance(one, Segments) and one.role == "residual"]
    i, j = np.unravel_index(off.argmax(), off.shape)
    assert (plane.starts[0], plane.ends[0]) == (pytest.approx(IRIS.X[i]), pytest.approx(IRIS.X[j]))
    assert (there.starts[0], there.ends[0]) == (
        pytest.approx(step.model.places[i]), pytest.approx(step.model.places[j]),
    )  # fmt: skip
    said = explain(step, IRIS, Params()).sentence
    assert f"rows {i + 1} and {j + 1}" in said
    row = int(np.argmax(np.linalg.norm(step.model.places - step.before, axis=1)))
    assert f"Row {row + 1} goes farthest" in said
    for surface, places in ((PLANE, IRIS.X), (MAP, step.model.places)):
        rings = {one.role: one for one in drawn if isinstance(one, Points) and one.surface == surface}
        for role, rows in (("wrong", [i, j]), ("focus", [row])):
            assert rings[role].rows.tolist() == rows and (rings[role].positions == places[rows]).all()


def test_a_row_is_joined_to_its_nearest_and_another_point_has_no_place():
    step = ran(IRIS)[-1]
    answer = inspect(step, IRIS, Params(), IRIS.X[60])
    (table,) = answer.story.tables
    gaps, near = NearestNeighbors(n_neighbors=6).fit(IRIS.X).kneighbors(IRIS.X[[60]])
    assert [row[1] for row in table.rows] == pytest.approx(gaps[0, 1:])
    assert {row[0] for row in table.rows} == {str(k + 1) for k in near[0, 1:]}
    lines = [one for one in answer.marks if isinstance(one, Segments)]
    assert (lines[1].starts == step.model.places[60]).all() and len(lines[1].ends) == 5
    assert "has no place" in inspect(step, IRIS, Params(), IRIS.X[0] + 0.5).story.sentence
    assert not hasattr(step.model, "transform"), "a map has places for its own rows only"


def test_neighbours_kept_are_counted_as_scikit_learn_finds_them():
    step = ran(IRIS)[-1]
    wine = engine.load("wine").X[:60]
    places = wine[:, :2]
    found = kept(nearest_of(apart(wine), 10), places)
    ours, theirs = (NearestNeighbors(n_neighbors=10).fit(X).kneighbors(return_distance=False) for X in (wine, places))
    expected = np.mean([len(set(a) & set(b)) / 10 for a, b in zip(ours, theirs, strict=True)])
    assert found == pytest.approx(expected)
    assert 0.5 < kept(nearest_of(step.delta, 10), step.model.places) < 1


@pytest.mark.parametrize("params", [{"begin": RANDOM, "tolerance": 0.0}, {}, {"method": CLASSICAL}])
@pytest.mark.parametrize("X", [[[1.0, 2.0]], [[1.0, 2.0]] * 4, [[0.0], [3.0]], [[0.0, 0.0], [0.0, 0.0], [3.0, 4.0]]])
def test_equal_rows_and_single_rows_have_a_map(X, params):
    data = engine.Dataset.from_arrays(X)
    trace = ran(data, **params)
    last = trace[-1]
    assert trace.ending.kind == "converged" and last.stress == pytest.approx(0.0, abs=1e-6)
    assert apart(last.model.places) == pytest.approx(dissimilarities(data.X, straight), abs=1e-5)
    assert double_centred(last.delta).sum() == pytest.approx(0.0, abs=1e-9)


def test_too_many_rows_are_refused_with_the_remedy():
    data = generate("blobs", n=2200, seed=0)
    with pytest.raises(Refusal, match="at most 2,000 rows, as the distances of all pairs") as refusal:
        engine.trace("mds", data)
    assert isinstance(refusal.value.remedies[0], DropRows) and len(refusal.value.remedies[0].rows) == 200
