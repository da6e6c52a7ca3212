"""Factor analysis: a few hidden factors that features share, and noise of each feature's own.   (Spearman 1904)

x = μ + Λᵀ z + ε,  z ~ N(0, I),  ε ~ N(0, Ψ),  Ψ diagonal        C = Λᵀ Λ + Ψ
E step   β = G Λ Ψ⁻¹,  G = (I + Λ Ψ⁻¹ Λᵀ)⁻¹        a row has the factors z = β (x − μ), uncertain by G
M step   Λ ← (G + β S βᵀ)⁻¹ β S        ψ ← diag(S − Λᵀ β S)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import choice, real, whole
from engine.base.snapshot import read_only, snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.reduction.covariance_limit import covariance_objection
from engine.maths.algebra.covariance import column_means, covariance, first_axes
from engine.maths.probability.factors import improved, mean_log_likelihood, posterior
from engine.maths.probability.row_keys import normals
from engine.models.factors import Factors


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Factors | None = None) -> Steps:
    mean = read_only(column_means(data.X))
    S = read_only(covariance(data.X - mean, data.n))
    step = Step(kind="covariance", model=None, S=S)
    yield step
    if not np.diag(S).any():
        return Ending.failed("No point differs from another: no feature varies, and there is nothing to explain.")

    floor = LEAST * np.diag(S)
    loadings, noise = begun(S, params, rng, start, data)
    step = replace(step, kind="start", model=Factors(mean, loadings, noise), score=scored(S, loadings, noise))
    yield step
    for round in range(1, params.rounds + 1):
        found = posterior(loadings, noise)
        step = replace(
            step,
            kind="expected",
            beta=found.weights,
            G=found.covariance,
            round=round,
            was=step.score,
            before=step.model,
        )
        yield step
        loadings, noise = improved(S, found, floor)
        step = replace(step, kind="improved", model=Factors(mean, loadings, noise), score=scored(S, loadings, noise))
        yield step
        if step.score - step.was <= params.tolerance:
            return Ending.converged(_settled(step))
    return Ending.stopped(
        f"After {counted(params.rounds, 'iteration')} the log-likelihood, {figure(step.score)} a row, may still rise."
    )


def begun(
    S: np.ndarray, params: Params, rng: np.random.Generator, start: Factors | None, data: Dataset
) -> tuple[np.ndarray, np.ndarray]:
    """The loadings (k, d) and the noise (d,) before the first iteration."""
    variances = np.diag(S)
    if start is not None:
        return start.loadings * (variances > 0), np.where(variances > 0, np.maximum(start.noise, LEAST * variances), 0)
    k = params.kept(S)
    if params.begin == RANDOM:
        loadings = normals(range(len(S)), rng, k).T * np.sqrt(variances / (2 * k))
    else:
        values, axes = first_axes(S, k)
        loadings = axes * np.sqrt(np.maximum(values[:k], 0.0))[:, None]
    return loadings, np.maximum(variances - (loadings**2).sum(axis=0), HALF * variances)


def scored(S: np.ndarray, loadings: np.ndarray, noise: np.ndarray) -> float:
    """The log-likelihood of the rows, on average: −½ (d ln 2π + ln |C| + tr C⁻¹ S)."""
    return mean_log_likelihood(S, loadings, noise)[0]


def _settled(step: Step) -> str:
    return (
        f"Iteration {step.round} raises the log-likelihood, {figure(step.score)} a row, by no more than the tolerance."
    )


def bound(data: Dataset, params: Params) -> int:
    return 2 + 2 * params.rounds


def limits(data: Dataset, params: Params) -> str:
    """The covariance must fit."""
    return covariance_objection(data, WIDEST)


LEAST = 1e-6
"""No noise is below this share of the variance of its feature."""
HALF = 0.5
"""At the start the noise of a feature is at least half of its variance: from less the iterations are slow."""
WIDEST = 1000
"""The covariance of more features is too large."""
AXES, RANDOM = "principal axes", "random"


@dataclass(frozen=True)
class Params:
    components: int = whole(
        2, low=1, high=100, log=True, symbol="k", label="factors", clear=True, help="at most the features that vary"
    )
    begin: str = choice(AXES, (AXES, RANDOM), label="initialisation", help="the loadings before the first iteration")
    tolerance: float = real(
        1e-5, low=0.0, high=0.1, rare=True, help="stop when the log-likelihood of a row rises by no more"
    )
    rounds: int = whole(
        300, low=1, high=5000, log=True, label="maximum iterations", clear=True, rare=True, help="before giving up"
    )

    def kept(self, S: np.ndarray) -> int:
        """How many factors are looked for."""
        return min(self.components, int(np.count_nonzero(np.diag(S))))


@snapshot
class Step:
    """The covariance, the start, or one half of an iteration."""

    kind: Literal["covariance", "start", "expected", "improved"]
    model: Factors | None
    S: np.ndarray  # (d, d) the covariance of the rows, with divisor N
    score: float = 0.0  # the log-likelihood of a row, on average
    was: float = 0.0  # before the iteration
    round: int = 0
    beta: np.ndarray | None = None  # (k, d) β of the E step
    G: np.ndarray | None = None  # (k, k) how uncertain the factors of a row are
    before: Factors | None = None  # the model that the E step took

    @property
    def own(self) -> np.ndarray | None:
        """(d,) the share of the variance of each feature that is its own noise; 0 of one that never changes."""
        if self.model is None:
            return None
        variances = np.diag(self.S)
        return np.asarray(np.divide(self.model.noise, variances, out=np.zeros(len(variances)), where=variances > 0))

    @property
    def correlations(self) -> np.ndarray | None:
        """(k, d) the loadings in standard deviations of the features: how each feature correlates with each factor."""
        if self.model is None:
            return None
        spread, loadings = np.sqrt(np.diag(self.S)), self.model.loadings
        return np.asarray(np.divide(loadings, spread, out=np.zeros_like(loadings), where=spread > 0))
