"""The widest strip against scikit-learn's support vector machine, a general solver, and the worked example."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import engine
from engine.data.targets import signs
from engine.data.toys import generate
from engine.families.discriminants.max_margin.drawing import marks
from engine.families.discriminants.max_margin.loop import WITH, WITHOUT, Params
from engine.families.discriminants.max_margin.telling import explain
from engine.maths.optimisation.margin import Line, margins, radius, widest
from tests.catalogue import shows
from tests.examples import gate, two_of

AND = gate("gate_and")


def solver(data):
    """The same problem with the bias in the norm, by a general solver."""
    from scipy.optimize import minimize

    Z = signs(data)[:, None] * np.column_stack([np.ones(data.n), data.X])
    found = minimize(
        lambda w: 0.5 * w @ w, np.zeros(Z.shape[1]), jac=lambda w: w, method="SLSQP",
        constraints={"type": "ineq", "fun": lambda w: Z @ w - 1, "jac": lambda w: Z},
        options={"ftol": 1e-14, "maxiter": 2000},
    )  # fmt: skip
    assert found.success
    return found.x


@shows("LD10", "W33")
def test_w33_the_widest_strip_of_and():
    t = signs(AND)
    star, other = Line(np.array([2.0, 2.0]), -3.0), Line(np.array([3.0, 2.0]), -4.0)
    expected = [0.727606875109, 0.242535625036, 0.242535625036, 0.242535625036]
    assert margins(AND.X, t, star, with_bias=True) == pytest.approx(expected, abs=1e-9)
    assert margins(AND.X, t, other, with_bias=True).min() == pytest.approx(0.185695338177, abs=1e-9)
    assert radius(AND.X) == pytest.approx(1.73205080757, abs=1e-9)
    step = engine.trace("max_margin", AND, margin=WITH)[-1]
    assert step.model.packed == pytest.approx([-3, 2, 2], abs=1e-6)
    assert step.margin == pytest.approx(0.242535625036, abs=1e-6)
    assert (radius(AND.X) / step.margin) ** 2 == pytest.approx(51, abs=1e-6)


@shows("W27")
def test_w27_margin_of_one_labelled_point():
    line, x, t = Line(np.array([3.0, 4.0]), -10.0), np.array([[2.0, 5.0]]), np.array([-1.0])
    assert margins(x, t, line)[0] == pytest.approx(-3.2, abs=1e-9)
    assert np.isnan(margins(x, t, Line(np.zeros(2), 0.0))[0])


SEPARABLE = [
    ("setosa and versicolor", lambda: two_of("iris", 0, 1)),
    ("setosa and virginica", lambda: two_of("iris", 0, 2)),
    ("a strip of 0.4", lambda: generate("margin", n=300)),
    ("a strip of 0.1", lambda: generate("margin", seed=5, n=1000, margin=0.1)),
]


@shows("PE8")
@pytest.mark.parametrize(("words", "make"), SEPARABLE)
def test_pe8_sklearn_finds_the_same_strip(words, make):
    from sklearn.svm import SVC

    data = make()
    theirs = SVC(kernel="linear", C=1e8, tol=1e-9).fit(data.X, signs(data))
    trace = engine.trace("max_margin", data).to_end()
    step = trace[-1]
    assert trace.ending.kind == "converged"
    assert step.model.weights == pytest.approx(theirs.coef_[0], rel=1e-5, abs=1e-5)
    assert step.model.bias == pytest.approx(theirs.intercept_[0], rel=1e-5, abs=1e-5)
    assert set(step.candidates) <= set(np.flatnonzero(signs(data) * theirs.decision_function(data.X) < 1 + 1e-3))


@pytest.mark.parametrize(("words", "make"), SEPARABLE[:3])
def test_pe8_with_bias_in_the_norm_a_general_solver_agrees(words, make):
    data = make()
    step = engine.trace("max_margin", data, margin=WITH)[-1]
    assert step.model.packed == pytest.approx(solver(data), rel=1e-5, abs=1e-5)


@pytest.mark.parametrize("margin", [WITH, WITHOUT])
def test_every_step_is_the_widest_margin_of_its_candidates(margin):
    data = generate("margin", n=200, seed=2)
    t = signs(data)
    steps = list(engine.trace("max_margin", data, margin=margin))
    assert len(steps) > 2
    for step in steps:
        right = t * (data.X @ step.model.weights + step.model.bias)
        assert right[step.candidates] == pytest.approx(1, abs=1e-9)
        assert (step.multipliers > 0).all()
        mixed = (step.multipliers * t[step.candidates]) @ data.X[step.candidates]
        assert mixed == pytest.approx(step.model.weights, abs=1e-9)
        signed = float(step.multipliers @ t[step.candidates])
        assert signed == pytest.approx(step.model.bias if margin == WITH else 0.0, abs=1e-9)
        assert step.least <= steps[-1].margin * (1 + 1e-9) and steps[-1].margin <= step.margin * (1 + 1e-9)
    margins_seen = [step.margin for step in steps]
    assert (np.diff(margins_seen) < 0).all()
    assert (t * (data.X @ steps[-1].model.weights + steps[-1].model.bias)).min() == pytest.approx(1, abs=1e-9)


def test_the_two_margins_differ_by_the_bias():
    far = two_of("iris", 0, 1)
    with_bias, without = (engine.trace("max_margin", far, margin=margin)[-1] for margin in (WITH, WITHOUT))
    assert with_bias.margin < without.margin
    told = {number.name: number.value for number in explain(with_bias, far, Params(margin=WITH)).numbers}
    assert told["1 / ‖w‖"] <= without.margin


def test_what_came_is_what_lay_deepest():
    data = generate("margin", n=200, seed=2)
    steps = list(engine.trace("max_margin", data))
    for before, after in pairwise(steps):
        assert after.came == (before.worst,)
        assert set(after.candidates) == (set(before.candidates) | set(after.came)) - set(after.left)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 10_000), st.integers(2, 40), st.integers(1, 5), st.sampled_from([1e-3, 0.1, 1.0]),
    st.sampled_from([WITH, WITHOUT]),
)  # fmt: skip
def test_margin_is_empty_and_locally_widest(seed, n, d, room, margin):
    rng = np.random.default_rng(seed)
    X, normal = rng.normal(size=(n, d)), rng.normal(size=d)
    a = X @ normal / np.linalg.norm(normal)
    t = np.where(a > 0, 1.0, -1.0)
    assume(len(set(t)) == 2)
    X = X + room * t[:, None] * normal / np.linalg.norm(normal)
    data = engine.Dataset.from_arrays(X, (t > 0).astype(int))
    trace = engine.trace("max_margin", data, margin=margin).to_end()
    step = trace[-1]
    assert trace.ending.kind == "converged"
    line, with_bias = Line(step.model.weights, step.model.bias), margin == WITH
    mine = margins(X, t, line, with_bias).min()
    assert mine == pytest.approx(step.margin, rel=1e-7)
    for _ in range(20):
        w = step.model.packed * (1 + 0.05 * rng.normal(size=d + 1))
        other = margins(X, t, Line(w[1:], float(w[0])), with_bias).min()
        assert other <= mine * (1 + 1e-7)


def test_xor_fails_with_the_proof():
    data = engine.load("gate_xor")
    trace = engine.trace("max_margin", data).to_end()
    assert trace.ending.kind == "failed"
    assert "0.5 of point 1 + 0.5 of point 4" in trace.ending.words and "meet at (0.5, 0.5)" in trace.ending.words
    last = trace[-1]
    assert last.meeting is not None and last.meeting.apart < 1e-12
    assert "Nothing is left of the strip" in explain(last, data, Params()).sentence
    assert len(marks(last, data, Params()))


def test_pe11_with_the_product_xor_is_separable():
    data = engine.load("gate_xor")
    trace = engine.trace("max_margin", data, basis="polynomial").to_end()
    assert trace.ending.kind == "converged"
    assert (trace[-1].model.predict(data.X) == data.codes).all()


def test_touching_classes_have_no_strip():
    trace = engine.trace("max_margin", engine.Dataset.from_arrays([[0.0], [1.0], [1.0], [2.0]], [0, 0, 1, 1])).to_end()
    assert trace.ending.kind == "failed"
    assert "(point 2) and of class 1 (point 3) meet at (1)" in trace.ending.words


def test_columns_far_from_0_matter_only_with_a_penalised_bias():
    data = AND.changed(X=AND.X + 1e13)
    failed = engine.trace("max_margin", data, margin=WITH).to_end()
    assert failed.ending.kind == "failed"
    assert "Subtract the mean of each column" in failed.ending.words
    assert engine.trace("max_margin", data, margin=WITHOUT)[-1].margin == pytest.approx(0.5**1.5, rel=1e-9)


@pytest.mark.parametrize("scale", [1e-100, 1e-9, 1.0, 1e100, 1e149])
def test_the_strip_scales_with_the_data(scale):
    step = engine.trace("max_margin", AND.changed(X=AND.X * scale))[-1]
    assert step.margin == pytest.approx(scale * 0.5**1.5, rel=1e-9)
    assert step.model.weights * scale == pytest.approx([2, 2], rel=1e-9)


def test_thirty_features_and_a_constant_column():
    rng = np.random.default_rng(1)
    X = np.column_stack([rng.normal(size=(20, 30)), np.full(20, 3.0)])
    data = engine.Dataset.from_arrays(X, np.arange(20) % 2)
    step = engine.trace("max_margin", data)[-1]
    assert (signs(data) * (X @ step.model.weights + step.model.bias)).min() == pytest.approx(1, abs=1e-8)
    assert step.model.weights[-1] == pytest.approx(0, abs=1e-12)


def test_start_chooses_only_the_first_points():
    data = generate("margin", n=200, seed=2)
    end = engine.trace("max_margin", data)[-1]
    again = engine.trace("max_margin", data, start=end.model).to_end()
    assert again[-1].model.weights == pytest.approx(end.model.weights, rel=1e-9)
    assert set(again[0].candidates) <= set(end.candidates)


def test_ten_thousand_points_are_quick():
    rng = np.random.default_rng(0)
    X, normal = rng.normal(size=(10_000, 20)), rng.normal(size=20)
    t = np.where(X @ normal > 0, 1.0, -1.0)
    X += 0.05 * t[:, None] * normal
    line = widest(X, t)
    assert (t * (X @ line.weights + line.bias)).min() == pytest.approx(1, abs=1e-8)
    steps = engine.trace("max_margin", engine.Dataset.from_arrays(X, (t > 0).astype(int)))
    assert len(steps) < 400
