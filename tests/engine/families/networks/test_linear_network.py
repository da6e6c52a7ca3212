"""A linear network: the batch algorithm cell by cell, and the biases from the means."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import engine
from engine.base.params import specs
from engine.core.marks import Line, Matrix, Points
from engine.families.networks.linear_network.loop import Params, added_up, posed, settled
from tests.catalogue import shows
from tests.engine.families.networks.layers import (
    AND,
    THREE,
    W3,
    W43,
    X43,
    begins,
    by_differences,
    drawn,
    numbers,
    seen_in_valley,
    told,
)

PLACED = {"The valley of E: path": lambda step, data, params: seen_in_valley(step, posed(data, params))}

KEY = "linear_network"
START = begins(W3)
T3 = np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1], [0, 1, 0]])
CELLS = {"stop_at": "every cell of ΔW", "epochs": 1, "rate": 0.1}


@shows("NE2", "W43")
def test_w43_cells_of_the_sum_fill_one_by_one_and_give_the_batch() -> None:
    expected = np.array([[-0.2, 0.4, 0.6], [-1.6, -1.5, -0.9], [-1.2, 0.0, -1.1]])
    trace = engine.trace(KEY, THREE, start=START, **CELLS).to_end()
    assert trace[-1].delta_W == pytest.approx(expected, abs=1e-12)
    assert trace[-1].delta_W == pytest.approx(by_differences(posed(THREE, Params()), W3), abs=1e-7)
    assert trace[-1].weights == pytest.approx(W3 - 0.1 * expected, abs=1e-12)
    adding = [step for step in trace if step.kind == "add"]
    order = [(n, (k, d)) for n in range(4) for k in range(3) for d in range(3)]
    assert [(step.row, step.cell) for step in adding] == order, "the loops n, k, d"
    for one, other in itertools.pairwise(adding):
        assert np.argwhere(one.delta_W != other.delta_W).tolist() in ([], [list(other.cell)])
    heat = drawn(KEY, adding[4], THREE, "Gradient as it adds up", Matrix, **CELLS)[0]
    assert (heat.values == adding[4].delta_W).all() and heat.title == "∇E while point 1 is added"
    assert (heat.chosen_row, heat.chosen_column) == (1, 1), "the cell that was filled has the rim"
    line = drawn(KEY, adding[4], THREE, "Target and output", Line, **CELLS)[0]
    assert (line.label, line.bias, line.surface.y) == ("y₂", 0.0, "t and y₂"), "the unit whose cell was added"
    assert trace.file(5).endswith("linear_network/loop.py") and "delta_W[k, d] += " in source(trace, 5)


def source(trace: engine.Trace, index: int) -> str:
    """The lines that ran for a step."""
    return str(trace.ran(index))


def test_cell_states_row_output_weight_and_addend() -> None:
    trace = engine.trace(KEY, THREE, start=START, **CELLS)
    story = told(KEY, trace[14], THREE, **CELLS)
    assert story.sentence == "Epoch 1, point 2: δ x is added to ∇E, last to the cell for x1 of y₂."
    assert story.worked == ("δ = y − t = 0.3 − 1 = −0.7", "∂E/∂w ← 0 + (−0.7)·(1) = −0.7")
    moved = told(KEY, trace.to_end()[-1], THREE, **CELLS)
    assert moved.worked == ("steepest, the bias of y₂: w ← 0 − 0.1·(−1.6) = 0.16",)
    assert moved.tables[0].rows == tuple((f"y{k}", *w) for k, w in zip("₁₂₃", trace[-1].weights.tolist(), strict=True))
    wrong = (trace[-1].model.predict(THREE.X) != THREE.codes).sum()
    told_now = numbers(KEY, trace[-1], THREE, **CELLS)
    assert (told_now["wrong side"], told_now["‖∇E‖"]) == (wrong, np.linalg.norm(trace[-1].delta_W))


def test_stopping_at_examples_or_epochs_gives_equal_weights() -> None:
    stops = specs(Params)["stop_at"].bounds()
    runs = [engine.trace(KEY, THREE, start=START, rate=0.1, epochs=2, stop_at=stop) for stop in stops]
    ends = [run.to_end()[-1].weights for run in runs]
    assert [len(run) for run in runs] == [3, 1 + 2 * (4 + 1), 1 + 2 * (36 + 1)]
    assert ends[1] == pytest.approx(ends[0], abs=1e-14) and ends[2] == pytest.approx(ends[0], abs=1e-14)


@shows("NE2")
def test_run_ends_at_least_squares_within_the_tolerance() -> None:
    trace = engine.trace(KEY, THREE, epochs=20_000).to_end()
    assert trace.ending.kind == "converged" and trace[-1].slope <= 1e-6 < trace[-2].slope
    least = np.linalg.lstsq(X43, T3, rcond=None)[0].T
    assert trace[-1].weights == pytest.approx(least, abs=1e-5)
    capped = engine.trace(KEY, THREE, epochs=3).to_end().ending
    assert capped.kind == "stopped" and capped.words.startswith("3 epochs are over")
    limit = posed(THREE, Params()).stable_below
    above = engine.trace(KEY, THREE, rate=1.1 * limit, epochs=1000).to_end()
    assert above.ending.kind == "failed" and "2/λmax" in above.ending.words


def test_two_classes_have_outputs_summing_to_one_at_the_end() -> None:
    model = engine.fit(KEY, AND, epochs=5000)
    assert model.layers[0].units == 2 and model.outputs(AND.X).sum(axis=1) == pytest.approx(np.ones(4), abs=1e-5)


@shows("NE3", "W43")
def test_ne3_bias_from_the_means_is_that_of_least_squares() -> None:
    problem = posed(AND, Params(bias="from the means"))
    both = np.vstack([-W43, W43])
    assert settled(both, problem)[1, 0] == pytest.approx(0.2, abs=1e-12)
    how = {"bias": "from the means", "epochs": 5}
    trace = engine.trace(KEY, AND, start=begins(both), **how).to_end()
    for step in trace:
        assert (step.delta_W[:, 0] == 0).all(), "the biases are no part of the sums"
        assert added_up(step.weights, problem.X, problem.T)[:, 0] == pytest.approx([0, 0], abs=1e-12)
    story = told(KEY, trace[1], AND, **how)
    assert any(line.startswith("b₁ = t̄ − w · x̄ = ") for line in story.worked) and r"\bar{t}_k - \sum_d" in story.formula
    assert len(story.checks) == 2 and all(check.holds for check in story.checks)
    assert "as it may with the squared error of linear units alone" in told(KEY, trace[0], AND, **how).sentence
    means = [one for one in drawn(KEY, trace[1], AND, "Target and output", Points, **how) if one.role == "centre"]
    place = means[0].positions[0]
    assert trace[1].weights[0, 0] + place[0] == pytest.approx(place[1]), "the line goes through the means"
    assert means[0].surface.open and place == pytest.approx([X43[:, 1:].mean(axis=0) @ trace[1].weights[0, 1:], 0.75])
    ended = engine.trace(KEY, AND, bias="from the means", epochs=2000).to_end()[-1]
    assert ended.weights[1] == pytest.approx([-0.25, 0.5, 0.5], abs=1e-5)


@shows("NE2", "W43")
def test_w43_a_step_says_this() -> None:
    how = {"rate": 0.1, "epochs": 1, "stop_at": "every example"}
    trace, card = engine.trace(KEY, THREE, start=START, **how).to_end(), engine.algorithm(KEY)
    stories = [told(KEY, step, THREE, **how) for step in trace]
    assert [story.sentence for story in stories] == [
        "3 units with 3 weights each, the bias among them: y is its activation w · x + b. Where y is t, δ is 0 and "
        "nothing changes. Each output is to be 1 for its own class and 0 for the others. Stable is a rate η below "
        "0.3139; this run takes 0.1. The one that is fastest in the long run is perhaps slower at first.",
        *(f"Epoch 1, point {n}: δ x is added to ∇E, last to the cell for x2 of y₃." for n in (1, 2, 3, 4)),
        "Epoch 1: E falls by 0.6392 to 1.041.",
    ]
    assert stories[4].worked == ("δ = y − t = 0 − 0 = 0", "∂E/∂w ← −1.1 + (0)·(1) = −1.1")
    assert stories[3].worked == ("δ = y − t = −0.1 − 1 = −1.1", "∂E/∂w ← 0 + (−1.1)·(1) = −1.1")
    assert [(one.name, one.note) for one in stories[3].numbers] == [("E", "½ Σ (y − t)²"), ("rate η", "")]
    assert not stories[3].checks and [check.words for check in stories[5].checks] == ["E does not rise at this rate"]
    assert [card.event(step) and card.event(step).word for step in trace] == [None, *["added"] * 4, None]
    asked = card.inspect(trace[5], THREE, card.params(**how), np.array([0.5, 1.0]))
    assert asked.story.sentence == "The outputs are (0.24, 0.375, 0.18): it is called b."
    heats = [drawn(KEY, step, THREE, "Gradient as it adds up", Matrix, **how)[0] for step in trace]
    assert [heat.title for heat in heats[::2]] == ["∇E, nothing yet", *(f"∇E while point {n} is added" for n in (2, 4))]
    assert heats[5].title == "∇E of all rows" and heats[5].chosen_row is heats[0].chosen_row is None
    assert (heats[2].chosen_row, heats[2].chosen_column, heats[2].style) == (2, 2, "heat")
    assert heats[2].row_labels == ("y₁", "y₂", "y₃") and heats[2].column_labels == ("bias", "x1", "x2")
    assert heats[2].values == pytest.approx(np.array([[-0.8, 0.1, 0], [-0.7, -0.7, 0], [-0.1, 0, 0]]))


@shows("NE3", "W43")
def test_ne3_bias_from_the_means_is_worked_and_its_chart_open() -> None:
    """W43 of two classes: the weights after a batch, and b₁ = t̄ − w · x̄ with x̄ = (½, ½) and t̄ = ¾."""
    how = {"bias": "from the means", "epochs": 1, "rate": 0.1}
    step, card = engine.trace(KEY, AND, start=begins(np.vstack([-W43, W43])), **how)[1], engine.algorithm(KEY)
    X, T = X43[:, 1:] - 0.5, np.array([0.75, 0.75, 0.75, -0.25]) - 0.5
    w = np.array([-0.2, 0.1]) - 0.1 * X.T @ (X @ [-0.2, 0.1] - (T - T.mean()) - 0)
    assert step.weights[0] == pytest.approx([0.75 - w.mean(), *w])
    story = told(KEY, step, AND, **how)
    assert story.worked[-1].startswith("b₁ = t̄ − w · x̄ = 0.75 − (")
    assert story.worked[-1].endswith(f" · (0.5, 0.5) = {0.75 - w.mean():.4g}")
    assert [check.words for check in story.checks][-1] == "∂E/∂b is 0 with the bias from the means"
    for values, opened in (
        ({}, {"Gradient as it adds up", "Network"}),
        (how, {"Gradient as it adds up", "Target and output"}),
    ):
        marks = card.marks(engine.trace(KEY, AND, **values)[0], AND, card.params(**values))
        assert {mark.surface.name for mark in marks if mark.surface.kind != "plane" and mark.surface.open} == opened
