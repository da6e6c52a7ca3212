"""Layers of units, each fed by all units of the layer before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, reduce
from typing import ClassVar, TypeVar

import numpy as np

from engine.base.errors import Refusal
from engine.base.snapshot import fields_of, read_only
from engine.maths.probability.sigmoid import sigmoid, softmax
from engine.models.flat import LinearScores, two_sided
from engine.models.layer import SOFTMAX, Layer
from engine.models.scaling import Scale
from engine.models.shapes import model

TOGETHER = 16_384
"""So many outputs of a layer are worked out at a time: they stay in the cache on their way through the next."""
ACTIVE, SILENT = 0, 3
"""What a hidden unit calls a place: drawn, the blue and the orange of the numbers above and below 0."""


@model
class Network:
    """Layers one after the other; the last one has an output for each class, or one for two classes.

    With a scale the columns are standardised before the first layer is fed with them.

    With K outputs the class of the greatest activation wins, the first of those that are equal. One output is for
    classes[1] from ½ on where it is logistic or the identity; a threshold unit says it above 0.

    >>> XOR = (Layer(np.ones((2, 2)), np.array([-0.5, -1.5]), "threshold"),
    ...        Layer(np.array([[1.0, -1.0]]), np.array([-0.5]), "threshold"))
    >>> Network(XOR).predict(np.array([[0, 0], [0, 1], [1, 0], [1, 1]]))
    array([0, 1, 1, 0])
    """

    CALLED = "network"

    AXES_WITHIN: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "first layers": {"incoming": "feature"},
        "last layers": {"unit": "output"},
    }

    layers: tuple[Layer, ...]
    classes: tuple[int, ...] = (0, 1)
    scale: Scale | None = None

    def __post_init__(self) -> None:
        if not self.layers or not all(isinstance(layer, Layer) for layer in self.layers):
            raise Refusal("A network needs at least one layer.")
        if self.scale is not None and len(self.scale.middle) != self.layers[0].inputs:
            raise Refusal("The scale of a network must be of the columns that its first layer takes.")
        if any(earlier.units != later.inputs for earlier, later in zip(self.layers, self.layers[1:], strict=False)):
            raise Refusal("Each layer of a network must take as many numbers as the layer before it gives.")
        if any(layer.activation == SOFTMAX for layer in self.layers[:-1]):
            raise Refusal("Only the last layer of a network can be a softmax.")
        self._check_classes(self.layers[-1].units, len(self.classes))

    def _check_classes(self, outputs: int, K: int) -> None:
        """Refuse outputs that do not stand for the classes."""
        if K < 2 or outputs not in ((1, 2) if K == 2 else (K,)):
            raise Refusal(f"A network with {outputs} outputs cannot tell {K} classes apart.")
        if not all(isinstance(code, int) and code >= 0 for code in self.classes):
            raise Refusal("The classes of a network must be whole numbers from 0.")

    @property
    def n_features(self) -> int:
        """The number of features d that a point has."""
        return self.layers[0].inputs

    @property
    def hidden(self) -> tuple[int, ...]:
        """How many units each hidden layer has."""
        return tuple(layer.units for layer in self.layers[:-1])

    @cached_property
    def parameters(self) -> np.ndarray:
        """(P,) all weights one after the other: of each layer, for each unit the bias first."""
        return read_only(np.concatenate([layer.packed.ravel() for layer in self.layers]))

    def fed(self, X: np.ndarray) -> np.ndarray:
        """(n, d) what the first layer is fed with: X itself, or its columns standardised."""
        X = np.asarray(X, dtype=float)
        return X if self.scale is None else self.scale.applied(X)

    @cached_property
    def first(self) -> Layer:
        """The first layer as one of X itself: with a scale W / s, and b − (W / s) m."""
        layer = self.layers[0]
        if self.scale is None:
            return layer
        weights = layer.weights / self.scale.spread
        return Layer(weights, layer.biases - weights @ self.scale.middle, layer.activation)

    def hidden_outputs(self, X: np.ndarray) -> np.ndarray:
        """(n, I) what the last layer is fed with: what all are fed with, where there is no hidden layer."""
        return self._answered(self.fed(X), lambda H: H, self.layers[-1].inputs)

    def activations(self, X: np.ndarray) -> np.ndarray:
        """(n, K) the activations of the outputs."""
        return self.activations_from(self.fed(X))

    def activations_from(self, H: np.ndarray) -> np.ndarray:
        """The same, by what the first layer is fed with (n, d): a run standardises its table once."""
        with np.errstate(over="ignore", invalid="ignore"):
            return self._answered(H, self.layers[-1].activations, self.layers[-1].units)

    def _answered(self, H: np.ndarray, last: Callable[[np.ndarray], np.ndarray], count: int) -> np.ndarray:
        """(n, count) what `last` makes of what the last layer is fed with, some rows after the other."""
        if len(self.layers) == 1:
            return last(H)
        found = np.empty((len(H), count))
        rows = max(TOGETHER // max(layer.units for layer in self.layers), 1)
        for first in range(0, len(H), rows):
            part = slice(first, first + rows)
            h = H[part]
            for layer in self.layers[:-1]:
                h = layer.outputs(layer.activations(h))
            found[part] = last(h)
        return found

    def outputs(self, X: np.ndarray) -> np.ndarray:
        """(n, K) the outputs."""
        return self.layers[-1].outputs(self.activations(X))

    def decision_function(self, X: np.ndarray) -> np.ndarray:
        """(n,) of one output how far its activation is above where the answer changes; else (n, K) the activations."""
        return self.decision_from(self.activations(X))

    def decision_from(self, A: np.ndarray) -> np.ndarray:
        """The same, by the activations A (n, K) of the outputs."""
        return np.asarray(A[:, 0] - self._cut) if A.shape[1] == 1 else A

    @property
    def _cut(self) -> float:
        """Where the activation of a single output changes the answer."""
        return 0.5 if self.layers[-1].activation == "identity" else 0.0

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) class codes."""
        return self.answers(self.activations(X))

    def answers(self, A: np.ndarray) -> np.ndarray:
        """(n,) class codes, by the activations A (n, K) of the outputs."""
        codes = np.array(self.classes)
        if A.shape[1] > 1:
            return np.asarray(codes[np.argmax(A, axis=1)])
        above = A[:, 0] > 0 if self.layers[-1].activation == "threshold" else A[:, 0] >= self._cut
        return np.asarray(codes[above.astype(np.intp)])

    @property
    def collapses(self) -> bool:
        """Whether no hidden unit bends anything, so that the whole is no more than one layer."""
        return all(layer.activation == "identity" for layer in self.layers[:-1])

    @cached_property
    def collapsed(self) -> Layer:
        """The one layer that says the same of X, where all hidden activations are the identity.   (W = W² W¹)"""
        return reduce(lambda earlier, later: later.after(earlier), self.layers[1:], self.first)

    def linear_scores(self) -> LinearScores | None:
        """What it answers by, as scores; None where a hidden unit bends the border."""
        if not self.collapses:
            return None
        one = self.collapsed
        if one.units > 1:
            return LinearScores(one.weights, one.biases, np.array(self.classes))
        first = self.classes[0] if one.activation == "threshold" else self.classes[1]
        return two_sided(one.weights[0], float(one.biases[0]) - self._cut, self.classes[0], self.classes[1], first)

    @cached_property
    def hidden_units(self) -> tuple[tuple[Network, ...], ...]:
        """Each hidden unit of each layer as a network of its own, whose classes are ACTIVE and SILENT.

        What is active is g(a) beyond its middle: ½ of a logistic unit, 0 of the others.
        """
        return tuple(
            tuple(_unit(self.layers[: depth + 1], j, self.scale) for j in range(layer.units))
            for depth, layer in enumerate(self.layers[:-1])
        )


