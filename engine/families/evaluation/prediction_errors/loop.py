"""Errors of predicted numbers: squares, sizes and correlation, one row after the other.   (Legendre 1805)

MSE = (1/n) Σ (f − y)²        RMSE = √MSE        MAE = (1/n) Σ |f − y|        R² = 1 − MSE / σ_y²
r = (1/n) Σ (f − μ_f)/σ_f · (y − μ_y)/σ_y,  with the population σ
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from engine.base.params import choice
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.core.pauses import always, on_the_way
from engine.data.dataset import Dataset
from engine.families.evaluation.answers import (
    Answered,
    answering,
    answering_limits,
    most_answering_pauses,
    stops_of,
)  # fmt: skip
from engine.families.evaluation.scoring import judged_choice, settings_line, share_held_out
from engine.families.learners import REGRESSORS, LearnerParams, names_of
from engine.maths.evaluation.missed import Missed, deviation, missed

MOST = 40
"""More rows than this are added several at a time, unless each is asked for."""
FEW, EACH = STOPS = ("at most 40 stops", "every row")


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    begin = Step(part="start", model=None)
    yield begin
    answered = yield from on_the_way(answering(data, params, rng), always(begin))
    if isinstance(answered, str):
        return Ending.failed(answered)
    if not np.isfinite(answered.answers).all():
        return Ending.failed(unanswered(answered, data))
    y, f = answered.truth, answered.answers
    step = Step(part="fitted", model=answered.base, answered=answered)
    yield step
    done, squares, sizes = 0, 0.0, 0.0
    for stop in stops_of(len(y), len(y) if params.stop_at == EACH else MOST):
        residuals = f[done:stop] - y[done:stop]
        squares, sizes = squares + float((residuals**2).sum()), sizes + float(np.abs(residuals).sum())
        step = replace(step, part="row", done=stop, more=stop - done, squares=squares, sizes=sizes)
        yield step
        done = stop
    found = missed(y, f)
    step = replace(step, part="errors", more=0, errors=defined(found))
    yield step
    step = replace(step, part="scores", z_f=standard(f), z_y=standard(y))
    yield step
    yield replace(step, part="correlation")
    return Ending.converged(f"RMSE {figure(found.rmse)}, MAE {figure(found.mae)} on {counted(len(y), 'row')}.")


def standard(values: np.ndarray) -> np.ndarray:
    """(m,) (v − μ)/σ with the population σ; none where all are equal, for that is 0/0."""
    spread = deviation(values)
    return (values - values.mean()) / spread if spread > 0 else np.zeros(0)


def defined(found: Missed) -> tuple[float, ...]:
    """RMSE, MAE, and R² and r where they are defined."""
    return tuple(one for one in (found.rmse, found.mae, found.r2, found.r) if np.isfinite(one))


def unanswered(answered: Answered, data: Dataset) -> str:
    """Which row has no prediction."""
    row = int(answered.rows[np.flatnonzero(~np.isfinite(answered.answers))[0]])
    return f"The model predicts no number for row {data.row_name(row)}: take another learner, or leave the row out."


def bound(data: Dataset, params: Params) -> int:
    """Start and pauses, the rows, and the errors."""
    rows = data.n if params.stop_at == EACH else min(data.n, MOST)
    return 6 + most_answering_pauses(data, params) + rows


def limits(data: Dataset, params: Params) -> str:
    return answering_limits(data, params)


@dataclass(frozen=True)
class Params:
    regressor: str = choice(
        "knn_regression", REGRESSORS, names=names_of(REGRESSORS), clear=True, help="the learner that is fitted"
    )
    settings: str = settings_line()
    judged: str = judged_choice()
    share: float = share_held_out()
    stop_at: str = choice(FEW, STOPS, label="stop at", clear=True, rare=True, help="how far apart the steps are")

    def learner(self) -> LearnerParams:
        return LearnerParams(regressor=self.regressor, settings=self.settings)


@snapshot
class Step:
    """Some rows added, or what came of all. At the start nothing is predicted.

    done, more  how many rows are added, the last of them since the step before;   squares, sizes  their sums
    errors      RMSE, MAE, R² and r, without those that are 0/0
    z_f, z_y    (m,) the standard scores of the predictions and of the truth; (0,) where all are equal
    """

    part: Literal["start", "fitted", "row", "errors", "scores", "correlation"]
    model: Any
    answered: Answered | None = None
    done: int = 0
    more: int = 0
    squares: float = 0.0
    sizes: float = 0.0
    errors: tuple[float, ...] = ()
    z_f: np.ndarray | None = None
    z_y: np.ndarray | None = None
