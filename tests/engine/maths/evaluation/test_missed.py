"""The errors of predicted numbers, and the loss of each row."""

from __future__ import annotations

import math

import numpy as np
import pytest

from engine.maths.evaluation.losses import losses
from engine.maths.evaluation.missed import correlation, deviation, missed

F, Y = np.array([2.5, 0.0, 2.0, 8.0]), np.array([3.0, -0.5, 2.0, 7.0])
A, B = np.array([1.0, 2, 3, 4, 5]), np.array([2.0, 1, 4, 3, 5])


def test_worked_case_57_has_its_errors():
    found = missed(Y, F)
    assert found.rmse**2 == pytest.approx(0.375) and found.rmse == pytest.approx(0.612372435696)
    assert found.mae == pytest.approx(0.5) and found.r == pytest.approx(0.984869618448)


def test_worked_case_57_a_shift_and_an_outlier():
    shifted, far = missed(Y, 2 * F + 10), missed(Y, np.array([2.5, 0.0, 2.0, 107.0]))
    assert shifted.r == pytest.approx(0.984869618448) and shifted.rmse == pytest.approx(13.7772457335)
    assert far.rmse == pytest.approx(50.0012499844) and far.mae == pytest.approx(25.25)
    assert math.isnan(missed(Y, np.full(4, 3.0)).r)


def test_worked_case_3_has_its_correlation():
    assert correlation(A, B) == pytest.approx(0.8)
    assert correlation(np.array([1.0, 2, 3]), np.array([61.0, 62, 63])) == pytest.approx(1.0)


def test_errors_are_those_of_scikit_learn():
    from sklearn.metrics import mean_absolute_error, r2_score, root_mean_squared_error

    rng = np.random.default_rng(0)
    y = rng.normal(size=50)
    f = y + rng.normal(size=50)
    found = missed(y, f)
    assert found.rmse == pytest.approx(root_mean_squared_error(y, f))
    assert found.mae == pytest.approx(mean_absolute_error(y, f)) and found.r2 == pytest.approx(r2_score(y, f))
    assert found.r == pytest.approx(np.corrcoef(f, y)[0, 1])


def test_mean_has_r2_zero_and_rmse_equal_to_the_deviation():
    found = missed(Y, np.full(4, Y.mean()))
    assert found.r2 == pytest.approx(0.0) and found.rmse == pytest.approx(deviation(Y)) and math.isnan(found.r)


def test_equal_targets_leave_r2_undefined():
    found = missed(np.full(3, 0.1), np.array([0.1, 0.2, 0.3]))
    assert math.isnan(found.r2) and math.isnan(found.r) and found.rmse > 0


def test_one_row_has_an_error_and_no_correlation():
    found = missed(np.array([1.0]), np.array([3.0]))
    assert (found.n, found.rmse, found.mae) == (1, 2.0, 2.0) and math.isnan(found.r)


def test_huge_numbers_have_errors():
    found = missed(np.array([1e200, 3e200]), np.array([2e200, 2e200]))
    assert found.rmse == pytest.approx(1e200) and found.mae == pytest.approx(1e200) and found.r2 == pytest.approx(0.0)


def test_missing_prediction_leaves_all_undefined():
    found = missed(np.array([1.0, 2.0]), np.array([1.0, np.nan]))
    assert math.isnan(found.rmse) and math.isnan(found.mae) and math.isnan(found.r2)


def test_infinite_prediction_has_an_infinite_error():
    found = missed(np.array([1.0, 2.0]), np.array([1.0, np.inf]))
    assert found.rmse == np.inf and found.mae == np.inf and found.r2 == -np.inf and math.isnan(found.r)


def test_losses_are_worked_row_by_row():
    assert losses(np.array([0, 1, 1]), np.array([0, 1, 0]), "0/1").tolist() == [0.0, 0.0, 1.0]
    assert losses(Y, F, "squared").tolist() == [0.25, 0.25, 0.0, 1.0]
    assert losses(Y, F, "absolute").tolist() == [0.5, 0.5, 0.0, 1.0]
    assert losses(np.array([1.0]), np.array([np.nan]), "0/1").tolist() == [1.0]
