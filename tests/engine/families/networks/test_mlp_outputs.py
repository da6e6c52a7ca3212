"""A network without a hidden layer: every kind of output with its error, by hand and against differences."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import engine
from engine.core.marks import Matrix
from engine.families.networks.mlp.layers_told import weights_told
from engine.families.networks.mlp.loop import Params, forward, gradient
from engine.families.networks.mlp.posing import OUTPUTS, SQUARES, Problem
from engine.families.networks.mlp.signals_told import forward_worked
from engine.families.networks.signals import Signal
from engine.maths.probability.sigmoid import softmax
from engine.models.network import network_of
from tests.catalogue import shows
from tests.engine.families.networks.test_mlp import KEY, ONLINE, layer

X43 = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
T3 = np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1], [0, 1, 0]])
W3 = [[0.1, 0.0, 0.2], [0.0, 0.3, -0.1], [-0.1, 0.1, 0.0]]


@pytest.mark.parametrize(
    ("output", "error", "W", "E", "expected"),
    [
        ("identity", "squared error", [[0.1, 0.2, -0.1]], 0.37, [[-0.4, -0.5, -0.8]]),
        ("logistic", "squared error", [[0.1, 0.2, -0.1]], 0.529118391191, [
            [0.284920932644, 0.0290037016865, 0.0135764538634],
        ]),
        ("identity", "squared error", W3, None, [[-0.2, 0.4, 0.6], [-1.6, -1.5, -0.9], [-1.2, 0.0, -1.1]]),
        ("logistic", "squared error", W3, None, [
            [0.293312917368, 0.27134447878, 0.280854495646], [0.0280041992315, -0.215454610004, 0.0070352630991],
            [0.237541578279, 0.25, -0.00591723095718],
        ]),
        ("softmax", "squared error", W3, 1.29329177931, [
            [0.199302561843, 0.263230142923, 0.301109481967], [-0.255843621103, -0.441502443692, -0.158969507617],
            [0.0565410592599, 0.178272300769, -0.142139974349],
        ]),
        ("softmax", "cross-entropy", W3, 4.26511725778, [
            [0.492250158764, 0.697851197318, 0.805211701317], [-0.648689188205, -1.26729740157, -0.371608015008],
            [0.156439029441, 0.569446204253, -0.433603686309],
        ]),
    ],
)  # fmt: skip
def test_w43_single_layer_has_the_worked_gradients(output: str, error: str, W: Any, E: Any, expected: Any) -> None:
    K = len(W)
    T = T3 if K == 3 else np.array([[0.0], [0.0], [0.0], [1.0]])
    problem = Problem(X43, T, tuple(range(max(K, 2))), np.zeros(4, dtype=int), output, error, 0.0, SQUARES)
    network = network_of((layer(W, output),), problem.classes)
    a, y = forward(network.layers[0], X43)
    g = gradient(network, [X43, y], [problem.output_deltas(a, y, T)], problem, Params(pull="sum"))
    assert g == pytest.approx(np.ravel(expected), abs=1e-10)
    assert E is None or problem.errors(a, T).sum() == pytest.approx(E, abs=1e-10)


@shows("NE6")
def test_ne6_k_logistic_outputs_have_deltas_and_do_not_sum_to_one() -> None:
    iris = engine.load("iris")
    how = {"hidden": (), "output": OUTPUTS[3], "stop_at": "every layer", **ONLINE}
    trace, algorithm = engine.trace(KEY, iris, **how), engine.algorithm(KEY)
    params = algorithm.params(**how)
    assert "do not add up to 1" in algorithm.explain(trace[0], iris, params).sentence
    step = trace[2]
    assert step.kind == "backward"
    y, t = step.signals[0].h, np.eye(3)[iris.codes[0]]
    assert abs(y.sum() - 1) > 0.1 and step.signals[0].delta == pytest.approx(y * (1 - y) * (y - t))
    lines = algorithm.explain(step, iris, params).worked
    assert lines[0] == "δ is y(1 − y)(y − t) of each output" and len(lines) == 4
    assert not hasattr(step.model, "predict_proba")


@shows("NE7")
def test_ne7_squared_error_of_a_softmax_agrees_with_differences() -> None:
    """δ is the Jacobian, a heat map, times y − t; W43's gradient is held above."""
    iris = engine.load("iris")
    how = {"hidden": (), "output": OUTPUTS[2], "stop_at": "every layer", **ONLINE}
    trace, algorithm = engine.trace(KEY, iris, **how), engine.algorithm(KEY)
    step, params = trace[2], algorithm.params(**how)
    y, off = step.signals[0].h, step.signals[0].h - np.eye(3)[iris.codes[0]]
    heat = next(mark for mark in algorithm.marks(step, iris, params) if isinstance(mark, Matrix))
    assert heat.style == "heat" and step.signals[0].delta == pytest.approx(heat.values @ off)
    for k in range(3):
        nudged = [softmax((step.signals[0].a + sign * 1e-6 * np.eye(3)[k])[None])[0] for sign in (1, -1)]
        assert heat.values[:, k] == pytest.approx((nudged[0] - nudged[1]) / 2e-6, abs=1e-9)
    story = algorithm.explain(step, iris, params)
    assert "with cross-entropy δ would be y − t itself" in story.sentence
    assert story.worked[0].startswith("Σ (y − t) y = ") and len(story.worked) == 4
    assert y.sum() == pytest.approx(1)


