"""Matrix factorisation: people and films as short vectors, whose inner products are the ratings.   (Koren et al. 2009)

x̂_uf = μ + b_u + b_f + p_u · q_f        E = Σ (x_uf − x̂_uf)² + λ Σ (b² + ‖p‖² + ‖q‖²), over the known ratings
ALS: with all q fixed, (DᵀD + λ I) (b_u, p_u) = Dᵀ r        SGD: p_u ← p_u + η (e q_f − λ p_u), q_f likewise
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import choice, flag, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.recommenders.matrix_factorisation import stochastic
from engine.families.recommenders.matrix_factorisation.alternating import half_sweeps
from engine.families.recommenders.matrix_factorisation.factors import beginning, held_out
from engine.families.recommenders.matrix_factorisation.judging import Judged, judged, rmse
from engine.models.ratings import RatingFactors
from engine.parts.stretches import FEW


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    M = data.X
    held = held_out(M, data.row_keys, params.held_out, rng)
    learnt = ~np.isnan(M) & ~held
    factors = beginning(M, learnt, data.row_keys, params.k, params.penalty, params.biases, rng)
    step = judged_step(
        Step(part="start", model=factors, learnt=int(learnt.sum()), held=int(held.sum())), M, learnt, held, params
    )
    yield step
    if not learnt.any():
        return Ending.failed("There is no rating at all: nothing can be learnt.")

    R = (M - factors.mean) / factors.unit
    for sweep in range(1, params.sweeps + 1):
        before = step.error
        walk = alternating if params.method == ALS else descending
        for moved in walk(replace(step, sweep=sweep), R, learnt, data, params, rng):
            if not moved.model.finite:
                return Ending.failed("The factors grow without end: lower the learning rate.")
            step = judged_step(moved, M, learnt, held, params)
            yield step
        if params.method == ALS and before - step.error <= params.tolerance * before:
            break

    yield replace(step, part="scores", user=None, film=None, judged=judged(M, learnt, held, step.model))
    if sweep < params.sweeps:
        return Ending.converged(f"E falls no more after {counted(sweep, 'sweep')}: E = {figure(step.error)}.")
    return Ending.stopped(f"After {counted(sweep, 'sweep')} E = {figure(step.error)}: more sweeps may lower it.")


def alternating(
    step: Step, R: np.ndarray, learnt: np.ndarray, data: Dataset, params: Params, rng: np.random.Generator
) -> Iterator[Step]:
    """A sweep of ALS: the users, then the films."""
    each = params.stop_at == EACH
    for part, row, factors in half_sweeps(R, learnt, step.model, params.penalty, params.biases, each):
        user, film = (row, None) if part == "user" else (None, row)
        yield replace(step, part=part, model=factors, user=user, film=film)


def descending(
    step: Step, R: np.ndarray, learnt: np.ndarray, data: Dataset, params: Params, rng: np.random.Generator
) -> Iterator[Step]:
    """An epoch of SGD, one rating after the other."""
    first = step.sweep == 1 and params.stop_at == EACH
    told = params.rate, params.penalty, params.biases, first
    with np.errstate(over="ignore", invalid="ignore"):
        for u, f, e, factors in stochastic.epoch(R, learnt, step.model, data.row_keys, rng, *told):
            yield replace(step, part="rating", model=factors, user=u, film=f, miss=e * factors.unit)


def judged_step(step: Step, M: np.ndarray, learnt: np.ndarray, held: np.ndarray, params: Params) -> Step:
    """With E and the root mean squared errors of the ratings that are learnt from, and of those held out."""
    rows, columns = np.nonzero(learnt)
    away = (M[rows, columns] - step.model.predicted(rows, columns)) / step.model.unit
    error = float(away @ away) + params.penalty * step.model.size
    tested = np.nonzero(held)
    test = rmse(M[tested] - step.model.predicted(*tested))
    train = step.model.unit * rmse(away)
    return replace(step, error_before=step.error, error=error, train_error=train, test_error=test)


def bound(data: Dataset, params: Params) -> int:
    each = 2 * FEW if params.method == ALS else stochastic.most(data.X.size)
    return 2 + params.sweeps * each


ALS, SGD = METHODS = ("ALS", "SGD")
EACH, WHOLE = STOPS = ("each user, film or rating", "half sweeps")


@dataclass(frozen=True)
class Params:
    method: str = choice(ALS, METHODS, clear=True, help="alternating least squares, or stochastic gradient descent")
    k: int = whole(2, low=1, high=30, symbol="k", label="factors", clear=True, help="of each person and each film")
    penalty: float = real(
        0.5, low=1e-4, high=1e4, log=True, symbol=r"\lambda", label="L2 penalty", clear=True, help="on all of them"
    )
    biases: bool = flag(True, clear=True, help="how lenient a person and how liked a film is, apart from the factors")
    rate: float = real(
        0.02, low=1e-5, high=1.0, log=True, symbol=r"\eta", when=("method", (SGD,)), label="learning rate", clear=True,
        help="of each rating",
    )  # fmt: skip
    sweeps: int = whole(10, low=1, high=500, log=True, label="maximum sweeps", clear=True, help="over all ratings")
    held_out: float = real(0.2, low=0.0, high=0.9, share=True, label="held out", clear=True, help="kept to test with")
    stop_at: str = choice(EACH, STOPS, label="stop after", clear=True, rare=True, help="of many, stretches of them")
    tolerance: float = real(1e-4, low=0.0, high=1.0, rare=True, clear=True, help="E falls by no more than this share")


@snapshot
class Step:
    """The factors after some of them have moved."""

    part: Literal["start", "user", "film", "rating", "scores"]
    model: RatingFactors
    learnt: int  # so many ratings are learnt from
    held: int  # and so many held out
    sweep: int = 0
    user: int | None = None  # whose factors moved; None for all
    film: int | None = None
    miss: float = 0.0  # SGD: how far the rating was missed before
    error: float = 0.0  # E, in units
    error_before: float = 0.0
    train_error: float = 0.0  # root mean squared
    test_error: float = 0.0
    judged: Judged | None = None  # at the end
