"""Squared loss: W47, numerical integration, what is drawn of a slice, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import dblquad, quad
from scipy.stats import multivariate_normal, norm

import engine
from engine.base.errors import AddPoints, Refusal
from engine.core.marks import Bars, Contours, Curve, Points, Segments
from engine.core.story import Story
from engine.core.trace import Trace
from engine.data.dataset import Dataset
from engine.families.decisions.squared_loss.loop import loss
from tests.catalogue import shows
from tests.examples import numbers

KEY = "squared_loss"
CARD = engine.algorithm(KEY)
W47 = Dataset.from_arrays([[1.0], [2.0], [3.0], [4.0], [5.0]], [2.2, 2.8, 4.5, 3.7, 5.5])


def ended(data: Dataset = W47, **params: Any) -> Trace:
    return engine.trace(KEY, data, **params).to_end()


def told(step: Any, data: Dataset = W47, **params: Any) -> Story:
    return CARD.explain(step, data, CARD.params(**params))


@shows("DE6", "W47")
def test_w47_conditional_mean_of_a_gaussian_is_the_regression_line() -> None:
    joint, slice_, guess, best, whole = ended(at=(2.0,), guess=(4.0,))
    x = np.array([0.0, 1.0, 7.0])
    assert joint.joint.mean(x) == pytest.approx(1.49 + 0.75 * x, rel=1e-9)
    assert joint.joint.variance(x) == pytest.approx(np.full(3, 0.2614), rel=1e-9)
    assert (slice_.mean, slice_.variance) == pytest.approx((2.99, 0.2614))
    assert guess.loss == pytest.approx(1.01**2 + 0.2614)
    assert told(guess, at=(2.0,), guess=(4.0,)).sentence == (
        "The prediction 4 lies 1.01 above the mean. Its expected loss is 1.281, of which 0.2614 cannot be avoided."
    )
    assert told(best, at=(2.0,)).sentence.startswith("The loss is least at the conditional mean: y* = 2.99")
    assert whole.irreducible == pytest.approx(0.2614, rel=1e-6)
    story = told(whole, at=(2.0,), guess=(4.0,))
    assert numbers(story)["irreducible"] == whole.irreducible and "is noise" in story.sentence
    assert all(check.holds for check in story.checks)


@shows("DE6")
@pytest.mark.parametrize("kind", ["Gaussian of the points", "two branches"])
def test_conditionals_match_numerical_integration(kind: str) -> None:
    _, slice_, guess, _, whole = ended(joint=kind, at=(3.7,), guess=(2.5,))
    joint, x = slice_.joint, 3.7
    reach = 9 * float(joint.scale[1])
    low, high = float(joint.centre[1]) - reach, float(joint.centre[1]) + reach

    def given(t: float) -> float:
        return float(joint.given(np.array([t]), x)[0])

    points = [float(joint.centre[1])]
    assert quad(given, low, high, points=points)[0] == pytest.approx(1.0, abs=1e-8)
    mean = quad(lambda t: t * given(t), low, high, points=points)[0]
    assert slice_.mean == pytest.approx(mean, rel=1e-8)
    assert slice_.variance == pytest.approx(quad(lambda t: (t - mean) ** 2 * given(t), low, high, points=points)[0])
    assert guess.loss == pytest.approx(quad(lambda t: (t - 2.5) ** 2 * given(t), low, high, points=points)[0])
    assert whole.expected == pytest.approx(whole.reducible + whole.irreducible)
    assert all(check.holds for check in told(whole, joint=kind, at=(3.7,), guess=(2.5,)).checks)


@shows("DE6")
def test_expected_loss_is_the_double_integral() -> None:
    whole = ended(at=(2.0,), guess=(4.0,))[-1]
    table = np.column_stack([W47.X[:, 0], W47.y])
    density = multivariate_normal(table.mean(axis=0), np.cov(table.T, bias=True))
    spread = float(np.std(W47.X))

    def inside(t: float, x: float) -> float:
        y = 1.49 + 0.75 * x + 1.01 * np.exp(-0.5 * ((x - 2.0) / (0.5 * spread)) ** 2)
        return float((t - y) ** 2 * density.pdf([x, t]))

    assert whole.expected == pytest.approx(dblquad(inside, -5, 11, -6, 14, epsabs=1e-7)[0], rel=1e-5)
    p = norm(3.0, spread)
    cost = quad(lambda x: (1.01 * np.exp(-0.5 * ((x - 2.0) / (0.5 * spread)) ** 2)) ** 2 * p.pdf(x), -5, 11)[0]
    assert whole.reducible == pytest.approx(cost, rel=1e-6)


@given(st.floats(-20, 20), st.floats(-5, 5), st.floats(1e-3, 9))
def test_no_other_prediction_has_less_loss_than_the_mean(y: float, mean: float, variance: float) -> None:
    assert loss(y, mean, variance) >= loss(mean, mean, variance) == variance


@shows("DE6")
def test_slice_parabola_and_both_parts_are_drawn() -> None:
    _, slice_, guess, best, whole = ended(at=(2.0,), guess=(4.0,))
    params = CARD.params(at=(2.0,), guess=(4.0,))
    drawn = {step.part: CARD.marks(step, W47, params) for step in (slice_, guess, best, whole)}
    (density,) = [m for m in drawn["slice"] if isinstance(m, Curve) and m.label == "p(t | x)"]
    t, height = density.positions.T
    assert height == pytest.approx(norm(2.99, np.sqrt(0.2614)).pdf(t))
    (middle,) = [m for m in drawn["slice"] if isinstance(m, Segments) and m.labels == ("E[t | x]",)]
    assert float(middle.starts[0, 0]) == pytest.approx(2.99)
    over = [m for m in drawn["guess"] if m.surface.name.startswith("Expected squared loss")]
    (parabola,) = [m for m in over if isinstance(m, Curve) and m.role == "plain"]
    y, losses = parabola.positions.T
    assert losses == pytest.approx((y - 2.99) ** 2 + 0.2614)
    spots = {m.role: m.positions[0].tolist() for m in over if isinstance(m, Points)}
    assert spots == {"best": pytest.approx([2.99, 0.2614]), "focus": pytest.approx([4.0, guess.loss])}
    (mean,) = [m for m in drawn["best"] if isinstance(m, Curve) and m.label == "E[t | x]"]
    assert mean.positions[:, 1] == pytest.approx(1.49 + 0.75 * mean.positions[:, 0])
    (bars,) = [m for m in drawn["all"] if isinstance(m, Bars)]
    assert bars.values.tolist() == [whole.reducible, whole.irreducible]
    slices = [m for m in drawn["all"] if isinstance(m, Curve) and m.role == "ghost" and "Joint" in m.surface.name]
    assert len(slices) == 7
    for one in slices:
        x, t = one.positions.T
        assert float(t[np.argmax(x)]) == pytest.approx(1.49 + 0.75 * x[0], abs=0.02), "the mean is where it is highest"
    (levels,) = [m for m in drawn["slice"] if isinstance(m, Contours)]
    places = np.array([[1.0, 2.0], [4.0, 5.0]])
    table = np.column_stack([W47.X[:, 0], W47.y])
    p = multivariate_normal(table.mean(axis=0), np.cov(table.T, bias=True)).pdf(places)
    assert np.divide(*levels.function(places)) == pytest.approx(np.divide(*p))


@shows("DE6")
def test_place_and_prediction_are_dragged() -> None:
    at, guess = CARD.drags
    steps, params = ended(at=(2.0,), guess=(4.0,)), CARD.params()
    assert at.track(steps[0], W47, params).value_at(np.array([4.25, 9.0])) == pytest.approx(4.25)
    assert guess.track(steps[1], W47, params) is None
    assert guess.track(steps[2], W47, params).value_at(np.array([3.1, 1.0])) == pytest.approx(3.1)
    (step, *_) = ended()
    assert step.x == pytest.approx(3.0), "none given: the mean of x"
    high = ended()[2]
    assert high.y == pytest.approx(high.mean + np.sqrt(high.variance))


def test_best_prediction_between_two_branches_has_no_target_near() -> None:
    _, slice_, _, best, _ = ended(joint="two branches")
    joint = slice_.joint
    assert slice_.mean == pytest.approx(float(joint.centre[1]))
    at_mean, at_branch = joint.given(np.array([slice_.mean, slice_.mean + 1.2 * joint.scale[1]]), slice_.x)
    assert at_mean < 0.05 * at_branch
    assert told(best, joint="two branches").sentence.endswith("even where no target is near it.")


def test_points_on_a_line_and_constant_columns_are_refused() -> None:
    with pytest.raises(Refusal, match=r"All points lie on one line, so Var\[t \| x\] = 0") as refused:
        engine.trace(KEY, Dataset.from_arrays([[0.0], [1.0], [2.0]], [1.5, 3.5, 5.5]))
    assert refused.value.remedies == (AddPoints(),)
    with pytest.raises(Refusal, match="All points have the same x1"):
        engine.trace(KEY, Dataset.from_arrays([[1.0], [1.0]], [1.5, 3.0]))


def test_where_the_pictures_end() -> None:
    _, slice_, _, best, whole = ended(at=(2.0,), guess=(4.0,))
    params = CARD.params(at=(2.0,), guess=(4.0,))
    drawn = CARD.marks(whole, W47, params)
    joint = whole.joint
    (levels,) = [m for m in drawn if isinstance(m, Contours)]
    low, high = float(joint.centre[1] - 3 * joint.scale[1]), float(joint.centre[1] + 3 * joint.scale[1])
    assert levels.surface.view[2:] == pytest.approx((low, high))
    assert levels.levels[-1] == pytest.approx(0.9 * float(joint.density(joint.centre[None])[0]))
    (upright,) = [m for m in drawn if isinstance(m, Segments) and m.role == "boundary"]
    assert [upright.starts[0].tolist(), upright.ends[0].tolist()] == [[2.0, low], [2.0, high]]
    gap = (levels.surface.view[1] - levels.surface.view[0]) / 8
    slices = [m.positions for m in drawn if isinstance(m, Curve) and m.role == "ghost" and "Joint" in m.surface.name]
    assert [float(np.ptp(one[:, 0])) for one in slices] == pytest.approx([0.8 * gap] * 7, rel=0.02)
    (mean,) = [m for m in CARD.marks(slice_, W47, params) if isinstance(m, Segments) and m.labels == ("E[t | x]",)]
    assert float(mean.ends[0, 1]) == pytest.approx(norm(0, np.sqrt(0.2614)).pdf(0), rel=1e-4)
    assert numbers(told(best, at=(2.0,)))["least loss"] == pytest.approx(0.2614)
