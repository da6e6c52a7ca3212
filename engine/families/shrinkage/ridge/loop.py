"""Ridge regression: least squares with a penalty on the squares of the weights.   (Hoerl and Kennard 1970)

E + penalty = ½ Σ (t − y)² + ½ λ ‖w‖²        w = (λ I + ΦᵀΦ)⁻¹ Φᵀ t, solved by a factorisation

With a free bias Φ and t are taken from their means first, and b = t̄ − w · x̄. With λ = 0 and dependent columns w = Φ⁺t.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import real, whole
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.shrinkage.posing import posed
from engine.maths.algebra.reduced import ridge_weights
from engine.models.linear import LinearPredictor
from engine.parts.basis import basis_limits
from engine.parts.ridge import RidgeParams

DECADES = 3.0
"""The path begins with the penalty λ / 1000, after least squares."""


def run(data: Dataset, params: Params, rng: np.random.Generator, start: LinearPredictor | None = None) -> Steps:
    problem = posed(data, params, start)
    free, rank = problem.least_squares
    least = before = model = problem.model(free)
    for number, penalty in enumerate(penalties(params)):
        if number:
            w, _ = ridge_weights(problem.of, penalty)
            before, model = model, problem.model(w)
        yield Step(model=model, before=before, least=least, penalty=penalty, number=number, rank=rank)
    return Ending.converged(f"With λ = {figure(params.penalty)} ‖w‖ = {figure(problem.length(model))}.")


def penalties(params: Params) -> list[float]:
    """0, then from λ / 1000 up to λ in equal ratios; of λ = 0 there is only least squares."""
    if not params.penalty:
        return [0.0]
    shares = np.logspace(-DECADES, 0.0, params.stops) if params.stops > 1 else np.ones(1)
    return [0.0, *(params.penalty * shares).tolist()]


def bound(data: Dataset, params: Params) -> int:
    return 1 + params.stops


def limits(data: Dataset, params: Params) -> str:
    return basis_limits(data, params)


@dataclass(frozen=True)
class Params(RidgeParams):
    """The penalty, and how many penalties on the way to it are shown."""

    penalty: float = real(1.0, low=0.0, high=1e6, log=True, symbol=r"\lambda", help="holds the weights near 0")
    stops: int = whole(12, low=1, high=200, log=True, label="penalties on the way", clear=True, rare=True, help="to λ")


@snapshot
class Step:
    """The weights of one penalty. The first is least squares, λ = 0."""

    model: LinearPredictor
    before: LinearPredictor  # with the penalty before; at first the model itself
    least: LinearPredictor  # with λ = 0
    penalty: float
    number: int  # how many penalties came before
    rank: int  # of the columns, without a penalty