@model
class ProbabilityNetwork(Network):
    """A network whose outputs are probabilities of the classes: a softmax, or one logistic output for two classes."""

    CALLED = "network of probabilities"

    def __post_init__(self) -> None:
        super().__post_init__()
        last = self.layers[-1]
        if last.activation != SOFTMAX and not (last.activation == "logistic" and last.units == 1):
            raise Refusal("The outputs of this network are no probabilities: it needs a softmax, or one logistic unit.")

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        """(n, K) the probabilities."""
        A = self.activations(X)
        return softmax(A) if A.shape[1] > 1 else np.column_stack([sigmoid(-A[:, 0]), sigmoid(A[:, 0])])


@model
class NumberNetwork(Network):
    """A network that answers with a number: there are no classes.

    With a scale of the target its one output counts standard deviations from the mean; else it is the number itself.

    >>> NumberNetwork((Layer(np.array([[2.0]]), np.array([1.0]), "identity"),)).predict(np.array([[3.0]]))
    array([7.])
    """

    CALLED = "network for a number"

    AXES_WITHIN: ClassVar[Mapping[str, Mapping[str, str]]] = {
        **Network.AXES_WITHIN,
        "target": {"feature": "output"},
    }

    classes: tuple[int, ...] = ()
    target: Scale | None = None

    def _check_classes(self, outputs: int, K: int) -> None:
        if outputs != 1 or K:
            raise Refusal(f"A network for a number has one output and no classes, not {outputs} and {K}.")
        if self.target is not None and len(self.target.middle) != 1:
            raise Refusal("The scale of the target of a network must be of the one number that it answers with.")

    def decision_function(self, X: np.ndarray) -> np.ndarray:
        """(n,) the number."""
        return self.predict(X)

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the number."""
        return self.numbers(self.outputs(X)[:, 0])

    @property
    def plain(self) -> NumberNetwork:
        """The same with an output that is the number itself."""
        if self.target is None:
            return self
        *hidden, last = self.layers
        middle, spread = self.target.middle, self.target.spread
        out = Layer(spread * last.weights, middle + spread * last.biases, last.activation)
        return NumberNetwork((*hidden, out), self.classes, self.scale)

    def numbers(self, y: np.ndarray) -> np.ndarray:
        """(n,) the numbers that outputs y (n,) stand for."""
        return np.asarray(y if self.target is None else self.target.undone(y))

    def linear_scores(self) -> LinearScores | None:
        """None: numbers have no borders."""
        return None


def network_of(
    layers: tuple[Layer, ...], classes: tuple[int, ...], scale: Scale | None = None, target: Scale | None = None
) -> Network:
    """The network with these layers: one with probabilities where its outputs are some; without classes a number."""
    if not classes:
        return NumberNetwork(layers, classes, scale, target)
    last = layers[-1]
    probable = last.activation == SOFTMAX or (last.activation == "logistic" and last.units == 1)
    return ProbabilityNetwork(layers, classes, scale) if probable else Network(layers, classes, scale)


def with_layers(network: Network, layers: tuple[Layer, ...]) -> Network:
    """Other layers in place of those of a network, fed and answering as they are."""
    target = network.target if isinstance(network, NumberNetwork) else None
    return network_of(layers, network.classes, network.scale, target)


def with_parameters(network: Network, w: np.ndarray) -> Network:
    """The same network with the weights w (P,), in the order of its `parameters`.

    What is of the same shapes need not be checked again, and its layers are views of w: a step of a run copies nothing.
    """
    w = read_only(w)
    layers, first = [], 0
    for layer in network.layers:
        units, inputs = layer.weights.shape
        packed = w[first : first + units * (inputs + 1)].reshape(units, inputs + 1)
        layers.append(_unchecked(Layer, weights=packed[:, 1:], biases=packed[:, 0], activation=layer.activation))
        first += packed.size
    return _unchecked(  # with the parameters as the property would find them
        type(network), **{**dict(fields_of(network)), "layers": tuple(layers), "parameters": w}
    )


Made = TypeVar("Made", "Layer", "Network")


def _unchecked(kind: type[Made], **fields: object) -> Made:
    """One with these fields, which are known to fit together and to be read-only."""
    made = object.__new__(kind)
    vars(made).update(fields)
    return made


def _unit(layers: tuple[Layer, ...], j: int, scale: Scale | None) -> Network:
    """One unit of the last of these layers: (1 + tanh a) / 2 is σ(2a), so that its depth can be shown as a share.

    What is part of a network need not be checked again: every frame has a picture of each of its units.
    """
    *earlier, last = layers
    probable, times = last.activation in ("logistic", "tanh"), 2.0 if last.activation == "tanh" else 1.0
    own = _unchecked(
        Layer, weights=read_only(times * last.weights[[j]]), biases=read_only(times * last.biases[[j]]),
        activation="logistic" if probable else "threshold",
    )  # fmt: skip
    kind = ProbabilityNetwork if probable else Network
    return _unchecked(kind, layers=(*earlier, own), classes=(SILENT, ACTIVE), scale=scale)
