"""Huber regression: near rows count by their squares, far rows by their distance.   (Huber 1964)

min Σ σ (1 + H(rₙ / σ)),  H(z) = z² up to |z| = ε, and 2 ε |z| − ε² beyond,  r = t − y

Reweighted: σ from the residuals, ωₙ = min(1, ε σ / |rₙ|), then w from least squares with the weights ω. Least squares,
where every row has the weight 1, comes first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.params import real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.robust_regression.posing import least_squares, posed, residuals_of
from engine.maths.algebra.huber_scale import huber_scale
from engine.maths.algebra.weighted_fit import weighted_fit
from engine.models.linear import LinearPredictor
from engine.parts.basis import BasisParams, basis_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: LinearPredictor | None = None) -> Steps:
    problem = posed(data, params, start)
    least, rank = least_squares(problem)
    model, r = least, residuals_of(problem, least)
    yield Step(
        model=model, before=model, least=least, kind="least squares", iteration=0, residuals=r, weights=np.ones(data.n),
        scale=0.0, rank=rank,
    )  # fmt: skip
    for iteration in range(1, params.iterations + 1):
        scale = huber_scale(r, params.epsilon)
        if not scale:
            return exact(r, data)
        omega = huber_weights(r, params.epsilon * scale)
        w, _ = weighted_fit(problem.X, problem.t, omega)
        before, model = model, problem.model(w)
        yield Step(
            model=model, before=before, least=least, kind="reweighted", iteration=iteration, residuals=r, weights=omega,
            scale=scale, rank=rank,
        )  # fmt: skip

        after = residuals_of(problem, model)
        moved, r = float(np.abs(after - r).max()), after
        if moved <= params.tolerance * scale:
            return at_rest(omega, iteration)
    return Ending.stopped(
        f"After {counted(params.iterations, 'iteration')} a prediction still moves by {figure(moved)}. Allow more."
    )


def huber_weights(r: np.ndarray, bound: float) -> np.ndarray:
    """(n,) ω = min(1, ε σ / |r|): the squares of the weighted residuals then grow like |r| beyond the bound.

    >>> huber_weights(np.array([0.0, 1.0, -4.0]), 2.0).tolist()
    [1.0, 1.0, 0.5]
    """
    return np.asarray(bound / np.maximum(np.abs(r), bound))


def exact(r: np.ndarray, data: Dataset) -> Ending:
    """Where so many rows lie on the fit that the others have no say."""
    on = int(np.count_nonzero(r == 0))
    if on == data.n:
        return Ending.converged("Every row lies on the fit: no residual is left to weigh.")
    return Ending.converged(f"{on} of {counted(data.n, 'row')} lie on the fit, so σ = 0 and the others have no weight.")


def at_rest(omega: np.ndarray, iteration: int) -> Ending:
    after = f"After {counted(iteration, 'iteration')} the fit is at rest"
    if not (far := int(np.count_nonzero(omega < 1))):
        return Ending.converged(f"{after}: no residual is larger than ε σ, so it is that of least squares.")
    rows = f"{far} of {counted(len(omega), 'row')} {'counts' if far == 1 else 'count'} less than 1"
    return Ending.converged(f"{after}: {rows}, the least by the weight {figure(omega.min())}.")


def bound(data: Dataset, params: Params) -> int:
    return 1 + params.iterations


def limits(data: Dataset, params: Params) -> str:
    return basis_limits(data, params)


@dataclass(frozen=True)
class Params(BasisParams):
    """Where a residual counts as far, and when the fit is at rest."""

    epsilon: float = real(
        1.35,
        low=1.0,
        high=10.0,
        log=True,
        symbol=r"\epsilon",
        label="threshold",
        help="residuals beyond ε σ count less",
    )
    iterations: int = whole(
        200, low=1, high=10_000, log=True, label="maximum iterations", clear=True, rare=True, help="of weights and fit"
    )
    tolerance: float = real(
        1e-6, low=1e-12, high=1e-1, log=True, rare=True, help="no prediction moves by more, as a share of σ"
    )


@snapshot
class Step:
    """One iteration: weights by the residuals of the fit before, and the fit with these weights."""

    model: LinearPredictor
    before: LinearPredictor
    least: LinearPredictor  # least squares
    kind: Literal["least squares", "reweighted"]
    iteration: int
    residuals: np.ndarray  # (n,) those that the weights come from: of the fit before; at first of least squares
    weights: np.ndarray  # (n,) ω
    scale: float  # σ; 0 at first
    rank: int  # of the columns and the bias
