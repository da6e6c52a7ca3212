"""Logistic regression by stochastic gradient descent: every example pulls at the weights as it comes by.

y = σ(w · φₙ)      w ← w − η {(y − tₙ) φₙ + (λ/N) w}      η constant, or η₀ / (1 + κ τ) after τ examples
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.families.logistic.objectives import TwoClasses
from engine.families.logistic.one_by_one import OneByOneParams, OneStep, presented
from engine.models.linear import Hyperplane, Logistic
from engine.parts.basis import basis_limits, chosen_basis

limits = basis_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    objective = TwoClasses.posed(data, chosen_basis(params, data, start), params, start)
    return (yield from presented(objective, data.row_keys, params, rng))


def bound(data: Dataset, params: Params) -> int:
    return 1 + params.epochs * (data.n if params.stop_at == "examples" else 1)


@dataclass(frozen=True)
class Params(OneByOneParams):
    """Those of every method that takes one example at a time."""


Step: TypeAlias = OneStep[Logistic]
"""The weights after an example, or after a pass over all of them, M = d + 1, the bias first."""
