"""Softmax regression one example at a time against a plain loop, the two-class run, and the gradient of the pass."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Curve, Points
from engine.families.logistic.objectives import ManyClasses
from engine.families.logistic.one_by_one import SCHEDULES
from engine.families.logistic.softmax_stochastic.loop import Params
from tests.catalogue import shows
from tests.contract.recomputed import recomputed
from tests.engine.families.logistic.differences import shifted
from tests.examples import SIX, numbers

PLACED = {"Scores of a point: bars": lambda step, data, params: shifted(step, data, params)}
FOLLOWS = {"from the mean of the epoch": lambda step, data, params: np.linalg.norm(step.model.packed - step.average)}

W38 = engine.Dataset.from_arrays([[0.0, 0], [1, 0], [0, 1], [2, 1], [1, 2], [2, 2]], [0, 0, 1, 2, 1, 2])
IN_ORDER = {"rate": 0.1, "order": "as given", "epochs": 2, "stop_at": "examples"}


def run(data, **params):
    return engine.trace("softmax_stochastic", data, **params).to_end()


@shows("LR12")
@pytest.mark.parametrize("penalty", [0.0, 1.2])
def test_lr12_stochastic_steps_match_a_plain_loop(penalty):
    trace = run(W38, penalty=penalty, schedule=SCHEDULES[1], decay=0.2, **IN_ORDER)
    W, tau = np.zeros((3, 3)), 0
    for _ in range(2):
        for n in range(6):
            phi, t = np.array([1.0, *W38.X[n]]), np.eye(3)[W38.codes[n]]
            y = np.exp(W @ phi) / np.exp(W @ phi).sum()
            W = W - 0.1 / (1 + 0.2 * tau) * (np.outer(y - t, phi) + penalty / 6 * W * [0.0, 1.0, 1.0])
            tau += 1
            assert trace[tau].model.packed == pytest.approx(W, abs=1e-12)
            assert trace[tau].sample == n
    assert len(trace) == 13


@shows("LR12")
def test_lr12_epoch_sums_to_the_gradient_and_classes_to_0():
    objective = ManyClasses.posed(W38, None, Params())
    W = np.random.default_rng(3).normal(size=(3, 3))
    pulls = [objective.pull(W, row) for row in range(6)]
    assert sum(pulls) == pytest.approx(objective.at(W).gradient(), abs=1e-12)
    assert np.abs(np.array(pulls).sum(axis=1)).max() < 1e-12
    assert sum(objective.pull(0 * W, row) for row in range(6)) == pytest.approx(
        np.array([[0.0, 1.0, 2.0], [0.0, 1.0, -1.0], [0.0, -2.0, -1.0]])
    )


def test_two_classes_move_like_the_two_class_run_at_half_the_rate():
    """The difference of the two weight vectors is pulled twice, once by each class."""
    soft = run(SIX, **{**IN_ORDER, "rate": 0.05})
    plain = engine.trace("logistic_stochastic", SIX, **IN_ORDER)
    for one, other in zip(soft, plain, strict=True):
        assert one.model.packed[1] - one.model.packed[0] == pytest.approx(other.model.packed, abs=1e-12)


def test_an_example_is_told_worked_and_drawn():
    algorithm, params = engine.algorithm("softmax_stochastic"), Params(penalty=0.6, **IN_ORDER)
    trace = run(W38, penalty=0.6, **IN_ORDER)
    step = trace[9]
    story = algorithm.explain(step, W38, params)
    assert story.sentence.startswith("Epoch 2, example 3 of 6: point 3 pulls class 1 towards it, the others away.")
    found = recomputed(story)
    assert not found.wrong and any("0.1·((" in line for line in found.right)
    assert (numbers(story)["epoch"], numbers(story)["examples seen τ"]) == (2, 9)
    drawn = algorithm.marks(step, W38, params)
    jagged = [mark for mark in drawn if isinstance(mark, Curve) and mark.role == "residual"]
    for k, curve in enumerate(jagged):
        assert curve.positions == pytest.approx(np.array([trace[i].model.weights[k] for i in (6, 7, 8, 9)]))
    assert len(jagged) == 3
    (focus,) = [
        mark for mark in drawn if isinstance(mark, Points) and mark.role == "focus" and mark.surface.kind == "plane"
    ]
    assert focus.rows.tolist() == [2]


def test_decaying_rate_converges_to_newton():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(120, 2))
    y = np.argmax(X @ rng.normal(size=(2, 3)) + rng.gumbel(size=(120, 3)), axis=1)
    data = engine.Dataset.from_arrays(X, y)
    goal = engine.trace("softmax_newton", data, penalty=1.0).to_end()[-1].objective
    falling = run(data, penalty=1.0, epochs=150, schedule=SCHEDULES[1])[-1].objective
    assert goal <= falling <= goal + 1e-2
    assert "separable" not in run(data, rate=1000.0, penalty=100.0).ending.words
