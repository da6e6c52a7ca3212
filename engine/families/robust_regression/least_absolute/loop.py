"""Least absolute deviations: the fit with the least Σ |t − y|, by exchanges.   (Barrodale and Roberts 1973)

min Σ |rₙ|,  r = t − y        multipliers: Σ_B uₙ φₙ + Σ_{n ∉ B} sign(rₙ) φₙ = 0        least where all |uₙ| ≤ 1

The fit passes through the rows B, as many as it has weights. The row with the largest |u| is let go, and the fit moves
until Σ |r| would rise: the row it meets there takes the place. It is the simplex method for this linear program.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.params import whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.robust_regression.least_absolute.columns import Columns
from engine.families.robust_regression.posing import least_squares, posed, residuals_of
from engine.maths.optimisation.least_absolute import OVER, Vertex, exchanged, first_rows, told_apart, vertex
from engine.models.linear import LinearPredictor
from engine.parts.basis import BasisParams, basis_limits
from engine.parts.regression import Problem


def run(data: Dataset, params: Params, rng: np.random.Generator, start: LinearPredictor | None = None) -> Steps:
    problem = posed(data, params, start)
    least, rank = least_squares(problem)
    r = residuals_of(problem, least)
    yield Step(model=least, before=least, least=least, kind="least squares", rank=rank, error=float(np.abs(r).sum()))
    if not r.any():
        return Ending.converged("Every row lies on the fit of least squares: no absolute residual is left.")

    columns, t = Columns.of(problem), told_apart(problem.t)
    here = vertex(columns.Phi, t, first_rows(columns.Phi, r))
    model = through(here.rows, columns, problem)
    step = at_vertex(here, model, least, problem, least, rank, 0)
    yield step
    for number in range(1, params.exchanges + 1):
        if here.is_least:
            break
        here, leaving, entering = exchanged(columns.Phi, t, here)
        before, model = model, through(here.rows, columns, problem)
        step = at_vertex(here, model, before, problem, least, rank, number, leaving, entering)
        yield step
    return ended(step, here, params)


def through(rows: np.ndarray, columns: Columns, problem: Problem) -> LinearPredictor:
    """The fit that passes through these rows."""
    t = problem.t[rows]
    return problem.model(columns.packed(np.linalg.solve(columns.Phi[rows], t), float(np.abs(t).max())))


def at_vertex(
    here: Vertex, model: LinearPredictor, before: LinearPredictor, problem: Problem, least: LinearPredictor, rank: int,
    number: int, leaving: int | None = None, entering: int | None = None,
) -> Step:  # fmt: skip
    return Step(
        model=model, before=before, least=least, kind="exchange" if number else "start", rank=rank, number=number,
        error=float(np.abs(residuals_of(problem, model)).sum()), rows=here.rows, multipliers=here.multipliers,
        leaving=leaving, entering=entering,
    )  # fmt: skip


def ended(step: Step, here: Vertex, params: Params) -> Ending:
    size = float(np.abs(here.multipliers).max())
    if not here.is_least:
        return Ending.stopped(
            f"After {counted(params.exchanges, 'exchange')} a multiplier of size {figure(size)} still exceeds 1: "
            "allow more exchanges."
        )
    after = f"After {counted(step.number, 'exchange')}" if step.number else "At once"
    said = f"{after} no multiplier exceeds 1: Σ |r| = {figure(step.error)} is the least."
    ties = " One is 1: other fits are as good." if size >= 1 - OVER else ""
    return Ending.converged(said + ties)


def bound(data: Dataset, params: Params) -> int:
    return 2 + params.exchanges


def limits(data: Dataset, params: Params) -> str:
    return basis_limits(data, params)


@dataclass(frozen=True)
class Params(BasisParams):
    """How many exchanges are allowed."""

    exchanges: int = whole(
        1000,
        low=1,
        high=100_000,
        log=True,
        label="maximum exchanges",
        clear=True,
        rare=True,
        help="of one row for another",
    )


@snapshot
class Step:
    """One row exchanged for another. Least squares comes first, then the fit through rows that lie near it."""

    model: LinearPredictor
    before: LinearPredictor
    least: LinearPredictor  # least squares
    kind: Literal["least squares", "start", "exchange"]
    rank: int  # of the columns and the bias
    error: float  # Σ |r|
    number: int = 0  # exchanges so far
    rows: np.ndarray | None = None  # (m,) those that the fit passes through
    multipliers: np.ndarray | None = None  # (m,) u of these
    leaving: int | None = None  # the row that was let go
    entering: int | None = None  # the row that took its place
