"""The averaged perceptron against an average that is taken over every example, one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.families.perceptrons.averaged_perceptron.loop import Params
from engine.families.perceptrons.averaged_perceptron.telling import explain
from tests.examples import two_of


def plain(X, t, epochs):
    """(m, M) the weights after each example presented, bias first, until a whole pass is clean."""
    X = np.column_stack([np.ones(len(X)), X])
    w, held = np.zeros(X.shape[1]), []
    for _ in range(epochs):
        clean = True
        for x, target in zip(X, t, strict=True):
            if target * (w @ x) <= 0:
                w, clean = w + target * x, False
            held.append(w)
        if clean:
            break
    return np.array(held)


@pytest.mark.parametrize("stop_at", ["mistakes", "examples"])
def test_pe9_average_is_over_every_example_presented(stop_at):
    data = two_of("iris", 1, 2)
    held = plain(data.X, np.where(data.codes == 2, 1.0, -1.0), 15)
    trace = engine.trace("averaged_perceptron", data, epochs=15, stop_at=stop_at).to_end()
    assert trace[-1].presented == len(held) == 15 * data.n
    for step in trace:
        if step.presented:
            assert step.model.packed == pytest.approx(held[: step.presented].mean(axis=0), abs=1e-9)
            assert step.current.packed == pytest.approx(held[step.presented - 1], abs=1e-9)


@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4), st.booleans()), min_size=2, max_size=20).filter(
        lambda rows: len({row[2] for row in rows}) == 2
    )
)
def test_any_data_agree_with_the_plain_average(rows):
    X, y = np.array([row[:2] for row in rows], dtype=float), np.array([int(row[2]) for row in rows])
    held = plain(X, 2.0 * y - 1, 9)
    trace = engine.trace("averaged_perceptron", engine.Dataset.from_arrays(X, y), epochs=9).to_end()
    assert trace[-1].model.packed == pytest.approx(held.mean(axis=0), abs=1e-12)
    assert trace[-1].presented == len(held)


def test_the_clean_pass_counts_too():
    data = engine.load("gate_and")
    trace = engine.trace("averaged_perceptron", data).to_end()
    last = trace[-1]
    assert last.sample is None and last.presented == 9 * 4
    assert last.current.packed.tolist() == [-4.0, 3.0, 2.0]
    assert "The last 6 examples changed nothing" in explain(last, data, Params()).sentence
    assert trace.ending.kind == "converged"


def test_average_changes_less_than_the_current_line():
    """On classes that overlap the current line jumps; the average is wrong on fewer rows, on the average."""
    data = two_of("iris", 1, 2)
    steps = list(engine.trace("averaged_perceptron", data, epochs=60, order="shuffled", seed=4))[200:]
    assert np.mean([step.wrong for step in steps]) < 0.5 * np.mean([step.current_wrong for step in steps])


def test_xor_says_that_the_weights_come_back():
    trace = engine.trace("averaged_perceptron", engine.load("gate_xor"), epochs=10).to_end()
    assert trace.ending.kind == "stopped"
    assert "the weights repeat every epoch" in trace.ending.words


def test_pe11_it_takes_a_basis():
    data = engine.load("gate_xor")
    trace = engine.trace("averaged_perceptron", data, basis="polynomial", epochs=300).to_end()
    assert trace.ending.kind == "converged"
    assert trace[-1].model.basis is not None and trace[-1].current_wrong == 0
