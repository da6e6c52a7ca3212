"""A linear fit to noisy values of a known function: its basis, its smoother, and what follows from that exactly.

ŷ(x) = a(x)ᵀ t,  t = h + ε        bias² = mean (a(x)ᵀ h − h(x))²,  variance = σ² mean ‖a(x)‖²   over places x
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine.base.snapshot import snapshot
from engine.maths.algebra.least_squares import least_squares

PLACES = 101
"""The averages are over so many places, evenly from 0 to 1."""

Truth = Callable[[np.ndarray], np.ndarray]
SINE, CONSTANT = "sine", "constant"
TRUTHS: dict[str, Callable[[float], Truth]] = {
    SINE: lambda level: lambda x: np.asarray(level * np.sin(2 * np.pi * x)),
    "line": lambda level: lambda x: level * (2 * x - 1),
    "step": lambda level: lambda x: np.where(x < 0.5, -level, level),
    CONSTANT: lambda level: lambda x: np.full(len(x), level),
}
"""The true function, by its name and its height."""
POLYNOMIAL, GAUSSIAN = BASES = ("polynomial", "Gaussian")


@snapshot
class Terms:
    """The three parts of the expected squared error."""

    bias2: float
    variance: float
    noise: float

    @property
    def off_truth(self) -> float:
        """How far the fits are from the true function, in the mean of squares."""
        return self.bias2 + self.variance

    @property
    def total(self) -> float:
        """The expected squared error on new targets."""
        return self.bias2 + self.variance + self.noise


@dataclass(frozen=True)
class Smoother:
    """A fit of M functions and a bias to N targets at fixed inputs, with a penalty λ."""

    N: int
    order: int
    penalty: float
    basis: str = POLYNOMIAL
    penalise_bias: bool = False

    @cached_property
    def inputs(self) -> np.ndarray:
        """x (N,), the middles of N equal parts of 0 to 1."""
        return (np.arange(self.N) + 0.5) / self.N

    @cached_property
    def A(self) -> np.ndarray:
        """(PLACES, N) a(x)ᵀ: how much of each target there is in the fit at each place."""
        return np.asarray(np.column_stack([np.ones(PLACES), self._functions(places())]) @ self._weights())

    def _weights(self) -> np.ndarray:
        """(M + 1, N) how much of each target there is in each weight, the bias first."""
        if not self.order and not (self.penalty and self.penalise_bias):
            return np.full((1, self.N), 1.0 / self.N)
        return least_squares(self._functions(self.inputs), np.eye(self.N), self.penalty, self.penalise_bias).weights

    def _functions(self, x: np.ndarray) -> np.ndarray:
        """(m, M) the functions at x (m,): powers of 2x − 1, or bumps a place apart and as wide."""
        if self.basis == POLYNOMIAL:
            return np.asarray((2 * x - 1)[:, None] ** np.arange(1, self.order + 1))
        centres = (np.arange(self.order) + 0.5) / max(self.order, 1)
        return np.asarray(np.exp(-0.5 * ((x[:, None] - centres) * self.order) ** 2))

    def expected(self, truth: Truth, sigma: float) -> Terms:
        """The three parts exactly, over all data sets there could be."""
        h, A = truth(places()), self.A
        bias2 = float(((A @ truth(self.inputs) - h) ** 2).mean())
        return Terms(bias2, sigma**2 * float((A**2).sum(axis=1).mean()), sigma**2)


def places() -> np.ndarray:
    """(PLACES,) where the fits are compared."""
    return np.linspace(0.0, 1.0, PLACES)


def measured(fits: np.ndarray, h: np.ndarray, sigma: float) -> Terms:
    """The three parts over R fits (R, PLACES) of a true function h (PLACES,): (ȳ − h)² and the mean of (y − ȳ)²."""
    mean = fits.mean(axis=0)
    return Terms(float(((mean - h) ** 2).mean()), float(((fits - mean) ** 2).mean()), sigma**2)
