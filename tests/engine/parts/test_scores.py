"""Where a run of K scores begins."""

from __future__ import annotations

import numpy as np

from engine.models.linear import Scores
from engine.parts.scores import first_weights

START = Scores(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([5.0, 6.0]), np.array([2, 0]))


def test_each_class_keeps_its_weights_and_a_new_one_has_none() -> None:
    assert first_weights(START, np.array([0, 1, 2]), 2).tolist() == [[6, 3, 4], [0, 0, 0], [5, 1, 2]]


def test_without_a_matching_start_all_weights_are_0() -> None:
    assert not first_weights(None, np.array([0, 1]), 2).any()
    assert first_weights(START, np.array([0, 2]), 3).tolist() == [[0] * 4] * 2
