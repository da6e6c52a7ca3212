"""Separable data: the length of the weights is drawn and told as it grows, and a cap stops it."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.base.words import figure
from engine.core.marks import Curve
from tests.catalogue import shows
from tests.examples import SIX

APART = engine.Dataset.from_arrays([[-1.0], [1.0]], [0, 1])
ALL = ("logistic_gradient", "logistic_newton", "logistic_stochastic")
SOFT = ("softmax_gradient", "softmax_newton", "softmax_stochastic")


def lengths(key, data, **params):
    algorithm, trace = engine.algorithm(key), engine.trace(key, data, **params).to_end()
    built = algorithm.params(**params)
    name = "‖w‖" if key in ALL else "‖W‖"
    return trace, [algorithm.measure(step, data, built)[name] for step in trace], algorithm, built


@shows("LR9")
@pytest.mark.parametrize("key", ALL + SOFT)
def test_lr9_length_grows_in_a_curve_and_in_words(key):
    trace, grown, algorithm, params = lengths(key, APART)
    assert (np.diff(grown) > 0).all()
    story = algorithm.explain(trace[-1], APART, params)
    assert f"‖w‖ from {figure(grown[-2])} to {figure(grown[-1])} in this step" in story.sentence
    assert "A penalty (λ > 0) bounds them." in story.sentence
    assert trace.ending.kind == "stopped" and "Add a penalty (λ > 0)." in trace.ending.words


@shows("LR9")
@pytest.mark.parametrize("key", ALL)
def test_lr9_the_s_curve_steepens_to_a_step(key):
    trace, _, algorithm, params = lengths(key, APART)
    steepest = []
    for step in trace[:: max(len(trace) // 4, 1)]:
        drawn = algorithm.marks(step, APART, params)
        (curve,) = [mark for mark in drawn if isinstance(mark, Curve) and mark.label == "σ(a)"]
        places = curve.positions
        steepest.append(np.max(np.diff(places[:, 1]) / np.diff(places[:, 0])))
    assert (np.diff(steepest) > 0).all()


@shows("LR9")
@pytest.mark.parametrize("key", ALL + SOFT)
def test_lr9_a_cap_on_the_length_stops_it(key):
    trace, grown, _, _ = lengths(key, APART, longest=2.0)
    assert grown[-1] >= 2.0 > grown[-2]
    assert trace.ending.kind == "stopped"
    assert trace.ending.words.startswith("‖w‖ has reached the cap of 2. The classes are separable")


def test_cap_applies_only_to_separable_classes():
    tiny = SIX.changed(X=1e-6 * SIX.X)
    ended = engine.trace("logistic_newton", tiny).to_end()
    assert np.linalg.norm(ended[-1].model.weights) > 1e6 and ended.ending.kind == "converged"
