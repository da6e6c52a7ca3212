"""A classifier with a threshold, and the scores it is put on."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.errors import Refusal
from engine.families.learners import CLASSIFIERS
from engine.models.class_scores import class_scores
from engine.models.cut import CutScores
from engine.models.groups import ClassMeans
from engine.models.linear import Hyperplane, Logistic, Scores, Softmax

W = np.array([1.0, -2.0])
TWO = {
    "hyperplane": Hyperplane(W, 0.5),
    "upside down": Hyperplane(W, 0.5, (1, 0)),
    "logistic": Logistic(W, 0.5),
    "scores": Scores(np.array([[0.0, 1.0], [1.0, 0.5]]), np.array([0.2, 0.1]), np.array([0, 1])),
    "softmax": Softmax(np.array([[0.0, 1.0], [1.0, 0.5]]), np.array([0.2, 0.1]), np.array([0, 1])),
}


@pytest.mark.parametrize("base", TWO.values(), ids=TWO)
@given(positive=st.sampled_from([0, 1]), threshold=st.floats(0.05, 0.95))
def test_straight_border_is_where_the_prediction_changes(base, positive, threshold):
    model = CutScores(base, positive, threshold)
    X = np.random.default_rng(0).normal(size=(50, 2)) * 2
    flat = model.linear_scores()
    assert flat is not None
    values = X @ flat.weights.T + flat.biases
    clear = np.abs(values[:, 0] - values[:, 1]) > 1e-9
    assert (flat.classes[np.argmax(values, axis=1)][clear] == model.predict(X)[clear]).all()
    scores = class_scores(base, X).of(positive)
    assert ((model.predict(X) == positive) == (scores >= threshold)).all()


def test_probability_threshold_0_or_1_has_no_border():
    assert CutScores(TWO["logistic"], 1, 0.0).linear_scores() is None
    assert CutScores(TWO["softmax"], 1, 1.0).linear_scores() is None
    assert CutScores(TWO["hyperplane"], 1, np.inf).linear_scores() is None
    assert (CutScores(TWO["hyperplane"], 1, np.inf).predict(np.ones((3, 2))) == 0).all()


def test_with_several_classes_rejected_rows_get_the_runner_up():
    base = Scores(np.eye(3), np.zeros(3), np.arange(3))
    X = np.array([[3.0, 2.0, 1.0], [1.0, 2.0, 3.0], [0.0, 5.0, 4.0]])
    assert CutScores(base, 1, 3.0).predict(X).tolist() == [0, 2, 1]
    assert CutScores(base, 1, 3.0).linear_scores() is None


def test_row_without_a_score_is_not_positive():
    class_less = CutScores(TWO["hyperplane"], 1, -np.inf)
    assert class_less.predict(np.array([[np.nan, 1.0]])).tolist() == [0]


def test_model_without_scores_and_nan_threshold_are_refused():
    with pytest.raises(Refusal, match="score for each class"):
        CutScores(ClassMeans(np.eye(2), np.arange(2)), 1, 0.0)
    with pytest.raises(Refusal, match="number"):
        CutScores(TWO["hyperplane"], 1, float("nan"))


def test_class_unknown_to_the_model_is_never_positive():
    assert class_scores(TWO["hyperplane"], np.ones((2, 2))).of(7).tolist() == [-np.inf, -np.inf]


@pytest.mark.parametrize("key", CLASSIFIERS)
def test_largest_score_is_the_prediction_of_every_classifier(key):
    """But for ties, which each breaks by a rule of its own, and rows that a scheme leaves open."""
    data = engine.load("breast_cancer").select([0, 1])
    model = engine.fit(key, data)
    found = class_scores(model, data.X)
    if found is None:
        return
    said = model.predict(data.X)
    ranked = np.sort(found.values, axis=1)
    clear = (ranked[:, -1] - ranked[:, -2] > 1e-9) & (said >= 0)
    assert clear.any() and (found.classes[np.argmax(found.values, axis=1)][clear] == said[clear]).all()
