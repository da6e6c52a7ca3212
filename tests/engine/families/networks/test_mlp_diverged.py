"""What is said of a rate that is too large: the largest safe one, against all eigenvalues and runs beside it."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.base.params import build
from engine.base.words import figure
from engine.families.networks.mlp import loop
from engine.families.networks.mlp.ending import diverged
from engine.models.network import with_parameters


@pytest.mark.parametrize("values", [
    {"hidden": (), "output": "identity, squared error"},
    {"hidden": (), "output": "identity, squared error", "pull": "sum"},
    {"hidden": (3,), "activation": "tanh"},
])  # fmt: skip
def test_divergence_is_reported_with_the_largest_stable_rate(values):
    """Of a quadratic error it is 2/λmax, and runs on both sides of it do as is said; of others that of the start."""
    data = engine.load("iris").subset(np.arange(100))
    plain = {"optimiser": "gradient descent", "batch": 0, "fed": "as they are", "epochs": 200, **values}
    trace = engine.trace("mlp", data, rate=90.0, **plain).to_end()
    params, first = build(loop.Params, plain), trace[0].model
    problem = loop.divided(data, params)

    def slope(w):
        network = with_parameters(first, w)
        _, H, D = loop.through(network, problem, np.arange(data.n))
        return loop.gradient(network, H, D, problem, params)

    w, step = first.parameters, 1e-5
    columns = [(slope(w + step * e) - slope(w - step * e)) / (2 * step) for e in np.eye(len(w))]
    safe = 2 / np.linalg.eigvalsh((np.array(columns) + np.array(columns).T) / 2)[-1]
    assert loop.stable_below(first, problem, params) == pytest.approx(safe, rel=1e-2)
    if trace.ending.kind == "failed":
        assert f"the largest safe rate is about {figure(safe, 2)}." in trace.ending.words
    if not values["hidden"]:
        assert trace.ending.kind == "failed"
        assert engine.trace("mlp", data, rate=0.98 * safe, **plain).to_end().ending.kind != "failed"
        assert engine.trace("mlp", data, rate=1.2 * safe, **plain).to_end().ending.kind == "failed"


def test_stable_rate_above_that_of_the_run_is_not_mentioned():
    assert "safe" not in diverged(3, 9, 0.1, True, 0.5).words and "safe" not in diverged(3, 9, 0.1, True, None).words
    assert "about 0.05." in diverged(3, 9, 0.1, True, 0.05).words
