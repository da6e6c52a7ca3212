"""Layers that bend nothing are one: their matrices, multiplied, and the diagram of the one layer."""

from __future__ import annotations

from functools import reduce

from engine.core.marks import Mark, Matrix
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.networks.diagram import below, diagram
from engine.families.networks.mlp.stepping import Step
from engine.models.network import Network, network_of

ONE = Surface("structure", "All layers as one")
PRODUCT = Surface("table", "Layers multiplied", open=False)
RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
WIDEST = 12
"""Matrices with more rows or columns are not shown."""


def drawn(step: Step, data: Dataset) -> list[Mark]:
    """Where no hidden unit bends anything: the network of one layer that gives the same, and where it comes from."""
    network = step.model
    if not (network.hidden and network.collapses):
        return []
    alone = network_of((network.collapsed,), network.classes)
    return [diagram(alone, data, step.shown, surface=ONE), *multiplied(network, data)]


def multiplied(network: Network, data: Dataset) -> list[Mark]:
    """Wᴸ … W² W¹, the matrix of each layer and their product below, for what the network is fed."""
    layers = network.layers
    if max(data.d, *(layer.units for layer in layers)) > WIDEST:
        return []
    sent = [tuple(below("h" if depth < len(layers) - 1 else "y", j) for j in range(layer.units))
            for depth, layer in enumerate(layers)]  # fmt: skip
    came = [tuple(data.feature_names), *sent[:-1]]
    names = [f"W{RAISED[depth + 1]}" for depth in range(len(layers))]
    shown = [
        Matrix(layer.weights, rows, columns, "table", title=name, place=(0, len(layers) - 1 - depth), surface=PRODUCT)
        for depth, (layer, rows, columns, name) in enumerate(zip(layers, sent, came, names, strict=True))
    ]
    product = reduce(lambda so_far, layer: layer.weights @ so_far, layers[1:], layers[0].weights)
    title = " ".join(reversed(names)) + ("" if network.scale is None else ", for the standardised inputs")
    return [*shown[::-1], Matrix(product, sent[-1], came[0], "table", title=title, place=(1, 0), surface=PRODUCT)]
