"""What is integrated: each function is e^(−z²/2) g(z), so that the nodes of Gauss and Hermite fit it too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from engine.data.dataset import Dataset
from engine.data.targets import signs
from engine.maths.algebra.stretches import by_stretches
from engine.maths.probability.probit import LAMBDA, normal_cdf
from engine.maths.probability.sigmoid import log_sigmoid, sigmoid

LAPLACE, SIGMOID, PROBIT = "bell times sigmoid", "sigmoid under a bell", "probit under a bell"
SPIKE, POSTERIOR = "bell with a spike", "posterior of one weight"
FUNCTIONS = (LAPLACE, SIGMOID, PROBIT, SPIKE, POSTERIOR)
UNDER = (SIGMOID, PROBIT)
PLACE, WIDTH = 0.3, 1e-4
"""Where the spike stands, and its deviation: two units high, it adds no more than 0.0005 to the integral."""
HIGHEST = 700.0
"""e to a greater power is no number."""
NORMAL = float(1.0 / np.sqrt(2.0 * np.pi))


class Chosen(Protocol):
    """The parameters that say what is integrated."""

    @property
    def function(self) -> str: ...
    @property
    def mean(self) -> float: ...
    @property
    def deviation(self) -> float: ...
    @property
    def feature(self) -> int: ...


@dataclass(frozen=True)
class Integrand:
    """f(z) = factor · e^(−z²/2) g(z), where g is e^(log_g); `spikes` are the places that must not be missed.

    lifted  ln of what f was divided by, so that its top is a usual number
    """

    log_g: Callable[[np.ndarray], np.ndarray]
    factor: float = 1.0
    spikes: tuple[float, ...] = ()
    lifted: float = 0.0

    def __call__(self, z: np.ndarray) -> np.ndarray:
        """f at the places z (m,)."""
        return np.asarray(self.factor * np.exp(np.minimum(self.log_g(z) - 0.5 * z**2 - self.lifted, HIGHEST)))

    def g(self, z: np.ndarray) -> np.ndarray:
        """f without the bell, times √(2π): what is averaged under the normal density."""
        return np.asarray(self.factor / NORMAL * np.exp(np.minimum(self.log_g(z) - self.lifted, HIGHEST)))


def integrand(data: Dataset, params: Chosen) -> Integrand:
    """The function that was chosen."""
    m, s = params.mean, params.deviation
    if params.function == LAPLACE:
        return Integrand(lambda z: log_sigmoid(20.0 * z + 4.0))
    if params.function == SIGMOID:
        return Integrand(lambda z: log_sigmoid(m + s * z), NORMAL)
    if params.function == PROBIT:
        return Integrand(lambda z: _logarithm(normal_cdf(LAMBDA * (m + s * z))), NORMAL)
    if params.function == SPIKE:
        return Integrand(lambda z: np.log1p(2.0 * np.exp(-0.5 * ((z - PLACE) / WIDTH) ** 2)), 1.0, (PLACE,))
    return _posterior(data.X[:, min(params.feature, data.d) - 1], signs(data))


def _logarithm(values: np.ndarray) -> np.ndarray:
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(values))


def _posterior(x: np.ndarray, t: np.ndarray) -> Integrand:
    """The prior N(0, 1) times the likelihood of a weight z without bias: Π σ(tₙ z xₙ), divided by its top."""

    def log_likelihood(z: np.ndarray) -> np.ndarray:
        return by_stretches(lambda part: log_sigmoid(np.outer(part, t * x)).sum(axis=1), len(x), z)

    tried = np.append(_top(x, t), 0.0)  # a jump at 0 has no top that could be found
    heights = log_likelihood(tried) - 0.5 * tried**2
    return Integrand(log_likelihood, 1.0, (float(tried[np.argmax(heights)]),), float(heights.max()))


def _top(x: np.ndarray, t: np.ndarray) -> np.ndarray:
    """Where the posterior is highest: its logarithm is concave, so its slope is 0 once; (3,) around it."""
    slope = t * x
    high = float(np.sqrt(2.0 * len(x) * np.log(2.0)))
    low = -high
    for _ in range(100):
        middle = 0.5 * (low + high)
        if float(slope @ sigmoid(-slope * middle)) > middle:
            low = middle
        else:
            high = middle
    return np.array([low, 0.5 * (low + high), high])
