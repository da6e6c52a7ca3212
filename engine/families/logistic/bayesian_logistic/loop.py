"""Bayesian logistic regression: not one line but all of them, each as probable as the data make it.

ln p(w | t) = −½ α ‖w‖² + Σ {t ln y + (1 − t) ln(1 − y)} + c,  y = σ(wᵀφ)    the prior is N(0, α⁻¹ I), bias included
S_N⁻¹ = α I + Φᵀ R Φ at w_MAP,  R = diag(y (1 − y))        p(w | t) ≈ N(w_MAP, S_N)        (Laplace; MacKay 1992)
accept w' with probability min(1, p(w' | t) / p(w | t))        (Metropolis et al. 1953)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.data.targets import two_classes
from engine.families.logistic.bayesian_logistic.chain import (
    FAN,
    ChainParams,
    evenly,
    kept,
    picked,
    total,
    verdict,
    walked,
)
from engine.families.logistic.bayesian_logistic.peak import Peak, curvature_limits, is_top, lowered, posed, surveyed
from engine.maths.probability.metropolis import Chain
from engine.maths.probability.probit import LAMBDA
from engine.models.basis import Basis
from engine.models.linear import Hyperplane
from engine.models.posterior import RULES, BayesianLogistic
from engine.parts.basis import BasisParams, basis_limits, chosen_basis, expanded
from engine.parts.descending import grown
from engine.parts.line import beginning
from engine.parts.weight_space import shown


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    basis = chosen_basis(params, data, start)
    problem, w = posed(data, basis, params.penalty), beginning(start, expanded(data, basis).d)
    peak, way = surveyed(w, problem), grown(np.zeros((0, 2)), shown(w))
    prior = np.eye(len(w)) / np.sqrt(params.penalty)
    model = believed(w, prior, data, basis, params)
    yield Step(phase="prior", model=model, peak=peak, way=way, fan=rng.standard_normal((FAN, len(w))) @ prior)

    halvings, no_draws = 0, np.zeros((0, len(w)))
    for _ in range(params.iterations):
        if not np.isfinite(peak.hessian).all() or not np.isfinite(peak.objective):
            return Ending.failed("The numbers are too large to go on: rescale the columns, or begin nearer to 0.")
        before = peak.objective
        w, halvings = lowered(w, peak, problem)
        peak, way = surveyed(w, problem), grown(way, shown(w))
        model = believed(w, peak.factor, data, basis, params)
        yield Step(
            phase="newton", model=model, peak=peak, way=way, fan=no_draws, objective_before=before, halvings=halvings
        )
        if is_top(peak, halvings):
            break
    else:
        return Ending.stopped(out_of_steps(peak, params))

    fan = w + rng.standard_normal((FAN, len(w))) @ peak.factor.T
    yield Step(phase="laplace", model=model, peak=peak, way=way, fan=fan)
    row = int(np.argmax(model.activation_moments(data.X)[1]))
    yield Step(phase="prediction", model=model, peak=peak, way=way, fan=fan, row=row)

    chain = None
    for chain in walked(w, peak, problem, params, rng):
        fresh = (chain.seen - 1) % params.stop_every + 1
        if len(samples := picked(chain, params)):
            model, fan = replace(model, samples=samples), samples[evenly(len(samples), FAN)]
        yield Step(phase="chain", model=model, peak=peak, way=way, fan=fan, chain=chain, fresh=fresh)
    if chain is None:
        return Ending.converged("The posterior is a Gaussian around the most probable weights; no chain was asked for.")
    model = replace(model, samples=kept(chain, params))
    fan = model.samples[evenly(len(model.samples), FAN)]
    yield Step(phase="summary", model=model, peak=peak, way=way, fan=fan, row=row, chain=chain)
    return verdict(chain, params)


def believed(w: np.ndarray, factor: np.ndarray, data: Dataset, basis: Basis | None, params: Params) -> BayesianLogistic:
    """The model N(w, T Tᵀ), without samples."""
    no_draws = np.zeros((0, len(w)))
    return BayesianLogistic(w[1:], float(w[0]), two_classes(data), basis, factor @ factor.T, no_draws, params.predict)


def bound(data: Dataset, params: Params) -> int:
    return params.iterations + 5 + -(-total(params) // params.stop_every)


def limits(data: Dataset, params: Params) -> str:
    if params.predict == "samples" and not params.draws:
        words = "predict = 'samples' needs draws of the chain, and draws is 0: keep some, or choose another rule."
        return Objection(words, SetParameter("draws", 2000), SetParameter("predict", "probit"))
    return basis_limits(data, params) or curvature_limits(data, chosen_basis(params, data), params.penalty)


Phase = Literal["prior", "newton", "laplace", "prediction", "chain", "summary"]


@dataclass(frozen=True)
class PosteriorParams(BasisParams):
    """The prior, how predictions are made, and when Newton's method gives up."""

    penalty: float = real(
        1.0, low=1e-6, high=1e6, log=True, symbol=r"\alpha", label="prior precision", help="of all weights and the bias"
    )
    predict: str = choice("probit", RULES, label="prediction", help="how it averages over the weights")
    iterations: int = whole(
        100, low=1, high=1000, log=True, label="maximum iterations", clear=True, rare=True, help="before giving up"
    )


@dataclass(frozen=True)
class Params(ChainParams, PosteriorParams):
    """These, those of the chain, and those of two pictures."""

    nodes: int = whole(32, low=5, high=64, rare=True, help="of Gauss and Hermite in the drawn integral")
    stretch: float = real(
        LAMBDA,
        low=0.1,
        high=2.0,
        symbol=r"\lambda",
        rare=True,
        help="of the probit beside the sigmoid; √(π/8) fits the slope",
    )
    level: float = real(
        0.9, low=0.0, high=1.0, symbol="p", rare=True, help="the activation lies below m + s Φ⁻¹(p) so probably"
    )


@snapshot
class Step:
    """The posterior as far as it is known, and what has just been done."""

    phase: Phase
    model: BayesianLogistic
    peak: Peak
    way: np.ndarray  # (m, 2) Newton's way on the chart of two weights
    fan: np.ndarray  # (s, M) some weights drawn from what is known of them: the prior, Laplace's Gaussian, the chain
    objective_before: float | None = None
    halvings: int = 0  # how often the Newton step that led here was halved
    row: int | None = None  # the row whose activation is least certain
    chain: Chain | None = None
    fresh: int = 0  # how many proposals of the chain are new in this step


def out_of_steps(peak: Peak, params: Params) -> str:
    """Why Newton's method was stopped."""
    steps = counted(params.iterations, "Newton step")
    return f"{steps}, and the next would still change an activation by {figure(peak.change)}: allow more iterations."
