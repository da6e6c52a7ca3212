"""What a unit of a network makes of its activation a, and how steeply: g(a) and g′(a)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.maths.probability.cross_entropy import uncertainty
from engine.maths.probability.sigmoid import sigmoid


@dataclass(frozen=True)
class Activation:
    """A function g of the activations, entry by entry, and its derivative."""

    value: Callable[[np.ndarray], np.ndarray]
    slope: Callable[[np.ndarray], np.ndarray]


def relu(a: np.ndarray) -> np.ndarray:
    """max(0, a)."""
    return np.asarray(np.maximum(a, 0.0))


def step(a: np.ndarray) -> np.ndarray:
    """[a > 0]: 1 above 0, and 0 on it and below.

    >>> step(np.array([-1.0, 0.0, 2.0]))
    array([0., 0., 1.])
    """
    return np.asarray(a > 0, dtype=float)


def tanh_slope(a: np.ndarray) -> np.ndarray:
    """1 − tanh² a, as 4 σ(2a) σ(−2a): it keeps its digits where tanh a is nearly ±1."""
    found = uncertainty(2.0 * a)
    found *= 4.0
    return found


ACTIVATIONS: dict[str, Activation] = {
    "logistic": Activation(sigmoid, uncertainty),
    "tanh": Activation(np.tanh, tanh_slope),
    "ReLU": Activation(relu, step),  # its slope at 0 is taken to be 0
    "identity": Activation(lambda a: a, np.ones_like),
    "threshold": Activation(step, np.zeros_like),
}
