"""Softmax regression by gradient descent against worked case W38, scikit-learn, and the sigmoid."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression

import engine
from engine.base.words import figure, vector
from engine.core.marks import Curve, Region, Segments
from engine.core.story import Event
from engine.families.logistic.objectives import ManyClasses
from engine.families.logistic.softmax_gradient import ALGORITHM
from engine.families.logistic.softmax_gradient.loop import Params
from engine.families.logistic.softmax_gradient.telling import explain, inspect
from engine.models.linear import Scores, Softmax
from tests.catalogue import shows
from tests.engine.families.logistic.differences import checked, shifted
from tests.examples import SIX

W38 = engine.Dataset.from_arrays([[0, 0], [1, 0], [0, 1], [2, 1], [1, 2], [2, 2]], [0, 0, 1, 2, 1, 2])


def _checked(step, data, params):
    return checked(step, ManyClasses.posed(data, step.model.basis, params), params)


PLACED = {
    "Scores of a point: bars": lambda step, data, params: shifted(step, data, params),
    "Gradient check: bars": lambda step, data, params: _checked(step, data, params).exact,
    "Gradient check: line": lambda step, data, params: _checked(step, data, params).numeric,
}


def run(data, start=None, **params):
    return engine.trace("softmax_gradient", data, start=start, **params).to_end()


def standardised(name):
    data = engine.load(name)
    return data.changed(X=(data.X - data.X.mean(axis=0)) / data.X.std(axis=0))


@shows("LR11", "W38")
def test_w38_gradient_at_zero_and_one_step():
    trace = run(W38, rate=0.1, iterations=1)
    assert trace[0].error == pytest.approx(6.59167373201, abs=1e-9)
    assert trace[0].gradient == pytest.approx(np.array([[0, 1, 2], [0, 1, -1], [0, -2, -1.0]]), abs=1e-12)
    after = np.array([[0, -0.1, -0.2], [0, -0.1, 0.1], [0, 0.2, 0.1]])
    assert trace[1].model.packed == pytest.approx(after, abs=1e-12)
    assert trace[1].error == pytest.approx(5.66581315812, abs=1e-9)


@shows("W38")
def test_w38_the_ridge_optimum():
    trace = run(W38, penalty=1.0, iterations=10_000, tolerance=1e-9)
    expected = [
        [1.07679740316, -0.267617738117, -0.875688077931],
        [0.133016825779, -0.608070339812, 0.60807033981],
        [-1.20981422894, 0.875688077929, 0.267617738121],
    ]
    assert trace.ending.kind == "converged"
    assert trace[-1].model.packed == pytest.approx(np.array(expected), abs=1e-7)
    assert trace[-1].objective == pytest.approx(4.08159931789, abs=1e-9)
    chances = trace[-1].model.predict_proba(np.array([[1.0, 1.0]]))[0]
    assert chances == pytest.approx([0.310479648675, 0.37904070265, 0.310479648674], abs=1e-8)


@pytest.mark.parametrize("name", ["iris", "wine"])
def test_against_scikit_learn(name):
    data = standardised(name)
    model = run(data, penalty=2.0, iterations=10_000, momentum=0.95, tolerance=1e-8)[-1].model
    theirs = LogisticRegression(C=0.5, tol=1e-12, max_iter=10_000).fit(data.X, data.codes)
    assert model.weights == pytest.approx(theirs.coef_, abs=1e-5)
    assert model.biases - model.biases.mean() == pytest.approx(theirs.intercept_ - theirs.intercept_.mean(), abs=1e-5)
    assert model.predict_proba(data.X) == pytest.approx(theirs.predict_proba(data.X), abs=1e-5)


def test_two_classes_follow_the_sigmoid_at_twice_the_rate():
    soft, single = run(SIX, rate=0.1, iterations=30), engine.trace("logistic_gradient", SIX, rate=0.2, iterations=30)
    for step in soft:
        W = step.model.packed
        twin = single[step.iteration].model
        assert W[1] - W[0] == pytest.approx(twin.packed, abs=1e-12)
        assert step.model.predict_proba(SIX.X) == pytest.approx(twin.predict_proba(SIX.X), abs=1e-12)
    told = {number.name: number.value for number in explain(soft[3], SIX, Params()).numbers}
    assert told["w(class 1) − w(class 0)"] == pytest.approx(single[3].model.packed)


@given(st.integers(0, 10_000))
@settings(max_examples=20, deadline=None)
def test_suggested_rate_never_raises_the_error_and_gradients_sum_to_0(seed):
    rng = np.random.default_rng(seed)
    n, d, K = int(rng.integers(5, 30)), int(rng.integers(1, 4)), int(rng.integers(2, 5))
    codes = np.append(np.arange(K), rng.integers(0, K, n))
    data = engine.Dataset.from_arrays(rng.normal(size=(len(codes), d)) * 10.0 ** rng.integers(-2, 3), codes)
    trace = run(data, iterations=30)
    errors = [step.objective for step in trace]
    assert (np.diff(errors) <= 1e-12 * np.array(errors[1:])).all()
    for step in trace:
        assert step.gradient.sum(axis=0) == pytest.approx(np.zeros(d + 1), abs=1e-9 * np.abs(data.X).max() * n)


def test_separable_data_end_in_words():
    data = engine.Dataset.from_arrays([[-3.0], [-2.5], [0.0], [0.2], [3.0], [3.5]], [0, 0, 1, 1, 2, 2])
    trace = run(data, iterations=1_000, momentum=0.9)
    assert trace.ending.kind == "stopped"
    assert "separable" in trace.ending.words
    assert np.isfinite(trace[-1].objective)


def test_too_large_a_rate_is_told():
    trace = run(SIX, rate=2.0, iterations=40)
    assert any(ALGORITHM.event(step) == Event("rose", "wrong") for step in trace)
    assert "rate is too large" in trace.ending.words
    blown = run(W38, rate=50.0, penalty=10.0, iterations=1000)
    assert blown.ending.kind == "failed"


def test_one_class_is_refused_and_an_absent_one_left_out():
    with pytest.raises(engine.Refusal, match="at least 2 classes"):
        run(W38.subset(W38.codes == 0))
    data = W38.subset(W38.codes != 1)
    trace = run(data, iterations=5)
    assert trace[-1].model.classes.tolist() == [0, 2]
    assert "1 has no point and is left out." in explain(trace[0], data, Params()).sentence


def test_start_gives_matching_classes_their_weights():
    start = Scores(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([5.0, 6.0]), np.array([0, 2]))
    first = run(W38, start=start, iterations=1)[0]
    assert first.model.packed.tolist() == [[5, 1, 2], [0, 0, 0], [6, 3, 4]]


def test_start_checks_the_gradient_and_the_worst_point_is_worked():
    trace = run(W38, rate=0.1, iterations=3)
    story = explain(trace[0], W38, Params(rate=0.1))
    assert all(check.holds for check in story.checks)
    assert {number.name: number.value for number in story.numbers}["gradient check"] < 1e-6
    worked = explain(trace[2], W38, Params(rate=0.1)).worked
    assert any("only the term of its own class counts" in line for line in worked)


def test_classes_are_arrows_in_weight_space():
    trace = run(W38, rate=0.1, iterations=4)
    step = trace[3]
    drawn = [
        mark
        for mark in engine.algorithm("softmax_gradient").marks(step, W38, Params(rate=0.1))
        if mark.surface.name == "Weight space"
    ]
    arrows = next(mark for mark in drawn if isinstance(mark, Segments) and mark.arrows)
    assert arrows.ends == pytest.approx(step.model.weights)
    assert arrows.groups.tolist() == [0, 1, 2]
    after = next(mark for mark in drawn if isinstance(mark, Segments) and not mark.arrows)
    assert after.ends == pytest.approx(trace[4].model.weights)
    assert [mark.group for mark in drawn if isinstance(mark, Curve)] == [0, 1, 2]
    assert any(isinstance(mark, Region) for mark in engine.algorithm("softmax_gradient").marks(step, W38, Params()))


def test_inspect_tells_every_class():
    step = run(W38, penalty=1.0)[-1]
    table = inspect(step, W38, Params(), np.array([1.0, 1.0])).story.tables[0]
    assert [row[0] for row in table.rows] == ["class 0", "class 1", "class 2"]
    assert sum(row[2] for row in table.rows) == pytest.approx(1.0)
    assert table.chosen == 1


def test_a_basis_bends_the_boundaries():
    rng = np.random.default_rng(1)
    angles = rng.uniform(0, 2 * np.pi, 60)
    rings = np.repeat([0.5, 2.0, 4.0], 20)
    X = np.column_stack([rings * np.cos(angles), rings * np.sin(angles)])
    data = engine.Dataset.from_arrays(X, np.repeat([0, 1, 2], 20))
    flat, bent = run(data, iterations=300)[-1], run(data, basis="polynomial", iterations=300)[-1]
    assert flat.wrong > 5
    assert bent.wrong == 0
    assert isinstance(bent.model, Softmax)
    assert bent.model.basis.n_functions == 5


# -- what a step says --------------------------------------------------------------------------------------------------


def test_move_of_the_class_that_moved_most_is_worked():
    data = W38
    trace = run(data, rate=0.3, iterations=4)
    assert "moved most" not in explain(trace[0], data, Params(rate=0.3)).worked[0]
    named = set()
    for step in trace[1:]:
        moved = step.model.packed - step.before.packed
        k = int(np.linalg.norm(moved, axis=1).argmax())
        name = data.class_name(int(step.model.classes[k]))
        wanted = f"w({name}) ← {vector(step.before.packed[k])} + {vector(moved[k])} = {vector(step.model.packed[k])}"
        story = explain(step, data, Params(rate=0.3))
        assert story.worked[0] == f"{wanted}: it moved most"
        assert story.sentence.startswith(f"Epoch {step.iteration}: ") and len(story.checks) > 1
        losses = -np.log(step.model.predict_proba(data.X)[np.arange(data.n), data.codes])
        assert any(f"point {int(losses.argmax()) + 1}" in line for line in story.worked[1:])
        named.add(name)
    assert named


def test_endless_growth_is_said_with_both_lengths():
    data = standardised("iris").subset(np.arange(100))
    step = run(data, iterations=200)[-1]
    before, after = (figure(float(np.linalg.norm(one.weights))) for one in (step.before, step.model))
    assert f"grow without bound, ‖w‖ from {before} to {after} in this step." in explain(step, data, Params()).sentence


def test_areas_and_tables_are_those_after_the_step():
    for step in run(W38, rate=0.3, iterations=3):
        (area,) = [mark for mark in ALGORITHM.marks(step, W38, Params(rate=0.3)) if isinstance(mark, Region)]
        assert area.model == step.model
        weights, slopes = explain(step, W38, Params(rate=0.3)).tables[:2]
        assert np.array([row[1:] for row in weights.rows]) == pytest.approx(step.model.packed.T)
        assert np.array([row[1:] for row in slopes.rows]) == pytest.approx(step.gradient.T, abs=1e-12)
