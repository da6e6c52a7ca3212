"""Mean shift against scikit-learn, and that every climber only ever climbs."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import engine
from engine.core.marks import Segments
from engine.families.clustering.mean_shift.drawing import marks
from engine.families.clustering.mean_shift.loop import Params
from engine.families.clustering.mean_shift.telling import explain
from engine.maths.algebra.shifting import GAUSSIAN, heights, shifted, usual_bandwidth
from tests.engine.families.clustering.follows import MEASURED

FOLLOWS = MEASURED | {
    "The ringed one, from row": lambda step, data, params: step.rows[_farthest(step.places - step.before)] + 1
}


def _farthest(moved):
    return np.argmax(np.linalg.norm(moved, axis=1))


def ran(data, **params):
    return engine.trace("mean_shift", data, **params).to_end()


@pytest.mark.parametrize(("name", "h"), [("iris", 0.9), ("iris", 1.5), ("old_faithful", 6.0)])
def test_peaks_and_groups_match_scikit_learn(name, h):
    from sklearn.cluster import MeanShift

    data = engine.load(name)
    last = ran(data, bandwidth=h)[-1]
    theirs = MeanShift(bandwidth=h).fit(data.X)
    assert last.model.centres == pytest.approx(theirs.cluster_centers_, abs=1e-2 * h)
    assert (last.labels == theirs.labels_).mean() > 0.99


def test_sklearn_chooses_the_same_bandwidth():
    from sklearn.cluster import estimate_bandwidth

    data = engine.load("iris")
    assert usual_bandwidth(data.X, np.arange(data.n)) == pytest.approx(estimate_bandwidth(data.X))
    assert ran(data)[0].bandwidth == pytest.approx(estimate_bandwidth(data.X))


def test_two_rows_of_a_line_meet_in_the_middle():
    data = engine.Dataset.from_arrays([[0.0], [1.0], [10.0]])
    trace = ran(data, bandwidth=1.5)
    assert trace[1].places.ravel().tolist() == [0.5, 0.5, 10.0]
    assert trace[-1].model.centres.ravel().tolist() == [0.5, 10.0]
    assert trace[-1].labels.tolist() == [0, 0, 1]
    assert explain(trace[1], data, Params()).worked == ("p ← (1) / 2 = (0.5)",)


def test_gaussian_shift_ascends_to_the_weighted_mean():
    data = engine.load("iris")
    trace = ran(data, kernel=GAUSSIAN, bandwidth=0.4)
    high = [heights(step.places, data.X, 0.4, GAUSSIAN) for step in trace[:8]]
    assert all((after >= before - 1e-9).all() for before, after in pairwise(high))
    p, X = trace[0].places[0], data.X
    w = np.exp(-((X - p) ** 2).sum(axis=1) / (2 * 0.4**2))
    assert shifted(p[None], X, 0.4, GAUSSIAN)[0] == pytest.approx((w[:, None] * X).sum(axis=0) / w.sum())


def test_trail_leads_from_its_row_to_its_peak():
    data = engine.load("iris")
    step = ran(data)[-1]
    trail = next(mark for mark in marks(step, data, Params()) if isinstance(mark, Segments))
    assert (trail.starts[:150] == data.X).all()
    assert (trail.ends[-150:] == step.places).all()
    assert (trail.groups[:150] == step.model.predict(step.places)).all()


def test_without_movement_no_farthest_point_is_named():
    iris = engine.load("iris")
    trace = engine.trace("mean_shift", iris).to_end()
    told = [explain(step, iris, Params()).sentence for step in trace if step.kind == "shift"]
    assert told[-1].endswith("Not one of them moves any more.") and "by 0;" not in " ".join(told)
    assert told[0].endswith("The ringed one, from row 16, goes farthest, by 0.8292; 150 still climb.")
    assert all("; 1 still climb." not in words for words in told)
