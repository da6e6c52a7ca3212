"""k nearest neighbours for a number against the worked example, scikit-learn, and what its steps promise."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsRegressor

import engine
from engine.base.errors import Refusal
from engine.base.words import taken
from engine.core.marks import Curve, Points
from engine.families.neighbours.knn_regression.drawing import SAMPLES, staircase
from tests.catalogue import shows
from tests.engine.families import looked_at

KEY = "knn_regression"
W78 = engine.Dataset(np.array([[1.0], [2.0], [4.0], [4.5], [7.0]]), np.array([1.0, 3.0, 2.0, 4.0, 8.0]))


told = partial(looked_at.told, KEY)


@shows("KN5", "W78")
@pytest.mark.parametrize(
    ("k", "weights", "expected"),
    [(2, "equal", 2.5), (3, "equal", 3.0), (3, "1 / distance", 2.875)],
)
def test_w78_the_mean_of_the_nearest(k, weights, expected):
    trace, stories, marks = told(W78, k=k, weights=weights, query=(3.0,))
    end = trace[-1]
    assert [step.part for step in trace] == ["start", *["distance"] * 5, "sort", *["take"] * k, "answer"]
    assert end.distances.tolist() == [2.0, 1.0, 1.0, 1.5, 4.0] and end.order.tolist() == [1, 2, 3, 0, 4]
    assert end.answer == pytest.approx(expected, abs=1e-9)
    kept = {number.name: number.value for number in stories[0].numbers}
    assert kept["rows kept"] == 5 and kept["k"] == k
    sums = np.cumsum([0.0, 3.0, 2.0, 4.0])
    lines = [story.worked for step, story in zip(trace, stories, strict=True) if step.part == "take"]
    assert lines == [
        (f"sum of their targets: {taken(float(one), -float(new))}",)
        for one, new in zip(sums[:k], (3.0, 2.0, 4.0), strict=False)
    ]
    parts = stories[-1].tables[0].rows
    assert sum(row[3] for row in parts) == pytest.approx(expected) and len(parts) == k
    curves = [mark for mark in marks[-1] if isinstance(mark, Curve) and mark.role == "boundary"]
    assert len(curves) == 1 and curves[0].surface.kind == "chart"


def test_steps_are_vertical_where_the_neighbours_change():
    end = engine.trace(KEY, W78, k=1)[-1]
    params = engine.algorithm(KEY).params(k=1)
    curve = staircase(end.model.known, np.array([3.0]), W78.X[:, 0], params)
    jumps = np.flatnonzero(np.diff(curve[:, 1]))
    assert curve[jumps, 0] == pytest.approx([1.5, 3.0, 4.25, 5.75], abs=1e-5)
    assert (curve[jumps, 0] == curve[jumps + 1, 0]).all()
    flat = np.flatnonzero((np.diff(curve[:, 1]) == 0) & (np.diff(curve[:, 0]) > 1e-6))
    middles = (curve[flat, :1] + curve[flat + 1, :1]) / 2
    assert len(flat) > 300 and (end.model.predict(middles) == curve[flat, 1]).all()


def test_mean_of_all_rows_is_constant():
    rng = np.random.default_rng(1)
    data = engine.Dataset(rng.normal(size=(50, 1)), rng.normal(size=50))
    end = engine.trace(KEY, data, k=50)[-1]
    curve = staircase(end.model.known, end.model.point, data.X[:, 0], engine.algorithm(KEY).params(k=50))
    assert len(curve) == SAMPLES and np.ptp(curve[:, 1]) < 1e-12


def test_only_rows_at_the_query_count_by_distance():
    data = W78.with_rows([[4.0]], [10.0])
    trace, stories, _ = told(data, k=4, weights="1 / distance", query=(4.0,))
    assert trace[-1].answer == 6.0 and "2 rows stand where the query is" in stories[-1].sentence
    assert trace[-1].model.predict(np.array([[4.0]])).tolist() == [6.0]


@pytest.mark.parametrize(("weights", "theirs"), [("equal", "uniform"), ("1 / distance", "distance")])
def test_sklearn_answers_alike(weights, theirs):
    rng = np.random.default_rng(0)
    data = engine.Dataset(rng.normal(size=(150, 3)), rng.normal(size=150))
    Z = rng.normal(size=(70, 3))
    end = engine.trace(KEY, data, k=6, weights=weights, query=tuple(Z[0]))[-1]
    expected = KNeighborsRegressor(6, weights=theirs).fit(data.X, data.y).predict(Z)
    assert end.model.predict(Z) == pytest.approx(expected, abs=1e-12)
    assert end.answer == pytest.approx(expected[0], abs=1e-12)
    card = engine.algorithm(KEY)
    answer = card.inspect(end, data, card.params(k=6, weights=weights), Z[1])
    assert f"{expected[1]:.4g}".replace("-", "−") in answer.story.sentence


def test_what_it_cannot_average_is_refused():
    with pytest.raises(Refusal, match="k = 6"):
        engine.trace(KEY, W78, k=6)
    with pytest.raises(Refusal, match="predicts a number for every point, and these have a class"):
        engine.trace(KEY, engine.load("iris"))
    with pytest.raises(Refusal, match="leave 1 such row out"):
        engine.trace(KEY, W78.with_targets([2], np.nan))


def test_with_more_features_the_others_are_those_of_the_query():
    rng = np.random.default_rng(0)
    data = engine.Dataset(rng.normal(size=(30, 2)), rng.normal(size=30))
    trace, _, marks = told(data, k=3, query=(0.2, 0.7))
    (curve,) = [mark for mark in marks[-1] if isinstance(mark, Curve) and mark.role == "boundary"]
    assert "the other features as the query has them" in curve.surface.name
    places = np.column_stack([curve.positions[::7, 0], np.full(len(curve.positions[::7]), 0.7)])
    there = trace[-1].model.predict(places)
    assert np.mean(np.isclose(there, curve.positions[::7, 1])) > 0.8
    best = [mark for mark in marks[-1] if isinstance(mark, Points) and mark.role == "best"]
    assert [mark.rows.tolist() for mark in best] == [trace[-1].near.tolist()] * 2
