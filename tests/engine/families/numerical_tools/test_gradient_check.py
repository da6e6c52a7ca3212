"""The gradient check: one coordinate a step, misprints found, and two slopes at a kink."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import optimize

import engine
from engine.base.words import figure
from engine.core.marks import Bars, Curve
from engine.families.numerical_tools.gradient_check.functions import FUNCTIONS, LINEAR, PERCEPTRON, RELU, SOFTMAX
from engine.families.numerical_tools.gradient_check.loop import PRINTED
from tests.catalogue import shows
from tests.examples import SIX, numbers, two_of

PLACED = {
    "Gradient: bars": lambda step, data, params: (step.formula * step.nudges)[: step.i + 1],
    "Gradient: line": lambda step, data, params: step.numeric * step.nudges[: step.i + 1],
}

AND = engine.Dataset.from_arrays([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 0, 1])
W43 = (0.1, 0.2, -0.1)
CARD = engine.algorithm("gradient_check")
SMOOTH = [name for name, one in FUNCTIONS.items() if not one.kink]


def watched(data, **values):
    trace = engine.trace("gradient_check", data, **values).to_end()
    return trace, [CARD.explain(step, data, CARD.params(**values)) for step in trace]


def E(name, data):
    t = (data.codes == data.codes.max()).astype(float)
    return lambda w: float(FUNCTIONS[name].rows(data.design @ w, t).sum())


@shows("OP7")
@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("data", [SIX, AND, two_of("iris", 1, 2)])
def test_op7_one_coordinate_per_step_agrees_with_scipy(name, data):
    trace, stories = watched(data, error=name)
    assert [step.i for step in trace] == list(range(-1, data.d + 1))
    last, w = trace[-1], 0.1 * np.arange(1.0, data.d + 2)
    assert last.formula == pytest.approx(optimize.approx_fprime(w, E(name, data), 1e-7), rel=1e-4, abs=1e-4)
    t = (data.codes == data.codes.max()).astype(float)
    off = optimize.check_grad(E(name, data), lambda w: FUNCTIONS[name].slopes(data.design @ w, t) @ data.design, w)
    assert off < 1e-5 * max(1.0, np.abs(last.formula).max()) * data.n
    assert last.numeric == pytest.approx(last.formula, rel=1e-5, abs=1e-5)
    assert not last.off.any() and "agrees" in trace.ending.words
    for i, (step, story) in enumerate(zip(list(trace)[1:], stories[1:], strict=True)):
        assert len(step.numeric) == i + 1 and step.feature == (i - 1 if i else None)
        assert numbers(story)["by the formula"] == pytest.approx(last.formula[i])
        assert [row[4] for row in story.tables[0].rows] == ["agrees"] * (i + 1)
        assert [check.holds for check in story.checks] == [True]


@shows("OP7", "E000-28", "E000-35")
@pytest.mark.parametrize("name", SMOOTH)
def test_op7_a_misprinted_gradient_differs(name):
    trace, stories = watched(AND, error=name, formula=PRINTED, w=W43)
    assert "wrong" in trace.ending.words and FUNCTIONS[name].erratum in stories[0].sentence
    right = engine.trace("gradient_check", AND, error=name, w=W43)[-1].formula
    gaps = np.abs(trace[-1].formula - right) / max(np.abs(trace[-1].formula).max(), np.abs(right).max())
    assert trace[-1].gaps == pytest.approx(gaps, abs=1e-6) and trace[-1].off.any()
    for step, story in zip(list(trace)[1:], stories[1:], strict=True):
        word = "differs" if gaps[step.i] > 1e-4 else "agrees"
        assert story.tables[0].rows[-1][4] == word and not story.checks


def test_w43_as_printed():
    """Three weights: E000-28 takes the target three times; E000-35 has one slope for all weights, of the first row."""
    step = engine.trace("gradient_check", AND, error=LINEAR, formula=PRINTED, w=W43)[0]
    y, t = AND.design @ W43, np.array([0, 0, 0, 1])
    np.testing.assert_allclose(step.formula, (y - 3 * t) @ AND.design)
    step = engine.trace("gradient_check", AND, error=SOFTMAX, formula=PRINTED, w=W43)[0]
    s = 1 / (1 + np.exp(-0.1))
    np.testing.assert_allclose(step.formula, np.full(3, s * s - s))


@shows("OP7")
def test_op7_at_a_kink_there_are_two_slopes():
    """At w = 0 every row is on the line: the perceptron criterion rises to both sides, in steps of its own."""
    trace, stories = watched(SIX, error=PERCEPTRON, w=(0.0, 0.0))
    s = np.where(SIX.codes == SIX.codes.max(), -1.0, 1.0)
    for i, story in enumerate(stories[1:]):
        up, down = s * SIX.design[:, i], -s * SIX.design[:, i]
        told = numbers(story)
        assert told["slope to the right"] == pytest.approx(np.maximum(up, 0).sum())
        assert told["slope to the left"] == pytest.approx(-np.maximum(down, 0).sum())
        assert told["central difference"] == pytest.approx((told["slope to the left"] + told["slope to the right"]) / 2)
        assert "kink" in story.sentence and story.tables[0].rows[-1][4] == "kink" and not story.checks
    assert "kink" in trace.ending.words
    rows = [step.crossed.tolist() for step in trace]
    assert rows[-1] == [6, int((SIX.X[:, 0] != 0).sum())]


def test_relu_has_a_kink_where_the_target_is_not_0():
    data = engine.Dataset.from_arrays([[1.0], [2.0]], [0, 1])
    trace, stories = watched(data, error=RELU, w=(-2.0, 1.0))
    assert trace[-1].crossed.tolist() == [1, 1]
    told = numbers(stories[1])
    assert told["slope to the right"] == pytest.approx(-1.0, abs=1e-4) and told["slope to the left"] == 0.0


def test_bars_are_the_formula_and_the_line_the_difference():
    params = CARD.params(error=PERCEPTRON, w=(0.0, 0.0))
    trace = engine.trace("gradient_check", SIX, error=PERCEPTRON, w=(0.0, 0.0))
    for step in trace.to_end():
        drawn = CARD.marks(step, SIX, params)
        found = [mark for mark in drawn if isinstance(mark, Bars)]
        curves = [mark for mark in drawn if isinstance(mark, Curve) and mark.surface.name == "E along the nudge"]
        assert len(curves) == (2 if step.i >= 0 else 0)
        if step.i < 0:
            assert not found
            continue
        (bars,) = found
        seen = slice(step.i + 1)
        np.testing.assert_allclose(bars.values, (step.formula * step.nudges)[seen])
        np.testing.assert_allclose(bars.line, step.numeric * step.nudges[seen])
        assert bars.steps.tolist() == [1, 2][seen] and bars.chosen == step.i
        assert bars.lit.tolist() == step.off[seen].tolist()
        curve, chord = (mark.positions for mark in curves)
        np.testing.assert_allclose(chord[:, 1], np.interp(chord[:, 0], *curve.T), atol=1e-12)


def test_what_is_said_of_each_coordinate():
    """The verdict comes with the last coordinate; 2h and E(w) are those of the step; events mark kinks and slips."""
    trace, stories = watched(AND, error=LINEAR, formula=PRINTED, w=W43)
    assert [trace.ending.words in story.sentence for story in stories] == [False] * 3 + [True]
    assert f"E(w) = {figure(trace[0].here)};" in stories[0].sentence
    for step, story in zip(list(trace)[1:], stories[1:], strict=True):
        assert story.worked[0].endswith(f"and 2h = {figure(2 * step.nudges[step.i])}")
    assert [event.word if (event := CARD.event(step)) else "" for step in trace] == ["", *["differs"] * 3]
    trace, _ = watched(SIX, error=PERCEPTRON, w=(0.0, 0.0))
    assert [event.word if (event := CARD.event(step)) else "" for step in trace] == ["", "kink", "kink"]
    assert not any(CARD.event(step) for step in watched(AND)[0])


def test_weights_must_fit():
    with pytest.raises(engine.base.errors.Refusal, match="3 numbers"):
        engine.trace("gradient_check", AND, w=(1.0,))
