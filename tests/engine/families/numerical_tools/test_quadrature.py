"""Quadrature: one interval halved at a step until its estimated error is small, and the nodes of Gauss and Hermite."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import special, stats
from scipy.integrate import quad

import engine
from engine.base.errors import Prepare, Refusal, SetParameter
from engine.base.params import specs
from engine.base.words import divided
from engine.core.marks import Curve, Points, Segments
from engine.families.numerical_tools.quadrature.drawing import marks
from engine.families.numerical_tools.quadrature.integrands import LAPLACE, POSTERIOR, PROBIT, SIGMOID, SPIKE, integrand
from engine.families.numerical_tools.quadrature.loop import NODES, Params
from engine.families.numerical_tools.quadrature.telling import explain, measure
from engine.maths.probability.quadrature import integral, simpson
from tests.catalogue import shows
from tests.examples import numbers


def _looked_at(work):
    """Simpson's rule on an interval and on its two halves looks at five places, the ends of neighbours being one."""
    return len({float(place) for ends in zip(work.left, work.right, strict=True) for place in np.linspace(*ends, 5)})


FOLLOWS = {
    "places looked at": lambda step, data, params: _looked_at(step.work),
    "integral": lambda step, data, params: (
        step.value if step.work is None else (step.work.sums + step.work.errors).sum()
    ),
    "estimated error": lambda step, data, params: step.error if step.work is None else abs(step.work.errors).sum(),
}

W69 = engine.Dataset.from_arrays([[-2.0], [-1.0], [0.5], [1.5]], [0, 1, 0, 1])


def ran(data=W69, **values):
    return engine.trace("quadrature", data, **values).to_end()


def told(step, data=W69, **values):
    return explain(step, data, Params(**values))


def on(step, name, kind, **values):
    return [mark for mark in marks(step, W69, Params(**values)) if mark.surface.name == name and isinstance(mark, kind)]


@shows("OP8")
def test_w39_op8_each_step_halves_the_least_accurate_interval():
    run = ran()
    f = integrand(W69, Params())
    assert specs(Params)["tolerance"].default == 1e-10
    for before, after in islice(pairwise(run), 40):
        old, new, at = before.work, after.work, after.halved
        rough = np.where(old.rough, np.abs(old.errors), 0.0)
        assert at == int(np.argmax(rough)) and rough[at] > 0, "the roughest of those that are too rough"
        assert len(new.left) == len(old.left) + 1
        assert new.right[at] == new.left[at + 1] == 0.5 * (old.left[at] + old.right[at])
        np.testing.assert_array_equal(np.delete(new.left, at + 1), old.left)
    last = run[-1]
    assert last.value == pytest.approx(1.45118936756, abs=1e-8)
    truth, _ = quad(lambda z: np.exp(-(z**2) / 2) * special.expit(20 * z + 4), -8, 8, points=[-0.2], epsabs=1e-13)
    assert abs(last.value - truth) <= 1e-10 and last.error <= 1e-10 and not last.work.rough.any()
    assert not last.work.rough.any()
    whole = integral(f, -8.0, 8.0)
    np.testing.assert_array_equal(np.column_stack([last.work.left, last.work.right]), whole.intervals)
    assert last.value == pytest.approx(whole.value, rel=1e-14) and last.error == pytest.approx(whole.error)
    assert run.ending.kind == "converged" and "1.451189368" in run.ending.words


