"""Multi-output linear regression: several targets at once, each by least squares on the same features.

Y = Φ W        W = Φ⁺ T, column by column:   w_q = Φ⁺ t_q        a row without target q is left out for q alone
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import line
from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.regression.multi_output_regression.several import Several, several, several_limits
from engine.maths.algebra.linear_fit import linear_fit
from engine.models.linear import LinearPredictors
from engine.parts.named_columns import MOST


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    problem = several(data, params.targets)
    X, T = problem.table.X, problem.T
    Q, M = len(problem.names), X.shape[1] + 1
    W = np.full((M, Q), np.nan)
    step = Step(part="targets", model=None, weights=W, ranks=np.zeros(Q, dtype=np.int64), squares=np.full(Q, np.nan))
    yield step
    for q in range(Q):
        rows = problem.rows(q)
        fit = linear_fit(X[rows], T[rows, q])
        weights = filled(step.weights, q, fit.weights)
        ranks, squares = filled(step.ranks, q, fit.rank), filled(step.squares, q, fit.residuals @ fit.residuals)
        model = predictors(problem, data.d, weights)
        step = Step(part="target", model=model, weights=weights, ranks=ranks, squares=squares, target=q)
        yield step
    yield replace(step, part="all", target=None)
    return Ending.converged(f"{counted(Q, 'target')}: {counted(Q * M, 'weight')} by least squares, column by column.")


def filled(values: np.ndarray, q: int, new: np.ndarray | float) -> np.ndarray:
    """The values with the last axis filled at target q."""
    found = np.array(values)
    found[..., q] = new
    return found


def predictors(problem: Several, d: int, W: np.ndarray) -> LinearPredictors:
    """The model of the targets that are fitted so far; columns that are targets have the weight 0."""
    done = np.flatnonzero(~np.isnan(W[0]))
    weights = np.zeros((len(done), d))
    weights[:, list(problem.inputs)] = W[1:, done].T
    return LinearPredictors(weights, W[0, done], tuple(problem.names[q] for q in done))


def bound(data: Dataset, params: Params) -> int:
    return 2 + min(MOST, data.d + 1)


def limits(data: Dataset, params: Params) -> str:
    return several_limits(data, params.targets, "targets")


@dataclass(frozen=True)
class Params:
    targets: str = line(
        most=300, symbol="T", label="further targets",
        help="names of columns, with commas between; empty: the last column, where there are two",
    )  # fmt: skip


@snapshot
class Step:
    """How many targets are fitted."""

    part: Literal["targets", "target", "all"]
    model: LinearPredictors | None
    weights: np.ndarray  # W (M, Q), the biases first; NaN of targets that are not fitted yet
    ranks: np.ndarray  # (Q,) of Φ, of the rows that have the target
    squares: np.ndarray  # (Q,) Σ r², NaN of those that are not fitted yet
    target: int | None = None  # the one that was fitted last
