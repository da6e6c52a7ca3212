"""What several tests stand on is itself as it is said to be."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.models.linear import Hyperplane
from tests.examples import CORNERS, GATES, gate, standardised, two_of, weights


@pytest.mark.parametrize("name", sorted(set(GATES) & set(engine.bundled())))
def test_a_gate_is_the_bundled_one(name: str) -> None:
    bundled, ours = engine.load(name), gate(name)
    assert np.array_equal(ours.X, CORNERS) and np.array_equal(bundled.X, ours.X)
    assert np.array_equal(bundled.codes, ours.codes)


def test_two_classes_keep_their_codes() -> None:
    pair = two_of("iris", 1, 2)
    assert pair.n == 100 and pair.classes_present == (1, 2)


def test_weights_come_with_the_bias_first() -> None:
    assert weights(Hyperplane(np.array([2.0, 3.0]), 1.0)) == [1.0, 2.0, 3.0]


def test_standardised_data_have_mean_0_and_variance_1() -> None:
    X = standardised(engine.load("iris")).X
    assert X.mean(axis=0) == pytest.approx(0, abs=1e-12) and X.var(axis=0) == pytest.approx(1)
