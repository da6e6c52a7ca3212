"""Poisson regression by iteratively reweighted least squares.   (Nelder and Wedderburn 1972)

P(t) = μᵗ e^(−μ) / t!,  η = ln μ = w · x + b        D = 2 Σ (t ln(t / μ) − (t − μ))

ω = μ,  z = η + (t − μ) / μ        w ← least squares of z with the weights ω: Newton's step, halved while D would rise
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.robust_regression.posing import posed
from engine.maths.algebra.weighted_fit import weighted_fit
from engine.maths.probability.poisson import poisson_deviances, working_response
from engine.models.linear import LinearPredictor
from engine.models.log_linear import LARGEST, PoissonPredictor
from engine.parts.basis import BasisParams, basis_limits
from engine.parts.regression import Problem

HALVINGS = 40
"""A step halved so often no longer moves anything."""
FAR = 0.05
"""Where ln μ of a row still moves by more although the deviance is at rest, it goes to −∞."""
FALLEN = 1e-12
"""A smaller share of the deviance is rounding."""


def run(data: Dataset, params: Params, rng: np.random.Generator, start: LinearPredictor | None = None) -> Steps:
    problem = posed(data, params, start)
    t = problem.t
    w = np.append(np.log(t.mean()), np.zeros(problem.table.d))
    D = null = deviance(w, problem)
    full = 0
    model = model_of(w, problem)
    yield Step(
        model=model, before=model, iteration=0, weights=np.ones(len(t)) * t.mean(), response=logarithms(w, problem),
        deviance=D, deviance_before=None, null=null, rank=0, halvings=0, moved=0.0,
    )  # fmt: skip
    for iteration in range(1, params.iterations + 1):
        eta = logarithms(w, problem)
        omega, z = working_response(eta, t)
        aim, rank = weighted_fit(problem.X, z, omega)
        w, after, halvings = descended(w, aim, D, problem)
        moved = float(np.abs(logarithms(w, problem) - eta).max())
        before, model = model, model_of(w, problem)
        D_before, D = D, after
        yield Step(
            model=model, before=before, iteration=iteration, weights=omega, response=z, deviance=D,
            deviance_before=D_before, null=null, rank=rank, halvings=halvings, moved=moved,
        )  # fmt: skip
        full = rank if iteration == 1 else full  # at first all rows weigh alike
        stalls = D_before - D <= FALLEN * (D_before + null)
        if rank < full or (stalls and moved > FAR):
            return endless(w)
        if stalls or moved <= params.tolerance or halvings == HALVINGS:
            return at_rest(D, null, iteration)
    return Ending.stopped(
        f"After {counted(params.iterations, 'iteration')} ln μ still moves by {figure(moved)}. Allow more iterations."
    )


def descended(w: np.ndarray, aim: np.ndarray, D: float, problem: Problem) -> tuple[np.ndarray, float, int]:
    """The weights on the way from w to the aim, halved while the deviance would rise, that, and how often."""
    for halvings in range(HALVINGS):
        there = w + 0.5**halvings * (aim - w)
        if (after := deviance(there, problem)) <= D * (1 + FALLEN):
            return there, after, halvings
    return w, D, HALVINGS


def logarithms(w: np.ndarray, problem: Problem) -> np.ndarray:
    """(n,) η = w · x + b, the bias first in w, between what has an exponential and its inverse."""
    return np.asarray(np.clip(problem.X @ w[1:] + w[0], -LARGEST, LARGEST))


def deviance(w: np.ndarray, problem: Problem) -> float:
    """D of the weights, the bias first."""
    return float(poisson_deviances(problem.t, np.exp(logarithms(w, problem))).sum())


def model_of(w: np.ndarray, problem: Problem) -> PoissonPredictor:
    return PoissonPredictor.unpacked(w, problem.basis)


def at_rest(D: float, null: float, iteration: int) -> Ending:
    after = f"After {counted(iteration, 'iteration')} ln μ moves no more: the deviance {figure(D)} is the least"
    if not null:
        return Ending.converged(f"{after}, as all counts are equal.")
    return Ending.converged(f"{after}, {figure(D / null)} of that of the mean alone.")


def endless(w: np.ndarray) -> Ending:
    return Ending.stopped(
        "The deviance falls no more, yet it has no least: the means of rows with counts of 0 go to 0 while the weights "
        f"grow without end, ‖w‖ = {figure(float(np.linalg.norm(w[1:])))} now. Add rows there with a count above 0."
    )


def bound(data: Dataset, params: Params) -> int:
    return 1 + params.iterations


def limits(data: Dataset, params: Params) -> str:
    return basis_limits(data, params)


@dataclass(frozen=True)
class Params(BasisParams):
    """When the fit is at rest."""

    iterations: int = whole(
        100, low=1, high=10_000, log=True, label="maximum iterations", clear=True, rare=True, help="of weights and fit"
    )
    tolerance: float = real(1e-8, low=1e-13, high=1e-1, log=True, rare=True, help="no ln μ moves by more")


@snapshot
class Step:
    """One weighted least-squares fit. At first the mean count is predicted everywhere."""

    model: PoissonPredictor
    before: PoissonPredictor
    iteration: int
    weights: np.ndarray  # (n,) ω = μ of the model before
    response: np.ndarray  # (n,) z; at first ln μ itself
    deviance: float
    deviance_before: float | None
    null: float  # the deviance of the mean alone
    rank: int  # of the columns and the bias, weighted; 0 at first
    halvings: int
    moved: float  # the most that ln μ of a row moved
