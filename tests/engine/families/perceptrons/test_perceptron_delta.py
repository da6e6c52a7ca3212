"""The delta form of the perceptron against the worked example, the ±1 form, and a plain loop."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.families.perceptrons.perceptron_delta.loop import Params, corrected
from engine.families.perceptrons.perceptron_delta.telling import explain
from engine.models.linear import Hyperplane, ThresholdUnit
from tests.catalogue import shows
from tests.examples import CORNERS

AND = [
    (1, 3, [1, 1, 1]),
    (2, 0, [0, 1, 1]),
    (2, 1, [-1, 1, 0]),
    (2, 3, [0, 2, 1]),
    (3, 1, [-1, 2, 0]),
    (3, 2, [-2, 1, 0]),
    (3, 3, [-1, 2, 1]),
    (4, 2, [-2, 1, 1]),
    (4, 3, [-1, 2, 2]),
    (5, 1, [-2, 2, 1]),
]
OR = [(1, 1, [1, 0, 1]), (2, 0, [0, 0, 1]), (2, 2, [1, 1, 1]), (3, 0, [0, 1, 1])]


def updates(trace):
    return [(step.epoch, step.sample, [step.model.bias, *step.model.weights]) for step in trace if step.error]


@shows("PE4")
@pytest.mark.parametrize(("y", "expected"), [([0, 0, 0, 1], AND), ([0, 1, 1, 1], OR)])
def test_w32_every_update_with_targets_0_and_1(y, expected):
    trace = engine.trace("perceptron_delta", engine.Dataset.from_arrays(CORNERS, y)).to_end()
    assert updates(trace) == expected
    assert trace[-1].mistakes == len(expected)
    assert trace.ending.kind == "converged"
    assert trace[-1].model.predict(np.array(CORNERS)).tolist() == y


def test_activation_0_gives_0_also_when_predicting():
    unit = ThresholdUnit(np.array([2.0, 1.0]), -2.0)
    assert unit.decision_function(np.array([[1.0, 0.0]]))[0] == 0
    assert unit.predict(np.array([[1.0, 0.0], [1.0, 1.0]])).tolist() == [0, 1]
    assert Hyperplane(unit.weights, unit.bias).predict(np.array([[1.0, 0.0]])).tolist() == [1]


def test_a_right_answer_changes_nothing():
    unit = ThresholdUnit(np.array([1.0]), 0.0)
    assert corrected(unit, np.array([3.0]), 0, 0.5) == unit
    assert corrected(unit, np.array([3.0]), -1, 0.5) == ThresholdUnit(np.array([-0.5]), -0.5)


@given(
    st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5), st.booleans()), min_size=2, max_size=30).filter(
        lambda rows: len({row[2] for row in rows}) == 2
    ),
    st.sampled_from(["as given", "shuffled"]),
)
def test_result_is_the_perceptron_that_counts_0_as_minus_1(rows, order):
    data = engine.Dataset.from_arrays([row[:2] for row in rows], [int(row[2]) for row in rows])
    trace = engine.trace("perceptron_delta", data, epochs=8, order=order, seed=3)
    other = engine.trace("perceptron", data, epochs=8, order=order, seed=3, at_zero="-1")
    theirs = [(s.epoch, s.sample, [s.model.bias, *s.model.weights]) for s in other if s.mistake]
    assert updates(trace) == theirs
    assert [step.wrong for step in trace] == [step.wrong for step in other]


def test_step_states_the_difference_with_its_numbers():
    data = engine.Dataset.from_arrays(CORNERS, [0, 0, 0, 1])
    trace = engine.trace("perceptron_delta", data, rate=0.5)
    story = explain(trace[1], data, Params(rate=0.5))
    assert "point 4 (class 1, t = 1) lies exactly on the line, so the unit answers 0: mistake 1" in story.sentence
    assert story.worked[1] == "y = [0 > 0] = 0,  t − y = 1 − 0 = 1"
    assert story.worked[2] == "w ← (0, 0) + 0.5·(1, 1) = (0.5, 0.5)"
    down = explain(trace[2], data, Params(rate=0.5))
    assert down.worked[1] == "y = [0.5 > 0] = 1,  t − y = 0 − 1 = −1"
    assert "subtracted from" in down.sentence


def test_xor_ends_in_words():
    trace = engine.trace("perceptron_delta", engine.load("gate_xor"), epochs=20).to_end()
    assert trace.ending.kind == "stopped"
    assert trace.ending.words.startswith("No line separates these classes: the weights repeat every")


@shows("PE11")
def test_pe11_a_product_makes_xor_separable():
    data = engine.load("gate_xor")
    trace = engine.trace("perceptron_delta", data, basis="polynomial").to_end()
    assert trace.ending.kind == "converged"
    assert (trace[-1].model.predict(data.X) == data.codes).all()
