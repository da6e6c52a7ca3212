"""What a threshold network looks like: its lines, the regions they cut out, and the truth table of the last unit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from engine.core.marks import Line, Mark, Matrix, Points, Region
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.networks.diagram import below, diagram
from engine.families.networks.threshold_network.loop import Params, Step
from engine.models.network import Network

TABLE = Surface("table", "Truth table")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    layer = step.model.layers[0]
    drawn: list[Mark] = [Region(step.model), Points(data.X[step.mistakes], "wrong", rows=step.mistakes)]
    for j in range(layer.units):
        if layer.weights[j].any():
            role: Role = "focus" if j == step.count - 1 else "axis"
            drawn.append(Line(layer.weights[j], float(layer.biases[j]), role, normal=True, label=below("h", j)))
    return [*drawn, diagram(step.model, data), truth_table(step, data)]


def truth_table(step: Step, data: Dataset) -> Matrix:
    """For all sides of the lines what the last unit says, and how many points of each class lie there."""
    network, sides = step.model, all_sides(step.count)
    a = network.layers[-1].activations(sides)
    values = np.column_stack([sides, a, network.layers[-1].outputs(a), counts(step, data)])
    names = tuple(data.class_name(code) for code in network.classes)
    heads = (*(below("h", j) for j in range(step.count)), "a", "y", *names)
    labels = tuple("" for _ in sides)
    return Matrix(values, labels, heads, "table", surface=TABLE)


def all_sides(lines: int) -> np.ndarray:
    """(2^m, m) every combination of 0 and 1."""
    return np.array(list(product((0.0, 1.0), repeat=lines)))


def cells(network: Network, data: Dataset) -> np.ndarray:
    """(n,) in which row of the truth table each point is."""
    h = network.hidden_outputs(data.X)
    return np.asarray(h @ 2 ** np.arange(h.shape[1])[::-1], dtype=np.intp)


def counts(step: Step, data: Dataset) -> np.ndarray:
    """(2^m, 2) how many points of each class lie on these sides."""
    at = cells(step.model, data)
    return np.array([np.bincount(at[data.codes == code], minlength=2**step.count) for code in step.model.classes]).T
