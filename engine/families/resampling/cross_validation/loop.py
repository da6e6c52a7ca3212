"""Cross-validation: every fold of the rows is held out once, and judges what the others taught.   (Stone 1974)

E_i = 1/N_i Σ loss(f₋ᵢ(xₙ), yₙ) over the rows n of fold i        E_cv = 1/k Σ E_i
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal

import numpy as np

from engine.base.snapshot import no_indices, no_numbers, snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.core.pauses import on_the_way
from engine.data.dataset import Dataset
from engine.families.resampling.asking import AskedParams, asked_limits, setup
from engine.families.resampling.dividing import (
    FoldParams,
    divided,
    fold_count,
    fold_limits,
    held_out,
    is_stratified,
)
from engine.families.resampling.trials import NO_ROW, Trial
from engine.maths.evaluation.missed import deviation

UNDEALT = -1
"""The fold of a row that is in none yet."""


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    asked, k = setup(data, params, training=False), fold_count(data.n, params)
    fold = divided(data, params, rng)
    step = Step(part="start", model=None, k=k, fold=np.full(data.n, UNDEALT))
    yield step
    for dealt in deals(data, fold, params):
        step = replace(step, part="deal", fold=dealt, at=step.at + 1)
        yield step

    for i in range(k):
        train, test = held_out(fold, i)  # the model has not seen the rows that judge it
        trial = yield from on_the_way(asked.trial(train, test, rng), partial(pause, step))
        step = judged(step, trial)
        yield step

    trial = yield from on_the_way(asked.trial(np.arange(data.n), NO_ROW, rng), partial(pause, step))
    step = replace(step, part="all", model=trial.fitted, trial=trial)
    yield step
    return ending(step)


def deals(data: Dataset, fold: np.ndarray, params: FoldParams) -> tuple[np.ndarray, ...]:
    """(n,) the folds as far as they are known: of one class more at a time if stratified, else of all at once."""
    if not is_stratified(data, params):
        return (fold,)
    known = (np.isin(data.codes, data.classes_present[: i + 1]) for i in range(len(data.classes_present)))
    return tuple(np.where(one, fold, UNDEALT) for one in known)


def pause(step: Step, far: str) -> Step:
    """On the way to the next fold."""
    return replace(step, part="pause", model=None, trial=None, far=far)


def judged(step: Step, trial: Trial) -> Step:
    """The step after this one, with a fold more: E_i, and what each of its rows cost; of one that failed why it did."""
    step = replace(
        step, part="fold", model=trial.fitted, trial=trial, number=step.number + 1, at=step.at + 1 + trial.pauses
    )
    if trial.failed:
        return replace(step, why=step.why or trial.said)
    return replace(
        step,
        rows=np.append(step.rows, trial.test),
        losses=np.append(step.losses, trial.losses),
        answers=np.append(step.answers, trial.answers),
        scored=np.append(step.scored, step.number),
        errors=np.append(step.errors, trial.error),
        steps=np.append(step.steps, step.at),
    )


def ending(step: Step) -> Ending:
    """What the estimate is, or that there is none."""
    done = len(step.errors)
    if not done:
        return Ending.failed(f"None of {counted(step.k, 'fold')} has a score. The first: {step.why}")
    said = f"Each row was judged by a model that had not seen it: mean error {figure(step.mean)}"
    if done == step.k:
        return Ending.converged(f"{said} over {counted(done, 'fold')}.")
    return Ending.stopped(f"{said} over {done} of {step.k} folds; the others failed. The first: {step.why}")


def limits(data: Dataset, params: Params) -> str:
    return fold_limits(data, params) or asked_limits(data, params)


def bound(data: Dataset, params: Params) -> int:
    """The start, the deals, every fold and the fit to all rows, each with its pauses."""
    k = fold_count(data.n, params)
    dealt = len(data.classes_present) if is_stratified(data, params) else 1
    return 1 + dealt + (k + 1) * (1 + setup(data, params, training=False).most_pauses(-(-data.n // k)))


@dataclass(frozen=True)
class Params(AskedParams, FoldParams):
    """What learns, how it is judged, and which rows are held out together."""


@snapshot
class Step:
    """One fold held out; at last the learner is fitted to all rows, and judged by none."""

    part: Literal["start", "deal", "pause", "fold", "all"]
    model: object  # what the learner came to; None where it failed, or where it answers prepared rows only
    k: int
    fold: np.ndarray  # (n,) the fold of each row, UNDEALT where it has none yet
    rows: np.ndarray = field(default_factory=no_indices)  # (m,) the rows that were judged, in this order,
    losses: np.ndarray = field(default_factory=no_numbers)  # (m,) what each of them cost,
    answers: np.ndarray = field(default_factory=no_numbers)  # (m,) and what was predicted for it
    scored: np.ndarray = field(default_factory=no_indices)  # (i,) the folds that have a score, counted from 0,
    errors: np.ndarray = field(default_factory=no_numbers)  # (i,) the E of each of them,
    steps: np.ndarray = field(default_factory=no_indices)  # (i,) and the step of the run that was about it
    trial: Trial | None = None
    number: int = -1  # the newest fold, counted from 0
    at: int = 0  # the step of the run that was about it
    why: str = ""  # of the first fold that failed: why
    far: str = ""  # at a pause: how far the fit is

    @property
    def mean(self) -> float:
        """E_cv, the mean of the errors so far; NaN before there is one."""
        return float(self.errors.mean()) if len(self.errors) else float("nan")

    @property
    def spread(self) -> float:
        """The standard deviation of these errors, divided by one less than they are; NaN of fewer than two."""
        return deviation(self.errors, 1) if len(self.errors) > 1 else float("nan")