@shows("OP8")
def test_op8_areas_are_drawn_and_the_estimate_stated():
    run = ran()
    step = run[3]
    story = told(step)
    assert (
        story.sentence == "The interval from −1 to 0 was the roughest, and is halved. 8 intervals are still too rough."
    )
    left, right = step.work.left[step.halved], step.work.right[step.halved]
    halves, error = simpson(integrand(W69, Params()), np.array([left]), np.array([right]))
    by_name = numbers(story)
    assert story.worked[1].endswith(f" = {halves[0]:.9g}")
    assert story.worked[2] == f"ε = (halves − whole) / 15 = {divided(15 * error[0], 15)}"
    assert by_name["estimated error"] == pytest.approx(np.abs(step.work.errors).sum())
    assert by_name["intervals"] == 11 and by_name["too rough"] == 8
    assert len(story.tables[0].rows) == 8 and story.tables[0].rows[0][2] == pytest.approx(
        np.abs(step.work.errors).max()
    )
    hatched = {mark.role: mark for mark in on(step, "Areas", Segments)}
    assert {"wrong", "focus", "axis"} <= set(hatched)
    fresh = hatched["focus"]
    assert ((fresh.starts[:, 0] >= -1) & (fresh.starts[:, 0] <= 0)).all() and (fresh.starts[:, 1] == 0).all()
    assert fresh.ends[:, 1] == pytest.approx(integrand(W69, Params())(fresh.ends[:, 0]), abs=5e-3)
    _, parabolas = on(step, "Areas", Curve)
    z, heights = parabolas.positions.T
    area = np.trapezoid(heights, z)
    assert area == pytest.approx((step.work.sums - 15 * step.work.errors).sum(), rel=2e-2), "Simpson on the whole"
    assert {mark.role for mark in on(run[-1], "Areas", Segments)} == {"spoke", "focus", "axis"}
    points = {mark.role: mark for mark in on(step, "Error of each interval", Points)}
    assert (points["wrong"].positions[:, 1] > 0).all() and (points["plain"].positions[:, 1] <= 0).all()


@shows("OP8")
def test_op8_spike_is_found_only_with_a_break_point():
    missed = ran(function=SPIKE)
    assert (
        missed.ending.kind == "stopped" and "a spike was missed. Name its place as a break point" in missed.ending.words
    )
    story = told(missed[-1], function=SPIKE)
    assert "stands a spike, at 0.3. The estimate cannot know; name it as a break point." in story.sentence
    last = missed[-1]
    some = replace(last, picture=replace(last.picture, spikes=(-12345.0, 0.3, 1.5)))
    said = "stand spikes, at −12345, 0.3 and 1.5. The estimate cannot know; name them as break points."
    assert said in told(some, function=SPIKE).sentence, "no comma within a number"
    known = numbers(story)
    assert known["estimated error"] < 1e-10 < 1e-4 < known["true error"]
    found = ran(function=SPIKE, breaks=(0.3,))
    exact = np.sqrt(2 * np.pi) * (1 + 2e-4 / np.sqrt(1 + 1e-8) * np.exp(-(0.3**2) / 2 / (1 + 1e-8)))
    assert found[-1].value == pytest.approx(exact, abs=1e-10) and found.ending.kind == "converged"
    assert missed[-1].value == pytest.approx(np.sqrt(2 * np.pi), abs=1e-9)
    nodes = ran(function=SPIKE, rule=NODES)
    assert nodes.ending.kind == "stopped" and "a spike stands between the nodes" in nodes.ending.words


@shows("OP8", "W42")
@pytest.mark.parametrize(("function", "expected"), [(SIGMOID, 0.647726438526), (PROBIT, 0.652041283239)])
def test_w42_op8_by_halving_and_by_gauss_and_hermite(function, expected):
    assert ran(function=function)[-1].value == pytest.approx(expected, abs=1e-9)
    run = ran(function=function, rule=NODES)
    assert [len(step.nodes.z) for step in run] == [2, 4, 8, 16, 32, 64, 128]
    assert run[-1].value == pytest.approx(expected, abs=1e-9) and run.ending.kind == "converged"
    z, weights = np.polynomial.hermite_e.hermegauss(16)
    f = integrand(W69, Params(function=function))
    by_hand = float(weights @ (f(z) * np.exp(z**2 / 2)))
    assert run[3].value == pytest.approx(by_hand, rel=1e-12)
    assert run[3].error == pytest.approx(abs(run[3].value - run[2].value))
    (dots,) = on(run[3], "Areas", Points, function=function, rule=NODES)
    assert dots.positions[:, 1] == pytest.approx(f(dots.positions[:, 0]), abs=2e-3)
    assert abs(dots.positions[dots.sizes.argmax(), 0]) == pytest.approx(np.abs(z).min()), (
        "the largest dot in the middle"
    )


