"""The gallery of activation functions: W86's values, and every slope beside differences."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Curve
from engine.families.networks.activation_gallery.functions import SHAPES
from tests.catalogue import shows

KEY = "activation_gallery"
PLACES = np.array([-1.0, 0.0, 2.0])
W86 = {
    "logistic": [0.26894142137, 0.5, 0.880797077978],
    "tanh": [-0.761594155956, 0.0, 0.964027580076],
    "ReLU": [0, 0, 2.0],
    "probit": [0.158655253931, 0.5, 0.977249868052],
}
SLOPES = {
    "tanh": [0.419974341614, 1.0, 0.0706508248532],
    "probit": [0.241970724519, 0.398942280401, 0.0539909665132],
    "ReLU": [0, 0, 1],
    "step": [0, 0, 0],
}


@shows("NE14")
def test_ne14_every_function_is_drawn_with_its_derivative_and_range() -> None:
    data, algorithm = engine.load("gate_and"), engine.algorithm(KEY)
    for name, expected in W86.items():
        assert SHAPES[name].value(PLACES) == pytest.approx(expected, abs=1e-11)
    for name, expected in SLOPES.items():
        assert SHAPES[name].slope(PLACES) == pytest.approx(expected, abs=1e-11)
    trace, params = engine.trace(KEY, data).to_end(), algorithm.params()
    names = ["step", "sign", "identity", "logistic", "tanh", "ReLU", "probit", "softmax"]
    assert [step.name for step in trace] == names
    for step in trace:
        shape = SHAPES[step.name]
        story = algorithm.explain(step, data, params)
        assert f"its range is {shape.reach}" in story.sentence and story.numbers[2].value == step.at_zero
        drawn = [mark for mark in algorithm.marks(step, data, params) if isinstance(mark, Curve)]
        for surface, function in (("Activation g(a)", shape.value), ("Slope g′(a)", shape.slope)):
            curves = [mark for mark in drawn if mark.surface.name == surface and mark.role == "boundary"]
            inner = np.concatenate([mark.positions for mark in curves])
            inner = inner[inner[:, 0] != 0]
            assert inner[:, 1] == pytest.approx(function(inner[:, 0])), (step.name, surface)


@pytest.mark.parametrize("name", SHAPES)
def test_derivatives_match_finite_differences(name: str) -> None:
    a = np.linspace(-4.0, 4.1, 50)
    shape = SHAPES[name]
    assert shape.slope(a) == pytest.approx((shape.value(a + 1e-6) - shape.value(a - 1e-6)) / 2e-6, abs=1e-8)
