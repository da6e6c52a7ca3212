"""Errors of a line with their gradients, right and as the lecture notes print them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.maths.probability.cross_entropy import losses
from engine.maths.probability.sigmoid import sigmoid

CROSS_ENTROPY, LINEAR, SOFTMAX = "cross-entropy", "squares, linear output", "squares, softmax of two"
PERCEPTRON, RELU = "perceptron criterion", "squares, ReLU output"

Rows = Callable[[np.ndarray, np.ndarray], np.ndarray]
Printed = Callable[[np.ndarray, np.ndarray, np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Function:
    """E(w) = Σₙ e(aₙ, tₙ) of the activations a = Φw; targets are 0 and 1.

    rows     (n,) or (B, n) what each row adds to E
    slopes   (n,) how fast that grows with the activation
    kink     whether e bends sharply where an activation is 0
    printed  the gradient (M,) as it is printed, of Φ, a and t
    erratum  its number
    """

    rows: Rows
    slopes: Rows
    latex: str
    gradient: str
    kink: bool = False
    printed: Printed | None = None
    erratum: str = ""
    misprint: str = ""


def _softmax_printed(Phi: np.ndarray, a: np.ndarray, t: np.ndarray) -> np.ndarray:
    """No sum over the rows, no input, and a bracket lost: that of the first row for every weight."""
    y = sigmoid(a[:1])
    return np.repeat((y - t[:1]) * y - y, Phi.shape[1])


FUNCTIONS = {
    CROSS_ENTROPY: Function(
        rows=losses,
        slopes=lambda a, t: sigmoid(a) - t,
        latex=r"E = -\sum_n \{t_n\ln y_n + (1 - t_n)\ln(1 - y_n)\}, \quad y_n = \sigma(a_n)",
        gradient=r"\nabla E = \sum_n (y_n - t_n)\,\varphi_n",
        printed=lambda Phi, a, t: np.asarray((sigmoid(a) * t) @ Phi),
        erratum="E003-2",
        misprint=r"\nabla E = \sum_n y_n t_n\,\varphi_n",
    ),
    LINEAR: Function(
        rows=lambda a, t: 0.5 * (a - t) ** 2,
        slopes=lambda a, t: a - t,
        latex=r"E = \frac{1}{2}\sum_n (a_n - t_n)^2",
        gradient=r"\nabla E = \sum_n (a_n - t_n)\,\varphi_n",
        printed=lambda Phi, a, t: np.asarray((a - Phi.shape[1] * t) @ Phi),
        erratum="E000-28",
        misprint=r"\partial E/\partial w_d = \sum_n \sum_{d'} (w_{d'} x_{nd'} - t_n)\,x_{nd}",
    ),
    SOFTMAX: Function(
        rows=lambda a, t: (sigmoid(a) - t) ** 2,
        slopes=lambda a, t: 2.0 * (sigmoid(a) - t) * sigmoid(a) * sigmoid(-a),
        latex=r"E = \frac{1}{2}\sum_n\sum_k (y_{nk} - t_{nk})^2, \quad y_{n1} = \sigma(a_n), \; y_{n0} = 1 - y_{n1}",
        gradient=r"\nabla E = \sum_n \sum_{k'} (y_{nk'} - t_{nk'})\,y_{nk'}(I_{1k'} - y_{n1})\,\varphi_n",
        printed=_softmax_printed,
        erratum="E000-35",
        misprint=r"\partial E/\partial w_d = \sum_{k'} (y_{k'} - t_{k'})\,y_{k'} I_{1k'} - y_{k'}\,y_1",
    ),
    PERCEPTRON: Function(
        rows=lambda a, t: np.maximum(0.0, (1.0 - 2.0 * t) * a),
        slopes=lambda a, t: np.where((1.0 - 2.0 * t) * a >= 0, 1.0 - 2.0 * t, 0.0),
        latex=r"E = \sum_n \max(0, -t_n a_n), \quad t_n = \pm 1",
        gradient=r"\nabla E = -\sum_{t_n a_n \leq 0} t_n\,\varphi_n",
        kink=True,
    ),
    RELU: Function(
        rows=lambda a, t: 0.5 * (np.maximum(0.0, a) - t) ** 2,
        slopes=lambda a, t: np.where(a > 0, a - t, 0.0),
        latex=r"E = \frac{1}{2}\sum_n (\max(0, a_n) - t_n)^2",
        gradient=r"\nabla E = \sum_{a_n > 0} (a_n - t_n)\,\varphi_n",
        kink=True,
    ),
}
