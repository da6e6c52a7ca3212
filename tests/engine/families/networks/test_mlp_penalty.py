"""Back-propagation with what its weights cost: squares or sizes, their slopes and what becomes of weights."""

from __future__ import annotations

from dataclasses import asdict, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.data.toys import generate
from engine.families.networks.mlp import checking
from engine.families.networks.mlp.loop import Params, stable_below
from engine.families.networks.mlp.posing import PENALTIES, SIZES, SQUARES, penalised, posed
from engine.families.networks.mlp.starting import beginning
from engine.models.network import with_parameters

KEY = "mlp"
ALGORITHM = engine.algorithm(KEY)
TWO = generate("moons", seed=2, n=40, noise=0.2)
PLAIN = Params(hidden=(3.0,), optimiser="gradient descent", batch=0, rate=0.5, decay=2.0, penalty=SIZES, epochs=3)


def start(params: Params):
    problem = posed(TWO, params)
    return problem, beginning(problem, params, np.random.default_rng(1), None)


@pytest.mark.parametrize("penalty", PENALTIES)
@pytest.mark.parametrize("pull", ["mean", "sum"])
def test_penalty_gradient_matches_differences_and_excludes_biases(penalty: str, pull: str) -> None:
    params = replace(PLAIN, penalty=penalty, pull=pull)
    problem, network = start(params)
    rows, w = np.arange(10), network.parameters
    g = checking.back_propagated(network, problem, rows, params)
    free = checking.back_propagated(network, replace(problem, decay=0.0), rows, params)
    share = 2.0 / 40 * (1 if pull == "mean" else 10)
    cost = np.abs if penalty == SIZES else lambda at: 0.5 * at**2
    by_differences = (cost(w + 1e-6) - cost(w - 1e-6)) / 2e-6 * penalised(network)
    np.testing.assert_allclose(g - free, share * by_differences, atol=1e-7)
    assert problem.objective(network, 5.0) == pytest.approx(5.0 + 2.0 * cost(w)[penalised(network)].sum())
    assert checking.agrees(network, g, problem, rows, params, np.arange(len(w)))
    for i in (0, 1):  # a bias and a weight
        wrong = g + 0.01 * np.abs(g).max() * (np.arange(len(w)) == i)
        assert not checking.agrees(network, wrong, problem, rows, params, np.array([i]))


@given(st.floats(1e-3, 10.0), st.sampled_from([-1.0, 0.0, 1.0]))
def test_l1_keeps_zero_weights_and_shrinks_others_to_it(decay: float, sign: float) -> None:
    problem, network = start(replace(PLAIN, decay=decay))
    slopes = problem.penalty_slopes(np.array([[0.3 * sign]]))
    assert slopes.item() == decay * sign
    nowhere = with_parameters(network, np.zeros_like(network.parameters))
    g = checking.back_propagated(nowhere, problem, np.arange(40), PLAIN)
    assert checking.agrees(nowhere, g + 1.0 * penalised(network), problem, np.arange(40), PLAIN, np.array([1])), (
        "at the corner of |w| there is no slope to compare with"
    )


def test_update_follows_the_stated_formula() -> None:
    trace = ALGORITHM.trace(TWO, **asdict(PLAIN))
    free = ALGORITHM.trace(TWO, **asdict(replace(PLAIN, decay=0.0)))
    w = trace[0].model.parameters
    moved = -0.5 * 2.0 / 40 * np.sign(w) * penalised(trace[0].model)
    np.testing.assert_allclose(trace[1].model.parameters, free[1].model.parameters + moved, atol=1e-12)
    story = ALGORITHM.explain(trace[1], TWO, PLAIN)
    assert r"\frac{\lambda}{N}\, \mathrm{sign}\, w_{ji}" in story.formula and all(check.holds for check in story.checks)
    assert story.checks[0].words.endswith("of E + penalty")
    told = {number.name: number for number in story.numbers}
    assert told["E + penalty"].note == "λ Σ |w| added, biases free"
    size = sum(np.abs(layer.weights).sum() for layer in trace[1].model.layers)
    assert told["E + penalty"].value == pytest.approx(told["E"].value + 2.0 * size)
    i = int(np.argmax(np.abs(trace[1].gradient)))
    assert penalised(trace[0].model)[i], "else nothing would be added"
    signed = "1" if w[i] > 0 else "−1"
    minus = "" if w[i] > 0 else "−"
    assert story.worked[0] == f"the penalty's part of g: 2·({signed})/40 = {minus}0.05"


def test_l1_drives_weights_to_0_and_l2_only_shrinks_them() -> None:
    """Two columns say which class it is, six are noise."""
    rng = np.random.default_rng(0)
    X = np.column_stack([TWO.X, rng.normal(size=(40, 6))])
    data = engine.Dataset.from_arrays(X, [str(code) for code in TWO.codes])
    near = {}
    for penalty in PENALTIES:
        how = {"hidden": (4,), "batch": 0, "decay": 2.0, "penalty": penalty, "rate": 0.1, "epochs": 600, "seed": 1}
        sizes = np.abs(engine.fit(KEY, data, **how).layers[0].weights)
        near[penalty] = float((sizes[:, 2:] < 0.02 * sizes.max()).mean())
    assert near[SIZES] > 0.9 and near[SIZES] > near[SQUARES] + 0.3


def test_l1_kinks_add_no_curvature() -> None:
    params = replace(PLAIN, initial="zeros")
    problem, network = start(params)
    assert stable_below(network, problem, params) == stable_below(
        network, posed(TWO, replace(params, decay=0.0)), params
    )
