"""Threshold units combined by hand: XOR as OR and not AND, its truth table, and lines that are dragged."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import engine
from engine.core.marks import Graph, Line, Matrix, Region
from engine.data.toys import generate
from engine.families.networks.threshold_network.starting import ALL, ANY
from engine.models.layer import Layer
from engine.models.network import Network
from tests.catalogue import shows

KEY = "threshold_network"
XOR = engine.load("gate_xor")
HIDDEN = Layer(np.array([[1.0, 1.0], [1.0, 1.0]]), np.array([-0.5, -1.5]), "threshold")
W44 = Network((HIDDEN, Layer(np.array([[1.0, -1.0]]), np.array([-0.5]), "threshold")))


@shows("NE10", "W44")
def test_ne10_xor_is_or_and_not_and_with_its_truth_table() -> None:
    trace = engine.trace(KEY, XOR, start=W44).to_end()
    assert [step.count for step in trace] == [1, 2] and trace[-1].model == W44
    assert W44.predict(np.array([[0, 0], [0, 1], [1, 0], [1, 1]])).tolist() == [0, 1, 1, 0]
    assert trace[0].wrong == 1 and trace[-1].wrong == 0
    algorithm = engine.algorithm(KEY)
    drawn = algorithm.marks(trace[-1], XOR, algorithm.params())
    table = next(mark for mark in drawn if isinstance(mark, Matrix))
    assert table.column_labels[:4] == ("h₁", "h₂", "a", "y")
    assert table.values.tolist() == [
        [0, 0, -0.5, 0, 1, 0],
        [0, 1, -1.5, 0, 0, 0],
        [1, 0, 0.5, 1, 0, 2],
        [1, 1, -0.5, 0, 1, 0],
    ]
    assert any(isinstance(mark, Region) for mark in drawn)
    lines = [mark for mark in drawn if isinstance(mark, Line)]
    assert [(line.weights.tolist(), line.bias) for line in lines] == [([1, 1], -0.5), ([1, 1], -1.5)]
    story = algorithm.explain(trace[-1], XOR, algorithm.params())
    assert "h₁ and not h₂" in story.sentence and "borders with corners" in story.sentence
    assert engine.trace(KEY, XOR).to_end()[-1].wrong == 0, "the usual lines do it too"


@shows("NE4")
def test_ne4_threshold_unit_has_no_gradient() -> None:
    trace, algorithm = engine.trace(KEY, XOR, lines="1", start=W44), engine.algorithm(KEY)
    params = algorithm.params(lines="1")
    story = algorithm.explain(trace[0], XOR, params)
    assert (
        "no gradient can move" in story.sentence
        and "by the perceptron, or by the error of a linear unit" in story.sentence
    )
    assert "[\\mathbf{w}_j^\\top" in story.formula
    graph = next(mark for mark in algorithm.marks(trace[0], XOR, params) if isinstance(mark, Graph))
    assert graph.columns == (0, 0, 1, 2) and [link.weight for link in graph.links] == [1, 1, 1]
    assert trace[0].model.predict(XOR.X).tolist() == (XOR.X.sum(axis=1) - 0.5 > 0).astype(int).tolist()


@pytest.mark.parametrize(("logic", "agreed"), [(ALL, np.all), (ANY, np.any)])
def test_last_unit_computes_the_chosen_logic(logic: str, agreed: Callable[..., np.ndarray]) -> None:
    moons = generate("moons", n=40)
    network = engine.fit(KEY, moons, lines="3", logic=logic)
    sides = moons.X @ network.layers[0].weights.T + network.layers[0].biases > 0
    assert network.predict(moons.X).tolist() == agreed(sides, axis=1).astype(int).tolist()


def test_dragged_line_passes_both_places_and_others_stay() -> None:
    algorithm = engine.algorithm(KEY)
    places = np.array([[0.2, 0.9], [0.8, 0.1]])
    moved = algorithm.handles[1].make(places, XOR, algorithm.params(), W44)
    assert moved.layers[0].activations(places)[:, 1] == pytest.approx(0, abs=1e-12)
    assert (moved.layers[0].packed[0] == HIDDEN.packed[0]).all() and moved.layers[1] == W44.layers[1]
    again = engine.trace(KEY, XOR, start=moved).to_end()[-1]
    assert again.model == moved
