"""What is to be known of the layers themselves: weights, what becomes of signals at the start, layers that are one."""

from __future__ import annotations

import numpy as np

from engine.base.words import bracketed, brief, figure, inner
from engine.core.story import Table
from engine.data.dataset import Dataset
from engine.families.networks.diagram import below
from engine.families.networks.mlp.loop import through
from engine.families.networks.mlp.posing import Problem
from engine.families.networks.mlp.signals_told import WORKED, where
from engine.families.networks.mlp.stepping import Step
from engine.maths.algebra.agreement import cleared, cleared_weights
from engine.models.network import Network

COLLAPSE = (
    r"W^2 (W^1 \mathbf{x} + \mathbf{b}^1) + \mathbf{b}^2 = (W^2 W^1)\, \mathbf{x} + (W^2 \mathbf{b}^1 + \mathbf{b}^2)"
)


def weights_told(step: Step) -> tuple[Table, ...]:
    """For each layer the weights, as they are now: a row for each unit, the bias first.

    What rounding leaves of slopes that cancel, as of a bias on the four points of XOR, is told as the 0 it stands for.
    """
    found = []
    for depth, layer in enumerate(step.model.layers):
        columns = ("unit", "b", *(below("w", i) for i in range(min(layer.inputs, 8))))
        told = cleared(layer.packed[:, :9], float(np.abs(layer.packed).max()))
        letter = "y" if depth == len(step.model.layers) - 1 else "h"
        rows = tuple((below(letter, j), *told[j].tolist()) for j in range(layer.units))
        found.append(Table(f"Weights of {where(step.model, depth)}", columns, rows))
    return tuple(found)


def first_signals(network: Network, problem: Problem) -> Table:
    """Whether the first weights let signals through: how large they are in each layer, over the rows learnt from.

    A size is the root of the mean square. What shrinks from layer to layer vanishes, what grows explodes.
    """
    A, H, D = through(network, problem, problem.learnt)
    parts = zip(network.layers, A, H[1:], D, strict=True)
    rows = tuple(
        (_short(network, depth), *(_size(part) for part in (layer.weights, a, h, delta)))
        for depth, (layer, a, h, delta) in enumerate(parts)
    )
    return Table("How large signals are in each layer", ("layer", "w", "a", "h", "δ"), rows)


def _short(network: Network, depth: int) -> str:
    """A layer in the words that leave a narrow table room for its numbers."""
    hidden = "hidden" if len(network.hidden) == 1 else f"hidden {depth + 1}"
    return "outputs" if depth == len(network.layers) - 1 else hidden


@np.errstate(over="ignore", invalid="ignore")
def _size(values: np.ndarray) -> float:
    """The root of the mean square, which overflows no sooner than the values."""
    most = float(np.abs(values).max(initial=0.0))
    return most * float(np.sqrt(np.mean((values / most) ** 2))) if 0 < most < np.inf else most


def collapse_told(network: Network, data: Dataset) -> tuple[tuple[str, ...], tuple[Table, ...]]:
    """Where no hidden unit bends anything: the single matrix that says the same."""
    if not network.hidden or not network.collapses:
        return (), ()
    one = network.collapsed
    packed = cleared_weights(one.packed, data.design)
    lines = [
        f"all layers as one: {below('a', j)} = {brief(packed[j, 1:])}·x + {bracketed(figure(float(packed[j, 0])))}"
        for j in range(min(one.units, WORKED))
    ]
    if len(network.layers) == 2:
        row, column = network.layers[1].weights[0], network.layers[0].weights[:, 0]
        of = "" if network.scale is None else ", for the standardised inputs,"
        lines.insert(0, f"W² W¹{of} begins with {inner(row, column, float(row @ column))}")
    rows = tuple((below("a", j), *row[:9]) for j, row in enumerate(packed.tolist()))
    columns = ("output", "b", *(below("w", i) for i in range(min(one.inputs, 8))))
    title = "All layers as one, W² W¹" if network.scale is None else "All layers as one, for the inputs as they are"
    return tuple(lines), (Table(title, columns, rows),)
