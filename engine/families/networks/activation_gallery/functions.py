"""The functions of the gallery: g(a), its slope, and what is to be known of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.maths.probability.activations import ACTIVATIONS
from engine.maths.probability.probit import normal_cdf, normal_density
from engine.maths.probability.sigmoid import softmax

OTHERS = 2
"""The softmax is shown with so many other activations, all 0."""


def softmax_of_one(a: np.ndarray) -> np.ndarray:
    """The first output where the others have the activation 0."""
    return softmax(np.column_stack([a, *[np.zeros_like(a)] * OTHERS]))[:, 0]


def softmax_slope(a: np.ndarray) -> np.ndarray:
    """y (1 − y)."""
    y = softmax_of_one(a)
    return np.asarray(y * (1.0 - y))


@dataclass(frozen=True)
class Shape:
    """One function: its value and its slope (m,) at a (m,), its formula, its range and what it is for, in words."""

    value: Callable[[np.ndarray], np.ndarray]
    slope: Callable[[np.ndarray], np.ndarray]
    formula: str
    reach: str
    use: str


def _known(name: str, formula: str, reach: str, use: str) -> Shape:
    return Shape(ACTIVATIONS[name].value, ACTIVATIONS[name].slope, formula, reach, use)


SHAPES: dict[str, Shape] = {
    "step": _known("threshold", r"g(a) = [a > 0]", "0 or 1", "Its slope is 0 wherever it has one: nothing is learnt."),
    "sign": Shape(
        np.sign, np.zeros_like, r"g(a) = \mathrm{sign}(a)", "−1, 0 or 1", "Nothing is learnt by its slope either."
    ),
    "identity": _known("identity", r"g(a) = a", "every number", "Layers of it are no more than one layer."),
    "logistic": _known(
        "logistic", r"g(a) = \frac{1}{1 + e^{-a}}", "between 0 and 1", "Far from 0 it is flat: it hardly learns there."
    ),
    "tanh": _known(
        "tanh", r"g(a) = \tanh a", "between −1 and 1", "Four times as steep at 0 as the logistic; flat far from 0."
    ),
    "ReLU": _known(
        "ReLU", r"g(a) = \max(0, a)", "from 0 on", "It is never flat above 0; below it, it is, and at 0 by agreement."
    ),
    "probit": Shape(
        normal_cdf, normal_density, r"g(a) = \Phi(a)", "between 0 and 1", "Like the logistic, and sooner flat."
    ),
    "softmax": Shape(
        softmax_of_one, softmax_slope, r"g_1(\mathbf{a}) = \frac{e^{a_1}}{\sum_k e^{a_k}}", "between 0 and 1",
        "All activations count; here the two others are 0.",
    ),
}  # fmt: skip