@shows("NE8")
def test_without_a_hidden_layer_it_is_softmax_regression() -> None:
    """One batch step of a single softmax layer is one step of gradient descent on the same cross-entropy."""
    iris = engine.load("iris")
    trace = engine.trace(
        KEY, iris, hidden=(), batch=0, optimiser="gradient descent", pull="sum", rate=1e-3, fed="as they are"
    )
    before, after = trace[0].model.layers[0], trace[1].model.layers[0]
    Y = before.outputs(before.activations(iris.X))
    off = Y - np.eye(3)[iris.codes]
    assert after.weights == pytest.approx(before.weights - 1e-3 * off.T @ iris.X)
    assert after.biases == pytest.approx(before.biases - 1e-3 * off.sum(axis=0))
    algorithm = engine.algorithm(KEY)
    assert "This is softmax regression." in algorithm.explain(trace[0], iris, algorithm.params(hidden=())).sentence


@pytest.mark.parametrize("left", [2.8e-18, -2.8e-18])
def test_bias_of_rounding_size_on_xor_is_shown_as_0(left: float) -> None:
    """Its slope is the sum of y − t, which is 0 for units that are alike; in the sum the terms may not quite cancel."""
    output, h = layer([[left, 0.1, 0.1]], "logistic"), np.array([0.1, 0.1])
    network = network_of((layer([[0.1, 0.1, 0.1]] * 2, "tanh"), output), (0, 1))
    step = engine.trace(KEY, engine.load("gate_xor"), hidden=(2,))[0]
    assert weights_told(replace(step, model=network))[1].rows[0][1:] == (0.0, 0.1, 0.1)
    line, _ = forward_worked(output, h, Signal(np.array([0.02]), np.array([0.505])), "y")
    assert line == "a₁ = (0.1, 0.1) · (0.1, 0.1) + 0 = 0.02"


def test_output_table_calls_them_y():
    """Its rows were called h₁, h₂, as those of the hidden layer are."""
    iris = engine.load("iris")
    mlp = engine.algorithm("mlp")
    told = mlp.explain(mlp.trace(iris, epochs=1)[1], iris, mlp.params(epochs=1))
    tables = {table.title: [row[0] for row in table.rows] for table in told.tables}
    assert tables["Weights of the outputs"] == ["y₁", "y₂", "y₃"]
    assert tables["Weights of the hidden layer"] == ["h₁", "h₂", "h₃"]
