"""What a unit makes of its activation: W86, and every slope against differences."""

from __future__ import annotations

import numpy as np
import pytest

from engine.maths.probability.activations import ACTIVATIONS

A = np.array([-1.0, 0.0, 2.0])


def test_w86_values_and_slopes() -> None:
    assert ACTIVATIONS["logistic"].value(A) == pytest.approx([0.26894142137, 0.5, 0.880797077978], abs=1e-11)
    assert ACTIVATIONS["tanh"].value(A) == pytest.approx([-0.761594155956, 0.0, 0.964027580076], abs=1e-11)
    assert ACTIVATIONS["ReLU"].value(A).tolist() == [0, 0, 2.0]
    assert ACTIVATIONS["tanh"].slope(A) == pytest.approx([0.419974341614, 1.0, 0.0706508248532], abs=1e-11)
    assert ACTIVATIONS["ReLU"].slope(A).tolist() == [0, 0, 1], "the slope of ReLU at 0 is taken to be 0"


@pytest.mark.parametrize("kind", ACTIVATIONS)
def test_the_slope_is_that_of_the_value(kind: str) -> None:
    places = np.array([-3.0, -0.4, 0.7, 2.5])
    one = ACTIVATIONS[kind]
    differences = (one.value(places + 1e-6) - one.value(places - 1e-6)) / 2e-6
    assert one.slope(places) == pytest.approx(differences, abs=1e-8)


def test_a_flat_tanh_keeps_its_digits() -> None:
    """1 − tanh² 30 is 4 e⁻⁶⁰, and 0 when it is worked out so."""
    assert ACTIVATIONS["tanh"].slope(np.array([30.0]))[0] == pytest.approx(4 * np.exp(-60.0))


@pytest.mark.parametrize("kind", ACTIVATIONS)
def test_what_is_asked_about_stays_as_it_is(kind: str) -> None:
    places = np.array([-3.0, 0.0, 0.7])
    before = places.copy()
    ACTIVATIONS[kind].value(places)
    ACTIVATIONS[kind].slope(places)
    assert np.array_equal(places, before)
