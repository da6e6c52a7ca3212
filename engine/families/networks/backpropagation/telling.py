"""What a step of back-propagation says."""

from __future__ import annotations

import numpy as np

from engine.base.words import brief, counted, figure
from engine.core.algorithm import Inquiry
from engine.core.marks import Points
from engine.core.story import Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.networks.backpropagation.checking import checks
from engine.families.networks.backpropagation.loop import Params, forward
from engine.families.networks.backpropagation.posing import CROSS, Problem, posed
from engine.families.networks.backpropagation.rules_told import moved
from engine.families.networks.backpropagation.stepping import Step
from engine.families.networks.diagram import below
from engine.families.networks.signals import Signal
from engine.maths.optimisation.rising import has_risen
from engine.maths.probability.activations import ACTIVATIONS
from engine.models.network import SOFTMAX, Layer, Network
from engine.parts.descent_telling import changed

FORWARD = r"\mathbf{a} = W \mathbf{h} + \mathbf{b}, \quad \mathbf{h}' = g(\mathbf{a})"
BACKWARD = r"\delta_j = g'(a_j) \sum_k w_{kj} \delta_k"
AT_OUTPUT = r"\delta_k = \frac{\partial E}{\partial a_k}"
UPDATE = r"\frac{\partial E}{\partial w_{ji}} = \sum_n \delta_{nj} h_{ni}, \quad w \leftarrow w + \Delta"
COLLAPSE = (
    r"W^2 (W^1 \mathbf{x} + \mathbf{b}^1) + \mathbf{b}^2 = (W^2 W^1)\, \mathbf{x} + (W^2 \mathbf{b}^1 + \mathbf{b}^2)"
)
WORKED = 4
"""So many units of a layer are worked out; a table has all of them."""
FLAT = 0.01
"""A hidden unit whose g′ is less hardly learns."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.kind == "start":
        return _say_start(step, data, params)
    if step.kind == "forward":
        return _say_forward(step, data)
    return _say_backward(step, data, params) if step.kind == "backward" else _say_update(step, data, params)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    network = step.model
    hidden = " and ".join(counted(units, "unit") for units in network.hidden)
    said = f"Between {counted(data.d, 'feature')} and {counted(network.layers[-1].units, 'output')} there "
    said += f"{'is a hidden layer' if len(network.hidden) == 1 else 'are hidden layers'} of {hidden}" if hidden else (
        "is no hidden layer: the border is straight"
    )  # fmt: skip
    worked, tables = collapse_told(network)
    said += f". {counted(len(network.parameters), 'weight')} will be learnt, the biases among them."
    if network.scale is not None:
        said += " Each column is standardised first: z is x less the mean, over the standard deviation."
    said += _special(network, params) + _alike(network)
    numbers = (Number("E", step.error, "of all rows"), Number("wrong side", step.wrong))
    return Story(said, COLLAPSE if worked else FORWARD, worked, numbers, tables)


def _special(network: Network, params: Params) -> str:
    """What is to be known of these layers and outputs."""
    last = network.layers[-1]
    if network.hidden and network.collapses:
        return " Its hidden units bend nothing: all layers together are one, and the border is straight."
    if last.activation != SOFTMAX:
        return "" if last.units == 1 else " Each output is for its own class: they do not add up to 1."
    return "" if network.hidden or CROSS not in params.output else " This is softmax regression."


def _alike(network: Network) -> str:
    """What becomes of hidden units that began alike."""
    first = network.layers[0].packed
    if not network.hidden or len(first) == 1 or (first != first[0]).any():
        return ""
    return " All units of the first hidden layer are alike, so they get the same δ, and stay alike for ever."


def _say_forward(step: Step, data: Dataset) -> Story:
    depth = step.layer
    layer, signal = step.before.layers[depth], step.signals[depth]
    x = data.X[step.rows[0]]
    h = step.before.fed(x) if depth == 0 else step.signals[depth - 1].h
    said = f"Forward: point {data.row_name(int(step.rows[0]))} reaches {_layer(step.before, depth)}, where each unit "
    said += "adds up what it is given and passes on g(a)." if layer.activation != SOFTMAX else (
        "adds up what it is given; the softmax makes probabilities of the sums."
    )  # fmt: skip
    letter = "h" if depth < len(step.before.layers) - 1 else "y"
    worked = (*(scaled_worked(step.before, x) if depth == 0 else ()), *forward_worked(layer, h, signal, letter))
    table = Table("Units", ("unit", "a", letter), _rows(letter, signal.a, signal.h))
    return Story(said + _batch(step), FORWARD, worked, (), (table,))


def scaled_worked(network: Network, x: np.ndarray) -> tuple[str, ...]:
    """z of the first columns, where they are standardised, with numbers."""
    if network.scale is None:
        return ()
    numbers = zip(x.tolist(), network.scale.middle.tolist(), network.scale.spread.tolist(), strict=True)
    z = network.fed(x).tolist()
    lines = [
        f"{below('z', d)} = ({figure(value)} − {_held(figure(middle))}) / {figure(spread)} = {figure(z[d])}"
        for d, (value, middle, spread) in enumerate(numbers)
    ]
    return tuple(lines[:2])


def _layer(network: Network, depth: int) -> str:
    if depth == len(network.layers) - 1:
        return "the outputs"
    return "the hidden layer" if len(network.hidden) == 1 else f"hidden layer {depth + 1}"


def _batch(step: Step) -> str:
    others = len(step.rows) - 1
    return f" The same is done with the {counted(others, 'other row')} of the batch." if others else ""


def _rows(letter: str, *columns: np.ndarray) -> tuple[tuple[str | float, ...], ...]:
    both = zip(*(column.tolist() for column in columns), strict=True)
    return tuple((below(letter, j), *values) for j, values in enumerate(both))


def forward_worked(layer: Layer, h: np.ndarray, signal: Signal, letter: str) -> tuple[str, ...]:
    """a = w · h + b and g(a) of the first units, with numbers."""
    lines = []
    for j in range(min(layer.units, WORKED)):
        w, b = brief(layer.weights[j]), figure(float(layer.biases[j]))
        lines.append(f"{below('a', j)} = {w} · {brief(h)} + {_held(b)} = {figure(float(signal.a[j]))}")
        if layer.activation != SOFTMAX:
            lines.append(f"{below(letter, j)} = {_bent(layer.activation, signal.a[j])} = {figure(float(signal.h[j]))}")
    if layer.activation == SOFTMAX:
        lines.append(f"{letter} = softmax{brief(signal.a)} = {brief(signal.h)}")
    return tuple(lines)


def _held(number: str) -> str:
    return f"({number})" if number.startswith("−") else number


def _bent(kind: str, a: float) -> str:
    told = {"logistic": "σ({})", "tanh": "tanh({})", "ReLU": "max(0, {})", "identity": "{}", "threshold": "[{} > 0]"}
    return told[kind].format(figure(float(a)))


def _say_backward(step: Step, data: Dataset, params: Params) -> Story:
    depth, network = step.layer, step.before
    signal, problem = step.signals[depth], posed(data, params)
    assert signal.delta is not None
    row = int(step.rows[0])
    name = data.row_name(row)
    at_end = depth == len(network.layers) - 1
    if at_end:
        said = f"Backward: at the outputs δ says how E of point {name} grows with each activation a."
        if problem.error == CROSS:
            said += " It is what is given, less what is wanted."
        elif problem.output == SOFTMAX:
            said += (
                f" Every y answers to every a, so y − t is taken times the matrix ∂y/∂a.{_nicer(signal, problem, row)}"
            )
        worked = output_worked(problem, signal, problem.T[row])
    else:
        above = step.signals[depth + 1].delta
        assert above is not None
        said = (
            f"Backward: each unit of {_layer(network, depth)} gets the δ of the layer above, by its own weights there, "
        )
        said += f"times how steep it is at a.{_saturated(network.layers[depth], signal)}"
        worked = backward_worked(network.layers[depth], network.layers[depth + 1], signal, above)
    letter = "y" if at_end else "h"
    table = Table("Units", ("unit", "a", letter, "δ"), _rows(letter, signal.a, signal.h, signal.delta))
    return Story(said + _batch(step), AT_OUTPUT if at_end else BACKWARD, worked, (), (table,))


def _nicer(signal: Signal, problem: Problem, row: int) -> str:
    """Why the cross-entropy is the better error of a softmax: what is left of y − t, where it is little."""
    assert signal.delta is not None
    off, left = (float(np.abs(part).max()) for part in (signal.h - problem.T[row], signal.delta))
    if left >= 0.5 * off:
        return ""
    return f" Of {figure(off)} that leaves {figure(left)}; with cross-entropy δ would be y − t itself."


def _saturated(layer: Layer, signal: Signal) -> str:
    """What is said where every unit of a layer is flat."""
    if (ACTIVATIONS[layer.activation].slope(signal.a) >= FLAT).any():
        return ""
    return f" All of them are flat there, g′ is below {FLAT}: hardly anything goes back."


def output_worked(problem: Problem, signal: Signal, t: np.ndarray) -> tuple[str, ...]:
    """δ of the outputs, from y and t, with numbers."""
    assert signal.delta is not None
    y, delta = brief(signal.h), brief(signal.delta)
    if problem.error == CROSS or problem.output == "identity":
        return (f"δ = y − t = {y} − {brief(t)} = {delta}",)
    off = signal.h - t
    if problem.output == SOFTMAX:
        mean = float((off * signal.h).sum())
        lines = [f"Σ (y − t) y = {brief(off)} · {y} = {figure(mean)}"]
        for k in range(min(len(off), WORKED)):
            share, one, less = figure(float(signal.h[k])), figure(float(off[k])), _held(figure(mean))
            lines.append(f"{below('δ', k)} = {share}·({one} − {less}) = {figure(float(signal.delta[k]))}")
        return tuple(lines)
    slopes = ACTIVATIONS["logistic"].slope(signal.a)
    shown = zip(slopes.tolist(), off.tolist(), signal.delta.tolist(), strict=True)
    lines = [
        f"{below('δ', k)} = {figure(slope)}·({figure(wrong)}) = {figure(back)}"
        for k, (slope, wrong, back) in enumerate(shown)
    ]
    return ("δ is y(1 − y)(y − t) of each output", *lines[:WORKED])


def backward_worked(layer: Layer, above: Layer, signal: Signal, delta_above: np.ndarray) -> tuple[str, ...]:
    """δ of the first units of a hidden layer, with numbers."""
    assert signal.delta is not None
    slopes = ACTIVATIONS[layer.activation].slope(signal.a)
    slope_of = {"logistic": "h(1 − h)", "tanh": "1 − h²", "ReLU": "[a > 0]", "identity": "1", "threshold": "0"}
    lines = []
    for j in range(min(layer.units, WORKED)):
        given = f"{brief(above.weights[:, j])} · {brief(delta_above)}"
        lines.append(f"{below('δ', j)} = {figure(float(slopes[j]))} · ({given}) = {figure(float(signal.delta[j]))}")
    return (f"g′ is {slope_of[layer.activation]} of each unit", *lines)


def _say_update(step: Step, data: Dataset, params: Params) -> Story:
    problem, least = posed(data, params), least_of(params)
    said = (
        f"Epoch {step.epoch}, update {step.updates}: the weights follow the slopes of {counted(len(step.rows), 'row')}."
    )
    said += f" {changed(least, step.objective, step.objective_before or 0.0)}.{_alike(step.model)}"
    lines, tables = collapse_told(step.model)
    numbers = [Number("E", step.error, f"{problem.error} of all rows, a sum"), Number("wrong side", step.wrong)]
    if params.decay:
        numbers.append(Number(least, step.objective, "½ λ ‖w‖² added, biases free"))
    assert step.gradient is not None
    numbers.append(Number("steepest slope", float(np.abs(step.gradient).max()), "of the batch"))
    worked = (*moved(step, params), *lines)
    return Story(said, UPDATE, worked, tuple(numbers), (*_weights(step), *tables), checks(step, problem, params))


def least_of(params: Params) -> str:
    """What is made least, by name."""
    return "E + penalty" if params.decay else "E"


def _weights(step: Step) -> tuple[Table, ...]:
    """For each layer the weights, as they are now: a row for each unit, the bias first."""
    found = []
    for depth, layer in enumerate(step.model.layers):
        columns = ("unit", "b", *(below("w", i) for i in range(min(layer.inputs, 8))))
        rows = tuple((below("h", j), *layer.packed[j, :9].tolist()) for j in range(layer.units))
        found.append(Table(f"Weights of {_layer(step.model, depth)}", columns, rows))
    return tuple(found)


def collapse_told(network: Network) -> tuple[tuple[str, ...], tuple[Table, ...]]:
    """Where no hidden unit bends anything: the single matrix that says the same."""
    if not network.hidden or not network.collapses:
        return (), ()
    one = network.collapsed
    lines = [
        f"all layers as one: {below('a', j)} = {brief(one.weights[j])}·x + {_held(figure(float(one.biases[j])))}"
        for j in range(min(one.units, WORKED))
    ]
    if len(network.layers) == 2:
        row, column = network.layers[1].weights[0], network.first.weights[:, 0]
        lines.insert(0, f"W² W¹ begins with {brief(row)} · {brief(column)} = {figure(float(one.weights[0, 0]))}")
    rows = tuple((below("a", j), *row[:9]) for j, row in enumerate(one.packed.tolist()))
    columns = ("output", "b", *(below("w", i) for i in range(min(one.inputs, 8))))
    return tuple(lines), (Table("All layers as one, W² W¹", columns, rows),)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    network, places = step.model, np.asarray(x, dtype=float)[None]
    h, rows = network.fed(places), list[tuple[str | float, ...]]()
    worked: tuple[str, ...] = ()
    for depth, layer in enumerate(network.layers):
        a, given = forward(layer, h)
        letter = "y" if depth == len(network.layers) - 1 else "h"
        where = "outputs" if letter == "y" else f"hidden {depth + 1}"
        rows += [(where, *row) for row in _rows(letter, a[0], given[0])]
        worked = forward_worked(layer, h[0], Signal(a[0], given[0]), letter)
        h = given
    answer = data.class_words(int(network.predict(places)[0]))
    said = f"The outputs are {brief(h[0])}: it is called {answer}."
    table = Table("What every unit says of it", ("layer", "unit", "a", "g(a)"), tuple(rows))
    return Inquiry(Story(said, FORWARD, worked, (), (table,)), (Points(places, "focus"),))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    told = {"E": step.error, "wrong side": float(step.wrong)}
    return {**told, least_of(params): step.objective} if params.decay else told


def event(step: Step) -> Event | None:
    if step.kind == "update":
        return Event("rose", "wrong") if has_risen(step.objective, step.objective_before) else None
    return None if step.kind == "start" else Event(step.kind, "plain")
