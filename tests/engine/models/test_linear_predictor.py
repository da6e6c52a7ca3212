"""The linear model of a number, and basis functions of rescaled features."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.models.basis import Gaussians, Polynomial, Rescaled, Sigmoids
from engine.models.linear import LinearPredictor
from engine.models.scaling import Scale

X = np.array([[0.0, 1.0], [2.0, -3.0], [5.0, 0.5]])


def test_number_is_predicted_from_the_features() -> None:
    model = LinearPredictor(np.array([2.0, -1.0]), 0.5)
    assert model.predict(X).tolist() == [-0.5, 7.5, 10.0]
    assert model.n_features == 2 and model.packed.tolist() == [0.5, 2.0, -1.0]
    assert LinearPredictor.unpacked(model.packed) == model


def test_with_a_basis_the_weights_belong_to_its_functions() -> None:
    basis = Gaussians(X[:1], 2.0)
    model = LinearPredictor(np.array([3.0]), 1.0, basis)
    assert model.n_features == 2
    assert model.predict(X) == pytest.approx(1.0 + 3.0 * np.exp(-((X - X[0]) ** 2).sum(axis=1) / 8.0))
    with pytest.raises(engine.Refusal, match="2 weights for 1 basis functions"):
        LinearPredictor(np.array([3.0, 1.0]), 1.0, basis)


def test_rescaled_functions_equal_functions_of_rescaled_features() -> None:
    scale = Scale(np.array([1.0, -1.0]), np.array([2.0, 0.5]))
    for functions in (Polynomial.of_degree(3, 2), Gaussians(X, 0.7), Sigmoids(X[:, 0], np.array([0, 1, 0]), 0.5, 2)):
        basis = Rescaled(functions, scale)
        assert basis.features(X) == pytest.approx(functions.features((X - [1.0, -1.0]) / [2.0, 0.5]))
        assert (basis.n_features, basis.n_functions) == (2, functions.n_functions)
        assert basis.names(("x", "y")) == functions.names(("z1", "z2"))


def test_scale_for_other_features_is_refused() -> None:
    with pytest.raises(engine.Refusal, match="for 1 features, not 2"):
        Rescaled(Polynomial.of_degree(2, 2), Scale(np.zeros(1), np.ones(1)))
