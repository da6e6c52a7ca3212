"""The problem of a linear method for numbers, and what is said of its coefficients."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.models.basis import Gaussians
from engine.models.linear import LinearPredictor
from engine.parts.basis_drawing import basis_handle
from engine.parts.regression import (
    RegressionParams,
    blank,
    coefficient_bars,
    coefficients_in_words,
    conditioned,
    constant,
    errors_of,
    posed,
)

DATA = engine.Dataset(np.array([[1.0, 5.0], [2.0, 3.0], [4.0, 1.0]]), np.array([1.5, 2.5, 6.5]))


def test_design_matrix_begins_with_ones_if_there_is_an_intercept() -> None:
    both = posed(DATA, RegressionParams()), posed(DATA, RegressionParams(intercept=False))
    assert both[0].Phi.tolist() == [[1, 1, 5], [1, 2, 3], [1, 4, 1]] and both[1].Phi.tolist() == DATA.X.tolist()
    assert both[0].names == ("bias", *DATA.feature_names) and both[1].names == DATA.feature_names
    assert constant(DATA, both[0]).tolist() == [3.5, 0, 0] and constant(DATA, both[1]).tolist() == [0, 0, 0]
    assert both[0].of_columns(np.arange(3.0)).tolist() == [0, 1, 2]
    assert both[1].of_columns(np.arange(3.0)).tolist() == [1, 2]


def test_inputs_are_the_functions_of_the_start_or_the_parameters() -> None:
    squares = posed(DATA, RegressionParams(basis="polynomial", degree=2))
    assert squares.Phi.shape == (3, 6) and squares.Phi[2].tolist() == [1, 4, 1, 16, 4, 1]
    start = LinearPredictor(np.ones(1), 0.0, Gaussians(DATA.X[:1], 1.0))
    assert posed(DATA, RegressionParams(), start).basis is start.basis
    assert posed(DATA, RegressionParams()) is posed(DATA, RegressionParams())


def test_placed_centres_keep_their_weights() -> None:
    handle, params = basis_handle(blank), RegressionParams(basis="gaussian by hand", width=2.0)
    model = handle.make(DATA.X[:2], DATA, params, LinearPredictor(np.array([4.0]), 3.0, Gaussians(DATA.X[:1], 2.0)))
    assert model == LinearPredictor(np.array([4.0, 0.0]), 3.0, Gaussians(DATA.X[:2], 2.0))


def test_the_coefficients_in_words() -> None:
    data = DATA.changed(target_name="price (EUR)")
    said = coefficients_in_words(LinearPredictor(np.array([0.75, -2.0]), 1.0), data)
    one, two = data.feature_names
    assert said == (
        f"One unit more of {one} changes price (EUR) by 0.75 EUR; of {two}, by −2 EUR (the other features held)."
    )
    alone = coefficients_in_words(LinearPredictor(np.zeros(1), 1.0), DATA.select([0]))
    assert alone == "One unit more of x1 changes target by 0."
    curved = LinearPredictor(np.array([0.75]), 1.0, Gaussians(DATA.X[:1], 1.0))
    assert "a sum of 1 basis function" in coefficients_in_words(curved, data)


def test_the_errors_of_predictions() -> None:
    rmse, r2 = errors_of(np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 4.0]), " m")
    assert rmse.value == pytest.approx(3**-0.5) and rmse.note == "m" and r2.value == pytest.approx(0.5)
    assert [number.name for number in errors_of(np.ones(3), np.zeros(3))] == ["RMSE"]


def test_problem_with_the_columns_is_stated() -> None:
    problem = posed(DATA, RegressionParams())
    assert conditioned(10.0, 3, problem) == ""
    assert "The rank of Φ is 2, less than its 3 columns: the columns of Φ depend" in conditioned(10.0, 2, problem)
    few = posed(DATA.subset([0, 1]), RegressionParams())
    assert "2 rows cannot determine 3 weights" in conditioned(10.0, 2, few)
    assert "The condition number of Φ is 2e+12" in conditioned(2e12, 3, problem)


def test_bars_of_nonfinite_weights_are_not_drawn() -> None:
    assert coefficient_bars(np.array([1.0, np.inf]), ("bias", "x")) == []
    (bars,) = coefficient_bars(np.array([1.0, 2.0]), ("bias", "x"), 1)
    assert bars.values.tolist() == [1, 2] and bars.labels == ("bias", "x") and bars.chosen == 1
