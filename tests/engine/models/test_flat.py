"""Linear scores: every model that says its borders are flat answers by the scores that it gives."""

from __future__ import annotations

import numpy as np
import pytest

from engine.maths.probability.sigmoid import softmax
from engine.models.basis import Polynomial
from engine.models.flat import LinearScores
from engine.models.groups import Centres, ClassMeans
from engine.models.linear import Hyperplane, Logistic, Scores, Softmax, ThresholdUnit
from engine.models.posterior import BayesianLogistic
from engine.models.projections import Discriminants
from engine.models.scheme import Scheme

RNG = np.random.default_rng(3)
W, B, X = RNG.normal(size=(4, 3)), RNG.normal(size=4), RNG.normal(size=(500, 3))
CODES = np.array([4, 0, 2, 1])
MODELS = (
    Hyperplane(W[0], B[0], (2, 1)),
    ThresholdUnit(W[0], B[0], (2, 1)),
    Logistic(W[1], B[1]),
    BayesianLogistic(W[1], B[1], covariance=np.eye(4), samples=np.zeros((0, 4))),
    Scores(W, B, CODES),
    Softmax(W, B, CODES),
    Centres(W),
    ClassMeans(W, CODES),
    Discriminants(W[0], np.linalg.qr(W[:3])[0][:2], np.ones(2), RNG.normal(size=(4, 2)), CODES),
)
PLUGGED_IN = BayesianLogistic(W[1], B[1], covariance=np.eye(4), samples=np.zeros((0, 4)), rule="plug-in")


def answers(scores: LinearScores, X: np.ndarray) -> np.ndarray:
    return scores.classes[np.argmax(X @ scores.weights.T + scores.biases, axis=1)]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
def test_the_scores_answer_as_the_model_does(model):
    assert np.array_equal(answers(model.linear_scores(), X), model.predict(X))


@pytest.mark.parametrize("kind", [Hyperplane, ThresholdUnit])
def test_point_on_the_hyperplane_gets_the_class_of_the_model(kind):
    model = kind(np.array([1.0, -1.0]), 0.0, (5, 3))
    on_it = np.array([[2.0, 2.0], [0.0, 0.0]])
    assert np.array_equal(answers(model.linear_scores(), on_it), model.predict(on_it))


def test_distant_centres_are_separated_as_exactly_as_near_ones():
    far = np.array([1e8, -1e8, 1e8])
    model, spots = Centres(W + far), X + far
    assert np.mean(answers(model.linear_scores(), spots) == model.predict(spots)) > 0.99


def test_curved_borders_have_no_linear_scores():
    basis = Polynomial.of_degree(2, 2)
    weights = np.ones(basis.n_functions)
    assert Hyperplane(weights, 0.0, basis=basis).linear_scores() is None
    assert ThresholdUnit(weights, 0.0, basis=basis).linear_scores() is None
    assert Softmax(np.ones((3, 5)), np.zeros(3), np.arange(3), basis).linear_scores() is None
    averaged = BayesianLogistic(W[1], B[1], covariance=np.eye(4), samples=RNG.normal(size=(9, 4)), rule="samples")
    assert averaged.linear_scores() is None


@pytest.mark.parametrize("resolve", [False, True])
def test_scheme_prediction_depends_only_on_the_signs(resolve):
    lines = tuple(Hyperplane(w, b) for w, b in zip(W, B, strict=True))
    model = Scheme(lines, np.arange(4), np.full(4, -1), np.arange(4), resolve)
    cuts = model.cuts()
    assert cuts is not None and len(cuts.biases) == (10 if resolve else 4)
    spots = RNG.normal(size=(3000, 3)) * 2
    sides = np.sign(spots @ cuts.weights.T + cuts.biases)
    answers = model.predict(spots)
    _, cell = np.unique(sides, axis=0, return_inverse=True)
    assert all(len(set(answers[cell.ravel() == one].tolist())) == 1 for one in range(cell.max() + 1))
    curved = Hyperplane(np.ones(5), 0.0, basis=Polynomial.of_degree(2, 2))
    assert Scheme((curved,), np.array([0]), np.array([1]), np.arange(2)).cuts() is None


@pytest.mark.parametrize("model", [*MODELS, PLUGGED_IN], ids=lambda model: type(model).__name__)
def test_scores_declare_whether_softmax_gives_the_probabilities(model):
    scores, sides = model.linear_scores(), 0.5 * X
    told = softmax(sides @ scores.weights.T + scores.biases)[:, np.argsort(scores.classes)]
    asked = model.predict_proba(sides) if hasattr(model, "predict_proba") else np.zeros(0)
    asked = asked[:, np.argsort(model.classes)] if asked.size else asked
    assert scores.chances is (told.shape == asked.shape and bool(np.allclose(told, asked, rtol=1e-12, atol=1e-12)))
