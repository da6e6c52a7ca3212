"""The scale of Huber's regression."""

from __future__ import annotations

import numpy as np
import pytest

from engine.maths.algebra.huber_scale import huber_scale


def test_without_outliers_scale_is_the_rms():
    r = np.array([1.0, -2.0, 2.0, -1.0])
    assert huber_scale(r, 10.0) == pytest.approx(np.sqrt(2.5))


def test_outlier_counts_by_the_bound_only():
    near = np.array([1.0, -1.0, 1.0, -1.0, 1.0, -1.0])
    scales = [huber_scale(np.append(near, far), 1.35) for far in (10.0, 1e6)]
    assert scales == pytest.approx([np.sqrt(6 / (7 - 1.35**2))] * 2)


def test_scale_is_0_if_enough_residuals_are_0():
    assert huber_scale(np.zeros(5), 1.35) == 0.0
    assert huber_scale(np.array([0.0, 0.0, 0.0, 5.0]), 1.35) == 0.0
    assert huber_scale(np.array([0.0, 3.0, -4.0, 5.0]), 1.35) > 0.0


@pytest.mark.parametrize("size", [1e-200, 1e-3, 1e140])
def test_it_has_the_unit_of_the_residuals(size):
    r = np.array([0.3, -1.0, 0.5, 8.0, -0.2])
    assert huber_scale(r * size, 1.35) / size == pytest.approx(huber_scale(r, 1.35))
