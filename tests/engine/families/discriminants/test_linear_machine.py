"""The linear machine: K scores of a point, the greatest, ties, regions that are convex, and classes without one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Bars, Curve, Points, Region, Segments
from engine.families.discriminants.linear_machine.drawing import marks
from engine.families.discriminants.linear_machine.loop import Params
from engine.families.discriminants.linear_machine.telling import explain, inspect
from engine.models.linear import Scores
from tests.catalogue import shows
from tests.examples import numbers

POINTS = [[3.0, 0.0], [0.0, 0.0], [0.0, 0.1], [1.0, 1.5], [2.0, 3.0], [-3.0, 0.0]]
W28 = engine.Dataset.from_arrays(POINTS, ["a", "b", "b", "a", "a", "c"])
W = (-1.0, 1.0, 0.0, -1.0, -0.5, 0.9, -1.0, -0.5, -0.9)
Y = [[2.0, -2.5, -2.5], [-1.0, -1.0, -1.0], [-1.0, -0.91, -1.09], [0.0, -0.15, -2.85], [1.0, 0.7, -4.7],
     [-4.0, 0.5, 0.5]]  # fmt: skip
THREE = engine.Dataset.from_arrays([[1.0, 0.9], [2.0, 0.0], [-2.0, 0.5], [0.0, 5.0]], ["x", "x", "minus x", "y"])
OF_CLASS = {"x": (0.0, 1.0, 0.0), "minus x": (0.0, -1.0, 0.0), "y": (0.0, 0.0, 1.0)}
AXES = tuple(number for name in THREE.class_names for number in OF_CLASS[name])
"""y of the three classes: x, −x and y, whose regions meet at the origin."""


def watched(data=W28, **values):
    """(step, story, marks) of every step."""
    params = Params(**values)
    trace = engine.trace("linear_machine", data, **values).to_end()
    return [(step, explain(step, data, params), marks(step, data, params)) for step in trace]


def at(stage, data=W28, **values):
    return next(one for one in watched(data, **values) if one[0].stage == stage)


@shows("LD7", "W28")
@pytest.mark.parametrize("row", range(1, 7))
def test_w28_ld7_each_score_and_the_greatest(row):
    wanted, best = Y[row - 1], [0, 0, 1, 0, 0, 1][row - 1]
    run = watched(weights=W, row=row)
    scored = [(step, story, drawn) for step, story, drawn in run if step.stage == "score"]
    for k, (step, story, drawn) in enumerate(scored):
        assert step.scores == pytest.approx(wanted[: k + 1])
        assert numbers(story)[f"y of {'abc'[k]}"] == pytest.approx(wanted[k])
        assert numbers(story)["greatest so far"] == pytest.approx(max(wanted[: k + 1]))
        (bars,) = [mark for mark in drawn if isinstance(mark, Bars)]
        assert bars.values == pytest.approx(wanted[: k + 1]) and bars.chosen == k
    step, story, drawn = next(one for one in run if one[0].stage == "winner")
    (bars,) = [mark for mark in drawn if isinstance(mark, Bars)]
    assert bars.chosen == best == story.tables[0].chosen
    assert numbers(story)["greatest score"] == pytest.approx(max(wanted))
    assert f"Point {row} is classified as {'abc'[best]}" in story.sentence
    assert ("on a tie the first wins" in story.sentence) == (row in (2, 6))
    assert step.model.predict(W28.X).tolist() == [0, 0, 1, 0, 0, 1]


@shows("LD7", "W28")
@pytest.mark.parametrize(("alpha", "winner"), [(0.0, "x"), (0.5, "x"), (1.0, "x"), (3.0, "y")])
def test_w28_ld7_two_points_of_a_region_and_their_segment(alpha, winner):
    step, story, drawn = at("segment", THREE, weights=AXES, row=1, other=2, alpha=alpha)
    place = alpha * np.array([1.0, 0.9]) + (1 - alpha) * np.array([2.0, 0.0])
    assert numbers(story)["class at α"] == winner == THREE.class_names[int(step.model.predict(place[None])[0])]
    assert "both in the region of x. Every point between them, 0 ≤ α ≤ 1, is classified as x too" in story.sentence
    assert "convex, and so in one piece" in story.sentence and [check.holds for check in story.checks] == [True]
    assert ("nothing is guaranteed" in story.sentence) == (alpha == 3.0)
    (between,) = [mark for mark in drawn if isinstance(mark, Segments) and mark.role == "axis"]
    assert (between.starts.tolist(), between.ends.tolist()) == ([[1.0, 0.9]], [[2.0, 0.0]])
    (here,) = [mark for mark in drawn if isinstance(mark, Points) and mark.role == "best"]
    assert here.positions[0] == pytest.approx(place)
    beyond = [mark for mark in drawn if isinstance(mark, Segments) and mark.role == "ghost"]
    assert [mark.ends[0].tolist() for mark in beyond] == ([place.tolist()] if alpha == 3.0 else [])
    (top,) = [mark for mark in drawn if isinstance(mark, Points) and mark.labels == ("greatest",)]
    assert top.positions[0] == pytest.approx([alpha, step.model.decision_function(place[None]).max()])
    lines = [mark for mark in drawn if isinstance(mark, Curve) and mark.group is not None]
    assert all(line.positions[:, 0].tolist() == [-0.25, max(1.25, alpha + 0.25)] for line in lines)
    assert [line.group for line in lines] == [0, 1, 2]
    for line in lines:
        for share, height in line.positions:
            at_share = share * np.array([1.0, 0.9]) + (1 - share) * np.array([2.0, 0.0])
            assert height == pytest.approx(step.model.decision_function(at_share[None])[0, line.group])


@shows("LD7")
@given(st.integers(0, 10_000), st.floats(0, 1))
def test_ld7_every_region_is_convex(seed, alpha):
    rng = np.random.default_rng(seed)
    model = Scores(rng.normal(size=(5, 3)), rng.normal(size=5), np.arange(5))
    X = rng.normal(size=(60, 3)) * 3
    called = model.predict(X)
    for code in np.unique(called):
        mine = X[called == code]
        between = alpha * mine[:, None] + (1 - alpha) * mine[None]
        Y = model.decision_function(between.reshape(-1, 3))
        assert (Y[:, code] >= Y.max(axis=1) - 1e-9).all()


@shows("LD7")
def test_ld7_dominated_class_has_no_region_and_ties_are_counted():
    weights = {"x": (0.0, 1.0, 0.0), "minus x": (0.0, -1.0, 0.0), "y": (-0.5, 0.0, 0.0)}
    _, story, drawn = at("regions", THREE, weights=tuple(w for name in THREE.class_names for w in weights[name]))
    assert "y has no region: its score is nowhere the greatest." in story.sentence
    assert next(row for row in story.tables[0].rows if row[0] == "y") == ("y", 1, 0)
    assert numbers(story)["points on a border"] == 1, "(0, 5)"
    (wrong,) = [mark for mark in drawn if isinstance(mark, Points)]
    assert 3 in wrong.rows and any(isinstance(mark, Region) for mark in drawn)
    assert "no region" not in at("regions", THREE, weights=AXES)[1].sentence


def test_segment_needs_a_second_point_of_the_same_region():
    story = at("segment", THREE, weights=AXES, row=3)[1]
    assert "No other point lies in the region of minus x" in story.sentence
    story = at("segment", THREE, weights=AXES, row=1, other=3)[1]
    assert "They lie in two regions, x and minus x, so nothing is guaranteed" in story.sentence and not story.checks
    step = at("segment", THREE, weights=AXES, row=1)[0]
    assert step.other == 1, "the farthest of the same region"


def test_without_weights_the_nearest_mean_wins():
    iris = engine.load("iris")
    mean = engine.fit("nearest_mean", iris)
    assert np.array_equal(engine.fit("linear_machine", iris).predict(iris.X), mean.predict(iris.X))


def test_functions_of_another_run_are_used_and_a_wrong_count_refused():
    iris = engine.load("iris")
    start = Scores(np.ones((3, 4)), np.arange(3.0), np.arange(3))
    assert engine.trace("linear_machine", iris, start=start)[0].model.packed == pytest.approx(start.packed)
    with pytest.raises(Refusal, match="The weights are 9 numbers, 3 for each of 3 classes") as refusal:
        engine.trace("linear_machine", W28, weights=(1.0,))
    assert refusal.value.remedies == (SetParameter("weights", ()),)


def test_a_point_is_asked_about():
    step = watched(weights=W)[0][0]
    asked = inspect(step, W28, Params(), np.array([1.0, 1.5])).story
    assert [row[1] for row in asked.tables[0].rows] == pytest.approx(Y[3]) and asked.tables[0].chosen == 0
    assert "classified as a" in asked.sentence


def test_point_asked_about_is_told_its_greatest_score():
    step = watched(weights=W)[-1][0]
    for x in W28.X:
        y = step.model.decision_function(x[None])[0]
        told = {one.name: one.value for one in inspect(step, W28, Params(weights=W), x).story.numbers}
        assert told["greatest score"] == y.max()
