"""The model with a Gaussian over its weights: W41's predictions by every rule, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import Refusal
from engine.maths.probability.probit import shrinkage
from engine.maths.probability.sigmoid import sigmoid
from engine.models.basis import Gaussians
from engine.models.linear import Logistic
from engine.models.posterior import RULES, BayesianLogistic
from tests.catalogue import shows

W = [-0.468852947256, 0.45469313916]
S = [[0.682669191089, -0.269539897496], [-0.269539897496, 0.271048089342]]
ROWS = [
    [1.0, -0.0141598080964, 0.414637485439, 0.496460107121, 0.496717283028, 0.496767430909],
    [1.75, 0.326860046274, 0.569364323464, 0.580995182175, 0.573339856951, 0.572032940311],
    [4.0, 1.34991960938, 2.8631194406, 0.794116485006, 0.716299668426, 0.712708168077],
    [10.0, 4.07807844434, 22.3966801754, 0.983342197411, 0.786342211037, 0.789901288849],
]


def model(rule="probit", samples=None, **changes):
    given_samples = np.zeros((0, 2)) if samples is None else samples
    values = dict(classes=(0, 1), basis=None, covariance=np.array(S), samples=given_samples, rule=rule) | changes
    return BayesianLogistic(np.array(W[1:]), W[0], **values)


def drawn(count=4000):
    return np.random.default_rng(0).multivariate_normal(W, S, size=count)


@shows("LR19", "W41")
def test_w41_every_row_by_every_rule():
    X = np.array(ROWS)[:, :1]
    mean, variance = model().activation_moments(X)
    assert mean == pytest.approx(np.array(ROWS)[:, 1], abs=1e-8)
    assert variance == pytest.approx(np.array(ROWS)[:, 2], abs=1e-8)
    kappa = [0.927347070814, 0.904028756179, 0.68610018976, 0.319517262942]
    assert shrinkage(variance) == pytest.approx(kappa, abs=1e-8)
    for column, rule in ((3, "plug-in"), (4, "probit"), (5, "quadrature")):
        assert model().probability(X, rule) == pytest.approx(np.array(ROWS)[:, column], abs=1e-8)
        assert model(rule).predict_proba(X)[:, 1] == pytest.approx(np.array(ROWS)[:, column], abs=1e-8)


def test_samples_average_the_sigmoids():
    X, samples = np.array([[1.0], [4.0]]), drawn(50)
    expected = [np.mean([sigmoid(np.array(w[0] + w[1] * x)) for w in samples]) for x in X[:, 0]]
    assert model("samples", samples).predict_proba(X)[:, 1] == pytest.approx(expected, abs=1e-14)


def test_draws_from_the_gaussian_agree_with_quadrature():
    X = np.array(ROWS)[:, :1]
    sampled = model("samples", drawn()).probability(X, "samples")
    assert sampled == pytest.approx(model().probability(X, "quadrature"), abs=0.02)


def test_without_samples_the_probit_approximation_predicts():
    X = np.array([[2.0]])
    assert model("samples").predict_proba(X)[0, 1] == model().predict_proba(X)[0, 1]


@given(st.sampled_from(RULES), st.lists(st.floats(-50, 50), min_size=1, max_size=8))
def test_the_class_is_the_likelier_one(rule, places):
    X = np.array(places)[:, None]
    one = model(rule, drawn(40))
    likelier = one.predict_proba(X)[:, 1] >= 0.5
    sure = np.abs(one.predict_proba(X)[:, 1] - 0.5) > 1e-12
    assert (one.predict(X)[sure] == likelier[sure]).all()


def test_many_rows_by_many_samples_are_computed_in_blocks():
    X, some = np.linspace(-5, 5, 3000)[:, None], [0, 1499, 2999]
    one = model("samples", drawn(2000))
    assert one.predict_proba(X)[some] == pytest.approx(one.predict_proba(X[some]), abs=1e-12)


def test_thinned_samples_are_evenly_spaced_and_nearly_as_good():
    one = model("samples", drawn())
    fewer = one.fewer_samples(200)
    assert len(fewer.samples) == 200
    assert (fewer.samples[[0, -1]] == one.samples[[0, -1]]).all()
    assert one.fewer_samples(10_000) is one
    assert len(one.fewer_samples(0).samples) == 0


def test_model_is_logistic_with_its_map_weights():
    X = np.array([[0.0], [1.03], [1.04]])
    plain = Logistic(np.array(W[1:]), W[0])
    assert (model().predict(X) == plain.predict(X)).all()
    assert model("plug-in").predict_proba(X) == pytest.approx(plain.predict_proba(X), abs=1e-15)


def test_with_a_basis():
    basis = Gaussians(np.array([[1.0, 1.0]]), 0.5)
    one = model(basis=basis)
    mean, variance = one.activation_moments(np.array([[1.0, 1.0], [90.0, 0.0]]))
    assert mean == pytest.approx([W[0] + W[1], W[0]])
    assert variance[1] == pytest.approx(S[0][0])
    assert one.n_features == 2


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"covariance": np.eye(3)}, "covariance"),
        ({"covariance": None}, "covariance"),
        ({"samples": np.zeros((2, 3))}, "Samples"),
        ({"rule": "guess"}, "rule"),
    ],
)
def test_mismatched_parts_are_refused_in_words(changes, words):
    rule = changes.pop("rule", "probit")
    with pytest.raises(Refusal, match=words):
        model(rule, **changes)
