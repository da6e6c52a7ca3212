"""Activations f(y), and where each has a given value: all but the step rise everywhere, and so have an inverse."""

from __future__ import annotations

import math

import numpy as np

from engine.maths.probability.probit import normal_cdf, normal_quantile
from engine.maths.probability.sigmoid import sigmoid

ACTIVATIONS = ("identity", "step", "sigmoid", "tanh", "probit")
FORMULAS = {
    "identity": r"f(y) = y",
    "step": r"f(y) = [\,y \geq 0\,]",
    "sigmoid": r"f(y) = \frac{1}{1 + e^{-y}}",
    "tanh": r"f(y) = \tanh y",
    "probit": r"f(y) = \Phi(y)",
}
LEVELS = {"sigmoid": (0.1, 0.5, 0.9), "tanh": (-0.8, 0.0, 0.8), "probit": (0.1, 0.5, 0.9), "step": ()}
"""The values whose level lines are drawn; those of the identity suit the data."""


def activated(y: np.ndarray, name: str, at_zero: str = "≥") -> np.ndarray:
    """f(y); the step is 1 where the upper class is, by the convention in force.

    >>> activated(np.array([-1.0, 0.0]), "step"), activated(np.array([0.0]), "sigmoid")
    (array([0., 1.]), array([0.5]))
    """
    y = np.asarray(y, dtype=float)
    if name == "step":
        return np.asarray(y >= 0 if at_zero == "≥" else y > 0, dtype=float)
    if name == "sigmoid":
        return sigmoid(y)
    if name == "tanh":
        return np.asarray(np.tanh(y))
    return normal_cdf(y) if name == "probit" else y


def inverse(c: float, name: str) -> float:
    """f⁻¹(c): the y with f(y) = c; a step has none.

    >>> inverse(0.5, "probit"), inverse(0.0, "tanh"), round(inverse(0.9, "sigmoid"), 3)
    (0.0, 0.0, 2.197)
    """
    if name == "sigmoid":
        return math.log(c / (1.0 - c))
    if name == "tanh":
        return math.atanh(c)
    return float(normal_quantile(c)) if name == "probit" else c


def levels(name: str, y: np.ndarray) -> tuple[float, ...]:
    """The values of f whose level lines are drawn beside points with these y (n,)."""
    if name != "identity":
        return LEVELS[name]
    size = float(np.abs(y).max(initial=0.0)) / 2
    if not (0 < size < math.inf):
        return (0.0,)
    unit = 10.0 ** math.floor(math.log10(size))
    step = math.floor(size / unit) * unit
    return (-step, 0.0, step)
