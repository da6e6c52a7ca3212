"""Logistic regression by gradient descent against worked cases W35, W37, W83, W86, W87, and Newton's method."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.base.words import figure
from engine.core.later import made
from engine.core.marks import Contours, Curve, Line, Points, Region, Segments
from engine.core.story import Event
from engine.families.logistic.logistic_gradient import ALGORITHM
from engine.families.logistic.logistic_gradient.loop import Params
from engine.families.logistic.logistic_gradient.telling import event, explain
from engine.families.logistic.objectives import TwoClasses
from engine.maths.algebra.affine import with_ones
from engine.maths.probability.probit import normal_density
from engine.models.basis import Gaussians
from engine.models.linear import Logistic
from engine.parts.descending import LONGEST
from engine.parts.ridge import suggested_rate
from tests.catalogue import shows
from tests.engine.families.logistic.differences import checked
from tests.examples import SIX, numbers, standardised, two_of


def _checked(step, data, params):
    return checked(step, TwoClasses.posed(data, step.model.basis, params), params)


PLACED = {
    "Gradient check: bars": lambda step, data, params: _checked(step, data, params).exact,
    "Gradient check: line": lambda step, data, params: _checked(step, data, params).numeric,
}
FOLLOWS = {
    "slope at the boundary": lambda step, data, params: np.linalg.norm(step.model.weights) / 4,
    "p from 0.1 to 0.9 within": lambda step, data, params: 2 * np.log(9) / np.linalg.norm(step.model.weights),
    "mean confidence": lambda step, data, params: step.model.predict_proba(data.X).max(axis=1).mean(),
}

APART = engine.Dataset.from_arrays([[-1.0], [1.0]], [0, 1])


def run(data, start=None, **params):
    return engine.trace("logistic_gradient", data, start=start, **params).to_end()


# -- the worked examples -----------------------------------------------------------------------------------------------


@shows("LR3", "OP1", "W35")
def test_w35_error_gradient_and_weights():
    trace = run(SIX, rate=0.1, iterations=3)
    expected = [
        (4.15888308336, [0.0, -1.75]),
        (3.93903864021, [0.453347425821, -0.770213017123]),
        (3.86783419462, [0.579484293136, -0.472326243464]),
    ]
    for step, (error, gradient) in zip(trace[:3], expected, strict=True):
        assert step.error == pytest.approx(error, abs=1e-9)
        assert step.gradient == pytest.approx(gradient, abs=1e-9)
    assert trace[3].model.packed == pytest.approx([-0.103283171896, 0.299253926059], abs=1e-9)
    assert trace[3].error == pytest.approx(3.81346439554, abs=1e-9)
    assert trace.ending.kind == "stopped"


@shows("W87")
@pytest.mark.parametrize("rho", [0.5, 2.0, 8.0])
def test_w87_longer_weights_are_steeper_at_the_same_boundary(rho):
    start = Logistic(rho * np.array([0.6, 0.8]), rho * 0.5)
    data = engine.Dataset.from_arrays([[0.0, 1.0], [2.0, 0.5], [-1.0, 0.0]], [0, 1, 0])
    step = run(data, start=start, iterations=1)[0]
    assert step.model.packed.tolist() == start.packed.tolist()
    told = numbers(explain(step, data, Params()))
    assert told["‖w‖"] == pytest.approx(rho)
    assert told["slope at the boundary"] == pytest.approx({0.5: 0.125, 2.0: 0.5, 8.0: 2.0}[rho], abs=1e-9)
    width = {0.5: 8.78889830934, 2.0: 2.19722457734, 8.0: 0.549306144334}[rho]
    assert told["p from 0.1 to 0.9 within"] == pytest.approx(width, abs=1e-9)
    on = np.array([[-0.3, -0.4]])
    assert step.model.decision_function(on) == pytest.approx(0.0, abs=1e-12)
    h = 1e-6 * np.array([0.6, 0.8])
    climb = step.model.predict_proba(on + h)[0, 1] - step.model.predict_proba(on - h)[0, 1]
    assert climb / 2e-6 == pytest.approx(rho / 4, rel=1e-6)


@shows("W87")
def test_w87_sigmoid_is_the_posterior_of_two_gaussians():
    """Means (1, 0) and (−1, 0), the identity as covariance, equal priors: w = μ₁ − μ₂ and w₀ = 0."""
    x, model = np.array([0.3, 5.0]), Logistic(np.array([2.0, 0.0]), 0.0)
    one, other = (normal_density(x - np.array(mean)).prod() for mean in ([1, 0], [-1, 0]))
    assert one / (one + other) == pytest.approx(0.645656306226, abs=1e-9)
    assert model.predict_proba(x[None])[0, 1] == pytest.approx(0.645656306226, abs=1e-9)


@shows("LR16")
def test_w83_gaussian_makes_the_boundary_a_circle():
    X = [[0.0, 0.0], [0.5, 0.0], [0.0, -0.5], [2.0, 0.0], [0.0, 2.0], [-2.0, 0.0], [0.0, -2.0]]
    data = engine.Dataset.from_arrays(X, [1, 1, 1, 0, 0, 0, 0])
    start = Logistic(np.zeros(1), 0.0, basis=Gaussians(np.zeros((1, 2)), 1.0))
    last = run(data, start=start, penalty=0.1, iterations=10_000, tolerance=1e-10)[-1]
    newton = engine.fit("logistic_newton", data, start=start, penalty=0.1)
    for model in (last.model, newton):
        assert model.packed == pytest.approx([-2.41504198073, 4.26240637199], abs=1e-6)
        cut = -model.bias / model.weights[0]
        assert cut == pytest.approx(0.566591209276, abs=1e-6)
        radius = np.sqrt(-2 * np.log(cut))
        assert radius == pytest.approx(1.06594296899, abs=1e-6)
        circle = radius * np.array([[1.0, 0.0], [0.6, 0.8], [0.0, -1.0]])
        assert model.decision_function(circle) == pytest.approx(0.0, abs=1e-9)
    drawn = engine.algorithm("logistic_gradient").marks(last, data, Params(penalty=0.1))
    assert not [mark for mark in drawn if isinstance(mark, Line) and mark.surface.kind == "plane"]
    assert [mark for mark in drawn if mark.surface.name == "Feature space"]


@shows("W37")
def test_w37_separable_data_end_in_words_and_only_the_slope_grows():
    trace = run(APART, iterations=300)
    slopes = [step.model.weights[0] for step in trace]
    assert (np.diff(slopes) > 0).all()
    assert trace.ending.kind == "stopped"
    assert "separable" in trace.ending.words
    assert trace.ending.words.endswith("Add a penalty (λ > 0).")
    assert run(APART, penalty=1.0, iterations=1000)[-1].model.weights[0] == pytest.approx(0.674831614342, abs=1e-6)


# -- the descent -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data", [SIX, standardised(two_of("iris", 1, 2)), standardised(two_of("wine", 0, 1))], ids=["six", "iris", "wine"]
)
@pytest.mark.parametrize("penalise_bias", [False, True])
def test_it_ends_where_newton_does(data, penalise_bias):
    setting = {"penalty": 1.0, "penalise_bias": penalise_bias}
    trace = run(data, iterations=10_000, tolerance=1e-9, momentum=0.9, **setting)
    assert trace.ending.kind == "converged"
    newton = engine.fit("logistic_newton", data, **setting)
    assert trace[-1].model.packed == pytest.approx(newton.packed, abs=1e-8)


@given(st.integers(0, 10_000), st.sampled_from([0.0, 0.3, 20.0]))
@settings(max_examples=25, deadline=None)
def test_suggested_rate_never_lets_the_error_rise(seed, penalty):
    rng = np.random.default_rng(seed)
    n, d = int(rng.integers(3, 30)), int(rng.integers(1, 5))
    codes = np.append([0, 1], rng.integers(0, 2, n - 2))
    data = engine.Dataset.from_arrays(rng.normal(size=(n, d)) * 10.0 ** rng.integers(-3, 4), codes)
    errors = [step.objective for step in run(data, penalty=penalty, iterations=40)]
    assert (np.diff(errors) <= 1e-12 * np.array(errors[1:])).all()


def test_suggested_rate_is_the_inverse_of_the_largest_curvature():
    Phi = with_ones(SIX.X)
    expected = 1 / (0.25 * np.linalg.eigvalsh(Phi.T @ Phi)[-1] + 2.0)
    assert suggested_rate(Phi, 0.25, 2.0) == pytest.approx(expected)
    assert run(SIX, penalty=2.0, iterations=1)[0].rate == pytest.approx(expected)


def test_too_large_rate_is_marked_and_explained():
    trace = run(SIX, rate=2.0, iterations=50)
    rose = [step for step in trace if ALGORITHM.event(step) == Event("rose", "wrong")]
    assert rose
    assert rose[0].objective > rose[0].objective_before
    assert "rises" in explain(rose[0], SIX, Params(rate=2.0)).sentence
    assert trace.ending.kind == "stopped"
    assert f"rose {trace[-1].rises} times, as the rate is too large" in trace.ending.words


def test_a_run_that_blows_up_ends_in_words():
    trace = run(SIX, rate=10.0, penalty=100.0, iterations=10_000)
    assert trace.ending.kind == "failed"
    assert "the rate 10 is too large. A rate up to 0." in trace.ending.words
    assert np.isfinite(trace[-1].objective)


def test_momentum_keeps_a_share_of_the_last_step():
    trace = run(SIX, rate=0.05, momentum=0.5, iterations=3)
    one, two = trace[1], trace[2]
    assert two.moved == pytest.approx(0.5 * one.moved - 0.05 * one.gradient)


def test_predicted_and_actual_decrease():
    trace = run(SIX, rate=0.001, iterations=2)
    step = trace[2]
    assert step.predicted == pytest.approx(-0.001 * float(trace[1].gradient @ trace[1].gradient))
    assert step.predicted == pytest.approx(step.objective - step.objective_before, rel=1e-2)
    told = numbers(explain(step, SIX, Params(rate=0.001)))
    assert told["predicted change"] == step.predicted


def test_huge_and_tiny_numbers_stay_finite():
    for unit in (1e100, 1e-100, 1e12):
        trace = run(SIX.changed(X=SIX.X * unit), iterations=20)
        assert np.isfinite(trace[-1].objective)
        assert trace[-1].objective <= trace[0].objective
        assert trace.ending.words


# -- words and pictures ------------------------------------------------------------------------------------------------


def test_the_start_checks_the_gradient():
    story = explain(run(SIX)[0], SIX, Params())
    assert numbers(story)["gradient check"] < 1e-6
    assert [check.holds for check in story.checks] == [True]
    assert "central differences" in story.checks[0].words


def test_every_later_step_probes_convexity():
    trace = run(SIX, rate=0.3, iterations=5)
    for step in trace[1:]:
        story = explain(step, SIX, Params(rate=0.3))
        assert any("below the chord" in check.words and check.holds for check in story.checks)


def test_worked_line_repeats_the_numbers_of_w35():
    story = explain(run(SIX, rate=0.1)[1], SIX, Params(rate=0.1))
    assert story.worked[0] == "(b, w) ← (0, 0) − 0.1·(0, −1.75) = (0, 0.175)"


def charted(step, data, params=None):
    return [
        mark
        for mark in engine.algorithm("logistic_gradient").marks(step, data, params or Params())
        if mark.surface.name == "Weight space"
    ]


def test_weight_space_has_error_penalty_path_and_arrow():
    params = Params(rate=0.1, penalty=0.5)
    trace = run(SIX, rate=0.1, penalty=0.5)
    step = trace[4]
    drawn = charted(step, SIX, params)
    error, alone, penalty = (mark for mark in drawn if isinstance(mark, Contours))
    here = step.model.packed
    assert error.function(here[None])[0] == pytest.approx(step.objective)
    assert error.function(trace[2].model.packed[None])[0] == pytest.approx(trace[2].objective)
    assert alone.function(here[None])[0] == pytest.approx(step.error)
    assert penalty.function(np.array([[3.0, 2.0]]))[0] == pytest.approx(0.5 * 0.5 * 4.0)
    way = next(mark for mark in drawn if isinstance(mark, Curve))
    assert way.positions == pytest.approx(np.array([one.model.packed for one in trace[:5]]))
    arrow = next(mark for mark in drawn if isinstance(mark, Segments) and mark.arrows)
    went = (arrow.ends - arrow.starts)[0]
    assert went / np.linalg.norm(went) == pytest.approx(-step.gradient / np.linalg.norm(step.gradient))
    following = [mark for mark in drawn if isinstance(mark, Points) and mark.labels == ("next",)]
    assert all(mark.positions[0] == pytest.approx(trace[5].model.packed) for mark in following)


def test_long_path_is_thinned_and_keeps_its_ends():
    trace = run(SIX, rate=0.05, iterations=2000, tolerance=1e-12)
    last = trace[-1]
    assert len(last.way) <= LONGEST + 1
    assert last.way[0].tolist() == [0.0, 0.0]
    assert last.way[-1] == pytest.approx(last.model.packed)


def test_click_starts_from_those_weights_also_with_a_basis():
    handle = ALGORITHM.handles[0]
    start = handle.make(np.array([[1.5, -2.0]]), SIX, Params())
    assert run(SIX, start=start, iterations=1)[0].model.packed.tolist() == [1.5, -2.0]
    params = Params(basis="polynomial", degree=3)
    start = handle.make(np.array([[1.5, -2.0]]), SIX, params)
    assert start.packed.tolist() == [0.0, 1.5, -2.0, 0.0]
    first = run(SIX, start=start, basis="polynomial", degree=3, iterations=1)[0]
    assert first.model.packed.tolist() == [0.0, 1.5, -2.0, 0.0]
    assert handle.positions(first.model, SIX).tolist() == [[1.5, -2.0]]


def test_polynomial_separates_what_a_line_cannot():
    ring = np.array([[np.cos(a), np.sin(a)] for a in np.linspace(0, 6, 12)])
    data = engine.Dataset.from_arrays(np.vstack([0.3 * ring, 2 * ring]), [0] * 12 + [1] * 12)
    assert run(data, iterations=500)[-1].wrong > 0
    assert run(data, basis="polynomial", iterations=500)[-1].wrong == 0


def test_one_feature_shows_the_s_curve():
    drawn = [
        mark
        for mark in engine.algorithm("logistic_gradient").marks(run(SIX)[-1], SIX, Params())
        if mark.surface.name == "Probability"
    ]
    curve = next(mark for mark in drawn if isinstance(mark, Curve) and mark.label)
    assert drawn[0].surface.open
    assert (np.diff(curve.positions[:, 1]) > 0).all()
    dots = next(mark for mark in drawn if isinstance(mark, Points))
    assert dots.positions[:, 1].tolist() == SIX.codes.tolist()


def test_labels_of_any_text_and_a_class_with_one_example():
    data = engine.Dataset.from_arrays([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], ["<b>ß</b>", "naïve 🙂", "naïve 🙂"])
    trace = run(data, penalty=1.0, iterations=2000)
    assert trace.ending.kind == "converged"
    assert "<b>ß</b>" in explain(trace[0], data, Params()).sentence


def test_plane_shows_the_line_of_the_step_and_the_previous_one():
    data, card = two_of("iris", 1, 2).select([0, 2]), engine.algorithm("logistic_gradient")
    step = engine.trace("logistic_gradient", data)[3]
    drawn = [mark for mark in card.marks(step, data, card.params()) if mark.surface.kind == "plane"]
    assert next(mark for mark in drawn if isinstance(mark, Region)).model is step.model
    ghost, line = (next(m for m in drawn if isinstance(m, Line) and m.role == role) for role in ("ghost", "boundary"))
    assert (line.weights.tolist(), line.bias) == (step.model.weights.tolist(), step.model.bias)
    assert (ghost.weights.tolist(), ghost.bias) == (step.before.weights.tolist(), step.before.bias)
    assert line.weights.tolist() != ghost.weights.tolist()
    charted = [
        mark for mark in made(card.marks(step, data, card.params())) if mark.surface.name == "Loss of each point"
    ]
    (most,) = (mark for mark in charted if isinstance(mark, Points) and mark.role == "focus")
    a = step.model.decision_function(data.X)
    losses = np.log1p(np.exp(np.where(data.codes == 2, -a, a)))
    assert most.positions[0, 1] == pytest.approx(losses.max()), "of the weights of this step"


# -- what a step says --------------------------------------------------------------------------------------------------


def test_endless_growth_is_said_with_both_lengths():
    trace = run(APART, iterations=300)
    step = trace[-1]
    before, after = (abs(float(one.weights[0])) for one in (step.before, step.model))
    said = explain(step, APART, Params()).sentence
    assert f"grow without bound, ‖w‖ from {figure(before)} to {figure(after)} in this step." in said
    assert "grow without bound" not in explain(run(SIX, rate=0.1)[3], SIX, Params(rate=0.1)).sentence


def test_start_says_what_the_gradient_adds_up():
    said = explain(run(SIX, rate=0.1)[0], SIX, Params(rate=0.1)).sentence
    assert said.endswith(
        "∇E adds up, over the points, prediction minus target times input; "
        "each step goes against it, η = 0.1 times as far."
    )


@pytest.mark.parametrize(("momentum", "terms"), [(0.0, [0, 0]), (0.5, [0, 1])])
def test_worked_step_has_a_term_of_momentum_from_the_second_on(momentum, terms):
    trace, params = run(SIX, rate=0.05, momentum=momentum, iterations=3), Params(rate=0.05, momentum=momentum)
    lines = [explain(trace[place], SIX, params).worked[0] for place in (1, 2)]
    assert [line.count("+ (") for line in lines] == terms


def test_event_is_a_rise_of_the_error():
    for step in run(SIX, rate=5.0, iterations=4):
        rose = step.objective_before is not None and step.objective > step.objective_before
        assert (event(step) is not None) == rose
