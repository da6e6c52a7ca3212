"""The pocket algorithm: what it keeps, and that it never gets worse."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.core.story import Event
from engine.families.perceptrons.pocket.loop import Params
from engine.families.perceptrons.pocket.telling import explain
from engine.models.linear import Hyperplane
from tests.examples import two_of


def test_pe9_pocket_is_the_best_line_so_far_and_never_gets_worse():
    data = two_of("iris", 1, 2)
    trace = engine.trace("pocket", data, epochs=30, seed=1).to_end()
    walked = [step.current_wrong for step in trace]
    assert [step.wrong for step in trace] == np.minimum.accumulate(walked).tolist()
    last = trace[-1]
    assert last.wrong < last.current_wrong or last.current is last.model
    assert int((last.model.predict(data.X) != data.codes).sum()) <= last.wrong
    assert trace.ending.kind == "stopped"
    assert f"the line in the pocket has {last.wrong} point" in trace.ending.words.lower()
    assert last.changes == sum(step.replaced is not None for step in trace)


def test_in_the_given_order_it_follows_the_perceptron():
    data = two_of("iris", 1, 2)
    ours = engine.trace("pocket", data, epochs=10, order="as given")
    theirs = engine.trace("perceptron", data, epochs=10)
    for one, other in itertools.zip_longest(ours, theirs):
        assert one.current == other.model and one.current_wrong == other.wrong
        assert one.model == other.best and one.wrong == other.best_wrong


def test_order_is_shuffled_by_default_and_repeats():
    data = two_of("iris", 1, 2)
    samples = {seed: [s.sample for s in engine.trace("pocket", data, epochs=3, seed=seed)] for seed in (0, 1)}
    assert samples[0] == [s.sample for s in engine.trace("pocket", data, epochs=3, seed=0)]
    assert samples[0] != samples[1]


def test_run_stops_as_soon_as_nothing_is_wrong():
    data = two_of("iris", 0, 2)
    trace = engine.trace("pocket", data).to_end()
    assert trace.ending.kind == "converged"
    assert [step.wrong for step in trace].index(0) == len(trace) - 1
    assert (trace[-1].model.predict(data.X) == data.codes).all()


def test_pe9_xor_cycles_and_one_of_four_stays_wrong():
    data = engine.load("gate_xor")
    trace = engine.trace("pocket", data, order="as given", epochs=12).to_end()
    assert trace.ending.words.startswith("No line separates these classes: the weights repeat every epoch.")
    best = min(
        int(((np.sign(data.X @ [a, b] + c) * np.where(data.codes == 1, 1, -1)) <= 0).sum())
        for a, b, c in itertools.product(np.linspace(-1, 1, 9), repeat=3)
    )
    assert best == 1
    begun = Hyperplane(np.array([0.3, 0.4]), 0.1)
    assert engine.trace("pocket", data, start=begun, epochs=200, seed=2)[-1].wrong == best


def test_pocket_change_is_an_event_and_stated():
    data = two_of("iris", 1, 2)
    algorithm = engine.algorithm("pocket")
    trace = engine.trace("pocket", data, epochs=5)
    step = next(step for step in trace if step.replaced is not None)
    assert algorithm.event(step) == Event("new best", "best")
    assert "it goes into the pocket" in explain(step, data, Params(epochs=5)).sentence


@settings(max_examples=30)
@given(
    st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.booleans()), min_size=2, max_size=15).filter(
        lambda rows: len({row[2] for row in rows}) == 2
    )
)
def test_pocket_is_never_worse_than_the_current_line(rows):
    data = engine.Dataset.from_arrays([row[:2] for row in rows], [int(row[2]) for row in rows])
    trace = engine.trace("pocket", data, epochs=10)
    assert all(step.wrong <= step.current_wrong for step in trace)
    assert trace[-1].wrong <= trace[0].wrong


def test_pe11_with_products_xor_is_learnt():
    data = engine.load("gate_xor")
    trace = engine.trace("pocket", data, basis="polynomial", epochs=200).to_end()
    assert trace.ending.kind == "converged"
    assert trace[-1].wrong == 0


def test_one_class_is_refused():
    with pytest.raises(engine.Refusal, match="at least 2 classes"):
        engine.trace("pocket", engine.Dataset.from_arrays([[0.0], [1.0]], [0, 0]))


def test_opening_precedes_the_first_example_and_states_the_guarantee():
    data = two_of("iris", 0, 1)
    trace = engine.trace("pocket", data, epochs=2)
    assert explain(trace[0], data, Params(epochs=2)).sentence.startswith("Before the first example. ")
    (check,) = explain(trace[1], data, Params(epochs=2)).checks
    assert check.words == "the pocket is no worse than the current line" and check.holds
