"""What the layers of a network pass on, forward and backward, with the numbers of one example."""

from __future__ import annotations

import numpy as np

from engine.base.words import WHOLE, bracketed, brief, counted, enough, figure, inner, shown
from engine.core.story import Story, Table
from engine.data.dataset import Dataset
from engine.families.networks.diagram import below
from engine.families.networks.mlp.choosing import layer_name
from engine.families.networks.mlp.loop import Params
from engine.families.networks.mlp.numbers_told import prediction_worked, target_worked
from engine.families.networks.mlp.pacing import divided
from engine.families.networks.mlp.posing import CROSS, Problem
from engine.families.networks.mlp.stepping import Step
from engine.families.networks.signals import Signal
from engine.maths.probability.activations import ACTIVATIONS
from engine.models.layer import SOFTMAX, Layer
from engine.models.network import Network

FORWARD = r"\mathbf{a} = W \mathbf{h} + \mathbf{b}, \quad \mathbf{h}' = g(\mathbf{a})"
BACKWARD = r"\delta_j = g'(a_j) \sum_k w_{kj} \delta_k"
AT_OUTPUT = r"\delta_k = \frac{\partial E}{\partial a_k}"
WORKED = 4
"""So many units of a layer are worked out; a table has all of them."""
FLAT = 0.01
"""A hidden unit whose g′ is less hardly learns."""


def say_forward(step: Step, data: Dataset) -> Story:
    depth = step.layer
    layer, signal = step.before.layers[depth], step.signals[depth]
    x = data.X[step.rows[0]]
    h = step.before.fed(x) if depth == 0 else step.signals[depth - 1].h
    said = f"Forward: point {data.row_name(int(step.rows[0]))} reaches {where(step.before, depth)}, where each unit "
    said += "adds up what it is given and passes on g(a)." if layer.activation != SOFTMAX else (
        "adds up what it is given; the softmax makes probabilities of the sums."
    )  # fmt: skip
    letter = "h" if depth < len(step.before.layers) - 1 else "y"
    worked = (*(scaled_worked(step.before, x) if depth == 0 else ()), *forward_worked(layer, h, signal, letter))
    worked += prediction_worked(step.before, float(signal.h[0])) if letter == "y" else ()
    table = Table("Units", ("unit", "a", letter), unit_rows(letter, signal.a, signal.h))
    return Story(said + _batch(step), FORWARD, worked, (), (table,))


def scaled_worked(network: Network, x: np.ndarray) -> tuple[str, ...]:
    """z of the first columns, where they are standardised, with numbers."""
    if network.scale is None:
        return ()
    numbers = zip(x.tolist(), network.scale.middle.tolist(), network.scale.spread.tolist(), strict=True)
    lines = []
    for d, (z, told) in enumerate(zip(network.fed(x).tolist()[:2], numbers, strict=False)):
        value, middle, spread = shown(z, lambda one, mean, size: (one - mean) / size, *told)
        lines.append(f"{below('z', d)} = ({value} − {bracketed(middle)}) / {spread} = {figure(z)}")
    return tuple(lines)


def where(network: Network, depth: int) -> str:
    """A layer in words."""
    return "the outputs" if depth == len(network.layers) - 1 else layer_name(network, depth)


def _batch(step: Step) -> str:
    others = len(step.rows) - 1
    return f" The same is done with the {counted(others, 'other row')} of the batch." if others else ""


def unit_rows(letter: str, *columns: np.ndarray) -> tuple[tuple[str | float, ...], ...]:
    both = zip(*(column.tolist() for column in columns), strict=True)
    return tuple((below(letter, j), *values) for j, values in enumerate(both))


def forward_worked(layer: Layer, h: np.ndarray, signal: Signal, letter: str) -> tuple[str, ...]:
    """a = w · h + b and g(a) of the first units, with numbers."""
    lines = []
    for j in range(min(layer.units, WORKED)):
        a, b = float(signal.a[j]), float(layer.biases[j])
        lines.append(f"{below('a', j)} = {inner(layer.weights[j], h, a, b)}")
        if layer.activation != SOFTMAX:
            lines.append(f"{below(letter, j)} = {_bent(layer.activation, float(signal.a[j]), float(signal.h[j]))}")
    if layer.activation == SOFTMAX:
        lines.append(f"{letter} = softmax{brief(signal.a)} = {brief(signal.h)}")
    return tuple(lines)


def _bent(kind: str, a: float, h: float) -> str:
    """g(a) with its numbers."""
    told = {"logistic": "σ({})", "tanh": "tanh({})", "ReLU": "max(0, {})", "identity": "{}", "threshold": "[{} > 0]"}
    given = shown(h, lambda at: float(ACTIVATIONS[kind].value(np.asarray(at))), a)[0]
    return f"{told[kind].format(given)} = {figure(h)}"


def say_backward(step: Step, data: Dataset, params: Params) -> Story:
    depth, network = step.layer, step.before
    signal, problem = step.signals[depth], divided(data, params)
    assert signal.delta is not None
    row = int(step.rows[0])
    name = data.row_name(row)
    at_end = depth == len(network.layers) - 1
    if at_end:
        said = f"Backward: at the outputs δ says how E of point {name} grows with each activation a."
        if problem.error == CROSS or not problem.classes:
            said += " It is what is given, less what is wanted."
        elif problem.output == SOFTMAX:
            said += (
                f" Every y answers to every a, so y − t is taken times the matrix ∂y/∂a.{_nicer(signal, problem, row)}"
            )
        worked = (*target_worked(problem, data, row), *output_worked(problem, signal, problem.T[row]))
    else:
        above = step.signals[depth + 1].delta
        assert above is not None
        said = (
            f"Backward: each unit of {where(network, depth)} gets the δ of the layer above, by its own weights there, "
        )
        said += f"times how steep it is at a.{_saturated(network.layers[depth], signal)}"
        worked = backward_worked(network.layers[depth], network.layers[depth + 1], signal, above)
    letter = "y" if at_end else "h"
    table = Table("Units", ("unit", "a", letter, "δ"), unit_rows(letter, signal.a, signal.h, signal.delta))
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
            share, one, less = figure(float(signal.h[k])), figure(float(off[k])), bracketed(figure(mean))
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
        back = _sent_back(float(slopes[j]), above.weights[:, j], delta_above, float(signal.delta[j]))
        lines.append(f"{below('δ', j)} = {back}")
    return (f"g′ is {slope_of[layer.activation]} of each unit", *lines)


def _sent_back(slope: float, w: np.ndarray, delta: np.ndarray, result: float) -> str:
    """g′(a) (w · δ) of the layer above, with its numbers; of many units only the ends."""
    few = len(w)

    def product(at: float, *parts: float) -> float:
        return at * float(np.dot(parts[:few], parts[few:]))

    n = enough(result, product, slope, *w.tolist(), *delta.tolist()) if few <= WHOLE else 4
    return f"{figure(slope, n)} · ({brief(w, n)} · {brief(delta, n)}) = {figure(result)}"
