"""What the charts of weight space add to the way: the mean of a stochastic pass, and what of softmax is left out."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Points, Text
from engine.families.logistic.class_space import weight_space
from engine.families.logistic.logistic_stochastic import loop
from engine.models.linear import Softmax
from engine.parts.ridge import RidgeParams

DATA = engine.Dataset.from_arrays(np.random.default_rng(2).normal(size=(12, 3)), np.arange(12) % 2)


def test_mean_of_the_weights_is_drawn_in_place():
    last = engine.trace("logistic_stochastic", DATA, epochs=2).to_end()[-1]
    drawn = [
        mark
        for mark in engine.algorithm("logistic_stochastic").marks(last, DATA, loop.Params(epochs=2))
        if isinstance(mark, Points)
    ]
    (mean,) = [mark for mark in drawn if mark.labels == ("mean",)]
    assert mean.positions[0] == pytest.approx(last.average[1:3])
    assert not np.allclose(last.average, last.model.packed)


@pytest.mark.parametrize(("d", "move", "name"), [(2, 0, "0"), (3, 1, "1")])
def test_class_of_the_level_lines_is_stated(d, move, name):
    some = DATA.select(range(d))
    model = Softmax(np.ones((2, d)), np.zeros(2), np.array([0, 1]))
    drawn = weight_space(
        np.ones((1, 2, 2)), np.outer([1.0 - move, move], np.ones(d + 1)), model, some, some, RidgeParams()
    )
    (said,) = [mark for mark in drawn if isinstance(mark, Text)]
    assert said.text == f"Level lines: over the two weights of class {name}, all others held."
