"""A mixture answers in logarithms, and one that is none is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import multivariate_normal

import engine
from engine.models.mixture import Mixture

WEIGHTS = np.array([0.25, 0.75])
MEANS = np.array([[0.0, 1.0], [3.0, -1.0]])
COVARIANCES = np.array([[[2.0, 0.5], [0.5, 1.0]], [[1.0, -0.9], [-0.9, 4.0]]])


def test_the_density_is_that_of_scipy():
    X = np.random.default_rng(0).normal(size=(9, 2)) * 5
    mixture = Mixture(WEIGHTS, MEANS, COVARIANCES)
    parts = np.array(
        [
            weight * multivariate_normal(mean, spread).pdf(X)
            for weight, mean, spread in zip(WEIGHTS, MEANS, COVARIANCES, strict=True)
        ]
    )
    assert mixture.log_density(X) == pytest.approx(np.log(parts.sum(axis=0)), rel=1e-12)
    assert mixture.predict_proba(X) == pytest.approx((parts / parts.sum(axis=0)).T, rel=1e-9)
    assert mixture.predict(X).tolist() == parts.argmax(axis=0).tolist()


def test_shares_sum_to_1_far_out():
    far = np.array([[1e5, 1e5], [-1e200, 1e200]])
    shares = Mixture(WEIGHTS, MEANS, COVARIANCES).predict_proba(far)
    assert shares.sum(axis=1) == pytest.approx([1.0, 1.0])


def test_component_of_weight_0_has_no_share():
    mixture = Mixture(np.array([1.0, 0.0]), MEANS, COVARIANCES)
    assert mixture.predict_proba(MEANS)[:, 1].tolist() == [0.0, 0.0]
    assert np.isfinite(mixture.log_density(MEANS)).all()


def test_with_one_covariance_the_borders_are_flat():
    X = np.random.default_rng(1).normal(size=(200, 2)) * 4 + 100
    mixture = Mixture(WEIGHTS, MEANS + 100, COVARIANCES[[0, 0]])
    scores = mixture.linear_scores()
    found = X @ scores.weights.T + scores.biases
    assert scores.classes[found.argmax(axis=1)].tolist() == mixture.predict(X).tolist()
    joint = mixture.log_joint(X)
    assert found[:, 1] - found[:, 0] == pytest.approx(joint[1] - joint[0], abs=1e-9)
    assert Mixture(WEIGHTS, MEANS, COVARIANCES).linear_scores() is None
    assert Mixture(np.array([1.0, 0.0]), MEANS, COVARIANCES[[0, 0]]).linear_scores() is None


def test_model_round_trips_through_a_file_exactly(tmp_path: Path):
    mixture = Mixture(np.array([0.1, 0.9]), MEANS / 3, COVARIANCES / 7)
    engine.save_model(mixture, tmp_path / "mixture.json")
    assert engine.load_model(tmp_path / "mixture.json") == mixture


FLAT = np.array([[[1.0, 1.0], [1.0, 1.0]], [[1.0, 0.0], [0.0, 1.0]]])
HOSTILE = {
    "weights that miss 1": (np.array([0.5, 0.6]), MEANS, COVARIANCES),
    "a negative weight": (np.array([1.5, -0.5]), MEANS, COVARIANCES),
    "a weight that is no number": (np.array([np.nan, 1.0]), MEANS, COVARIANCES),
    "an infinite mean": (WEIGHTS, np.full((2, 2), np.inf), COVARIANCES),
    "a flat covariance": (WEIGHTS, MEANS, FLAT),
    "a negative variance": (WEIGHTS, MEANS, -COVARIANCES),
    "a covariance askew": (WEIGHTS, MEANS, COVARIANCES + np.triu(np.full((2, 2), 0.1), 1)),
    "too few covariances": (WEIGHTS, MEANS, COVARIANCES[:1]),
    "covariances of other features": (WEIGHTS, MEANS, np.ones((2, 1, 1))),
    "no component": (WEIGHTS[:0], MEANS[:0], COVARIANCES[:0]),
    "words": (np.array(["a", "b"]), MEANS, COVARIANCES),
}


@pytest.mark.parametrize("how", HOSTILE)
def test_what_is_no_mixture_is_refused(how):
    with pytest.raises(engine.Refusal):
        Mixture(*HOSTILE[how])


def test_prediction_terms_are_computed_once_for_all_pictures(monkeypatch):
    mixture = Mixture(WEIGHTS, MEANS, np.stack([COVARIANCES[0]] * 2))
    first = mixture.linear_scores()
    monkeypatch.setattr(np.linalg, "solve", None)
    assert first is not None and mixture.linear_scores() is first
