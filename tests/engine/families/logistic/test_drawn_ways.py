"""What the charts of weight space add to the way: the mean of a stochastic pass, and what of softmax is left out."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Points, Text
from engine.families.logistic.logistic_stochastic import drawing, loop
from engine.families.logistic.many_classes import weight_space
from engine.models.linear import Softmax

DATA = engine.Dataset.from_arrays(np.random.default_rng(2).normal(size=(12, 3)), np.arange(12) % 2)


def test_the_mean_of_the_weights_is_drawn_where_it_is():
    last = engine.trace("logistic_stochastic", DATA, epochs=2).to_end()[-1]
    drawn = [mark for mark in drawing.marks(last, DATA, loop.Params(epochs=2)) if isinstance(mark, Points)]
    (mean,) = [mark for mark in drawn if mark.labels == ("mean",)]
    assert mean.positions[0] == pytest.approx(last.average[1:3])
    assert not np.allclose(last.average, last.model.packed)


@pytest.mark.parametrize(
    ("d", "words"), [(2, "The bias of each class is"), (3, "The 2 other weights of each class are")]
)
def test_what_of_the_classes_is_not_shown_is_said(d, words):
    some = DATA.select(range(d))
    model = Softmax(np.ones((2, d)), np.zeros(2), np.array([0, 1]))
    drawn = weight_space(np.ones((1, 2, 2)), np.ones((2, d + 1)), model, some, some)
    (said,) = [mark for mark in drawn if isinstance(mark, Text)]
    assert said.text == f"{words} not shown."
