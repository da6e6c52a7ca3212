"""The drawn network: a card for each unit with the numbers of one example, and a line for each weight."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.words import figure
from engine.core.marks import Graph, Link, Node
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.networks.signals import Signal
from engine.models.network import Network, NumberNetwork
from engine.parts.over_feature import target_value

NETWORK = Surface("structure", "Network")
DIGITS = "₀₁₂₃₄₅₆₇₈₉"


def below(name: str, number: int) -> str:
    """A letter with a number, counted from 1, below the line.

    >>> below("h", 11)
    'h₁₂'
    """
    return name + "".join(DIGITS[int(digit)] for digit in str(number + 1))


def diagram(
    network: Network,
    data: Dataset,
    row: int | None = None,
    signals: Sequence[Signal] = (),
    lit: int | None = None,
    surface: Surface = NETWORK,
) -> Graph:
    """The network: a column for each layer, with the signals of one row in the layers that it has reached.

    The lines are the weights: their width is the size, their colour the sign. One layer can be lit.
    """
    x = None if row is None else data.X[row]
    fed = x if x is None or network.scale is None else network.fed(x)
    nodes, columns = [_input(data, d, x, fed) for d in range(data.d)], [0] * data.d
    links, first = list[Link](), 0
    for depth, layer in enumerate(network.layers):
        signal = signals[depth] if depth < len(signals) else None
        most = 1.0 if signal is None else max(1.0, float(np.abs(signal.h).max()))
        nodes += [_unit(network, data, depth, j, signal, most, depth == lit) for j in range(layer.units)]
        columns += [depth + 1] * layer.units
        here = first + layer.inputs
        for j, weights in enumerate(layer.weights.tolist()):
            links += [Link(first + i, here + j, weight) for i, weight in enumerate(weights)]
        first = here
    return Graph(tuple(nodes), tuple(links), tuple(columns), surface=surface)


def _input(data: Dataset, d: int, x: np.ndarray | None, fed: np.ndarray | None) -> Node:
    if x is None or fed is None:
        return Node(data.columns[d].name)
    level = float(fed[d] / max(1.0, np.abs(fed).max()))
    told = f"x = {figure(float(x[d]), 3)}"
    if fed is not x:
        told += f"\nz = {figure(float(fed[d]), 3)}"
    return Node(data.columns[d].name, told, level=level)


def _unit(network: Network, data: Dataset, depth: int, j: int, signal: Signal | None, most: float, lit: bool) -> Node:
    """`most` is the size of what the layer says that is the deepest tint."""
    layer, last = network.layers[depth], depth == len(network.layers) - 1
    letter = "y" if last else "h"
    told, level = [f"b = {figure(float(layer.biases[j]), 3)}"], None
    if signal is not None:
        told += [f"a = {figure(float(signal.a[j]), 3)}", f"{letter} = {figure(float(signal.h[j]), 3)}"]
        level = float(signal.h[j] / most)
        if last and isinstance(network, NumberNetwork):
            told[-1:] = _number(network, signal, data)
        told += [f"δ = {figure(float(signal.delta[j]), 3)}"] if signal.delta is not None else []
    stands_for = network.classes[1 if layer.units == 1 else j] if last and network.classes else None
    name = below(letter, j) if stands_for is None else f"{below(letter, j)}: {data.class_name(stands_for)}"
    return Node(name, "\n".join(told), group=stands_for, role="focus" if lit else "plain", level=level)


def _number(network: NumberNetwork, signal: Signal, data: Dataset) -> list[str]:
    """The output in units of the target; where it counts standard deviations, it says so, with what it stands for."""
    y = figure(float(signal.h[0]), 3)
    if network.target is None:
        return [f"y = {target_value(data, float(signal.h[0]), 3)}"]
    return [f"y = {y} sd", f"ŷ = {target_value(data, float(network.numbers(signal.h)[0]), 3)}"]
