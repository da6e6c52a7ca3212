"""Outliers of a class: distances by plain loops and SciPy, fences by NumPy, a row ordinary in every column."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.distance import mahalanobis

import engine
from engine.core.marks import Ellipse, Matrix, Points, Segments
from engine.families.preparation.class_outliers.drawing import marks
from engine.families.preparation.class_outliers.loop import MAHALANOBIS, Params
from engine.families.preparation.class_outliers.telling import event, explain
from tests.catalogue import shows

KEY = "class_outliers"
RNG = np.random.default_rng(3)
ALONG = np.linspace(-3, 3, 25)
STRAY = engine.Dataset.from_arrays(
    np.vstack(
        [
            np.column_stack([ALONG, ALONG]) + 0.1 * RNG.normal(size=(25, 2)),
            np.column_stack([ALONG, -ALONG + 8]) + 0.1 * RNG.normal(size=(25, 2)),
            [[1.0, 7.0]],
        ]
    ),
    [0] * 25 + [1] * 25 + [0],
)
"""Two classes along two lines; the last row is of the first class, and lies on the line of the second."""


def ran(data, **values):
    return engine.trace(KEY, data, **values).to_end()


def fence(scores, k=1.5):
    low, high = np.percentile(scores, [25, 75])
    return high + k * (high - low)


@shows("DP17")
@pytest.mark.parametrize("data", [STRAY, engine.load("iris"), engine.load("wine")])
def test_dp17_distance_to_the_nearest_of_the_class_by_a_plain_loop(data):
    found = ran(data)[0].found
    for row in range(data.n):
        others = [other for other in np.flatnonzero(data.codes == data.codes[row]) if other != row]
        away = np.linalg.norm(data.X[others] - data.X[row], axis=1)
        assert found.scores[row] == pytest.approx(away.min())
        near = found.nearest[row]
        assert near != row and data.codes[near] == data.codes[row]
        assert np.linalg.norm(data.X[near] - data.X[row]) == pytest.approx(away.min())
    for code in data.classes_present:
        assert found.fences[code] == pytest.approx(fence(found.scores[data.codes == code]))
    flagged = [step.row for step in ran(data)[1:]]
    assert flagged == [row for row in range(data.n) if found.scores[row] > found.fences[data.codes[row]]]


@shows("DP17")
@pytest.mark.parametrize("data", [STRAY, engine.load("iris")])
def test_dp17_mahalanobis_against_scipy(data):
    found = ran(data, score=MAHALANOBIS)[0].found
    for row in range(data.n):
        own = data.X[data.codes == data.codes[row]]
        expected = mahalanobis(data.X[row], own.mean(axis=0), np.linalg.inv(np.cov(own.T)))
        assert found.scores[row] == pytest.approx(expected)


@shows("DP17")
def test_dp17_class_outlier_may_be_ordinary_in_every_column():
    run = ran(STRAY)
    assert [step.row for step in run] == [None, 50] and event(run[1]).word == "far out" and event(run[0]) is None
    said = explain(run[1], STRAY, Params())
    near, score = run[1].found.nearest[50], run[1].found.scores[50]
    assert said.sentence == (
        f"Row 51 of class 0: the nearest other of its class is row {near + 1}, at {score:.4g}. That is above the fence "
        f"{run[1].found.fences[0]:.4g}: an outlier of its class. Yet it is ordinary in every column."
    )
    assert run.ending.words == "1 row is far out in its class, of 51."
    assert [(one.name, one.note) for one in said.numbers] == [
        ("d", "distance of the row from its class"),
        ("fence", "of class 0, from the quartiles of d in it"),
        ("rows far out so far", "of 51"),
    ]
    assert [one.value for one in said.numbers] == pytest.approx([score, run[1].found.fences[0], 1])
    every = ran(STRAY, stop_at="every row")
    assert len(every) == 52
    other = explain(every[1], STRAY, Params(stop_at="every row"))
    assert "That is not above the fence" in other.sentence and "ordinary" not in other.sentence
    assert explain(run[0], STRAY, Params()).sentence == (
        "For every row the distance to the nearest other row of its class is measured: an outlier of a class is far "
        "from the others."
    )


@shows("DP17")
def test_dp17_row_far_out_in_a_column_is_reported():
    X = STRAY.X.copy()
    X[50] = [40.0, 40.0]
    data = STRAY.changed(X=X)
    step = ran(data)[1]
    assert step.row == 50 and explain(step, data, Params()).sentence.endswith("It is far out in x1 and x2 too.")
    (table,) = (mark for mark in marks(step, data, Params()) if isinstance(mark, Matrix))
    assert table.rows[0] == 50 and table.values[0].tolist() == [1, 1, 1] and table.chosen_row == 0
    assert table.column_labels == ("its class", "x1", "x2") and not table.values[1:].any()
    rows = np.argsort(-step.found.scores)[:12]
    assert table.rows.tolist() == rows.tolist()


@shows("DP17")
def test_dp17_rings_are_sized_by_distance_and_path_or_ellipse_drawn():
    data, params = engine.load("wine").select([0, 9]), Params(k=0.5)
    run = ran(data, k=0.5)
    step = run[-1]
    drawn = marks(step, data, params)
    ring = next(mark for mark in drawn if isinstance(mark, Points) and mark.role == "wrong")
    assert ring.rows.tolist() == [one.row for one in run[1:]] and len(ring.rows) > 3
    scores = step.found.scores[ring.rows]
    assert ring.sizes / ring.sizes.max() == pytest.approx(scores / scores.max()) and ring.sizes.max() == 6.0
    assert len(next(mark for mark in marks(run[2], data, params) if isinstance(mark, Points)).rows) == 2
    (spoke,) = (mark for mark in drawn if isinstance(mark, Segments))
    assert spoke.starts[0].tolist() == data.X[step.row].tolist()
    assert spoke.ends[0].tolist() == data.X[step.found.nearest[step.row]].tolist()
    other = Params(score=MAHALANOBIS)
    step = ran(STRAY, score=MAHALANOBIS, stop_at="every row")[8]
    (ellipse,) = (mark for mark in marks(step, STRAY, other) if isinstance(mark, Ellipse))
    own = STRAY.X[STRAY.codes == STRAY.codes[step.row]]
    away = STRAY.X[step.row] - ellipse.centre
    assert ellipse.centre == pytest.approx(own.mean(axis=0)) and ellipse.covariance == pytest.approx(np.cov(own.T))
    assert away @ np.linalg.solve(ellipse.covariance, away) == pytest.approx(ellipse.scale**2)


@shows("DP17")
def test_dp17_single_row_classes_and_singular_covariances_have_no_score():
    X = np.vstack([STRAY.X, [[100.0, 100.0]]])
    alone = engine.Dataset.from_arrays(X, [*STRAY.codes, 2])
    run = ran(alone)
    assert np.isnan(run[0].found.scores[51]) and 51 not in [step.row for step in run]
    assert "There is none for class 2: one row alone has no other" in explain(run[0], alone, Params()).sentence
    assert run.ending.words.endswith("1 row has no score.")
    flat = STRAY.changed(X=np.column_stack([STRAY.X[:, 0], 2 * STRAY.X[:, 0]]))
    params = Params(score=MAHALANOBIS, stop_at="every row")
    run = ran(flat, score=MAHALANOBIS, stop_at="every row")
    assert np.isnan(run[0].found.scores).all()
    assert "its covariance is singular. Take fewer features" in explain(run[0], flat, params).sentence
    assert "has no distance: its covariance is singular" in explain(run[3], flat, params).sentence
    assert not explain(run[3], flat, params).worked and marks(run[3], flat, params)
