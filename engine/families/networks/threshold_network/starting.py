"""The initial lines, and the handles of each."""

from __future__ import annotations

from functools import partial
from typing import Any, Protocol

import numpy as np

from engine.core.algorithm import Handle
from engine.core.typed_as import TypedAs
from engine.data.dataset import Dataset
from engine.data.targets import two_classes
from engine.maths.algebra.covariance import column_means, deviation_scale
from engine.models.layer import Layer
from engine.models.linear import Hyperplane
from engine.models.network import Network
from engine.parts.line import coefficients, rod, through

MOST = 4
OFFSET = 2**-0.5
"""How far the lines are from the mean, in standard deviations along their normals: XOR lies between two of them."""
BETWEEN, ALL, ANY = LOGICS = ("h₁ and not the others", "all of them", "any of them")


class Lines(Protocol):
    """How many lines, and how they are combined."""

    @property
    def count(self) -> int: ...
    @property
    def logic(self) -> str: ...


def usual_lines(data: Dataset, params: Lines) -> Layer:
    """Lines side by side, for what lies between two; or around the mean, facing it."""
    middle, spread = column_means(data.X), deviation_scale(data.X - column_means(data.X), data.n)
    angles = np.full(params.count, np.pi / 4)
    if params.logic != BETWEEN:
        angles = np.pi / 4 + 2 * np.pi * np.arange(params.count) / params.count
    offsets = np.linspace(-1.0, 1.0, params.count) if params.logic == BETWEEN else np.full(params.count, -1.5)
    normals = np.zeros((params.count, data.d))
    normals[:, 0] = np.cos(angles)
    if data.d > 1:
        normals[:, 1] = np.sin(angles)
    along = ((data.X - middle) / spread) @ normals.T
    sizes = np.sqrt((along**2).mean(axis=0))
    weights = normals / spread
    biases = -weights @ middle - OFFSET * offsets * np.where(sizes > 0, sizes, 1.0)
    return Layer(weights, biases, "threshold")


def logic_layer(lines: int, logic: str) -> Layer:
    """The unit that combines so many half-planes."""
    weights = np.ones((1, lines))
    if logic == BETWEEN:
        weights[0, 1:] = -1.0
    bias = 0.5 - lines if logic == ALL else -0.5
    return Layer(weights, np.array([bias]), "threshold")


def network_with(layer: Layer, params: Lines, data: Dataset) -> Network:
    """These lines, combined."""
    return Network((layer, logic_layer(layer.units, params.logic)), two_classes(data))


def first_lines(data: Dataset, params: Lines, start: Network | None) -> Layer:
    """The lines of the start, as many as there are, and the usual ones for the others."""
    usual = usual_lines(data, params)
    if start is None or len(start.layers) != 2:
        return usual
    kept = min(start.layers[0].units, params.count)
    first = start.first
    weights = np.concatenate([first.weights[:kept], usual.weights[kept:]])
    return Layer(weights, np.concatenate([first.biases[:kept], usual.biases[kept:]]), "threshold")


def line_of(layer: Layer, j: int, classes: tuple[int, ...]) -> Hyperplane:
    """One unit as a line."""
    return Hyperplane(layer.weights[j], float(layer.biases[j]), (classes[0], classes[1]))


def placed(j: int, positions: np.ndarray, data: Dataset, params: Any, base: Network | None = None) -> Network:
    """The network with line j through two places."""
    layer = first_lines(data, params, base)
    line = through(positions, data, params, line_of(layer, j, two_classes(data)))
    weights, biases = layer.weights.copy(), layer.biases.copy()
    weights[j], biases[j] = line.weights, line.bias
    return network_with(Layer(weights, biases, "threshold"), params, data)


def held(j: int, model: Network, data: Dataset) -> np.ndarray:
    """Two places of line j; none while it has not been added."""
    layer = model.first
    if j >= layer.units or len(model.layers) != 2:
        return np.zeros((0, data.d))
    return rod(line_of(layer, j, model.classes), data)


def _numbers(j: int, model: Network, data: Dataset) -> list[tuple[str, float]]:
    """The weights and the bias of line j."""
    return coefficients(line_of(model.first, j, model.classes), data)


def _with_numbers(j: int, values: np.ndarray, data: Dataset, params: Any, base: Network) -> Network:
    """The network with other weights (d,) and another bias of line j."""
    layer = first_lines(data, params, base)
    weights, biases = layer.weights.copy(), layer.biases.copy()
    weights[j], biases[j] = values[:-1], values[-1]
    return network_with(Layer(weights, biases, "threshold"), params, data)


def with_lines_to_come(model: Network, start: Network | None) -> Network:
    """The lines of the start, which are those of the model and those that are not added yet."""
    return start if start is not None and len(start.layers) == 2 else model


def _both_ends(j: int, params: Lines) -> int:
    return 2 if params.count > j else 0


def _added(j: int, held: int, index: int, data: Dataset, params: Lines) -> int:
    """The step that adds line j, or a later one."""
    return max(index, j)


LINES = tuple(
    Handle(
        f"line {j + 1}",
        partial(placed, j),
        partial(held, j),
        partial(_both_ends, j),
        step=partial(_added, j),
        rod=True,
        question=True,
        completed=with_lines_to_come,
        typed=TypedAs(partial(_numbers, j), partial(_with_numbers, j)),
    )
    for j in range(MOST)
)
