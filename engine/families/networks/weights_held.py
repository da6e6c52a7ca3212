"""The weights of a drawn network as something to drag: a line of the diagram for each."""

from __future__ import annotations

import numpy as np

from engine.core.link_handle import LinkHandle
from engine.families.networks.diagram import NETWORK
from engine.models.layer import Layer
from engine.models.network import Network, with_layers


def of_lines(network: Network) -> np.ndarray:
    """(L,) the weights in the order in which the diagram draws them, without the biases."""
    return np.concatenate([layer.weights.ravel() for layer in network.layers])


def with_lines(weights: np.ndarray, network: Network) -> Network:
    """The same network with other weights (L,)."""
    layers, first = [], 0
    for layer in network.layers:
        size = layer.weights.size
        layers.append(Layer(weights[first : first + size].reshape(layer.weights.shape), layer.biases, layer.activation))
        first += size
    return with_layers(network, tuple(layers))


WEIGHTS = LinkHandle("w", NETWORK, of_lines, with_lines)
