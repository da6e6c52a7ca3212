"""Bayesian linear regression: a distribution over the weights, narrowed by each row.   (Bishop 2006, section 3.3)

p(w) = N(0, α⁻¹ I)        p(t | x, w) = N(t | wᵀφ(x), β⁻¹)        φ₀ = 1, and its weight has the prior too
S'⁻¹ = S⁻¹ + β φ φᵀ,      S'⁻¹ m' = S⁻¹ m + β φ t                 one row after the other, in any order
p(t | x) = N(mᵀφ, β⁻¹ + φᵀ S φ)                                   noise, and what is not known of the weights
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.params import flag, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.bayesian_regression.beliefs import posed, problem_limits, row_digits
from engine.maths.algebra.affine import with_ones
from engine.maths.probability.weight_belief import Belief, prior, updated
from engine.models.bayesian_linear import BayesianLinear
from engine.models.linear import features
from engine.parts.basis import BasisParams, chosen_basis
from engine.parts.over_feature import target_unit
from engine.parts.querying import QueryParams, asked, length_objection
from engine.parts.stretches import pauses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    problem = posed(data, chosen_basis(params, data), params.alpha, params.beta)
    Phi, t, beta = problem.Phi, problem.t, problem.beta
    nothing = belief = prior(problem.M, problem.alpha)
    xi, taken = rng.standard_normal((params.lines, problem.M)), 0
    yield Step(phase="prior", model=problem.model(belief), belief=belief, before=belief, fan=drawn(belief, xi))

    for stop in pauses(data.n, 20, params.every_row):
        before, rows, first, taken = belief, slice(taken, stop), taken, stop
        belief = updated(before, Phi[rows], t[rows], beta)
        model = problem.model(belief)
        yield Step(
            phase="rows", model=model, belief=belief, before=before, fan=drawn(belief, xi), first=first, taken=taken
        )

    one_by_one, belief = belief, updated(nothing, Phi, t, beta)
    model, fan = problem.model(belief), drawn(belief, xi)
    yield Step(phase="batch", model=model, belief=belief, before=one_by_one, fan=fan, taken=taken)

    query = asked(data, params, None) if data.n or params.query else np.zeros(data.d)
    phi = with_ones(features(problem.basis, query[None]))[0]
    answer, unknown = predicted(belief, phi)
    yield Step(
        phase="query", model=model, belief=belief, before=one_by_one, fan=fan, taken=taken,
        query=query, phi=phi, answer=answer, unknown=unknown,
    )  # fmt: skip
    if not data.n:
        return Ending.converged("There are no rows, so the posterior is the prior.")
    spread = f"{figure(np.sqrt(1.0 / beta + unknown))}{target_unit(data)}"
    told = data.target_column.figure(answer)
    return Ending.converged(f"The prediction at the query is {told}, with the standard deviation {spread}.")


def drawn(belief: Belief, xi: np.ndarray) -> np.ndarray:
    """(s, M) weights drawn from the belief, m + T ξ with T Tᵀ = S; the same ξ (s, M) at each step."""
    return np.asarray(belief.mean + xi @ belief.spread.T)


def predicted(belief: Belief, phi: np.ndarray) -> tuple[float, float]:
    """mᵀφ and φᵀ S φ = ‖Tᵀφ‖²."""
    along = belief.spread.T @ phi
    return float(belief.mean @ phi), float(along @ along)


def bound(data: Dataset, params: Params) -> int:
    return 3 + data.n


def limits(data: Dataset, params: Params) -> str:
    given = data, params, params.alpha, params.beta
    return problem_limits(*given) or row_digits(*given) or length_objection(data, params)


def chosen_beta(step: Step, params: Params) -> float:
    """β where it is not set."""
    return step.model.beta


@dataclass(frozen=True)
class Precisions(BasisParams):
    """The prior, the noise, and what is drawn of the belief."""

    alpha: float = real(
        1.0, low=1e-6, high=1e6, log=True, symbol=r"\alpha", label="prior precision",
        help="of every weight, the bias too",
    )  # fmt: skip
    beta: float = real(
        0.0, low=0.0, high=1e6, log=True, symbol=r"\beta", label="noise precision", auto=chosen_beta,
        help="1 / variance of the noise; auto: by the residuals of least squares",
    )  # fmt: skip
    lines: int = whole(10, low=0, high=100, label="sampled functions", rare=True, help="drawn from the distribution")
    every_row: bool = flag(False, label="stop at every row", rare=True, help="also where there are many")


@dataclass(frozen=True)
class Params(QueryParams, Precisions):
    """These, and where a prediction is asked."""


@snapshot
class Step:
    """What is known of the weights after some rows. M counts the bias, which is first."""

    phase: Literal["prior", "rows", "batch", "query"]
    model: BayesianLinear
    belief: Belief
    before: Belief  # at the step before; at the end what the rows made of the prior one after the other
    fan: np.ndarray  # (s, M) weights drawn from the belief
    first: int = 0  # how many rows were known before
    taken: int = 0  # how many are known
    query: np.ndarray | None = None  # (d,) the point that is asked about
    phi: np.ndarray | None = None  # (M,) φ there
    answer: float = 0.0  # mᵀφ
    unknown: float = 0.0  # φᵀ S φ
