"""One layer of a network: units side by side, each fed by the same numbers."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.maths.probability.activations import ACTIVATIONS
from engine.maths.probability.sigmoid import softmax
from engine.models.shapes import Axes, part, shaped

SOFTMAX = "softmax"
"""What only the last layer can be: its outputs depend on all of its activations together."""


@part
class Layer:
    """Units with the activations a = weights · h + biases and the outputs g(a).

    weights (J, I) a row for each unit;   biases (J,);   activation  the name of g
    """

    CALLED = "layer of a network"

    AXES: ClassVar[Axes] = {"weights": ("unit", "incoming"), "biases": ("unit",)}

    weights: np.ndarray
    biases: np.ndarray
    activation: str

    def __post_init__(self) -> None:
        if not all(shaped(self, weights="JI", biases="J").values()):
            raise Refusal("A layer of a network needs units, and inputs for them.")
        if self.activation != SOFTMAX and self.activation not in ACTIVATIONS:
            known = ", ".join([*ACTIVATIONS, SOFTMAX])
            raise Refusal(f"The activation of a layer is one of {known}, and this is another.")

    @property
    def units(self) -> int:
        """J, how many units it has."""
        return len(self.weights)

    @property
    def inputs(self) -> int:
        """I, how many outputs of the layer before it are fed to each."""
        return int(self.weights.shape[1])

    @property
    def packed(self) -> np.ndarray:
        """(J, I + 1) for each unit the bias first, then the weights."""
        return np.column_stack([self.biases, self.weights])

    def activations(self, H: np.ndarray) -> np.ndarray:
        """(n, J) a = W h + b for the outputs H (n, I) of the layer before."""
        found = np.asarray(H @ self.weights.T)
        found += self.biases
        return found

    def outputs(self, A: np.ndarray) -> np.ndarray:
        """(n, J) g(a) of the activations A (n, J)."""
        return softmax(A) if self.activation == SOFTMAX else ACTIVATIONS[self.activation].value(A)

    def after(self, earlier: Layer) -> Layer:
        """This layer on top of one whose activation is the identity, as one: W W′ and W b′ + b."""
        weights = self.weights @ earlier.weights
        return Layer(weights, self.weights @ earlier.biases + self.biases, self.activation)
