"""DBSCAN against scikit-learn, on edges by hand, and what every step promises."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from sklearn.cluster import DBSCAN
from sklearn.metrics.cluster import contingency_matrix

import engine
from engine.base.errors import Refusal
from engine.core.marks import Ellipse, Line, Points, Segments
from engine.families.clustering.dbscan import neighbourhoods
from engine.families.clustering.dbscan.drawing import marks
from engine.families.clustering.dbscan.loop import GROUPS, ROWS, UNSEEN, Params, joined
from engine.families.clustering.dbscan.neighbourhoods import ALONE, Search, all_within, reaches, usual_radius
from engine.families.clustering.dbscan.telling import event, explain, inspect
from engine.models.densities import NOISE, Dense
from tests.engine.families.clustering.follows import MEASURED

FOLLOWS = {
    **MEASURED,
    "in a group": lambda step, data, params: np.count_nonzero(step.labels >= 0),
}


def points(X):
    return engine.Dataset.from_arrays(X)


def run(X, start=None, **params):
    return engine.trace("dbscan", X if isinstance(X, engine.Dataset) else points(X), start=start, **params).to_end()


def moons(n=200, seed=0):
    rng = np.random.default_rng(seed)
    turn = rng.uniform(0, np.pi, n)
    upper = rng.random(n) < 0.5
    X = np.column_stack([np.cos(turn), np.sin(turn)]) * np.where(upper, 1, -1)[:, None]
    return X + np.where(upper[:, None], 0.0, [1.0, 0.5]) + 0.08 * rng.normal(size=(n, 2))


# -- against scikit-learn ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("radius", "least"), [(0.2, 5), (0.1, 3), (0.35, 12), (0.05, 2), (3.0, 4), (0.15, 1)])
@pytest.mark.parametrize("stop_at", ["rows", "groups"])
def test_cores_groups_and_noise_match_scikit_learn(radius, least, stop_at):
    X = moons()
    last = run(X, radius=radius, least=least, stop_at=stop_at)[-1]
    theirs = DBSCAN(eps=radius, min_samples=least, algorithm="brute").fit(X)
    assert np.array_equal(np.flatnonzero(last.core), theirs.core_sample_indices_)
    assert np.array_equal(last.labels == NOISE, theirs.labels_ == -1)
    assert np.array_equal(last.labels, theirs.labels_), "rows in order give the same numbers, border rows too"
    table = contingency_matrix(last.labels[last.core], theirs.labels_[last.core])
    assert (np.count_nonzero(table, axis=0) == 1).all() and (np.count_nonzero(table, axis=1) == 1).all()
    assert np.array_equal(last.model.predict(X[last.core]), last.labels[last.core])


def test_iris_in_four_features():
    iris = engine.load("iris")
    last, theirs = run(iris, radius=0.5, least=5)[-1], DBSCAN(eps=0.5, min_samples=5).fit(iris.X)
    assert np.array_equal(last.labels, theirs.labels_) and last.labels.max() == 1


# -- by hand -----------------------------------------------------------------------------------------------------------

LINE = [[0.0], [1.0], [2.0], [3.0], [10.0], [4.0]]
"""A chain of five in steps of 1, and one row far off."""


def test_the_queue_step_by_step():
    trace = run(LINE, radius=1.0, least=3)
    told = [(step.kind, step.row, [] if step.queue is None else step.queue.tolist()) for step in trace]
    assert told == [
        ("start", None, []),
        ("noise", 0, []),
        ("seed", 1, [2]),
        ("core", 2, [3]),
        ("core", 3, [5]),
        ("border", 5, []),
        ("noise", 4, []),
        ("end", None, []),
    ]
    assert trace[1].labels.tolist() == [NOISE] + [UNSEEN] * 5
    assert trace[2].labels.tolist() == [0, 0, 0, UNSEEN, UNSEEN, UNSEEN], "noise near a core becomes its border"
    assert trace[-1].labels.tolist() == [0, 0, 0, 0, NOISE, 0] and trace[-1].core.tolist() == [0, 1, 1, 1, 0, 0]
    assert trace.ending.words == "1 group; 1 row of 6 is noise."
    assert [event(step).word for step in trace if event(step)] == ["noise", "new group", "noise"]
    data = points(LINE)
    said = [explain(step, data, Params(radius=1.0, least=3)) for step in trace]
    assert (
        said[2].sentence
        == "Row 2 has 3 rows within ε, a core point: group 1 begins, and the others in the circle wait in its queue."
    )
    assert said[2].worked == ("neighbours N = 3 ≥ 3",) and said[2].tables[0].rows == ((1, "3"),)
    assert said[5].worked == ("neighbours N = 2 < 3",) and "border of group 1" in said[5].sentence
    assert said[-1].worked == ("rows = 3 + 2 + 1 + 0 = 6",)


def test_every_row_or_every_group_has_a_step():
    trace = run(LINE, radius=1.0, least=3, stop_at=GROUPS)
    assert [step.kind for step in trace] == ["start", "group", "end"]
    rows = [step.row for step in run(moons(), radius=0.1)[1:-1]]
    assert len(set(rows)) == len(rows) == 200, "no row is looked at twice"


def test_all_noise_one_group_and_repeated_rows():
    assert (run([[0.0], [5.0], [10.0]], radius=1.0, least=2)[-1].labels == NOISE).all()
    assert run(moons(), radius=50.0)[-1].labels.tolist() == [0] * 200
    same = run([[1.0, 2.0]] * 6)[-1]
    assert same.labels.tolist() == [0] * 6 and same.core.all()
    assert (run([[1.0, 2.0]] * 3, least=4)[-1].labels == NOISE).all()
    assert run([[1.0]], least=1)[-1].labels.tolist() == [0]


def test_border_row_between_two_groups_goes_to_the_first():
    X = [[0.0], [0.1], [0.2], [2.2], [2.1], [2.0], [1.1]]
    last = run(X, radius=0.95, least=4)[-1]
    theirs = DBSCAN(eps=0.95, min_samples=4).fit(np.array(X))
    assert last.labels.tolist() == theirs.labels_.tolist() == [0, 0, 0, 1, 1, 1, 0]


GRID = np.random.default_rng(0).integers(0, 10, size=(300, 3)).astype(float)


@pytest.mark.parametrize(
    ("X", "radius"),
    [(GRID, 1.0), (GRID, np.sqrt(2)), (GRID * 0.1, 0.1), (GRID * 0.1 + 1e6, 0.3), (GRID * 1e-120, 2e-120)],
)
def test_batched_neighbours_equal_single_ones(X, radius):
    """Ties at the radius too: to the last bit it is the same distance that is compared."""
    search = Search(X, radius)
    for row in range(len(X)):
        gaps = np.sqrt(((X - X[row]) ** 2).cumsum(axis=1)[:, -1])
        assert search.within(row).tolist() == np.flatnonzero(gaps <= radius).tolist()


def test_unsuitable_tree_and_dense_data_query_each_row(monkeypatch):
    assert all_within(GRID * 1e-155, 2e-155) is None and all_within(GRID * 1e155, 2e155) is None
    at_once = run(GRID, radius=1.5)
    monkeypatch.setattr(neighbourhoods, "MOST", 10)
    assert all_within(GRID, 1.0) is None
    assert list(run(GRID, radius=1.5)) == list(at_once)


def test_run_measures_few_rows_against_all_others(monkeypatch):
    """Ten thousand times ten thousand distances took sixteen times as long as scikit-learn."""
    asked, measure = [], neighbourhoods.squared_distances
    monkeypatch.setattr(neighbourhoods, "squared_distances", lambda X, rows: asked.append(1) or measure(X, rows))
    assert len(run(GRID, radius=1.5)) == 302 and len(asked) == ALONE


def test_what_a_core_passes_on():
    labels = np.array([UNSEEN, NOISE, 0, 3, UNSEEN])
    assert joined(labels, [np.array([0, 1, 2, 3])], 3).tolist() == [0]
    assert labels.tolist() == [3, 3, 0, 3, UNSEEN]


def test_batched_expansion_equals_core_by_core():
    labels, rng = np.full(40, UNSEEN), np.random.default_rng(0)
    labels[::7] = NOISE
    around, alone = [np.sort(rng.choice(40, 9, replace=False)) for _ in range(3)], labels.copy()
    together = joined(labels, around, 2).tolist()
    assert together == [row for near in around for row in joined(alone, [near], 2).tolist()]
    assert np.array_equal(labels, alone)


@pytest.mark.parametrize("seed", range(4))
def test_stepping_by_groups_ends_like_row_by_row(seed):
    """By groups all rows that wait are looked at together."""
    X = np.random.default_rng(seed).integers(0, 12, size=(150, 2)).astype(float)
    one, other = (run(X, radius=1.0, least=4, stop_at=stop_at) for stop_at in (ROWS, GROUPS))
    assert one[-1] == other[-1] and one.ending == other.ending
    ends = [
        step for step, after in itertools.pairwise(one)
        if step.kind in ("seed", "core", "border") and after.kind not in ("core", "border")
    ]  # fmt: skip
    assert [(step.row, step.near.tolist()) for step in ends] == [(step.row, step.near.tolist()) for step in other[1:-1]]


# -- the radius --------------------------------------------------------------------------------------------------------


def test_default_radius_and_the_k_distance_curve():
    X = np.array([[0.0], [1.0], [3.0], [7.0]])
    assert reaches(X, 2).tolist() == [1.0, 1.0, 2.0, 4.0]
    assert usual_radius(X, 2) == 2.0 and usual_radius(X[[0, 0]], 2) == 1.0
    step = run(moons())[-1]
    assert (step.around.reaches <= step.model.radius).mean() >= 0.9
    assert engine.algorithm("dbscan").params().radius == 0.0


def test_radius_is_draggable():
    data, handle = points(moons()), engine.algorithm("dbscan").handles[0]
    held = handle.make(np.array([[7.0, 0.1]]), data, Params())
    assert handle.positions(held, data).tolist() == [[0.0, 0.1]]
    assert np.array_equal(run(data, held)[-1].labels, run(data, radius=0.1)[-1].labels)
    (line,) = [one for one in marks(run(data, held)[0], data, Params()) if isinstance(one, Line)]
    assert -line.bias == 0.1 and line.label == "ε = 0.1"


# -- drawn and told ----------------------------------------------------------------------------------------------------


def test_circle_queue_and_noise_are_drawn():
    data = points(np.column_stack([LINE, np.zeros(6)]))
    trace = run(data, radius=1.0, least=3)
    drawn = marks(trace[3], data, Params())
    (circle,) = [one for one in drawn if isinstance(one, Ellipse)]
    assert circle.centre.tolist() == [2.0, 0.0] and circle.covariance.tolist() == [[1.0, 0.0], [0.0, 1.0]]
    rows = {one.role: one.rows.tolist() for one in drawn if isinstance(one, Points) and one.role != "data"}
    assert rows == {"wrong": [], "support": [3], "focus": [2]}
    wide = next(one for one in marks(run(data, radius=3.0)[1], data, Params()) if isinstance(one, Ellipse))
    assert wide.scale**2 * wide.covariance[0, 0] == 9.0, "its half-width is ε"
    for step in trace:
        chart = [one for one in marks(step, data, Params()) if one.surface.kind == "chart"]
        cores = [one.starts[0, 0] for one in chart if isinstance(one, Segments) and one.role == "path"]
        assert cores == [pytest.approx(100 * float((step.around.reaches <= 1.0).mean()))]
        (dots,) = [one for one in marks(step, data, Params()) if isinstance(one, Points) and one.role == "data"]
        assert dots.names == tuple(f"group {k + 1}" for k in range(int(step.labels.max()) + 1))
    last = marks(trace[-1], data, Params())
    assert [one.rows.tolist() for one in last if isinstance(one, Points) and one.role == "wrong"] == [[4]]
    dots = next(one for one in last if isinstance(one, Points) and one.role == "data")
    assert dots.groups.tolist() == [0, 0, 0, 0, -1, 0] and (np.diff(dots.sizes[[1, 0]]) < 0).all()


def test_new_point_is_in_reach_of_a_core_or_noise():
    data = points(LINE)
    step = run(data, radius=1.0, least=3)[-1]
    assert step.model.predict(np.array([[0.0], [-0.1], [4.0], [4.1]])).tolist() == [0, NOISE, 0, NOISE]
    said = inspect(step, data, Params(), np.array([0.5])).story.sentence
    assert said == "This point has 2 rows within ε = 1, and is in reach of group 1."
    assert inspect(step, data, Params(), np.array([30.0])).story.sentence.endswith("within ε of no core point: noise.")


@pytest.mark.parametrize(
    "spoilt",
    [{"radius": 0.0}, {"radius": float("inf")}, {"labels": np.array([0, -1])}, {"labels": np.array([0.0, 1.0])},
     {"labels": np.array([0])}, {"cores": np.array([[0.0], [np.nan]])}, {"cores": np.zeros((2, 0))}],
)  # fmt: skip
def test_impossible_density_models_are_refused(spoilt):
    good = {"cores": np.array([[0.0], [1.0]]), "labels": np.array([0, 1]), "radius": 0.3}
    assert Dense(**good).predict(np.array([[0.2], [0.5]])).tolist() == [0, NOISE]
    with pytest.raises(Refusal):
        Dense(**{**good, **spoilt})


def test_treatment_of_noise_in_silhouette_and_rand_index_is_stated():
    X = np.array([[0.0], [0.1], [0.2], [5.0], [5.1], [5.2], [20.0]])
    for rows, silhouette, rand in ((7, "without the noise", ", the noise as one group"), (6, "", "")):
        data = engine.Dataset.from_arrays(X[:rows], list("aaabbbb")[:rows])
        trace = run(data, radius=0.5, least=2)
        notes = {one.name: one.note for one in explain(trace[-1], data, Params(radius=0.5, least=2)).numbers}
        assert notes["silhouette"] == silhouette and notes["adjusted Rand index"] == "against the classes" + rand


def test_sentences_and_queue_follow_the_circle():
    data, params = points(LINE), Params(radius=1.0, least=3)
    trace = run(data, radius=1.0, least=3)
    start = explain(trace[0], data, params).sentence
    assert "A core point has 3 rows or more within ε, itself counted." in start
    for step in trace[1:]:
        story = explain(step, data, params)
        told = {number.name: number.value for number in story.numbers}
        assert ("in the queue" in told) == (step.queue is not None)
        assert told.get("in the queue", 0) == (0 if step.queue is None else len(step.queue))
        words = [check.words for check in story.checks]
        assert ("all in the circle are within ε" in words) == (step.row is not None and step.near is not None)
        if step.kind == "noise":
            assert story.sentence.endswith("too few: it is noise, unless it lies within ε of a core point.")
    assert {step.kind for step in trace} >= {"noise", "seed", "core", "border"}
    said = inspect(trace[-1], data, params, np.array([2.0])).story.sentence
    assert said.startswith("This point has 3 rows within ε = 1")
