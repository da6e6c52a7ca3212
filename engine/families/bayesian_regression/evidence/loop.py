"""Evidence maximisation: prior and noise are chosen by how probable they make the targets.   (MacKay 1992)

ln p(t) = M/2 ln α + N/2 ln β − β/2 ‖t − Φ m‖² − α/2 mᵀm − ½ ln |S⁻¹| − N/2 ln 2π        S⁻¹ = α I + β Φᵀ Φ
γ = Σ λᵢ / (λᵢ + α),   λᵢ the eigenvalues of β Φᵀ Φ        α ← γ / mᵀm        β ← (N − γ) / ‖t − Φ m‖²
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.bayesian_regression.beliefs import problem_limits
from engine.families.bayesian_regression.evidence.starting import Ends, ends_of, evidence_by_order
from engine.maths.probability.weight_evidence import Spectrum, spectrum_of, updated
from engine.models.basis import Basis
from engine.models.bayesian_linear import BayesianLinear
from engine.parts.basis import BasisParams, chosen_basis, expanded
from engine.parts.descending import grown

TERMS = 6
"""So many terms the evidence has."""
NONE = 1e-6
"""γ, or N − γ, is as good as 0 where it is less than this share of the weights or the rows."""


def run(data: Dataset, params: Params, rng: np.random.Generator, start: BayesianLinear | None = None) -> Steps:
    basis, t = chosen_basis(params, data, start), np.asarray(data.y, dtype=float)
    spectrum = spectrum_of(expanded(data, basis).design, t)
    alpha, beta = (params.alpha, params.beta) if start is None else (start.alpha, start.beta)
    step = at(spectrum, alpha, beta, basis, np.zeros((0, 2)))
    for term in range(1, TERMS + 1):
        yield replace(step, phase="term", shown=term)

    for iteration in range(1, params.iterations + 1):
        if words := no_update(step, spectrum):
            return Ending.stopped(words)
        before = step
        alpha, beta = (float(one) for one in updated(spectrum, np.array(step.model.alpha), np.array(step.model.beta)))
        step = at(spectrum, alpha, beta, basis, step.path)
        step = replace(step, phase="update", iteration=iteration, before=before.evidence)
        yield step
        if unchanged(step, before, params.tolerance):
            break
    else:
        words = counted(params.iterations, "update")
        return Ending.stopped(f"{words}, and α or β would still change by more than the tolerance: allow more.")

    yield replace(step, phase="starts", ends=ends_of(spectrum, params), orders=evidence_by_order(data, step.model))
    return Ending.converged(
        f"α = {figure(alpha)} and β = {figure(beta)}: {figure(step.gamma)} of {counted(spectrum.M, 'weight')} are "
        "decided by the data."
    )


def at(spectrum: Spectrum, alpha: float, beta: float, basis: Basis | None, path: np.ndarray) -> Step:
    """The posterior with these precisions, the terms of its evidence, and what the next update is made of."""
    one, other = np.array(alpha), np.array(beta)
    mean, S = spectrum.moments(alpha, beta)
    return Step(
        phase="term",
        model=BayesianLinear(mean[1:], float(mean[0]), basis, S, alpha, beta),
        spectrum=spectrum,
        terms=spectrum.terms(one, other),
        reach=spectrum.reach(one, other),
        square=float(spectrum.square(one, other)),
        error=float(spectrum.error(one, other)),
        path=grown(path, np.log([alpha, beta])),
    )


def no_update(step: Step, spectrum: Spectrum) -> str:
    """Why α or β would be updated to no number, or ''."""
    if step.gamma <= NONE * spectrum.M or not step.square > 0:
        return "γ falls to 0: α grows without end, and the evidence is greatest where all weights are 0."
    if spectrum.N - step.gamma <= NONE * spectrum.N or not step.error > 0:
        return "N − γ falls to 0: the weights fit every row, and β grows without end. Use fewer functions or more rows."
    return ""


def unchanged(step: Step, before: Step, tolerance: float) -> bool:
    """Whether neither logarithm has changed by more."""
    return bool(np.abs(step.path[-1] - before.path[-1]).max() <= tolerance)


def bound(data: Dataset, params: Params) -> int:
    return TERMS + params.iterations + 1


def limits(data: Dataset, params: Params) -> str:
    return problem_limits(data, params, params.alpha, params.beta)


@dataclass(frozen=True)
class Params(BasisParams):
    """Where the updates begin, and when they end."""

    alpha: float = real(
        1.0, low=1e-6, high=1e6, log=True, symbol=r"\alpha", label="first prior precision", help="of every weight"
    )
    beta: float = real(
        1.0, low=1e-6, high=1e6, log=True, symbol=r"\beta", label="first noise precision", help="1 / variance"
    )
    iterations: int = whole(
        500, low=1, high=10_000, log=True, label="maximum updates", rare=True, help="before giving up"
    )
    tolerance: float = real(
        1e-8, low=0.0, high=0.1, log=True, rare=True, help="of ln α and ln β in one update; 0: never small enough"
    )


@snapshot
class Step:
    """The evidence at one α and β. M counts the bias."""

    phase: Literal["term", "update", "starts"]
    model: BayesianLinear
    spectrum: Spectrum
    terms: np.ndarray  # (6,) of ln p(t), in the order of the formula
    reach: np.ndarray  # (k,) λᵢ / (λᵢ + α)
    square: float  # mᵀm
    error: float  # ‖t − Φ m‖²
    path: np.ndarray  # (m, 2) ln α and ln β so far
    shown: int = TERMS  # how many terms are added up
    iteration: int = 0
    before: float = 0.0  # ln p(t) one update earlier
    ends: Ends | None = None  # where other starts lead
    orders: np.ndarray | None = None  # (K,) ln p(t) of polynomials of the order 0, 1, … with these α and β

    @property
    def gamma(self) -> float:
        """γ, the effective number of parameters."""
        return float(self.reach.sum())

    @property
    def evidence(self) -> float:
        """ln p(t)."""
        return float(self.terms.sum())

    @property
    def total(self) -> float:
        """The terms that are shown, added up."""
        return float(self.terms[: self.shown].sum())
