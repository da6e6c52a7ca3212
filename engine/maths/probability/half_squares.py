"""Half the squared error of a sigmoid: least squares, with a probability as the output.   Targets t are 0 and 1.

    a = Φ w        y = σ(a)        E = ½ Σ (y − t)²        ∂²E/∂a² = y (1 − y) {y (1 − y) + (y − t)(1 − 2y)}

Unlike the cross-entropy it is not convex: far on the wrong side σ is flat, and so is E.
"""

from __future__ import annotations

import numpy as np

from engine.maths.probability.cross_entropy import uncertainty
from engine.maths.probability.sigmoid import sigmoid


def half_squares(activation: np.ndarray, t: np.ndarray) -> np.ndarray:
    """½ (y − t)², with y − t taken from the other side's probability where that keeps its digits.

    >>> half_squares(np.array([0.0, -800.0]), np.array([1.0, 1.0]))
    array([0.125, 0.5  ])
    """
    return np.asarray(0.5 * sigmoid(np.where(t > 0, -activation, activation)) ** 2)


def bend(activation: np.ndarray, t: np.ndarray) -> np.ndarray:
    """∂²E/∂a² of each row: below 0 where the curve bends down, far on the wrong side."""
    wrong = sigmoid(np.where(t > 0, -activation, activation))  # |y − t|
    r = uncertainty(activation)
    return np.asarray(r * (r + wrong * (1.0 - 2.0 * wrong)))
