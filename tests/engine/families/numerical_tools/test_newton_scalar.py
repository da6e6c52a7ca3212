"""Newton's method for a root: W60 and W39, and every way in which it fails, against scipy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import approx_fprime, brentq, newton

import engine
from engine.core.marks import Bars, Curve, Points, Segments
from engine.families.numerical_tools.newton_scalar.drawing import LATELY, marks
from engine.families.numerical_tools.newton_scalar.functions import (
    ARCTAN,
    BELL,
    CUBE_ROOT,
    CUBIC,
    CYCLE,
    DOUBLE,
    FUNCTIONS,
    LOGARITHM,
    SQUARE,
)
from engine.families.numerical_tools.newton_scalar.loop import Params
from engine.families.numerical_tools.newton_scalar.telling import explain
from engine.models.place import Abscissa
from tests.catalogue import shows
from tests.examples import numbers


def _digits(x, params):
    """How many digits of a place are those of the nearest root: at most 15, and at least none."""
    root = min(FUNCTIONS[params.function].roots, key=lambda root: abs(root - x))
    share = abs(x - root) / (abs(root) if root else 1.0)
    return float(np.clip(-np.log10(max(share, 1e-300)), 0.0, 15.0))


PLACED = {"Digits correct: bars": lambda step, data, params: [_digits(x, params) for x in step.path[-LATELY:].tolist()]}
FOLLOWS = {
    "digits correct": lambda step, data, params: _digits(step.x, params),
    "Its correct digits were": lambda step, data, params: _digits(step.before, params),
    "nearly doubled, from": lambda step, data, params: _digits(step.before, params),
}

DATA = engine.load("gate_and")


def ran(start=None, **values):
    return engine.trace("newton_scalar", DATA, start=start, **values).to_end()


def told(step, **values):
    return explain(step, DATA, Params(**values))


@shows("OP3")
def test_w60_op3_tangents_reach_the_root_and_digits_double():
    run = ran(function=SQUARE, x0=1.0)
    expected = [1.0, 1.5, 1.41666666667, 1.41421568627, 1.41421356237, 1.41421356237]
    assert [step.x for step in run] == pytest.approx(expected, abs=1e-11)
    assert run.ending.kind == "converged" and "1.414213562" in run.ending.words
    assert run[-1].x == pytest.approx(newton(FUNCTIONS[SQUARE].f, 1.0, FUNCTIONS[SQUARE].slope), abs=1e-12)
    digits = [numbers(told(step))["digits correct"] for step in run]
    assert digits[:4] == pytest.approx([-np.log10(abs(run[n].x / 2**0.5 - 1)) for n in range(4)])
    assert told(run[3]).sentence.endswith("Its correct digits have nearly doubled, from 2.8 to 5.8.")
    assert "x ← 1.5 − (0.25) / (3) = 1.4166667" in told(run[2]).worked


@shows("OP3")
def test_w60_op3_cycle_stops_at_the_cap_as_stated():
    run = ran(function=CYCLE, x0=0.0)
    assert [step.x for step in run][:4] == [0.0, 1.0, 0.0, 1.0] and len(run) == 51
    assert run.ending.kind == "stopped" and "they go round in a circle, from 0 to 1 and back" in run.ending.words
    assert "repeat in a cycle" in told(run[2], function=CYCLE).sentence


@shows("OP3")
@pytest.mark.parametrize("start", [0.0, 0.3, 1.0, -0.5])
def test_w39_op3_the_mode_of_a_log_posterior(start):
    run = ran(function=BELL, x0=start)
    f = FUNCTIONS[BELL].f
    root = brentq(f, -1, 1, xtol=1e-14)
    assert root == pytest.approx(0.0774795809853, abs=1e-12) == FUNCTIONS[BELL].roots[0]
    if run.ending.kind == "converged":
        assert run[-1].x == pytest.approx(root, abs=1e-12)
    assert ran(function=BELL, x0=0.0).ending.kind == "converged"


@shows("OP3")
def test_op3_flat_tangents_domain_ends_and_divergence():
    flat = ran(function=CUBIC, x0=1.0)
    assert flat.ending.kind == "failed" and "x = 1 is flat" in flat.ending.words and len(flat) == 1
    out = ran(function=LOGARITHM, x0=9.0)
    assert out.ending.kind == "failed" and "where f is no number" in out.ending.words
    assert ran(function=LOGARITHM, x0=-1.0).ending.kind == "failed"
    assert ran(function=LOGARITHM, x0=1.0)[-1].x == pytest.approx(np.e, abs=1e-12)
    for name in (ARCTAN, CUBE_ROOT):
        away = ran(function=name, x0=2.0)
        assert away.ending.kind == "failed" and "run away" in away.ending.words
    doubled = [step.x for step in ran(function=CUBE_ROOT, x0=1.0)]
    assert doubled[:4] == pytest.approx([1, -2, 4, -8])


def test_double_root_gains_only_a_third_of_a_digit():
    run = ran(function=DOUBLE, x0=1.0)
    assert [step.x for step in run][:4] == [1.0, 0.5, 0.25, 0.125]
    won = np.diff([numbers(told(step, function=DOUBLE))["digits correct"] for step in run][:10])
    assert won == pytest.approx(np.log10(2))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_derivatives_and_roots_of_all_functions_are_right(name):
    function = FUNCTIONS[name]
    for x in (0.4, 1.7):
        assert function.slope(x) == pytest.approx(approx_fprime(np.array([x]), lambda v: function.f(v[0]))[0], rel=1e-5)
    for root in function.roots:
        assert function.f(root) == pytest.approx(0.0, abs=1e-12) and function.view[0] < root < function.view[1]


@shows("OP3")
def test_op3_tangent_is_drawn_from_the_curve_to_the_axis():
    run = ran(start=Abscissa(2.0, DATA.d), function=SQUARE)
    assert run[0].x == 2.0, "a click says where it begins"
    drawn = marks(run[1], DATA, Params())
    (tangent,) = [mark for mark in drawn if isinstance(mark, Segments) and mark.role == "axis"]
    assert tangent.starts.tolist() == [[2.0, 2.0]] and tangent.ends.tolist() == [[1.5, 0.0]]
    _, curve = [mark for mark in drawn if isinstance(mark, Curve)]
    assert curve.positions[:, 1] == pytest.approx(curve.positions[:, 0] ** 2 - 2)
    (here,) = [mark for mark in drawn if isinstance(mark, Points) and mark.role == "focus"]
    assert here.positions.tolist() == [[1.5, 0.0]]
    (bars,) = [mark for mark in drawn if isinstance(mark, Bars)]
    assert bars.values[1] == pytest.approx(-np.log10(1.5 / 2**0.5 - 1))
    far = marks(ran(function=CUBE_ROOT, x0=4.0)[3], DATA, Params(function=CUBE_ROOT))[0].surface.view
    assert far is not None and far[0] < -32 < 16 < far[1], "the picture has both ends of the last tangent"


def test_digits_are_those_of_the_last_places():
    """x² halves x with every tangent, so that a run is longer than the bars that are shown."""
    params = Params(function="x²")
    run = ran(function="x²")
    assert len(run) > LATELY + 3
    for step in run:
        (bars,) = [mark for mark in marks(step, DATA, params) if isinstance(mark, Bars)]
        shown = list(range(max(step.n + 1 - LATELY, 0), step.n + 1))
        assert bars.labels == tuple(map(str, shown)) and bars.labels[bars.chosen] == str(step.n)
        assert bars.steps.tolist() == shown
