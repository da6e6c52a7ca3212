"""Least squares approximates E[t|x]: the best line by numerical integration, and that of a sample."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import integrate, stats
from sklearn.linear_model import LinearRegression, LogisticRegression

import engine
from engine.core.marks import Curve, Points, Segments
from engine.families.discriminants.least_squares_expectation.drawing import marks, places
from engine.families.discriminants.least_squares_expectation.loop import Params, best_line, distance, posterior
from engine.families.discriminants.least_squares_expectation.telling import explain
from tests.catalogue import shows
from tests.examples import numbers


def _best(params):
    """The line nearest to P(C|x) over p(x), which has the moments that least squares would have of all points."""
    s, r, p = params.separation, params.ratio, params.prior
    mean = p * s
    slope = p * (1 - p) * s / (p * r**2 + (1 - p) + p * (1 - p) * s**2)
    return np.array([p - slope * mean, slope])


def _least(params):
    """What is left of P(C|x) by that line, squared, on average over p(x), by adaptive integration."""
    one, other = (stats.norm(params.separation, params.ratio), stats.norm())
    bias, slope = _best(params)

    def left(x):
        joint = params.prior * one.pdf(x), (1 - params.prior) * other.pdf(x)
        return (bias + slope * x - joint[0] / sum(joint)) ** 2 * sum(joint)

    return integrate.quad(left, -12, 18, limit=400, epsabs=1e-12)[0]


FOLLOWS = {
    "weights of the best line": lambda step, data, params: _best(params),
    "least distance": lambda step, data, params: _least(params),
}

KEY = "least_squares_expectation"
GATE = engine.load("gate_and")
CASES = [Params(), Params(prior=0.2, separation=2.0, ratio=2.5), Params(prior=0.7, separation=5.0, ratio=0.5)]


def densities(x, params):
    return np.array([
        (1 - params.prior) * stats.norm.pdf(x), params.prior * stats.norm.pdf(x, params.separation, params.ratio)
    ])  # fmt: skip


def over(function, params):
    """The integral of a function over all x."""
    reach = 10 * max(1.0, params.ratio)
    return integrate.quad(function, -reach, params.separation + reach, limit=400, points=[0.0, params.separation])[0]


@shows("LS6")
@pytest.mark.parametrize("params", CASES)
def test_ls6_best_line_solves_the_normal_equations_of_the_densities(params):
    moments = [over(lambda x, k=k: x**k * densities(x, params).sum(), params) for k in range(3)]
    right = [over(lambda x, k=k: x**k * densities(x, params)[1], params) for k in range(2)]
    expected = np.linalg.solve([[moments[0], moments[1]], [moments[1], moments[2]]], right)
    assert best_line(params) == pytest.approx(expected, abs=1e-8)
    x = np.linspace(-4, 8, 13)
    assert posterior(x, params) == pytest.approx(densities(x, params)[1] / densities(x, params).sum(axis=0), abs=1e-12)
    line = np.array([0.1, 0.3])
    squares = over(
        lambda x: (line @ [1, x] - posterior(np.array([x]), params)[0]) ** 2 * densities(x, params).sum(), params
    )
    assert distance(line, params) == pytest.approx(squares, rel=1e-6)


@shows("LS6")
def test_ls6_line_converges_to_the_best_one():
    trace = engine.trace(KEY, GATE, n=16_384).to_end()
    assert [len(step.x) for step in trace] == [4 * 2**k for k in range(13)]
    for step in (trace[3], trace[-1]):
        fit = LinearRegression().fit(step.x[:, None], step.t)
        assert step.w == pytest.approx([fit.intercept_, fit.coef_[0]])
        curve = LogisticRegression(C=100.0, tol=1e-10).fit(step.x[:, None], step.t)
        assert step.curve == pytest.approx([curve.intercept_[0], curve.coef_[0, 0]], rel=1e-3)
    least = distance(best_line(Params()), Params())
    assert trace[-1].distance == pytest.approx(least, rel=0.02) and trace[-1].distance >= least
    excess = [np.mean([engine.trace(KEY, GATE, seed=seed)[k].distance - least for seed in range(8)]) for k in (1, 5)]
    assert excess[1] < excess[0] / 3
    assert trace[-1].w == pytest.approx(best_line(Params()), abs=0.02)
    assert all(check.holds for step in trace for check in explain(step, GATE, Params(n=16_384)).checks)


@shows("LS6")
def test_ls6_points_with_outputs_outside_0_and_1_are_counted():
    step = engine.trace(KEY, GATE)[6]
    said = explain(step, GATE, Params())
    y = step.w[0] + step.w[1] * step.x
    outside = int(((y < 0) | (y > 1)).sum())
    assert outside and f"y is no probability for {outside} of 256 points" in said.sentence
    assert numbers(said)["points outside 0 … 1"] == outside
    notes = {number.name: (number.value, number.note) for number in said.numbers}
    assert notes["weights of the logistic curve"][0] == pytest.approx(step.curve)
    assert notes["points outside 0 … 1"][1] == "of 256"
    (table,) = said.tables
    for x, line, curve, truth in table.rows:
        assert line == pytest.approx(step.w[0] + step.w[1] * x)
        assert curve == pytest.approx(1 / (1 + np.exp(-step.curve @ [1, x])))
        assert truth == pytest.approx(posterior(np.array([x]), Params())[0])


@shows("LS6")
@pytest.mark.parametrize(
    ("separation", "ratio", "low", "high"), [(3.0, 2.0, -1, 7), (0.5, 3.0, -5.5, 6.5), (5, 0.5, -2, 6)]
)
def test_ls6_table_and_curves_reach_beyond_both_means(separation, ratio, low, high):
    params = Params(separation=separation, ratio=ratio)
    step = engine.trace(KEY, GATE, separation=separation, ratio=ratio)[3]
    (table,) = explain(step, GATE, params).tables
    assert (table.rows[0][0], table.rows[-1][0]) == (min(low, -2), max(high, 2))
    x = places(params)
    far = min(-4, separation - 4 * ratio), max(4, separation + 4 * ratio)
    assert (x[0], x[-1]) == far
    (limits,) = [mark for mark in marks(step, GATE, params) if isinstance(mark, Segments)]
    assert limits.starts.tolist() == [[far[0], 0], [far[0], 1]] and limits.ends.tolist() == [[far[1], 0], [far[1], 1]]


@shows("LS6")
def test_ls6_line_logistic_curve_and_truth_are_drawn():
    params = Params(prior=0.3)
    step = engine.trace(KEY, GATE, prior=0.3)[5]
    drawn = [mark for mark in marks(step, GATE, params) if mark.surface.name == "Line and E[t|x]"]
    curves = {mark.label: mark.positions[:, 1] for mark in drawn if isinstance(mark, Curve)}
    x = places(params)
    assert curves["least squares"] == pytest.approx(step.w[0] + step.w[1] * x)
    assert curves["best line"] == pytest.approx(np.column_stack([np.ones(len(x)), x]) @ best_line(params))
    assert curves["E[t|x] = P(C|x)"] == pytest.approx(posterior(x, params))
    assert curves["logistic"] == pytest.approx(1 / (1 + np.exp(-step.curve[0] - step.curve[1] * x)))
    assert curves["least squares"].min() < 0 and curves["least squares"].max() > 1
    (dots,) = [mark for mark in drawn if isinstance(mark, Points)]
    assert np.array_equal(dots.positions, np.column_stack([step.x, step.t]))
    bells = [mark.positions[:, 1] for mark in marks(step, GATE, params) if mark.surface.name == "The two classes"]
    assert np.array(bells) == pytest.approx(densities(x, params))
