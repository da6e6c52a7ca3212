"""The drawn network: how deep the tint of a unit is."""

from __future__ import annotations

import numpy as np

import engine
from engine.families.networks.diagram import diagram
from engine.families.networks.signals import Signal
from engine.models.layer import Layer
from engine.models.network import network_of

DATA = engine.Dataset.from_arrays([[0.5], [-4.0]], ["no", "yes"])
HIDDEN, LAST = Layer(np.ones((2, 1)), np.zeros(2), "identity"), Layer(np.ones((1, 2)), np.zeros(1), "logistic")
NETWORK = network_of((HIDDEN, LAST), (0, 1))


def tints(row: int, *outputs: list[float]) -> list[float | None]:
    signals = [Signal(np.array(h), np.array(h)) for h in outputs]
    return [node.level for node in diagram(NETWORK, DATA, row, signals).nodes]


def test_largest_output_of_a_layer_is_darkest() -> None:
    assert tints(1, [-4.0, 2.0], [0.25]) == [-1.0, -1.0, 0.5, 0.25]
    assert tints(0, [0.5, -0.25]) == [0.5, 0.5, -0.25, None]
