"""Softmax regression by Newton's method against worked case W38, scikit-learn, and the two-class method."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

import engine
from engine.base.words import figure, vector
from engine.core.marks import Bars, Matrix
from engine.core.story import Event
from engine.families.logistic.softmax_newton import ALGORITHM
from engine.families.logistic.softmax_newton.loop import Params
from engine.families.logistic.softmax_newton.telling import explain
from engine.maths.optimisation.gauge import GAUGES
from tests.catalogue import shows
from tests.engine.families.logistic.differences import shifted
from tests.examples import SIX

PLACED = {"Scores of a point: bars": lambda step, data, params: shifted(step, data, params)}
FOLLOWS = {
    "step length": lambda step, data, params: np.linalg.norm(step.model.packed - step.before.packed),
    "largest eigenvalue of H": lambda step, data, params: np.linalg.norm(step.hessian, 2),
}

W38 = engine.Dataset.from_arrays([[0, 0], [1, 0], [0, 1], [2, 1], [1, 2], [2, 2]], [0, 0, 1, 2, 1, 2])
OPTIMUM = np.array(
    [
        [1.07679740316, -0.267617738117, -0.875688077931],
        [0.133016825779, -0.608070339812, 0.60807033981],
        [-1.20981422894, 0.875688077929, 0.267617738121],
    ]
)


def run(data, start=None, **params):
    return engine.trace("softmax_newton", data, start=start, **params).to_end()


def standardised(name):
    data = engine.load(name)
    return data.changed(X=(data.X - data.X.mean(axis=0)) / data.X.std(axis=0))


def numbers(step, data, **params):
    return {number.name: number.value for number in explain(step, data, Params(**params)).numbers}


@shows("LR13", "W38")
def test_w38_gradient_rank_and_eigenvalues_at_zero():
    step = run(W38)[0]
    assert step.gradient == pytest.approx(np.array([[0, 1, 2], [0, 1, -1], [0, -2, -1.0]]), abs=1e-12)
    assert step.hessian.shape == (9, 9)
    assert step.rank == 6
    assert numbers(step, W38)["least eigenvalue of H"] == 0.0
    sentence = explain(step, W38, Params()).sentence
    assert "only positive semi-definite: rank 6 of 9" in sentence


@shows("W38")
@pytest.mark.parametrize("gauge", GAUGES)
def test_w38_ridge_optimum_in_either_gauge(gauge):
    trace = run(W38, penalty=1.0, gauge=gauge)
    W = trace[-1].model.packed
    if gauge == GAUGES[1]:
        assert W[2, 0] == 0.0
    W[:, 0] -= W[:, 0].mean()
    assert pytest.approx(OPTIMUM, abs=1e-9) == W
    assert trace[-1].objective == pytest.approx(4.08159931789, abs=1e-9)
    chances = trace[-1].model.predict_proba(np.array([[1.0, 1.0]]))[0]
    assert chances == pytest.approx([0.310479648675, 0.37904070265, 0.310479648674], abs=1e-9)
    assert trace.ending.kind == "converged"


@pytest.mark.parametrize("penalty", [0.1, 1.0, 50.0])
@pytest.mark.parametrize("name", ["iris", "wine"])
def test_against_scikit_learn(name, penalty):
    data = standardised(name)
    trace = run(data, penalty=penalty)
    theirs = LogisticRegression(C=1 / penalty, tol=1e-12, max_iter=10_000).fit(data.X, data.codes)
    model = trace[-1].model
    assert model.weights == pytest.approx(theirs.coef_, abs=1e-5)
    assert model.biases - model.biases.mean() == pytest.approx(theirs.intercept_ - theirs.intercept_.mean(), abs=1e-5)
    assert model.predict_proba(data.X) == pytest.approx(theirs.predict_proba(data.X), abs=1e-5)
    assert len(trace) <= 12


def test_optimum_without_penalty_has_equal_probabilities_in_either_gauge():
    rng = np.random.default_rng(4)
    data = engine.Dataset.from_arrays(rng.normal(size=(80, 2)), rng.integers(0, 3, 80))
    one, other = (run(data, gauge=gauge) for gauge in GAUGES)
    assert one[-1].model.predict_proba(data.X) == pytest.approx(other[-1].model.predict_proba(data.X), abs=1e-8)
    assert one[-1].model.packed.sum(axis=0) == pytest.approx(np.zeros(3), abs=1e-9)
    assert other[-1].model.packed[2].tolist() == [0.0, 0.0, 0.0]
    assert np.linalg.norm(one[-1].gradient) < 1e-7
    assert one[-1].rank == other[-1].rank == 6


@pytest.mark.parametrize("penalise_bias", [False, True])
def test_two_classes_are_the_sigmoid(penalise_bias):
    soft = run(SIX, penalty=0.5, penalise_bias=penalise_bias)
    single = engine.trace("logistic_newton", SIX, penalty=0.25, penalise_bias=penalise_bias)
    W = soft[-1].model.packed
    assert W[1] - W[0] == pytest.approx(single[-1].model.packed, abs=1e-9)
    for step, twin in zip(run(SIX), engine.trace("logistic_newton", SIX), strict=False):
        W = step.model.packed
        assert W[1] - W[0] == pytest.approx(twin.model.packed, abs=1e-9)


def test_separable_data_end_in_words_and_finite():
    data = engine.Dataset.from_arrays([[-3.0], [-2.5], [0.0], [0.2], [3.0], [3.5]], [0, 0, 1, 1, 2, 2])
    trace = run(data)
    assert trace.ending.kind == "stopped"
    assert trace.ending.words.startswith("The classes are separable: ")
    assert trace.ending.words.endswith("Add a penalty (λ > 0).")
    assert all(np.isfinite(step.model.packed).all() for step in trace)
    assert run(data, penalty=0.1).ending.kind == "converged"
    raw = run(engine.load("wine"))
    assert raw.ending.kind in ("stopped", "failed")
    assert np.isfinite(raw[-1].objective)


def test_class_separable_from_two_overlapping_ones_is_named():
    ended = run(standardised("iris").select([0, 1])).ending
    assert ended.kind == "stopped"
    assert ended.words.startswith("Some classes are separable from the others")


def test_rank_and_nullity_are_stated_for_more_weights_than_examples():
    rng = np.random.default_rng(0)
    data = engine.Dataset.from_arrays(rng.normal(size=(4, 6)), [0, 1, 2, 0])
    step = run(data)[0]
    assert step.rank == 8
    assert "There are 7 weights in each class for 4 points" in explain(step, data, Params()).sentence
    note = next(number.note for number in explain(step, data, Params()).numbers if number.name == "rank of H")
    assert note == "of 21: nullity 13"
    assert run(data, penalty=1.0).ending.kind == "converged"


def test_class_with_one_example_and_collinear_columns():
    X = np.array([[0.0, 0.0], [1.0, 2.0], [2.0, 4.0], [3.0, 6.0], [0.5, 1.0], [2.5, 5.0]])
    data = engine.Dataset.from_arrays(X, ["a", "b", "a", "b", "a", "only one"])
    trace = run(data)
    assert np.isfinite(trace[-1].objective)
    assert trace[0].rank == 4
    assert "a column is a sum of others" in explain(trace[0], data, Params()).sentence
    assert run(data, penalty=0.5).ending.kind == "converged"
    with pytest.raises(engine.Refusal, match="at least 2 classes"):
        run(data.subset([0, 2]))


def test_thirty_columns_and_huge_numbers():
    assert run(standardised("breast_cancer"), penalty=1.0).ending.kind == "converged"
    for unit in (1e6, 1e-6):
        scaled = run(W38.changed(X=W38.X * unit))
        assert np.isfinite(scaled[-1].objective)
        plain = run(W38)
        assert scaled[2].error == pytest.approx(plain[2].error, rel=1e-6)


def test_damping_never_lets_the_objective_rise():
    data = standardised("iris")
    start = engine.models.Softmax(30.0 * np.eye(3, 4), np.zeros(3), np.arange(3))
    trace = run(data, start=start, penalty=0.01)
    values = [step.objective for step in trace]
    assert (np.diff(values) <= 1e-9).all()
    assert any(ALGORITHM.event(step) == Event("halved", "wrong") for step in trace)
    assert trace.ending.kind == "converged"


def test_too_large_hessian_is_refused():
    rng = np.random.default_rng(0)
    data = engine.Dataset.from_arrays(rng.normal(size=(20, 800)), np.arange(20) % 5)
    with pytest.raises(engine.Refusal, match="take softmax regression by the gradient"):
        run(data)


def test_hessian_is_shown_in_blocks_with_eigenvalues():
    step = run(W38)[1]
    drawn = engine.algorithm("softmax_newton").marks(step, W38, Params())
    heat = next(mark for mark in drawn if isinstance(mark, Matrix))
    assert heat.values == pytest.approx(step.hessian)
    assert heat.row_labels[3] == "class 1: bias"
    assert not heat.surface.open
    bars = next(mark for mark in drawn if isinstance(mark, Bars) and "Eigenvalues" in mark.surface.name)
    assert bars.values == pytest.approx(np.linalg.eigvalsh(step.hessian)[::-1])
    digits = engine.load("digits").subset(range(300))
    drawn = engine.algorithm("softmax_newton").marks(run(digits, penalty=10.0, iterations=1)[0], digits, Params())
    traces = next(mark for mark in drawn if isinstance(mark, Matrix))
    assert traces.values.shape == (10, 10)


@pytest.mark.parametrize(("params", "inverse"), [({}, "H^{+}"), ({"gauge": "pin the last class"}, "H^{-1}"),
                                                 ({"penalty": 1.0, "penalise_bias": True}, "H^{-1}")])  # fmt: skip
def test_singular_h_uses_its_pseudo_inverse_in_the_rule(params, inverse):
    iris = engine.load("iris")
    card = engine.algorithm("softmax_newton")
    step = engine.trace("softmax_newton", iris, **params)[2]
    gauge = step.rank < len(step.move)
    assert gauge is ("penalise_bias" not in params)
    formula = card.explain(step, iris, card.params(**params)).formula
    assert inverse in formula and ({"H^{+}", "H^{-1}"} - {inverse}).pop() not in formula


# -- what a step says --------------------------------------------------------------------------------------------------

FREE = " Adding the same number to {} of every class changes no probability, so H is only positive semi-definite: rank "


@pytest.mark.parametrize(("penalty", "which"), [(0.0, "the weights"), (1.0, "the bias")])
@pytest.mark.parametrize(
    ("gauge", "way"),
    [
        (GAUGES[0], "Of the many steps to the minimum the shortest is taken."),
        ("pin the last class", "Those of the last"),
    ],
)
def test_free_direction_and_its_way_out_are_said(penalty, which, gauge, way):
    data, params = standardised("iris"), Params(penalty=penalty, gauge=gauge)
    trace = run(data, penalty=penalty, gauge=gauge)
    for step in trace[:4]:
        story = explain(step, data, params)
        assert f"{FREE.format(which)}{step.rank} of {step.hessian.shape[0]}. {way}" in story.sentence
        assert ("Newton step" in story.sentence or "Step" in story.sentence) == bool(step.iteration)
        moved = [line for line in story.worked if "←" in line]
        before, after = step.before.packed[0], step.model.packed[0]
        line = f"w(setosa) ← {vector(before)} + {vector(after - before)} = {vector(after)}, the bias first"
        assert moved == ([line] if step.iteration else [])


def test_endless_growth_is_said_without_the_biases():
    data = standardised("iris").subset(np.arange(100))
    step = run(data)[-1]
    before, after = (figure(float(np.linalg.norm(one.weights))) for one in (step.before, step.model))
    assert f"grow without bound, ‖w‖ from {before} to {after} in this step." in explain(step, data, Params()).sentence
