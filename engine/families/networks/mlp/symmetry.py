"""Hidden units that are alike, and stay so: the rule gives them the same slopes, and rounding may not part them."""

from __future__ import annotations

import numpy as np

from engine.models.network import Network


def is_symmetric(network: Network) -> bool:
    """Whether in each hidden layer all units are alike: each has the same weights, and is weighed alike by the next."""
    *hidden, last = network.layers
    if not hidden or hidden[0].weights[0, 0] != hidden[0].weights[-1, 0]:  # so it is of nearly all, and costs nothing
        return False
    same_in = all((layer.packed == layer.packed[0]).all() for layer in hidden)
    return same_in and all((layer.weights == layer.weights[:, :1]).all() for layer in (*hidden[1:], last))


def evened(g: np.ndarray, network: Network) -> np.ndarray:
    """(P,) the slopes of a symmetric network, with those of units that are alike the same to the last bit.

    A product of matrices may round a column by where it stands, in a way of its own on each kind of processor; and
    what one update parts by a last digit, thousands of updates part for all to see.
    """
    even, first = g.copy(), 0
    for depth, layer in enumerate(network.layers):
        slopes = even[first : first + layer.units * (layer.inputs + 1)].reshape(layer.units, -1)
        if depth < len(network.layers) - 1:
            slopes[:] = slopes[0]
        if depth > 0:
            slopes[:, 1:] = slopes[:, 1:2]
        first += slopes.size
    return even
