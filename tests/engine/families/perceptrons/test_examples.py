"""What all of the family draw alike with basis functions: the flat boundary of the model that predicts, no line."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.base.params import build, specs
from engine.base.snapshot import same
from engine.core.marks import Line
from engine.families.perceptrons.examples import nothing_yet
from engine.models.linear import Hyperplane
from engine.parts.basis_drawing import NAME, feature_marks
from tests.engine.families.perceptrons.reading import overlapping, rows_of

KEYS = [
    key
    for key, algorithm in engine.algorithms().items()
    if algorithm.family == "perceptrons" and "basis" in specs(algorithm.params)
]
VALUES = {"basis": "polynomial", "epochs": 3}


@pytest.mark.parametrize("key", KEYS)
def test_with_a_basis_the_chart_is_of_the_predicting_model(key):
    data, algorithm = overlapping(), engine.algorithm(key)
    params, told_apart = build(algorithm.params, VALUES), 0
    for step in algorithm.trace(data, **VALUES):
        drawn = algorithm.marks(step, data, params)
        shown = [mark for mark in drawn if mark.surface.name == NAME]
        assert shown and same(shown, feature_marks(data, step.model))
        assert not [mark for mark in drawn if isinstance(mark, Line) and mark.surface.kind == "plane"]
        told_apart += getattr(step, "before", step.model) != step.model
        answers = set(np.flatnonzero(step.model.predict(data.X) != data.codes))
        assert answers <= set(rows_of(drawn, "wrong")), "a point that is answered wrongly is not marked"
    assert told_apart or key == "perceptron_theorem"


def test_a_bias_alone_classifies():
    assert "nothing is classified" in nothing_yet(Hyperplane(np.zeros(2), 0.0))
    assert nothing_yet(Hyperplane(np.zeros(2), 1.0)) == "" == nothing_yet(Hyperplane(np.ones(2), 0.0))


@pytest.mark.parametrize("key", ["perceptron", "perceptron_theorem"])
def test_zero_weights_explain_rings_and_predictions(key):
    """Every row is a mistake in training and one class is right in a prediction: the evaluation counts the second."""
    data, algorithm = engine.load("gate_and"), engine.algorithm(key)
    params, first = algorithm.params(), engine.trace(key, data)[0]
    predicted = set(first.model.predict(data.X).tolist())
    ringed = rows_of(algorithm.marks(first, data, params), "wrong")
    assert predicted == {1} and sorted(ringed) == list(range(data.n))
    told = f"an activation of exactly 0 counts as a mistake in training, and predicts {data.class_name(1)}."
    assert told in algorithm.explain(first, data, params).sentence
