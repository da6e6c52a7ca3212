"""What the robust regressions share: the problem, least squares beside it, and the residuals of a step."""

from __future__ import annotations

import numpy as np

from engine.data.dataset import Dataset
from engine.maths.algebra.linear_fit import residuals
from engine.maths.algebra.weighted_fit import leverages, weighted_fit
from engine.models.linear import LinearPredictor
from engine.parts.basis import BasisParams, chosen_basis
from engine.parts.regression import Problem, of_basis


def posed(data: Dataset, params: BasisParams, start: LinearPredictor | None = None) -> Problem:
    """The problem of a run; a start model's own basis has precedence. The bias is always fitted."""
    return of_basis(data, chosen_basis(params, data, start))


def least_squares(problem: Problem) -> tuple[LinearPredictor, int]:
    """The fit of all rows alike, and the rank of the columns with the bias; kept."""

    def make() -> tuple[LinearPredictor, int]:
        w, rank = weighted_fit(problem.X, problem.t, np.ones(len(problem.t)))
        return problem.model(w), rank

    return problem.table.cached("least squares of all rows", make)


def residuals_of(problem: Problem, model: LinearPredictor) -> np.ndarray:
    """(n,) t − y; what is rounding is 0."""
    return residuals(problem.X, problem.t, model.packed)


def leverages_of(problem: Problem) -> np.ndarray:
    """(n,) how far each prediction of least squares follows its own target; kept."""
    return problem.table.cached("leverages", lambda: leverages(problem.X))


def influence(problem: Problem) -> np.ndarray:
    """(n,) how far least squares would move, in squared predictions, if a row were left out: r² h / (1 − h)².

    A row that determines its own prediction has none to compare with, and counts as 0.
    """
    h, r = leverages_of(problem), residuals_of(problem, least_squares(problem)[0])
    free = 1.0 - h
    safe = free > 1e-9
    return np.asarray(np.where(safe, r**2 * h / np.where(safe, free, 1.0) ** 2, 0.0))


def without(problem: Problem, row: int) -> LinearPredictor:
    """Least squares without one row."""
    omega = np.ones(len(problem.t))
    omega[row] = 0.0
    return problem.table.cached(("without", row), lambda: problem.model(weighted_fit(problem.X, problem.t, omega)[0]))
