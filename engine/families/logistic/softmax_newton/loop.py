"""Softmax regression by Newton's method: one bowl for the weights of all classes, and a jump to its bottom.

gₖ = ∇ₖE + λ wₖ,  ∇ₖE = Σₙ (yₙₖ − tₙₖ) φₙ      Hₖⱼ = Σₙ yₙₖ (δₖⱼ − yₙⱼ) φₙ φₙᵀ + δₖⱼ λ I      W ← W − H⁻¹ g
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from engine.base.errors import Objection, OtherMethod
from engine.base.params import choice
from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.families.logistic.many_classes import ShiftParams
from engine.families.logistic.objectives import ManyClasses
from engine.maths.optimisation.gauge import GAUGES
from engine.models.linear import Scores, Softmax
from engine.parts.basis import basis_limits, chosen_basis
from engine.parts.newton import NewtonParams, NewtonStep, newton


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Scores | None = None) -> Steps:
    objective = ManyClasses.posed(data, chosen_basis(params, data, start), params, start, params.gauge)
    return (yield from newton(objective, params))


def bound(data: Dataset, params: Params) -> int:
    return params.iterations + 1


def limits(data: Dataset, params: Params) -> str:
    """A Hessian that is too large is refused."""
    if words := basis_limits(data, params):
        return words
    basis = chosen_basis(params, data)
    M = 1 + (data.d if basis is None else basis.n_functions)
    if (size := M * len(data.classes_present)) <= LARGEST:
        return ""
    words = f"The Hessian of {len(data.classes_present)} classes with {M:,} weights each is {size:,} × {size:,}: "
    return Objection(f"{words}take softmax regression by the gradient.", OtherMethod("softmax_gradient"))


LARGEST = 3000
"""A Hessian with more rows than this takes minutes and gigabytes."""


@dataclass(frozen=True)
class GaugeParams(ShiftParams):
    """The basis, the penalty, and which of the equally good weights are taken."""

    gauge: str = choice(
        GAUGES[0], GAUGES, rare=True, help="of equally good weights: shortest step, or last class fixed"
    )


@dataclass(frozen=True)
class Params(NewtonParams, GaugeParams):
    """These, and when Newton's method ends."""


Step: TypeAlias = NewtonStep[Softmax]
"""The weights after so many Newton steps, M = d + 1 for each of K classes, the biases first; all K·M in the Hessian."""
