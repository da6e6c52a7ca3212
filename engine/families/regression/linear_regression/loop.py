"""Linear regression: the weights with the least sum of squared residuals, by the normal equations.   (Legendre 1805)

y = Φ w      O(w) = ‖t − Φ w‖²      ΦᵀΦ w = Φᵀ t      w = (ΦᵀΦ)⁻¹ Φᵀ t = Φ⁺ t      σ̂² = Σ rₙ² / N,   r = t − Φ w

Φ (N, M) has a leading 1 in each row, then the features, or the functions of a basis.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import choice, flag, several
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data import needs
from engine.data.dataset import Dataset
from engine.maths.algebra.agreement import cleared
from engine.maths.algebra.linear_fit import condition, gram_inverse, linear_fit, residuals
from engine.models.linear import LinearPredictor
from engine.parts.basis import basis_limits
from engine.parts.querying import LONGEST, QueryParams, asked, length_objection
from engine.parts.regression import Problem, RegressionParams, conditioned, first_weights, posed
from engine.parts.stretches import pauses

CELLS = 3
"""Of so many columns of Φ the products are added up cell by cell, of more row by row of ΦᵀΦ."""
READABLE = 12
"""Of more columns no matrix is shown."""


def run(data: Dataset, params: Params, rng: np.random.Generator, start: LinearPredictor | None = None) -> Steps:
    problem = posed(data, params, start)
    Phi, t = problem.Phi, problem.t
    w = first_weights(data, problem, start)
    step = Step(stage="weights", model=problem.model(w), residuals=residuals(problem.X, t, w))
    yield step
    if words := needs.moderate(problem.table):
        return Ending.failed(words)

    G, b = products(Phi, t)
    for cells in filled(len(b)):
        step = replace(step, stage="normal", gram=None if G is None else seen(G, cells), cells=cells)
        yield step
    step = replace(step, stage="moment", moment=b)
    yield step

    fit = linear_fit(problem.X, t, params.intercept)
    inverse = gram_inverse(problem.X, params.intercept) if G is not None and fit.rank == len(b) else None
    step = replace(step, stage="inverse", inverse=inverse, rank=fit.rank, singular=fit.singular)
    yield step

    w = fit.weights
    step = replace(step, stage="solved", model=problem.model(w), before=step.model, residuals=fit.residuals)
    yield step

    r = fit.residuals
    for added in pauses(data.n, 4, params.every_row):
        step = replace(step, stage="squares", added_before=step.added, added=added, sum=float((r[:added] ** 2).sum()))
        yield step

    variance = step.sum / divisor(data.n, len(b), params)
    step = replace(step, stage="noise", variance=variance, likelihood=log_likelihood(r, variance))
    yield step

    x = asked(data, params, None)
    step = replace(step, stage="predicted", point=x, answer=float(problem.model(w).predict(x[None])[0]))
    yield step
    return Ending.converged(said_at_the_end(step, problem, data))


def products(Phi: np.ndarray, t: np.ndarray) -> tuple[np.ndarray | None, np.ndarray]:
    """ΦᵀΦ (M, M) and Φᵀt (M,); of too many columns to read, no ΦᵀΦ: the solution needs none."""
    if Phi.shape[1] > READABLE:
        return None, Phi.T @ t
    size = np.abs(Phi)
    return cleared(Phi.T @ Phi, size.T @ size), cleared(Phi.T @ t, size.T @ np.abs(t))


def filled(M: int) -> Iterator[int]:
    """How many cells of ΦᵀΦ are filled at each stop, row by row: one more each time, of many those of one row."""
    if M <= CELLS:
        yield from range(1, M * M + 1)
    elif M <= READABLE:
        yield from range(M, M * M + 1, M)
    else:
        yield M * M


def seen(G: np.ndarray, cells: int) -> np.ndarray:
    """ΦᵀΦ with so many of its cells, row by row, and NaN in the others."""
    return np.where(np.arange(G.size).reshape(G.shape) < cells, G, np.nan)


def divisor(N: int, M: int, params: Params) -> float:
    """What the sum of squares is divided by for σ̂²: N, or N − M; NaN where there is nothing left to divide by."""
    left = N if params.divisor == "N" else N - M
    return float(left) if left > 0 else np.nan


def log_likelihood(r: np.ndarray, variance: float) -> float:
    """ln p(t) = N/2 ln β − N/2 ln 2π − β/2 Σ rₙ²,  β = 1/σ̂²; +∞ for a perfect fit."""
    if variance == 0:
        return np.inf
    beta = 1.0 / variance
    return float(0.5 * (len(r) * (np.log(beta) - np.log(2 * np.pi)) - beta * (r**2).sum()))


def kappa(step: Step) -> float:
    """The condition number of Φ, once its singular values are known; ∞ where its rank is not full."""
    return np.inf if step.singular is None else condition(step.singular, step.rank)


def said_at_the_end(step: Step, problem: Problem, data: Dataset) -> str:
    """What was found, and what is wrong with the columns of Φ if anything is."""
    found = f"The least sum of squared residuals is {figure(step.sum)}, over {counted(data.n, 'row')}."
    return found + conditioned(kappa(step), step.rank, problem)


def bound(data: Dataset, params: Params) -> int:
    return 8 + READABLE + data.n


def limits(data: Dataset, params: Params) -> str:
    return basis_limits(data, params) or length_objection(data, params)


def point_of(step: Step, params: Params) -> tuple[float, ...] | None:
    """Where the last step predicts."""
    return None if step.point is None else tuple(step.point.tolist())


@dataclass(frozen=True)
class Params(QueryParams, RegressionParams):
    divisor: str = choice("N", ("N", "N − M"), label="divisor of σ²", help="N: maximum likelihood; N − M: unbiased")
    query: tuple[float, ...] = several(
        most=LONGEST, symbol=r"\mathbf{z}", label="predict at", of_point=True, rare=True, auto=point_of,
        help="a value of each feature; empty: the middle of the rows",
    )  # fmt: skip
    every_row: bool = flag(False, label="stop at every row", rare=True, help="one square a step, also of many rows")


@snapshot
class Step:
    """How far it has come. The first weights are those of the start, or the best constant."""

    stage: Literal["weights", "normal", "moment", "inverse", "solved", "squares", "noise", "predicted"]
    model: LinearPredictor
    residuals: np.ndarray  # (N,) t − Φ w of the model
    before: LinearPredictor | None = None  # the first weights, once others are found
    gram: np.ndarray | None = None  # ΦᵀΦ (M, M), NaN where it is not added up yet; none of many columns
    cells: int = 0  # how many of them are
    moment: np.ndarray | None = None  # Φᵀt (M,)
    inverse: np.ndarray | None = None  # (ΦᵀΦ)⁻¹ (M, M), where there is one
    rank: int = 0  # of Φ
    singular: np.ndarray | None = None  # (M,) the singular values of Φ
    added: int = 0  # of how many rows the squared residuals are added up
    added_before: int = 0
    sum: float = 0.0  # what they come to
    variance: float = np.nan  # σ̂²
    likelihood: float = np.nan  # ln p(t)
    point: np.ndarray | None = None  # (D,) the query
    answer: float | None = None
