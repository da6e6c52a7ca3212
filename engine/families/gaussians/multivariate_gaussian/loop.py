"""The multivariate Gaussian: its contours and axes, its density at a place, and what is left of it.   (Bishop 2006)

N(x | μ, Σ) = exp(−½ Δ²) / ((2π)^(D/2) |Σ|^½)        Δ² = (x − μ)ᵀ Σ⁻¹ (x − μ) = ‖y‖²,  L y = x − μ,  Σ = L Lᵀ

x₁ alone has the mean μ₁ and the variance Σ₁₁; given x₁, the others have μ + Σ₁ (x₁ − μ₁) / Σ₁₁ and Σ − Σ₁ Σ₁ᵀ / Σ₁₁
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.snapshot import no_numbers, snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.gaussians.multivariate_gaussian.sigma import NONE, SigmaParams, objection
from engine.maths.algebra.covariance import principal_axes


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    mu, Sigma = params.centre, params.shaped
    D = len(mu)
    x = np.array(params.x) if params.x else mu + 2 * np.sqrt(Sigma[0, 0]) * np.eye(D)[0]
    step = Step(part="shape", mean=mu, sigma=Sigma, x=x)
    if params.repair != NONE:
        Sigma = params.repaired
        step = replace(step, part="repair", sigma=Sigma, former=step.sigma)
    yield step
    axes, variances = principal_axes(Sigma)
    step = replace(step, part="axes", axes=axes, variances=variances)
    yield step

    L = np.linalg.cholesky(Sigma)
    step = replace(step, part="determinant", L=L, ln_det=2 * float(np.log(np.diagonal(L)).sum()))
    yield step
    gap = x - mu
    step = replace(step, part="difference", gap=gap)
    yield step
    y = np.zeros(0)
    for j in range(D):
        y = np.append(y, (gap[j] - L[j, :j] @ y) / L[j, j])
        step = replace(step, part="solve", y=y)
        yield step
    step = replace(step, part="exponent", square=float(y @ y))
    yield step
    ln_p = -(step.square or 0.0) / 2 - (D * math.log(2 * math.pi) + (step.ln_det or 0.0)) / 2
    step = replace(step, part="density", ln_p=ln_p)
    yield step

    if D > 1:
        step = replace(step, part="marginal")
        yield step
        centre, left = conditional(mu, Sigma, float(x[0]))
        yield replace(step, part="conditional", centre=centre, left=left)
    return Ending.converged(f"At x the density is {figure(math.exp(ln_p))}, and ln p = {figure(ln_p)}.")


def conditional(mu: np.ndarray, Sigma: np.ndarray, first: float) -> tuple[np.ndarray, np.ndarray]:
    """(D − 1,) and (D − 1, D − 1): mean and covariance of all others, given the first number.

    >>> conditional(np.zeros(2), np.array([[4.0, 2.0], [2.0, 3.0]]), 2.0)
    (array([1.]), array([[2.]]))
    """
    slopes = Sigma[1:, 0] / Sigma[0, 0]
    return mu[1:] + slopes * (first - mu[0]), Sigma[1:, 1:] - np.outer(slopes, Sigma[0, 1:])


def bound(data: Dataset, params: Params) -> int:
    return 8 + len(params.centre)


def limits(data: Dataset, params: Params) -> str:
    """Σ is a covariance with variance in every direction, and the numbers fit."""
    return objection(params)


@dataclass(frozen=True)
class Params(SigmaParams):
    """Which Gaussian, and where its density is worked out."""


@snapshot
class Step:
    """How far the Gaussian has been worked out."""

    part: Literal[
        "shape",
        "repair",
        "axes",
        "determinant",
        "difference",
        "solve",
        "exponent",
        "density",
        "marginal",
        "conditional",
    ]
    mean: np.ndarray  # (D,)
    sigma: np.ndarray  # (D, D)
    x: np.ndarray  # (D,) the place
    former: np.ndarray | None = None  # (D, D) Σ before it was repaired
    axes: np.ndarray = field(default_factory=lambda: np.zeros((0, 0)))  # (D, D) the eigenvectors in rows
    variances: np.ndarray = field(default_factory=no_numbers)  # (D,) λ along each
    L: np.ndarray | None = None  # (D, D) lower triangular
    ln_det: float | None = None  # ln |Σ|
    gap: np.ndarray | None = None  # (D,) x − μ
    y: np.ndarray = field(default_factory=no_numbers)  # (k,) as far as it is solved
    square: float | None = None  # Δ²
    ln_p: float | None = None
    centre: np.ndarray | None = None  # (D − 1,) the mean of the others, given x₁
    left: np.ndarray | None = None  # (D − 1, D − 1) their covariance
    model: None = None

    @property
    def correlations(self) -> np.ndarray:
        """(D, D) ρ."""
        s = np.sqrt(np.diagonal(self.sigma))
        return np.asarray(self.sigma / np.outer(s, s))

    @property
    def deviations(self) -> np.ndarray:
        """(D,) √Σⱼⱼ."""
        return np.asarray(np.sqrt(np.diagonal(self.sigma)))
