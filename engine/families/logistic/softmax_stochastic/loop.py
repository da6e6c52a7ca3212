"""Softmax regression by stochastic gradient descent: every example pulls at the weights of all classes.

y = softmax(W φₙ)      wₖ ← wₖ − η {(yₖ − tₙₖ) φₙ + (λ/N) wₖ}      η constant, or η₀ / (1 + κ τ) after τ examples
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from engine.base.params import whole
from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.families.logistic.many_classes import ShiftParams
from engine.families.logistic.objectives import ManyClasses
from engine.families.logistic.one_by_one import OneByOneParams, OneStep, presented
from engine.models.linear import Scores, Softmax
from engine.parts.basis import basis_limits, chosen_basis

limits = basis_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Scores | None = None) -> Steps:
    objective = ManyClasses.posed(data, chosen_basis(params, data, start), params, start)
    return (yield from presented(objective, data.row_keys, params, rng))


def bound(data: Dataset, params: Params) -> int:
    return 1 + params.epochs * (data.n if params.stop_at == "examples" else 1)


@dataclass(frozen=True)
class Params(OneByOneParams, ShiftParams):
    epochs: int = whole(
        10,
        low=1,
        high=10_000,
        log=True,
        label="maximum epochs",
        clear=True,
        help="passes over the data",
    )


Step: TypeAlias = OneStep[Softmax]
"""The weights (K, M) after an example, or after a pass over all of them, M = d + 1, the biases first."""
