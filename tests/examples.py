"""What several tests stand on: the corners of the square and the gates over them, two classes, weights."""

from __future__ import annotations

import numpy as np

import engine
from engine.data.dataset import Dataset
from engine.models.linear import Hyperplane

CORNERS = ((0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0))
GATES = {
    "gate_and": (0, 0, 0, 1),
    "gate_or": (0, 1, 1, 1),
    "gate_nand": (1, 1, 1, 0),
    "gate_nor": (1, 0, 0, 0),
    "gate_xor": (0, 1, 1, 0),
}


def gate(name: str) -> Dataset:
    """A logical gate over the corners of the square, with the classes 0 and 1."""
    return Dataset.from_arrays(CORNERS, GATES[name])


def two_of(name: str, low: int, high: int) -> Dataset:
    """The rows of two classes of a bundled data set."""
    data = engine.load(name)
    return data.subset(np.isin(data.codes, [low, high]))


def weights(plane: Hyperplane) -> list[float]:
    """The weights of a hyperplane with the bias first, as exercises on paper write them."""
    return [float(plane.bias), *plane.weights.tolist()]
