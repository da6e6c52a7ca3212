"""The cross-entropy of two classes: its gradient and Hessian by finite differences, its losses by scipy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.maths.algebra.affine import with_ones
from engine.maths.probability import cross_entropy as module
from engine.maths.probability.activations import tanh_slope
from engine.maths.probability.cross_entropy import (
    cross_entropy,
    gradient,
    hessian,
    local,
    losses,
    penalised,
    penalised_each,
    uncertainty,
)
from engine.maths.probability.sigmoid import sigmoid
from tests.catalogue import shows

SMALL = st.floats(-3, 3).map(lambda value: round(value, 3))


@given(
    st.lists(st.tuples(SMALL, SMALL, st.booleans()), min_size=1, max_size=12),
    st.lists(SMALL, min_size=3, max_size=3),
    SMALL,
)
def test_gradient_and_hessian_agree_with_finite_differences(rows, w, penalty):
    Phi = with_ones(np.array([row[:2] for row in rows]))
    t, w = np.array([float(row[2]) for row in rows]), np.array(w)
    ridge = np.array([0.0, abs(penalty), abs(penalty)])
    h = 1e-5
    for j, unit in enumerate(np.eye(3)):
        slope = (penalised(w + h * unit, Phi, t, ridge) - penalised(w - h * unit, Phi, t, ridge)) / (2 * h)
        bend = (gradient(w + h * unit, Phi, t, ridge) - gradient(w - h * unit, Phi, t, ridge)) / (2 * h)
        assert gradient(w, Phi, t, ridge)[j] == pytest.approx(slope, abs=1e-5)
        assert hessian(w, Phi, ridge)[j] == pytest.approx(bend, abs=1e-5)
    assert np.linalg.eigvalsh(hessian(w, Phi, ridge)).min() > -1e-9


@shows("LR1")
def test_lr1_sigmoid_is_half_at_zero_and_never_overflows():
    from scipy.special import expit, log_expit

    a = np.array([-1e300, -800.0, -2.0, 0.0, 2.0, 800.0, 1e300])
    assert sigmoid(a) == pytest.approx(expit(a), abs=1e-15)
    assert sigmoid(a)[3] == 0.5
    assert losses(a, np.ones(7)) == pytest.approx(-log_expit(a))
    assert losses(a, np.zeros(7)) == pytest.approx(-log_expit(-a))
    assert uncertainty(np.array([0.0, 40.0])) == pytest.approx([0.25, np.exp(-40.0)], rel=1e-12)


@pytest.mark.parametrize("given", [2, [-1, 0, 2], 2.0, [0.5, -3.0], [], [[1.0], [2.0]]])
def test_uncertainty_with_unit_counts_changes_nothing(given):
    a = np.array(given)
    a.flags.writeable = False
    found, y = uncertainty(a), sigmoid(a)
    assert found.shape == a.shape and found.dtype == float
    assert found == pytest.approx(y * (1 - y))
    assert tanh_slope(a) == pytest.approx(1 - np.tanh(a) ** 2)


@pytest.mark.parametrize("far", [0.0, 1.0, 40.0, 1000.0])
def test_batched_weights_give_identical_results(far):
    """A Newton step takes one look at the rows, and works in place: nothing of it may differ, nor t be written to."""
    rng = np.random.default_rng(7)
    Phi, t = with_ones(rng.normal(size=(200, 2))), (rng.random(200) < 0.5) * 1.0
    ridge = np.array([0.0, 1.0, 2.0])
    w, kept = far * rng.normal(size=3), t.copy()
    here = local(w, Phi, t, ridge)
    assert (here.weights() == uncertainty(here.activation)).all()
    assert here.error == pytest.approx(cross_entropy(w, Phi, t), rel=1e-13)
    np.testing.assert_allclose(here.gradient, gradient(w, Phi, t, ridge), rtol=1e-12, atol=1e-12)
    assert (here.activation == Phi @ w).all() and (t == kept).all()


@pytest.mark.parametrize("together", [None, 17])
def test_batched_weights_cost_as_much_as_single_ones(together, monkeypatch):
    if together:
        monkeypatch.setattr(module, "TOGETHER", together)
    rng = np.random.default_rng(2)
    Phi, t, ridge = with_ones(rng.normal(size=(8, 2))), np.arange(8) % 2.0, np.array([0.0, 0.5, 2.0])
    W = rng.normal(scale=[[0.1], [1.0], [30.0], [900.0], [1.0]], size=(5, 3))
    assert penalised_each(W, Phi, t, ridge) == pytest.approx([penalised(w, Phi, t, ridge) for w in W], rel=1e-14)
