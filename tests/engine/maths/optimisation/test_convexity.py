"""The convexity probe against worked case W86."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.maths.optimisation.convexity import chord_gap
from engine.maths.probability.cross_entropy import cross_entropy
from engine.maths.probability.sigmoid import sigmoid

ONE = np.ones((1, 1))


def error(w):
    return cross_entropy(w, ONE, np.ones(1))


def half_square(w):
    return 0.5 * float((sigmoid(w)[0] - 1.0) ** 2)


def test_w86_cross_entropy_lies_below_its_chord():
    ends = [error(np.array([w])) for w in (-6.0, 6.0, 0.0)]
    assert ends == pytest.approx([6.00247568514, 0.00247568513773, 0.69314718056], abs=1e-9)
    assert chord_gap(error, np.array([-6.0]), np.array([6.0])) == pytest.approx(2.30932850458, abs=1e-9)


def test_w86_half_square_of_a_sigmoid_does_not():
    ends = [half_square(np.array([w])) for w in (-6.0, 6.0, 0.0)]
    assert ends == pytest.approx([0.497530433776, 3.05693263736e-06, 0.125], abs=1e-12)
    values = [half_square(np.array([w])) for w in (-6.0, -3.0, 0.0)]
    assert values == pytest.approx([0.497530433776, 0.453698733546, 0.125], abs=1e-9)
    assert chord_gap(half_square, np.array([-6.0]), np.array([0.0])) == pytest.approx(-0.142433516658, abs=1e-9)


@given(st.lists(st.floats(-30, 30), min_size=4, max_size=4), st.floats(0.0, 1.0))
def test_cross_entropy_is_below_all_its_chords(ends, share):
    Phi, t = np.array([[1.0, 2.0], [1.0, -1.0], [1.0, 0.5]]), np.array([1.0, 0.0, 1.0])
    gap = chord_gap(lambda w: cross_entropy(w, Phi, t), np.array(ends[:2]), np.array(ends[2:]), share)
    assert gap >= -1e-10
