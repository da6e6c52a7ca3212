"""The perceptron against the worked examples."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.families.perceptrons.mistakes import criterion
from engine.families.perceptrons.perceptron.loop import Params, corrected
from engine.families.perceptrons.perceptron.telling import explain, inspect
from engine.models.linear import Hyperplane
from tests.catalogue import shows
from tests.examples import weights

AND = [
    (1, 0, [-1, 0, 0]),
    (1, 3, [0, 1, 1]),
    (2, 0, [-1, 1, 1]),
    (2, 1, [-2, 1, 0]),
    (2, 3, [-1, 2, 1]),
    (3, 1, [-2, 2, 0]),
    (3, 2, [-3, 1, 0]),
    (3, 3, [-2, 2, 1]),
    (4, 2, [-3, 1, 1]),
    (4, 3, [-2, 2, 2]),
    (5, 1, [-3, 2, 1]),
    (5, 3, [-2, 3, 2]),
    (6, 1, [-3, 3, 1]),
    (6, 2, [-4, 2, 1]),
    (6, 3, [-3, 3, 2]),
    (7, 2, [-4, 2, 2]),
    (7, 3, [-3, 3, 3]),
    (8, 1, [-4, 3, 2]),
]
OR = [
    (1, 0, [-1, 0, 0]),
    (1, 1, [0, 0, 1]),
    (1, 2, [1, 1, 1]),
    (2, 0, [0, 1, 1]),
    (3, 0, [-1, 1, 1]),
    (3, 1, [0, 1, 2]),
    (4, 0, [-1, 1, 2]),
    (4, 2, [0, 2, 2]),
    (5, 0, [-1, 2, 2]),
]


def updates(trace):
    return [(step.epoch, step.sample, weights(step.model)) for step in trace if step.mistake]


# -- the worked examples -----------------------------------------------------------------------------------------------


@shows("PE3", "W32")
@pytest.mark.parametrize(("name", "expected", "clean"), [("gate_and", AND, 9), ("gate_or", OR, 6)])
def test_w32_every_update_of_and_and_or(name, expected, clean):
    trace = engine.trace("perceptron", engine.load(name)).to_end()
    assert updates(trace) == expected
    assert trace[-1].mistakes == len(expected)
    assert trace.ending.kind == "converged"
    assert trace.ending.words.startswith(f"Pass {clean} went by without a mistake: {len(expected)} corrections")


def test_w32_xor_goes_round_in_a_circle():
    trace = engine.trace("perceptron", engine.load("gate_xor"), epochs=6).to_end()
    assert trace[-1].mistakes == 24
    ends = [[step for step in trace if step.epoch == epoch][-1] for epoch in range(1, 7)]
    assert [weights(step.model) for step in ends] == [[0.0, 0.0, 0.0]] * 6
    assert trace.ending.kind == "stopped"
    assert trace.ending.words.startswith("No line separates these classes: the weights come back every pass. 6 passes")


@shows("W67")
def test_w67_one_update_and_its_criterion():
    X, t = np.array([[-1, 0.5], [-0.2, -1], [-1.0, -1.0]]), np.ones(3)
    before = Hyperplane(np.array([1.0, 0.0]), 0.0)
    after = corrected(before, X[0], 1.0, 1.0)
    assert before.decision_function(X) == pytest.approx([-1.0, -0.2, -1.0])
    assert criterion(before, X, t) == pytest.approx(2.2)
    assert weights(after) == [1.0, 0.0, 0.5]
    assert after.decision_function(X) == pytest.approx([1.25, 0.5, 0.5])
    assert criterion(after, X, t) == 0.0
    assert -after.decision_function(X)[0] == pytest.approx(1.0 - (1 + 1 + 0.25))


@shows("W68")
def test_w68_an_update_can_raise_the_criterion():
    X, t = np.array([[-4.0], [2.0], [3.0]]), np.array([1.0, -1.0, 1.0])
    before = Hyperplane(np.array([1.0]), -2.0)
    after = corrected(before, X[0], t[0], 1.0)
    assert before.decision_function(X) == pytest.approx([-6.0, 0.0, 1.0])
    assert criterion(before, X, t) == pytest.approx(6.0)
    assert weights(after) == [-1.0, -3.0]
    assert criterion(after, X, t) == pytest.approx(10.0)
    assert after.decision_function(X)[0] * t[0] == pytest.approx(11.0)


def test_w68_is_said_by_the_step():
    data = engine.Dataset.from_arrays([[-4.0], [2.0], [3.0]], [1, 0, 1])
    trace = engine.trace("perceptron", data, start=Hyperplane(np.array([1.0]), -2.0))
    numbers = {number.name: number for number in explain(trace[1], data, Params()).numbers}
    assert numbers["criterion before"].value == pytest.approx(6.0)
    assert numbers["criterion after"].value == pytest.approx(10.0)
    assert "only this point is promised to improve" in numbers["criterion after"].note


def test_w27_inspect_gives_the_signed_distance():
    data = engine.Dataset.from_arrays([[2.0, 5.0], [0.0, 0.0]], [1, 0])
    step = engine.trace("perceptron", data, start=Hyperplane(np.array([3.0, 4.0]), -10.0))[0]
    said = inspect(step, data, Params(), np.array([2.0, 5.0])).story
    told = {number.name: number.value for number in said.numbers}
    assert told["y"] == 16.0
    assert told["signed distance"] == pytest.approx(3.2)
    assert told["foot on the boundary"] == pytest.approx([0.08, 2.44])
    assert told["boundary from the origin"] == 2.0


def test_without_weights_there_is_no_distance():
    data = engine.load("gate_and")
    said = inspect(engine.trace("perceptron", data)[0], data, Params(), np.array([1.0, 1.0])).story
    assert [number.name for number in said.numbers] == ["y"]
    assert "there is no boundary" in said.sentence
