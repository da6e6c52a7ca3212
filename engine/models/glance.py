"""A network asked for a picture: in single precision, and where that leaves an answer open once more in double."""

from __future__ import annotations

from typing import TypeVar

import numpy as np

from engine.maths.probability.activations import ACTIVATIONS
from engine.maths.probability.sigmoid import sigmoid, softmax
from engine.models.network import Network, ProbabilityNetwork

UNIT = 2.0**-24
"""Half the distance from 1 to the next number in single precision: by that share a rounded number is off."""
LOST = 2.0**-102
"""What is below 2⁻¹²⁶ single precision may lose altogether: as much as it rounds off of a number of this size."""
MOST = 2.0**127
"""Beyond twice this there is no number in single precision."""
TANH = 4
"""A tanh in single precision is off by at most so many units."""
SHADE = 1 / 16
"""Activations that are off by no more than this leave a tint as it is."""
BOUNDED = ("tanh", "logistic")
"""Their outputs are no larger than 1."""
STEEP = "threshold"
"""It leaps at 0, and no error of its activation is small."""


M = TypeVar("M")


def glanced(model: M) -> M | Glance:
    """What answers as the model does, and sooner, when a picture of it is made; the model itself where nothing does."""
    if not isinstance(model, Network) or not model.classes:  # numbers are told apart by all of their digits
        return model
    if any(layer.activation == STEEP for layer in model.layers[:-1]):
        return model
    return ProbableGlance(model) if isinstance(model, ProbabilityNetwork) else Glance(model)


class Glance:
    """A network in single precision. What it answers is what the network answers: where two activations of the outputs
    are no farther apart than rounding may put them, the network itself is asked.
    """

    def __init__(self, network: Network) -> None:
        self.network = network
        with np.errstate(over="ignore"):
            self._layers = [
                (layer.weights.T.astype(np.float32), layer.biases.astype(np.float32)) for layer in network.layers
            ]
        self._asked: tuple[object, np.ndarray, float] = (None, np.zeros((0, 1)), 0.0)

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the class codes, exactly."""
        A, off = self._activations(X)
        with np.errstate(over="ignore", invalid="ignore"):
            if A.shape[1] == 1:
                apart = np.abs(self.network.decision_from(A))
            else:
                ordered = np.partition(A, -2, axis=1)
                apart = ordered[:, -1] - ordered[:, -2]
            sure = apart > 2 * off
        answers = self.network.answers(A)
        if not sure.all():
            answers[~sure] = self.network.predict(np.asarray(X)[~sure])
        return answers

    def decision_function(self, X: np.ndarray) -> np.ndarray:
        """The scores of the network, in double precision: lines are drawn at some of them."""
        return self.network.decision_function(X)

    def _activations(self, X: np.ndarray) -> tuple[np.ndarray, float]:
        """(n, K) those of the outputs, and how far each may be off; of a table that cannot change they are kept."""
        if X is not self._asked[0]:
            with np.errstate(over="ignore", invalid="ignore"):
                found = self._found(self.network.fed(X))
            self._asked = (None if X.flags.writeable else X, *found)
        return self._asked[1], self._asked[2]

    def _found(self, Z: np.ndarray) -> tuple[np.ndarray, float]:
        """Layer by layer: a = W h + b is off by what h is off, and by each rounding of a sum of so many terms."""
        h, largest = Z.astype(np.float32), float(np.abs(Z).max(initial=LOST))
        off, last = UNIT * largest if largest < MOST else np.inf, len(self._layers) - 1
        for depth, (layer, (weights, biases)) in enumerate(zip(self.network.layers, self._layers, strict=True)):
            h = h @ weights
            h += biases
            row = float(np.abs(layer.weights).sum(axis=1).max()) + layer.inputs * LOST
            largest = row * largest + float(np.abs(layer.biases).max()) + LOST
            off = row * off + (layer.inputs + 3) * UNIT * (largest + row * off)
            if max(row, largest) > MOST:
                off = np.inf
            if depth < last:
                h = ACTIVATIONS[layer.activation].value(h)
                if layer.activation in BOUNDED:
                    largest = 1.0
                off += TANH * UNIT * largest
        return h, off


class ProbableGlance(Glance):
    """One whose network has probabilities: a tint cannot show by how little they are off."""

    network: ProbabilityNetwork

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        """(n, K) the probabilities."""
        A, off = self._activations(X)
        if not off < SHADE:
            return self.network.predict_proba(X)
        return softmax(A) if A.shape[1] > 1 else np.column_stack([sigmoid(-A[:, 0]), sigmoid(A[:, 0])])
