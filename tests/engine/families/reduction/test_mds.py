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
from engine.core.marks import Bars, Curve, Matrix, Points, Segments
from engine.core.surfaces import PLANE
from engine.data.toys import generate
from engine.families.reduction.maps import MAP, PAIRS, apart, kept, nearest_of
from engine.families.reduction.mds.drawing import marks
from engine.families.reduction.mds.loop import AXES, CLASSICAL, RANDOM, Params, double_centred
from engine.families.reduction.mds.telling import event, explain, inspect
from engine.maths.algebra.metrics import between, straight
from tests.engine.families.reduction.follows import kept_nearby
from tests.examples import numbers


def _gone_farthest(step):
    return np.argmax(np.linalg.norm(step.model.places - step.before, axis=1)) + 1


def _worst(step):
    """The pairs of rows that are worst off on the map, and how far they are there and in the data."""
    there = squareform(pdist(step.model.places))
    off = np.abs(there - step.delta)
    pairs = off >= off.max() - 1e-9 * (1 + step.delta.max())
    return np.flatnonzero(pairs.any(axis=1)) + 1, there[pairs], step.delta[pairs]


FOLLOWS = {
    "mean distance": lambda step, data, params: step.delta[np.triu_indices(data.n, 1)].mean(),
    "neighbours kept: of the": lambda step, data, params: min(10, (data.n - 1) // 2),
    "neighbours kept": lambda step, data, params: kept_nearby(step.delta, step.model.places),
    "which reduces the stress. Row": lambda step, data, params: _gone_farthest(step),
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


def test_stress_never_rises_and_the_run_ends_when_it_stays():
    trace = ran(IRIS, seed=1, begin=RANDOM)
    told = np.array([step.stress for step in trace[1:]])
    assert (np.diff(told) <= 0).all() and told[-1] < 0.05 < 0.5 < told[0]
    assert trace.ending.kind == "converged" and told[-2] - told[-1] <= Params().tolerance
    for step in trace[1:]:
        assert all(check.holds for check in explain(step, IRIS, Params()).checks)


def test_classical_map_matches_scikit_learn_and_principal_axes():
    last = ran(IRIS, method=CLASSICAL)[-1]
    theirs = ClassicalMDS(n_components=2).fit_transform(IRIS.X)
    scores = engine.fit("pca", IRIS).transform(IRIS.X)
    assert np.abs(last.model.places) == pytest.approx(np.abs(theirs), abs=1e-8)
    assert np.abs(last.model.places) == pytest.approx(np.abs(scores), abs=1e-8)


def test_distances_match_scipy_and_city_block_may_not_embed():
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


def test_shepard_diagram_has_a_dot_per_pair_or_a_sample():
    few = generate("blobs", n=20, seed=2)
    drawn = marks(ran(few, begin=AXES)[-1], few, Params())
    assert len(dots(drawn)) == 190
    drawn = marks(step := ran(IRIS)[-1], IRIS, Params())
    assert len(dots(drawn)) == PAIRS and "2,000 of 11,175 pairs" in str([one.surface.x for one in drawn])
    assert dots(drawn)[0] == pytest.approx([step.delta[0, 1], np.linalg.norm(np.diff(step.model.places[:2], axis=0))])
    (line,) = [one for one in drawn if isinstance(one, Curve)]
    assert (line.positions[:, 0] == line.positions[:, 1]).all()


def test_map_has_all_rows_and_the_worst_pair_is_joined_on_both():
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


def test_row_is_joined_to_its_nearest_and_other_points_have_no_place():
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


def test_kept_neighbours_match_scikit_learn():
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
    assert apart(last.model.places) == pytest.approx(between(straight, data.X, data.X), abs=1e-5)
    assert double_centred(last.delta).sum() == pytest.approx(0.0, abs=1e-9)


def test_too_many_rows_are_refused_with_a_remedy():
    data = generate("blobs", n=2200, seed=0)
    with pytest.raises(Refusal, match="at most 2,000 rows, as the distances of all pairs") as refusal:
        engine.trace("mds", data)
    assert isinstance(refusal.value.remedies[0], DropRows) and len(refusal.value.remedies[0].rows) == 200


RIGHT = engine.Dataset.from_arrays([[0.0, 0.0], [3.0, 0.0], [0.0, 4.0]])
"""A triangle with the sides 3, 4 and 5; around their mean (1, 4/3) the rows have the dot products of B."""
B = np.array([[25, -2, -23], [-2, 52, -50], [-23, -50, 73]]) / 9


def test_a_triangle_of_3_4_and_5_says_this():
    run, params = ran(RIGHT), Params()
    said = [explain(step, RIGHT, params) for step in run]
    assert [story.sentence for story in said[:3]] == [
        "The Euclidean distances of all pairs of 3 rows. From here on they are all that is used.",
        "From each squared distance the means of its row and its column are taken, and the mean of all is added. Times "
        "−½, these are the dot products that the rows have around their mean.",
        "The two eigenvectors of B with the largest eigenvalues, each as long as √λ, are the map. All others are 0: "
        "the map keeps every distance.",
    ]
    assert said[0].worked == ("pairs = 3 · (3 − 1) / 2 = 3",)
    assert numbers(said[0]) == {"pairs": 3, "mean distance": 4.0, "largest distance": 5.0}
    assert said[1].worked == ("row 1 with itself: b = −½ (0 − 2 · 8.333 + 11.11) = 2.778",)
    assert run[1].products == pytest.approx(B)
    values = np.linalg.eigvalsh(B)[::-1]
    (table,) = said[2].tables
    assert table.rows[:2] == ((1, pytest.approx(values[0])), (2, pytest.approx(values[1]))) and table.chosen == 1
    assert table.columns == ("number", "λ") and [check.words for check in said[2].checks] == ["B v = λ v"]
    assert [(one.name, one.note) for one in said[2].numbers] == [
        ("stress", "0: every distance is kept"),
        ("neighbours kept", "of the 1 nearest rows of each, also nearest on the map"),
    ]
    assert [event(step) and (event(step).word, event(step).role) for step in run[:3]] == [None, None, ("axes", "axis")]
    drawn = [marks(step, RIGHT, params) for step in run[:3]]
    pictures = [mark for one in drawn for mark in one if isinstance(mark, Matrix)]
    assert [one.title for one in pictures] == ["δ, white: 5", "B, white: 8.111", "B, white: 8.111"]
    assert [one.surface.open for one in pictures] == [True, True, False]
    (bars,) = (mark for mark in drawn[2] if isinstance(mark, Bars))
    assert bars.values[:2] == pytest.approx(values[:2]) and bars.lit.tolist() == [True, True, False]
    assert bars.labels == ("1", "2", "3")


def test_iteration_states_the_farthest_moving_row():
    """Guttman's step by plain loops: each row to the mean of where the others would have it."""
    params = Params(begin=RANDOM)
    run = ran(RIGHT, begin=RANDOM)
    start, step = (run[k] for k in (1, 2))
    assert explain(start, RIGHT, params).sentence == (
        "Every row begins at a random place. The stress says how far the distances on the map are from the data's."
    )
    assert event(start).word == "start" and event(step) is None
    Y, D, wanted = start.model.places, squareform(pdist(RIGHT.X)), []
    for i in range(3):
        pulls = [D[i, j] * (Y[i] - Y[j]) / np.linalg.norm(Y[i] - Y[j]) for j in range(3) if j != i]
        wanted.append(sum(pulls) / 3)
    assert step.model.places == pytest.approx(np.array(wanted))
    gone = np.linalg.norm(wanted - Y, axis=1)
    row, there = int(gone.argmax()), squareform(pdist(np.array(wanted)))
    off = np.abs(there - D)
    i, j = np.unravel_index(off.argmax(), off.shape)
    story = explain(step, RIGHT, params)
    assert story.sentence == (
        f"Iteration 1: each row moves towards its distances in the data, on average, which reduces the stress. Row "
        f"{row + 1} goes farthest, {gone[row]:.4g}. The worst pair is drawn: rows {i + 1} and {j + 1}, {D[i, j]:.4g} "
        f"apart in the data and {there[i, j]:.4g} on the map."
    )
    x, y = (f"{value:.4g}".replace("-", "−") for value in wanted[row])
    assert story.worked[0].startswith(f"row {row + 1}: across = Σ / N = ") and f" / 3 = {x}, up = " in story.worked[0]
    assert story.worked[0].endswith(f" / 3 = {y}")
    assert [one.name for one in story.numbers] == ["stress before", "stress", "neighbours kept"]
    assert story.numbers[0].value == pytest.approx(np.sqrt(((squareform(pdist(Y)) - D) ** 2).sum() / 100))
    assert story.numbers[1].value == pytest.approx(np.sqrt((off**2).sum() / 100))
    rings = [mark for mark in marks(step, RIGHT, params) if isinstance(mark, Points) and mark.role == "focus"]
    assert [mark.positions[0] for mark in rings] == [pytest.approx(RIGHT.X[row]), pytest.approx(wanted[row])]
    assert [mark.surface for mark in rings] == [PLANE, MAP]


def test_rows_move_from_where_they_were():
    trace = engine.trace("mds", IRIS.subset(np.arange(0, 150, 5)))
    step = next(one for one in trace if one.before is not None)
    drawn = engine.algorithm("mds").marks(step, IRIS.subset(np.arange(0, 150, 5)), engine.algorithm("mds").params())
    (ways,) = [mark for mark in drawn if isinstance(mark, Segments) and mark.role == "path"]
    assert ways.starts.tolist() == step.before.tolist() and ways.ends.tolist() == step.model.places.tolist()
