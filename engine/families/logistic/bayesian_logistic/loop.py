"""Bayesian logistic regression: not one line but all of them, each as probable as the data make it.

ln p(w | t) = −½ α ‖w‖² + Σ {t ln y + (1 − t) ln(1 − y)} + c,  y = σ(wᵀφ)    the prior is N(0, α⁻¹ I), bias included
S_N⁻¹ = α I + Φᵀ R Φ at w_MAP,  R = diag(y (1 − y))        p(w | t) ≈ N(w_MAP, S_N)        (Laplace; MacKay 1992)
accept w' with probability min(1, p(w' | t) / p(w | t))        (Metropolis et al. 1953)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import choice, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.data.targets import two_classes, zero_one
from engine.families.logistic.bayesian_logistic.chain import FAN, kept, picked, total, verdict
from engine.maths.algebra.affine import with_ones
from engine.maths.probability.cross_entropy import cross_entropy, gradient, hessian, penalised, uncertainty
from engine.maths.probability.laplace import stacked_root
from engine.maths.probability.metropolis import BLOCK, Chain, chains
from engine.maths.probability.probit import LAMBDA
from engine.models import BayesianLogistic, Hyperplane
from engine.models.basis import Basis
from engine.models.posterior import RULES
from engine.parts.basis import BasisParams, basis_limits, chosen_basis, expanded
from engine.parts.descending import grown
from engine.parts.line import beginning
from engine.parts.weight_space import Problem, shown


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    basis = chosen_basis(params, data, start)
    problem, w = posed(data, basis, params), beginning(start, expanded(data, basis).d)
    peak, way = surveyed(w, problem), grown(np.zeros((0, 2)), shown(w))
    prior = np.eye(len(w)) / np.sqrt(params.penalty)
    model = believed(w, prior, data, basis, params)
    yield Step("prior", model, peak, way, rng.standard_normal((FAN, len(w))) @ prior)

    halvings, nobody = 0, np.zeros((0, len(w)))
    for _ in range(params.iterations):
        if not np.isfinite(peak.hessian).all() or not np.isfinite(peak.objective):
            return Ending.failed("The numbers are too large to go on: rescale the columns, or begin nearer to 0.")
        before = peak.objective
        w, halvings = lowered(w, peak, problem)
        peak, way = surveyed(w, problem), grown(way, shown(w))
        model = believed(w, peak.factor, data, basis, params)
        yield Step("newton", model, peak, way, nobody, before, halvings)
        if is_top(peak, halvings):
            break
    else:
        return Ending.stopped(out_of_steps(peak, params))

    fan = w + rng.standard_normal((FAN, len(w))) @ peak.factor.T
    yield Step("laplace", model, peak, way, fan)
    row = int(np.argmax(model.activation_moments(data.X)[1]))
    yield Step("prediction", model, peak, way, fan, row=row)

    chain = None
    for chain in walked(w, peak, problem, params, rng):
        fresh = (chain.seen - 1) % params.stop_every + 1
        model = replace(model, samples=picked(chain, params))
        fan = picked(chain, params, FAN) if len(model.samples) else fan
        yield Step("chain", model, peak, way, fan, chain=chain, fresh=fresh)
    if chain is None:
        return Ending.converged("The posterior is a Gaussian around the most probable weights; no chain was asked for.")
    model = replace(model, samples=kept(chain, params))
    yield Step("summary", model, peak, way, picked(chain, params, FAN), row=row, chain=chain)
    return verdict(chain, params)


def posed(data: Dataset, basis: Basis | None, params: Params) -> Problem:
    """Φ with its ones, the targets 0 and 1, and the precision α of every weight."""
    table = expanded(data, basis)
    return Problem(with_ones(table.X), zero_one(data), np.full(table.d + 1, params.penalty))


def surveyed(w: np.ndarray, problem: Problem) -> Peak:
    """Height, slope and curvature of −ln p(w | t) at w, and Newton's step −S ∇ with S = H⁻¹ = T Tᵀ."""
    Phi, t, ridge = problem.Phi, problem.t, problem.penalties
    with np.errstate(over="ignore", invalid="ignore"):
        error, objective = cross_entropy(w, Phi, t), penalised(w, Phi, t, ridge)
        g, H = gradient(w, Phi, t, ridge), hessian(w, Phi, ridge)
        if not (np.isfinite(H).all() and np.isfinite(g).all()):
            return Peak(error, objective, g, H, np.diag(ridge**-0.5), np.zeros(len(w)), 0.0)
        T = stacked_root(H, np.sqrt(uncertainty(Phi @ w))[:, None] * Phi, ridge)
        move = -T @ (T.T @ g)
        return Peak(error, objective, g, H, T, move, float(np.abs(Phi @ move).max()))


