"""The logistic function and the softmax against worked case W34 and scipy.special."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special

from engine.maths.probability.sigmoid import log_sigmoid, log_softmax, sigmoid, softmax

NUMBERS = st.floats(-1e6, 1e6)
BIG = np.array([[1000.0, 1001.0, 1002.0]])


def test_w34_sigmoid():
    assert sigmoid(np.array([-2.0, 0.0, 2.0])) == pytest.approx([0.119202922022, 0.5, 0.880797077978], abs=1e-12)
    s = sigmoid(np.array([-2.0, 0.0, 2.0]))
    assert s * (1 - s) == pytest.approx([0.104993585404, 0.25, 0.104993585404], abs=1e-12)
    assert sigmoid(np.array([-1.0])) == pytest.approx([0.26894142137], abs=1e-9)  # W86
    assert sigmoid(np.array([2.19722457734])) == pytest.approx(0.9, abs=1e-12)


def test_w34_softmax_and_its_jacobian():
    expected = [[0.0900305731704, 0.244728471055, 0.665240955775]]
    assert softmax(np.array([[1.0, 2.0, 3.0]])) == pytest.approx(np.array(expected), abs=1e-12)
    assert softmax(BIG) == pytest.approx(np.array(expected), abs=1e-12)
    y = softmax(BIG)[0]
    jacobian = np.diag(y) - np.outer(y, y)
    slopes = [
        [0.081925069065, -0.0220330445202, -0.0598920245448],
        [-0.0220330445202, 0.18483644651, -0.16280340199],
        [-0.0598920245448, -0.16280340199, 0.222695426535],
    ]
    assert jacobian == pytest.approx(np.array(slopes), abs=1e-12)
    assert jacobian.sum(axis=1) == pytest.approx(np.zeros(3), abs=1e-15)


def test_w34_stable_logarithms():
    assert log_sigmoid(np.array([-800.0])).tolist() == [-800.0]
    assert sigmoid(np.array([-800.0])).tolist() == [0.0]
    assert (BIG - log_softmax(BIG))[0] == pytest.approx([1002.40760596] * 3, abs=1e-8)


def test_w34_two_class_softmax_is_the_sigmoid_of_the_difference():
    both = softmax(np.array([[1.0, 3.0]]))[0]
    assert both == pytest.approx([0.119202922022, 0.880797077978], abs=1e-12)
    assert both[0] == pytest.approx(float(sigmoid(np.array(-2.0))), abs=1e-15)


@given(st.lists(NUMBERS, min_size=1, max_size=6))
def test_they_agree_with_scipy_at_every_size(values):
    a = np.array(values)
    assert sigmoid(a) == pytest.approx(special.expit(a), rel=1e-13, abs=1e-300)
    assert log_sigmoid(a) == pytest.approx(special.log_expit(a), rel=1e-13)
    assert softmax(a[None])[0] == pytest.approx(special.softmax(a), rel=1e-12, abs=1e-300)
    assert log_softmax(a[None])[0] == pytest.approx(special.log_softmax(a), rel=1e-12, abs=1e-12)


@given(st.lists(st.floats(-50, 50), min_size=2, max_size=5), st.floats(-100, 100))
def test_softmax_does_not_feel_a_shift(values, shift):
    a = np.array([values])
    assert softmax(a + shift) == pytest.approx(softmax(a), rel=1e-9)
