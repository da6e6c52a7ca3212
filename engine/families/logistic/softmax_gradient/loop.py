"""Softmax regression by gradient descent: every class has its weights, and all of them go downhill together.

yₖ = exp(wₖ · φ) / Σⱼ exp(wⱼ · φ)      gₖ = ∇ₖE + λ wₖ,  ∇ₖE = Σₙ (yₙₖ − tₙₖ) φₙ
ΔW ← μ ΔW − η g      W ← W + ΔW      g is the gradient of E + ½ λ ‖W‖²; with λ = 0 it is ∇E
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from engine.base.params import real
from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.families.logistic.checking import NudgeParams
from engine.families.logistic.many_classes import ShiftParams
from engine.families.logistic.objectives import ManyClasses
from engine.models.linear import Scores, Softmax
from engine.parts.basis import basis_limits, chosen_basis
from engine.parts.descending import DescentParams, DescentStep, descent, rate_used

limits = basis_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Scores | None = None) -> Steps:
    objective = ManyClasses.posed(data, chosen_basis(params, data, start), params, start)
    return (yield from descent(objective, params))


def bound(data: Dataset, params: Params) -> int:
    return params.iterations + 1


@dataclass(frozen=True)
class Params(NudgeParams, DescentParams, ShiftParams):
    rate: float = real(
        0.0,
        low=0.0,
        high=1e3,
        log=True,
        auto=rate_used,
        symbol=r"\eta",
        label="learning rate",
        help="auto: the safe 1/(½ λmax(ΦᵀΦ) + λ)",
    )


Step: TypeAlias = DescentStep[Softmax]
"""The weights after so many passes, M = d + 1 for each of K classes, (K, M), the biases first."""
