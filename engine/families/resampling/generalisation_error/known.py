"""Two Gaussian classes of one feature that are known: samples of them, and the true error of any rule.

E_gen = Σ_k π_k P(f(x) ≠ k | class k), over the intervals on which f answers alike
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.base.snapshot import snapshot
from engine.maths.probability.probit import normal_cdf, normal_density, normal_quantile

PLACES, HALVINGS, REACH = 4001, 50, 9.0
"""The rule is asked at so many places up to so many deviations beyond the means; its changes are halved so often."""


@snapshot
class Known:
    """Class 0 at −δ/2 and class 1 at δ/2, both with the standard deviation 1; `prior` is the share of class 1."""

    apart: float
    prior: float

    @property
    def means(self) -> np.ndarray:
        """(2,) of the classes."""
        return np.array([-0.5, 0.5]) * self.apart

    @property
    def shares(self) -> np.ndarray:
        """(2,) π, how frequent each class is."""
        return np.array([1.0 - self.prior, self.prior])

    def sample(self, uniform: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(m, 1) features and (m,) classes, from uniform numbers (m, 2)."""
        codes = (uniform[:, 0] < self.prior).astype(np.int64)
        x = self.means[codes] + normal_quantile(np.clip(uniform[:, 1], 1e-15, 1 - 1e-15))
        return x[:, None], codes

    def density(self, x: np.ndarray, code: int) -> np.ndarray:
        """(m,) π_k p(x | class k)."""
        return np.asarray(self.shares[code] * normal_density(x, float(self.means[code])))

    @property
    def bayes_error(self) -> float:
        """The least error of any rule: it answers 1 above x* = ln(π₀/π₁)/δ."""
        if self.apart == 0:
            return float(self.shares.min())
        cut = np.log(self.shares[0] / self.shares[1]) / self.apart
        above, below = 1.0 - normal_cdf(cut - self.means[0]), normal_cdf(cut - self.means[1])
        return float(self.shares[0] * above + self.shares[1] * below)


@snapshot
class Answers:
    """What a rule answers along the line: `codes` (r,) on the intervals between `cuts` (r − 1,)."""

    cuts: np.ndarray
    codes: np.ndarray

    def error(self, known: Known) -> float:
        """E_gen: the probability of a point in an interval whose answer is another class."""
        wrong = self.codes[:, None] != np.arange(2)
        return float((known.shares * (self.masses(known) * wrong).sum(axis=0)).sum())

    def masses(self, known: Known) -> np.ndarray:
        """(r, 2) the probability of each interval in each class."""
        ends = np.concatenate([[-np.inf], self.cuts, [np.inf]])
        return np.column_stack([np.diff(normal_cdf(ends - mean)) for mean in known.means])


def answers_of(model: Any, known: Known) -> Answers:
    """Where a model changes its answer, to the last digits, and what it answers between."""
    low, high = known.means + np.array([-REACH, REACH])
    x = np.linspace(low, high, PLACES)
    said = asked(model, x)
    change = np.flatnonzero(said[1:] != said[:-1])
    left, right = x[change].copy(), x[change + 1].copy()
    for _ in range(HALVINGS if len(change) else 0):
        middle = 0.5 * (left + right)
        same = asked(model, middle) == said[change]
        left, right = np.where(same, middle, left), np.where(same, right, middle)
    return Answers(0.5 * (left + right), said[np.concatenate([[0], change + 1])])


def asked(model: Any, x: np.ndarray) -> np.ndarray:
    """(m,) the answers at places (m,) of the line."""
    return np.asarray(model.predict(x[:, None]), dtype=np.int64)
