"""The weights of linear models as one array, the bias first, and back."""

from __future__ import annotations

import numpy as np

from engine.models.linear import Hyperplane, Logistic, Scores, Softmax


def test_packed_weights_have_the_bias_first_and_round_trip():
    line = Logistic(np.array([2.0, -3.0]), 0.5, (1, 4))
    assert line.packed.tolist() == [0.5, 2.0, -3.0]
    again = Logistic.unpacked(line.packed, line.classes)
    assert type(again) is Logistic and again.classes == (1, 4) and again.packed.tolist() == line.packed.tolist()
    assert type(Hyperplane.unpacked(line.packed, (0, 1))) is Hyperplane


def test_packed_scores_have_a_row_for_each_class():
    model = Softmax(np.arange(6.0).reshape(3, 2), np.array([7.0, 8.0, 9.0]), np.array([0, 2, 5]))
    assert model.packed.tolist() == [[7, 0, 1], [8, 2, 3], [9, 4, 5]]
    again = Softmax.unpacked(model.packed, model.classes)
    assert type(again) is Softmax and again.classes.tolist() == [0, 2, 5]
    assert again.weights.tolist() == model.weights.tolist() and again.biases.tolist() == model.biases.tolist()
    assert type(Scores.unpacked(model.packed, model.classes)) is Scores


def test_largest_score_wins_and_ties_go_to_the_lowest_code():
    model = Scores(np.eye(3), np.zeros(3), np.array([0, 2, 5]))
    assert model.predict(np.array([[3.0, 1.0, 2.0], [1.0, 3.0, 2.0], [1.0, 2.0, 3.0]])).tolist() == [0, 2, 5]
    assert model.predict(np.array([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0], [1.0, 1.0, 1.0]])).tolist() == [0, 2, 0]
