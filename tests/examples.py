"""What several tests stand on: the gates over the corners of the square, some points, two classes, weights, numbers."""

from __future__ import annotations

import numpy as np

import engine
from engine.core.story import Story
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
SIX = Dataset.from_arrays([[0.5], [1.0], [1.5], [2.0], [2.5], [3.0]], [0, 0, 1, 0, 1, 1])
"""Six points on a line whose classes overlap: what the logistic regressions are worked on."""


def gate(name: str) -> Dataset:
    """A logical gate over the corners of the square, with the classes 0 and 1."""
    return Dataset.from_arrays(CORNERS, GATES[name])


def two_of(name: str, low: int, high: int) -> Dataset:
    """The rows of two classes of a bundled data set."""
    data = engine.load(name)
    return data.subset(np.isin(data.codes, [low, high]))


def standardised(data: Dataset) -> Dataset:
    """The data with the mean 0 and the variance 1 in every feature."""
    return data.changed(X=(data.X - data.X.mean(axis=0)) / data.X.std(axis=0))


def weights(plane: Hyperplane) -> list[float]:
    """The weights of a hyperplane with the bias first, as exercises on paper write them."""
    return [float(plane.bias), *plane.weights.tolist()]


def numbers(story: Story) -> dict[str, object]:
    """The numbers of a story by their names."""
    return {number.name: number.value for number in story.numbers}
