"""What the Bayesian regressions share: the problem they are put, the noise that is supposed, and when it cannot be."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.errors import AddPoints, Objection, Prepare
from engine.data.dataset import Dataset
from engine.maths.algebra.least_squares import solved
from engine.maths.probability.weight_belief import Belief
from engine.models.basis import Basis
from engine.models.bayesian_linear import BayesianLinear
from engine.parts.basis import BasisParams, basis_limits, chosen_basis, expanded

USUAL = 25.0
"""The noise precision where the rows do not show any noise: a standard deviation of 0.2."""
LEAST, MOST = 1e-290, 1e290
"""A supposed precision lies between these, so that it is a number and its inverse too."""
LONGEST = 1e150
"""The square of a longer column of √β Φ would be no number."""
DIGITS_LEFT = 1e-7
"""With less of a direction left beside the others, S_N would have no digit to show."""


@dataclass(frozen=True, eq=False)
class Problem:
    """Φ (N, M) with its leading 1, t (N,), and the precisions of the prior and of the noise."""

    basis: Basis | None
    Phi: np.ndarray
    t: np.ndarray
    alpha: float
    beta: float

    @property
    def M(self) -> int:
        """How many weights there are, the bias counted."""
        return int(self.Phi.shape[1])

    def model(self, belief: Belief) -> BayesianLinear:
        """The model of a belief about the weights."""
        m = belief.mean
        return BayesianLinear(m[1:], float(m[0]), self.basis, belief.covariance, self.alpha, self.beta)


def posed(data: Dataset, basis: Basis | None, alpha: float, beta: float) -> Problem:
    """The problem of a run; a noise precision of 0 is chosen by the data."""
    Phi, t = expanded(data, basis).design, np.asarray(data.y, dtype=float)
    return Problem(basis, Phi, t, alpha, beta or data.cached((basis, "noise"), lambda: noise_precision(Phi, t)))


def noise_precision(Phi: np.ndarray, t: np.ndarray) -> float:
    """(N − M) / Σ r² of the residuals of least squares; where they are 0, or there are too few rows, that of 0.2.

    >>> noise_precision(np.ones((3, 1)), np.array([1.0, 2.0, 3.0]))
    1.0
    """
    if not len(t):
        return USUAL
    w, rank, _ = solved(Phi, t[:, None])
    size = float(np.abs(t).max()) or 1.0
    residuals = (t - Phi @ w[:, 0]) / size
    variance = float(residuals @ residuals) / max(len(t) - rank, 1)
    if len(t) <= rank or not variance > 1e-20:
        return USUAL
    return float(np.clip(1.0 / variance / size / size, LEAST, MOST))


def problem_limits(data: Dataset, params: BasisParams, alpha: float, beta: float) -> str:
    """Why the posterior of these weights cannot be worked out, or ''."""
    if not data.n:
        words = f"The basis {params.basis!r} is laid over the points, and there are none: add some."
        return Objection(words, AddPoints()) if params.basis not in ("none", "polynomial") else ""
    return basis_limits(data, params) or basis_digits(data, chosen_basis(params, data), alpha, beta)


def row_digits(data: Dataset, params: BasisParams, alpha: float, beta: float) -> str:
    """Why S could not be worked out row by row, or '': beside a row of very large φ rounding takes the whole prior."""
    problem = posed(data, chosen_basis(params, data), alpha, beta)
    with np.errstate(over="ignore"):
        largest = float(np.abs(problem.Phi).max(initial=0.0)) * np.sqrt(problem.beta)
    if largest * DIGITS_LEFT < np.sqrt(alpha):
        return ""
    words = "The columns are so large beside the prior that S would have no correct digit after the first row"
    return Objection(f"{words}: standardise the columns.", Prepare("Standardise"))


def basis_digits(data: Dataset, basis: Basis | None, alpha: float, beta: float) -> str:
    """The same of the digits that S_N would have: the columns of √β Φ above √α I are compared at unit length."""
    problem = posed(data, basis, alpha, beta)
    with np.errstate(over="ignore"):
        stacked = np.vstack([np.sqrt(problem.beta) * problem.Phi, np.sqrt(alpha) * np.eye(problem.M)])
        lengths = np.sqrt((stacked**2).sum(axis=0))
    if lengths.max() < LONGEST and np.linalg.svd(stacked / lengths, compute_uv=False)[-1] > DIGITS_LEFT:
        return ""
    words = "The columns are so large, or so alike beside the noise and the prior, that S_N would have no correct digit"
    return Objection(f"{words}: standardise the columns.", Prepare("Standardise"))