@shows("OP8", "W69")
def test_w69_op8_the_evidence_of_one_weight():
    run = ran(function=POSTERIOR)
    story = told(run[-1], function=POSTERIOR)
    assert numbers(story)["ln Z"] == pytest.approx(-2.1452541166, abs=1e-7)
    assert np.exp(numbers(story)["ln Z"]) == pytest.approx(0.117038291893, abs=1e-9)
    assert run[-1].picture.spikes == (pytest.approx(0.354682854297, abs=1e-7),), "the most probable weight"
    assert run[-1].picture.curve[:, 1].max() == pytest.approx(1.0, abs=1e-6), "its top is 1"


def test_too_few_nodes_for_a_steep_function_are_reported():
    run = ran(function=LAPLACE, rule=NODES)
    assert run.ending.kind == "stopped" and "too steep for a polynomial" in run.ending.words
    assert "The true error is far above it" in told(run[1], rule=NODES).sentence
    assert measure(run[-1], W69, Params(rule=NODES))["true error"] > 1e-3


def test_posterior_needs_two_classes_and_a_jump_has_no_true_error():
    iris = engine.load("iris")
    with pytest.raises(Refusal, match="As function the posterior of one weight needs points of two classes") as refusal:
        engine.trace("quadrature", iris, function=POSTERIOR)
    assert refusal.value.remedies == (SetParameter("function", LAPLACE),)
    huge = W69.changed(X=np.array([[1e140], [2e140], [3e140], [-1e140]]))
    jump = engine.trace("quadrature", huge, function=POSTERIOR)
    assert jump[0].picture.truth is None and "true error" not in measure(jump[0], huge, Params(function=POSTERIOR))


def test_data_needs_depend_on_the_function():
    tennis = engine.load("play_tennis")
    assert not engine.algorithm("quadrature").unsuitable(tennis)
    assert engine.trace("quadrature", tennis).to_end().ending.kind == "converged"
    with pytest.raises(Refusal, match=r"posterior of one weight reads the table\. It needs numbers, and ") as refusal:
        engine.trace("quadrature", tennis, function=POSTERIOR)
    assert Prepare("OneHot") in refusal.value.remedies
    assert refusal.value.remedies[-1] == SetParameter("function", LAPLACE)


@settings(max_examples=15)
@given(st.floats(-8, 8), st.floats(0.0, 8.0), st.floats(-9, -6))
def test_the_error_is_what_was_allowed(mean, deviation, power):
    """Under a bell the estimate holds, whatever the mean, the deviation and the tolerance are."""
    last = ran(function=PROBIT, mean=mean, deviation=deviation, tolerance=10.0**power)[-1]
    true = stats.norm.cdf(mean / np.sqrt(8 / np.pi + deviation**2))
    assert abs(last.value - true) <= 10.0**power + 1e-13
    assert last.error <= 10.0**power and not last.work.rough.any()


@shows("OP8")
def test_errors_are_above_their_interval_at_their_power_of_ten():
    step = ran()[3]
    dots = on(step, "Error of each interval", Points)
    places = np.vstack([mark.positions for mark in dots if mark.role in ("plain", "wrong")])
    places = places[np.argsort(places[:, 0])]
    assert places[:, 0] == pytest.approx(0.5 * (step.work.left + step.work.right))
    assert 10 ** places[:, 1] == pytest.approx(np.maximum(abs(step.work.errors) / step.work.allowed, 1e-8))
    (fresh,) = (mark.positions for mark in dots if mark.role == "focus")
    old = ran()[2].work
    assert fresh[:, 0] == pytest.approx(
        old.left[step.halved] + (old.right - old.left)[step.halved] * np.array([1, 3]) / 4
    )
