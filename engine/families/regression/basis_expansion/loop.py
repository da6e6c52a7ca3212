"""Basis expansion: a curve is a weighted sum of fixed functions of x, and the fit is still linear in the weights.

y(x) = b + Σⱼ wⱼ φⱼ(x)        w = argmin Σₙ (tₙ − y(xₙ))²

polynomial  φⱼ(x) = xʲ
Gaussian    φⱼ(x) = exp(−½ ‖x − cⱼ‖² / α²)
sigmoid     φⱼ(x) = σ((x − cⱼ) / s)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from engine.base.params import choice, flag, real, whole
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.regression.growing import Growth, first, grown, orders, polynomial, spaced
from engine.families.regression.growth_conditions import columns_words, polynomial_limits
from engine.models.basis import Basis, Gaussians, Sigmoids

POLYNOMIAL, GAUSSIAN, SIGMOID = KINDS = ("polynomial", "gaussian", "sigmoid")
LOCAL = (GAUSSIAN, SIGMOID)


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    phi = functions(data, params)
    growth = None
    for M in sizes(phi, params):
        growth = grown(growth, None if phi is None else first(phi, M), data)
        yield growth
    assert growth is not None
    said = f"{counted(growth.count, 'basis function')}: the training RMSE is {figure(growth.training[-1])}."
    return Ending.converged(said + columns_words(growth))


def functions(data: Dataset, params: Params) -> Basis | None:
    """All functions that will be added; None for a polynomial of order 0."""
    if params.basis == POLYNOMIAL:
        return polynomial(params.order, data, params.rescale)
    return spaced(params.basis, params.functions, params.width, data)


def sizes(phi: Basis | None, params: Params) -> list[int]:
    """How many functions there are at each stop: one more, or all terms of the next order."""
    if params.basis == POLYNOMIAL:
        return orders(phi)
    assert isinstance(phi, (Gaussians, Sigmoids))
    return list(range(phi.n_functions + 1))


def bound(data: Dataset, params: Params) -> int:
    return 2 + (params.order if params.basis == POLYNOMIAL else 2 * params.functions)


def limits(data: Dataset, params: Params) -> str:
    """A polynomial may have too many terms, or powers that are too large."""
    if params.basis == POLYNOMIAL:
        return polynomial_limits(data, params.order, params.rescale)
    return ""


def width_used(step: Step, params: Params) -> float | None:
    """The width of a run, as its steps have it."""
    return step.width


@dataclass(frozen=True)
class Params:
    basis: str = choice(POLYNOMIAL, KINDS, symbol=r"\varphi", label="basis functions", help="what is added")
    order: int = whole(
        9, low=0, high=15, symbol="M", when=("basis", (POLYNOMIAL,)), label="highest order", clear=True,
        help="of a term",
    )  # fmt: skip
    rescale: bool = flag(
        True, when=("basis", (POLYNOMIAL,)), label="rescale x to −1 … 1", help="the same curve, better conditioned"
    )
    functions: int = whole(9, low=1, high=40, when=("basis", LOCAL), label="how many", clear=True, help="functions")
    width: float = real(
        0.0, low=0.0, high=1e6, log=True, symbol=r"\alpha", when=("basis", LOCAL), auto=width_used,
        help="α of a bump, s of a soft step; auto: from the distance of the centres",
    )  # fmt: skip


Step: TypeAlias = Growth
"""The model with so many functions."""
