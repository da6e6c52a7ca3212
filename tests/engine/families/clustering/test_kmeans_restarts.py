"""Many runs of K-means: the worked rectangle, scikit-learn from the same starts, and what is merged and counted."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Gallery
from engine.core.pauses import Pauses
from engine.families.clustering.kmeans_restarts.drawing import marks
from engine.families.clustering.kmeans_restarts.loop import Params
from engine.families.clustering.kmeans_restarts.telling import explain
from engine.families.clustering.lloyd import Found, in_order, lloyd
from engine.models.groups import Centres
from tests.catalogue import shows

RECTANGLE = engine.Dataset.from_arrays([[0, 0], [4, 0], [0, 1], [4, 1]])


def rested(X: np.ndarray, start: Centres) -> Found:
    """Where K-means comes to rest from these centres, without a pause."""
    with pytest.raises(StopIteration) as end:
        next(lloyd(X, start, Pauses()))
    return end.value.value


def ran(data, **params):
    return engine.trace("kmeans_restarts", data, **params).to_end()


def drawn(step, data, kind, name):
    return next(mark for mark in marks(step, data, Params()) if isinstance(mark, kind) and mark.surface.name == name)


@shows("CL5", "W07")
def test_w07_both_optima_of_the_rectangle_are_found_and_shown():
    trace = ran(RECTANGLE, k=2, seed=1)
    last = trace[-1]
    assert sorted(place.E for place in last.places) == [0.25, 4.0]
    assert all(step.found.error >= last.found.error == 0.25 for step in trace[1:])
    assert last.counts.sum() == 10
    assert trace.ending.words == "10 runs ended in 2 different places: the least E is 0.25."
    best, worst = drawn(last, RECTANGLE, Gallery, "Best and worst").panels
    assert (best.title, worst.title, worst.detail[:4]) == ("Best", "Worst", "E 4,")
    assert (best.role, worst.role) == ("focus", "plain")
    bars = drawn(last, RECTANGLE, Bars, "How often each E came")
    assert bars.labels == ("0.25", "4")
    assert bars.values.tolist() == [last.counts[i] for i in np.argsort([place.E for place in last.places])]
    assert bars.chosen == 0
    assert "need not be the least there is" in explain(last, RECTANGLE, Params()).sentence


@pytest.mark.parametrize(("name", "k"), [("iris", 3), ("wine", 5)])
def test_equal_starts_end_like_scikit_learn(name, k):
    from sklearn.cluster import KMeans

    data = engine.load(name)
    trace = ran(data, k=k, seed=2)
    least = []
    for step in trace[1:-1]:
        theirs = KMeans(k, init=step.found.start.centres, n_init=1, tol=0, max_iter=1000).fit(data.X)
        assert step.found.error * data.n == pytest.approx(theirs.inertia_, rel=1e-9)
        assert (step.found.labels == theirs.labels_).all()
        least.append(theirs.inertia_)
    assert trace[-1].found.error * data.n == pytest.approx(min(least), rel=1e-9)


def test_renumbered_groups_are_the_same_optimum():
    X = RECTANGLE.X
    one, other = (
        in_order(rested(X, Centres(np.array(start)))) for start in ([[0, 0.5], [4, 0.5]], [[4, 0.4], [0, 0.6]])
    )
    assert one.labels.tolist() == other.labels.tolist() == [0, 1, 0, 1]
    assert one.centres == other.centres


def test_centre_without_rows_is_put_on_the_worst_row():
    X = np.array([[0.0], [1.0], [2.0], [10.0]])
    found = in_order(rested(X, Centres(np.array([[1.0], [10.0], [50.0]]))))
    assert found.labels.tolist() == [0, 1, 1, 2]
    assert found.error == pytest.approx(0.125)


def test_run_ending_at_a_known_optimum_is_merged_and_stated():
    trace = ran(RECTANGLE, k=2, seed=1)
    again = next(i for i in range(2, 11) if len(trace[i].places) == len(trace[i - 1].places))
    said = explain(trace[again], RECTANGLE, Params()).sentence
    assert f"That is where run {trace[again].places[trace[again].here].run} ended" in said


def test_many_optima_are_binned_by_e():
    data = engine.load("iris")
    last = ran(data, k=9, runs=40, seed=0)[-1]
    bars = drawn(last, data, Bars, "How often each E came")
    errors = np.array([place.E for place in last.places])
    assert len(errors) > 12
    assert bars.values.sum() == 40
    assert bars.chosen == 0
    assert len(drawn(last, data, Gallery, "Where runs end").panels) == 12


def test_e_has_the_same_digits_in_text_bars_and_panels():
    iris = engine.load("iris")
    trace = ran(iris, k=3, seed=0)
    step = trace[-1]
    bars = drawn(step, iris, Bars, "How often each E came")
    best = bars.labels[int(bars.chosen)]
    assert len(best) == 7 and trace.ending.words.endswith(f"the least E is {best}.")
    assert f"is kept: E = {best};" in explain(step, iris, Params(k=3)).sentence
    panels = drawn(step, iris, Gallery, "Best and worst").panels
    assert panels[0].detail.startswith(f"E {best},") and panels[1].detail.split(",")[0][2:] in bars.labels


def test_optima_of_nearly_equal_e_are_distinguished():
    data = engine.load("iris")
    table = explain(ran(data, k=3, seed=0)[-1], data, Params()).tables[0]
    assert len({row[0] for row in table.rows}) == len(table.rows) == 5