def believed(w: np.ndarray, factor: np.ndarray, data: Dataset, basis: Basis | None, params: Params) -> BayesianLogistic:
    """The model N(w, T Tᵀ), without samples."""
    nobody = np.zeros((0, len(w)))
    return BayesianLogistic(w[1:], float(w[0]), two_classes(data), basis, factor @ factor.T, nobody, params.predict)


def lowered(w: np.ndarray, peak: Peak, problem: Problem) -> tuple[np.ndarray, int]:
    """The weights after Newton's step, halved while −ln p would rise, and how often it was halved."""
    with np.errstate(over="ignore", invalid="ignore"):
        for halvings in range(HALVINGS):
            after = w + 0.5**halvings * peak.move
            if penalised(after, problem.Phi, problem.t, problem.penalties) <= peak.objective * (1 + 1e-14):
                return after, halvings
    return w, HALVINGS


def is_top(peak: Peak, halvings: int) -> bool:
    """Whether Newton's method has arrived: no activation would change, or nothing is left to gain."""
    return peak.change <= 1e-10 or peak.gain <= 1e-15 * (1.0 + peak.objective) or halvings == HALVINGS


def walked(w: np.ndarray, peak: Peak, problem: Problem, params: Params, rng: np.random.Generator) -> Iterator[Chain]:
    """Metropolis's walk over the true posterior, seen every so many proposals; it begins some way off w_MAP."""
    if not params.draws:
        return
    way = rng.standard_normal(len(w))
    first = w + AWAY * peak.factor @ (way / np.linalg.norm(way))
    step = params.scale * BEST_SCALE / np.sqrt(len(w)) * peak.factor
    size = int(np.clip(WORK // len(problem.t), 1, BLOCK))

    def log_posterior(v: np.ndarray) -> float:
        with np.errstate(over="ignore", invalid="ignore"):
            return -penalised(v, problem.Phi, problem.t, problem.penalties)

    yield from chains(log_posterior, first, step, rng, total(params), params.stop_every, size)


def bound(data: Dataset, params: Params) -> int:
    return params.iterations + 5 + -(-total(params) // params.stop_every)


def limits(data: Dataset, params: Params) -> str:
    if params.predict == "samples" and not params.draws:
        return "predict = 'samples' needs draws of the chain, and draws is 0: keep some, or choose another rule."
    return basis_limits(data, params)


AWAY = 4.0
"""The chain begins so many standard deviations from w_MAP, so that one can see whether it finds its way."""
BEST_SCALE = 2.4
"""Proposals with 2.4 / √M times the deviations of the posterior mix best (Gelman, Roberts and Gilks 1996)."""
HALVINGS = 60
"""A step halved so often no longer moves anything."""
WORK = 2_000_000
"""About so many activations are reckoned before the next step of a chain can be shown."""
Phase = Literal["prior", "newton", "laplace", "prediction", "chain", "summary"]


@dataclass(frozen=True)
class Params(BasisParams):
    penalty: float = real(
        1.0, low=1e-6, high=1e6, log=True, symbol=r"\alpha", help="precision of the prior on all weights and the bias"
    )
    predict: str = choice("probit", RULES, help="how a prediction averages over the weights")
    iterations: int = whole(100, low=1, high=1000, log=True, help="Newton steps before giving up")
    draws: int = whole(2000, low=0, high=100_000, symbol="S", help="draws of the chain that are kept; 0: no chain")
    burn_in: int = whole(500, low=0, high=100_000, help="proposals at the beginning that are not kept")
    thinning: int = whole(1, low=1, high=100, help="proposals from one kept draw to the next")
    scale: float = real(1.0, low=1e-3, high=1e3, log=True, help="of a proposal; 1 is 2.4/√M times the deviations")
    stop_every: int = whole(10, low=1, high=10_000, log=True, help="proposals in one step; 1 shows every one of them")
    nodes: int = whole(32, low=5, high=64, help="nodes of Gauss and Hermite in the drawn integral")
    stretch: float = real(
        LAMBDA, low=0.1, high=2.0, symbol=r"\lambda", help="of the probit beside the sigmoid; √(π/8) fits the slope"
    )


@snapshot
class Peak:
    """How the log posterior looks from some weights: its height, slope and curvature. M counts the bias, the first."""

    error: float  # E = −ln p(t | w)
    objective: float  # E + ½ α ‖w‖²: −ln p(w | t) up to a constant
    gradient: np.ndarray  # (M,) of the objective
    hessian: np.ndarray  # (M, M) S_N⁻¹
    factor: np.ndarray  # (M, M) T with T Tᵀ = S_N
    move: np.ndarray  # (M,) Newton's step, −S_N ∇
    change: float  # the most that it would change an activation

    @property
    def gain(self) -> float:
        """By how much the bottom of the bowl lies lower than here."""
        return -0.5 * float(self.gradient @ self.move)


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
