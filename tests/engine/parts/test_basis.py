"""Basis functions against worked case W49, numpy and scipy."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest
from scipy.special import expit
from sklearn.preprocessing import PolynomialFeatures

import engine
from engine.base.errors import DropRows, remedies
from engine.models.basis import Gaussians, Polynomial, Sigmoids
from engine.parts.basis import BasisParams, basis_limits, chosen_basis, expanded

X = np.array([[-1.0], [0.0], [0.5], [2.0]])


def test_w49_gaussian_bumps():
    expected = [
        [0.135335283237, 0.000335462627903],
        [1.0, 0.135335283237],
        [0.606530659713, 0.606530659713],
        [0.000335462627903, 0.135335283237],
    ]
    assert Gaussians(np.array([[0.0], [1.0]]), 0.5).features(X) == pytest.approx(np.array(expected), abs=1e-10)


def test_w49_sigmoid_steps():
    basis = Sigmoids(np.array([0.0, 1.0]), np.array([0, 0]), 0.5, 1)
    expected = [
        [0.119202922022, 0.0179862099621],
        [0.5, 0.119202922022],
        [0.73105857863, 0.26894142137],
        [0.982013790038, 0.880797077978],
    ]
    assert basis.features(X) == pytest.approx(np.array(expected), abs=1e-10)
    far = np.array([[-1e6], [1e6]])
    assert basis.features(far) == pytest.approx(expit((far - [0.0, 1.0]) / 0.5))


def test_w49_polynomial_of_order_three():
    expected = [[-1.0, 1.0, -1.0], [0.0, 0.0, 0.0], [0.5, 0.25, 0.125], [2.0, 4.0, 8.0]]
    assert np.array_equal(Polynomial.of_degree(3, 1).features(X), expected)


@pytest.mark.parametrize("degree", [1, 2, 3, 4])
def test_monomials_are_those_of_scikit_learn(degree):
    table = np.random.default_rng(0).normal(size=(20, 3))
    oracle = PolynomialFeatures(degree, include_bias=False).fit_transform(table)
    assert Polynomial.of_degree(degree, 3).features(table) == pytest.approx(oracle, rel=1e-12)


@pytest.mark.parametrize("basis", BasisParams.__dataclass_fields__["basis"].metadata["spec"].options)
def test_every_basis_gives_a_named_column_per_function(basis):
    data = engine.load("old_faithful")
    made = expanded(data, chosen_basis(BasisParams(basis=basis, functions=7), data))
    assert made.n == data.n
    assert len(set(made.feature_names)) == made.d
    assert np.isfinite(made.X).all()


def test_too_large_or_impossible_basis_is_refused_in_words():
    wide = engine.load("breast_cancer")
    assert "lower degree" in basis_limits(wide, BasisParams(basis="polynomial", degree=6))
    assert "data points" in basis_limits(wide, BasisParams(basis="gaussian grid"))
    assert basis_limits(wide, BasisParams(basis="polynomial")) == ""


def test_overflowing_powers_are_refused_with_a_remedy():
    cubic = BasisParams(basis="polynomial", degree=3)
    rows = np.linspace(1.0, 2.0, 12)[:, None]
    words = basis_limits(engine.Dataset.from_arrays(1e60 * rows), cubic)
    assert words.startswith("To the power of 3, row 1, column x1 is 1e+180, too large") and remedies(words)
    assert "is 1e+300, too large" in basis_limits(engine.Dataset.from_arrays(1e140 * rows), cubic)
    rows[3] = 1e6
    words = basis_limits(engine.Dataset.from_arrays(rows), cubic)
    assert words.startswith("To the power of 3, row 4") and remedies(words) == (DropRows((3,)),)
    assert basis_limits(engine.Dataset.from_arrays(rows), BasisParams(basis="polynomial")) == ""


def test_the_name_of_a_step_has_one_sign():
    names = Sigmoids(np.array([-4e-141, 0.0, 2.5]), np.array([0, 0, 0]), 1.0, 1).names(("x",))
    assert names == ("σ(x + 4e−141)", "σ(x − 0)", "σ(x − 2.5)")


def test_table_is_cached_with_its_data_set():
    data = engine.load("old_faithful").changed(name="mine")
    one = expanded(data, Polynomial.of_degree(2, 2))
    assert expanded(data, Polynomial.of_degree(2, 2)) is one
    assert expanded(data, Polynomial.of_degree(3, 2)) is not one
    assert expanded(data.changed(name="other"), Polynomial.of_degree(2, 2)) is not one
    kept = weakref.ref(one)
    del one, data
    gc.collect()
    assert kept() is None
