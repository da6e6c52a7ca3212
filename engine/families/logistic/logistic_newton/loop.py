"""Logistic regression by Newton's method: jump to the bottom of the bowl that touches the error.   (IRLS)

y = σ(w · x + b)      g = ∇(E + ½ λ ‖w‖²) = Φᵀ(y − t) + λ w      H = Φᵀ R Φ + λ I,  R = diag(y (1 − y))
w ← w − H⁻¹ g         with λ = 0 g is ∇E; the bias is free of the penalty unless it is asked for
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.families.logistic.logistic_newton.generative import BesideParams
from engine.families.logistic.logistic_newton.null_space import AlongParams
from engine.families.logistic.objectives import TwoClasses
from engine.models.linear import Hyperplane, Logistic
from engine.parts.basis import basis_limits, chosen_basis
from engine.parts.newton import NewtonParams, NewtonStep, newton
from engine.parts.ridge import RidgeParams

limits = basis_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    objective = TwoClasses.posed(data, chosen_basis(params, data, start), params, start)
    return (yield from newton(objective, params))


def bound(data: Dataset, params: Params) -> int:
    return params.iterations + 1


@dataclass(frozen=True)
class Params(AlongParams, BesideParams, NewtonParams, RidgeParams):
    """The basis, the penalty, when Newton's method ends, and what is looked at beside it."""


Step: TypeAlias = NewtonStep[Logistic]
"""The weights after so many Newton steps, M = d + 1 of them, the bias first."""
