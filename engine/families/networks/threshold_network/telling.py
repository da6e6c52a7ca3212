"""What a threshold network says."""

from __future__ import annotations

import numpy as np

from engine.base.words import brief, counted, inner
from engine.core.algorithm import Inquiry
from engine.core.marks import Points
from engine.core.story import Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.networks.diagram import below
from engine.families.networks.threshold_network.drawing import all_sides, counts
from engine.families.networks.threshold_network.loop import Params, Step
from engine.families.networks.threshold_network.starting import ALL, ANY
from engine.models.layer import Layer
from engine.models.network import Network

FORMULA = r"h_j = [\mathbf{w}_j^\top \mathbf{x} + b_j > 0], \quad y = [\mathbf{v}^\top \mathbf{h} + c > 0]"
NO_SLOPE = (
    "The slope of a threshold is 0 almost everywhere, so no gradient can move this line: drag it, or have it learnt by "
    "the perceptron, or by the error of a linear unit."
)
BENT = (
    "Two layers of thresholds are enough for borders with corners, made of straight pieces; one line alone is straight."
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    said = f"{counted(step.count, 'line')}: the last unit fires for {fires(step.count, params)}, which is called "
    said += f"{data.class_name(step.model.classes[1])}. {NO_SLOPE if step.count == 1 else BENT}"
    x = data.X[0]
    worked = (*_sides(step.model.layers[0], x, data), _answer(step.model, x))
    numbers = (Number("lines", step.count), Number("wrong side", step.wrong))
    return Story(said, FORMULA, worked, numbers, (_table(step, data),))


def fires(count: int, params: Params) -> str:
    """For which sides the last unit fires, in words."""
    if count == 1:
        return "h₁"
    if params.logic in (ALL, ANY):
        joint = " and " if params.logic == ALL else " or "
        return joint.join(below("h", j) for j in range(count))
    return "h₁ and not " + " and not ".join(below("h", j) for j in range(1, count))


def _sides(layer: Layer, x: np.ndarray, data: Dataset) -> tuple[str, ...]:
    """On which side of each line the first point lies, with numbers."""
    found = []
    for j in range(layer.units):
        a = float(layer.activations(x[None])[0, j])
        told = inner(layer.weights[j], x, a, float(layer.biases[j]))
        found.append(f"point {data.row_name(0)}: {below('a', j)} = {told}")
        found.append(f"point {data.row_name(0)}: {below('h', j)} = {1 if a > 0 else 0}")
    return tuple(found)


def _answer(network: Network, x: np.ndarray) -> str:
    last, h = network.layers[-1], network.hidden_outputs(x[None])
    a = float(last.activations(h)[0, 0])
    return f"a of y = {inner(last.weights[0], h[0], a, float(last.biases[0]))}"


def _table(step: Step, data: Dataset) -> Table:
    """The truth table, with the points of each class."""
    sides, last = all_sides(step.count), step.model.layers[-1]
    y, points = last.outputs(last.activations(sides))[:, 0], counts(step, data)
    heads = (*(below("h", j) for j in range(step.count)), "y", *map(data.class_name, step.model.classes))
    rows = tuple(
        (*map(int, side), int(out), *map(int, count)) for side, out, count in zip(sides, y, points, strict=True)
    )
    return Table("Truth table, and how many points", heads, rows)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    place = np.asarray(x, dtype=float)
    h = step.model.hidden_outputs(place[None])[0]
    answer = data.class_name(int(step.model.predict(place[None])[0]))
    said = f"The sides are {brief(h)}: it is called {answer}."
    return Inquiry(Story(said, FORMULA, (_answer(step.model, place),)), (Points(place[None], "focus"),))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"wrong side": float(step.wrong)}
