"""Logistic regression by gradient descent: go downhill on the error, all the examples at a time.

y = σ(w · x + b)      g = ∇(E + ½ λ ‖w‖²) = Φᵀ(y − t) + λ w      Δw ← μ Δw − η g      w ← w + Δw
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from engine.base.params import real
from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.families.logistic.checking import NudgeParams
from engine.families.logistic.objectives import TwoClasses
from engine.models.linear import Hyperplane, Logistic
from engine.parts.basis import basis_limits, chosen_basis
from engine.parts.descending import DescentParams, DescentStep, descent, rate_used
from engine.parts.ridge import RidgeParams

limits = basis_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    objective = TwoClasses.posed(data, chosen_basis(params, data, start), params, start)
    return (yield from descent(objective, params))


def bound(data: Dataset, params: Params) -> int:
    return params.iterations + 1


@dataclass(frozen=True)
class Params(NudgeParams, DescentParams, RidgeParams):
    rate: float = real(
        0.0,
        low=0.0,
        high=1e3,
        log=True,
        auto=rate_used,
        symbol=r"\eta",
        label="learning rate",
        help="auto: the safe 1/(¼ λmax(ΦᵀΦ) + λ)",
    )


Step: TypeAlias = DescentStep[Logistic]
"""The weights after so many passes, M = d + 1 of them, the bias first."""
