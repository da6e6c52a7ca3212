"""Model order: polynomials of rising order, judged on rows that they were not fitted to.   (Stone 1974)

y(x) = b + Σⱼ wⱼ xʲ,  j ≤ M        M* = argmin E_val(M)        the lowest order of several that err as little

f over-fits if another predictor has a greater training error and a smaller error on other rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.params import flag, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.regression.growing import Growth, first, grown, orders, polynomial
from engine.families.regression.growth_conditions import polynomial_limits
from engine.maths.probability.row_keys import shuffled
from engine.models.linear import LinearPredictor


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    held = held_back(data, params, rng)
    data = data.changed(held=held)
    phi = polynomial(params.most, data, params.rescale)
    least = min(params.least, params.most)
    growth, tried = None, tuple[LinearPredictor, ...]()
    for M in orders(phi)[least:]:
        growth = grown(growth, None if phi is None else first(phi, M), data)
        tried = (*tried, growth.model)
        yield Step(part="order", model=growth.model, growth=growth, held=held, tried=tried, least=least)

    assert growth is not None
    best = int(np.argmin(growth.validation))
    yield Step(part="choose", model=tried[best], growth=growth, held=held, tried=tried, least=least)
    error = figure(growth.validation[best])
    return Ending.converged(f"Order {least + best} has the least validation RMSE: {error}.")


def held_back(data: Dataset, params: Params, rng: np.random.Generator) -> np.ndarray:
    """(n,) which rows are for validation: those that are given, or a share drawn at random."""
    if data.held is not None:
        return data.held
    count = min(max(round(params.share * data.n), 1), data.n - 1)
    held = np.zeros(data.n, dtype=bool)
    held[shuffled(data.row_keys, rng)[-count:]] = True
    return held


def bound(data: Dataset, params: Params) -> int:
    return max(params.most - params.least, 0) + 2


def limits(data: Dataset, params: Params) -> str:
    """The polynomial of the highest order must be one that can be fitted."""
    return polynomial_limits(data, params.most, params.rescale, "most")


@dataclass(frozen=True)
class Params:
    least: int = whole(
        0, low=0, high=15, label="lowest order", rare=True, help="that is tried, no higher than the highest"
    )
    most: int = whole(9, low=0, high=15, symbol="M", label="highest order", clear=True, help="that is tried")
    share: float = real(
        0.3, low=0.05, high=0.9, label="validation fraction",
        help="drawn at random, where no rows are kept for validation (panel Data, under Split)",
    )  # fmt: skip
    rescale: bool = flag(True, label="rescale x to −1 … 1", rare=True, help="the same curve, better conditioned")


@snapshot
class Step:
    """One order tried, or at the end the best of them."""

    part: Literal["order", "choose"]
    model: LinearPredictor
    growth: Growth
    held: np.ndarray  # (n,) which rows are for validation
    tried: tuple[LinearPredictor, ...]
    least: int  # the order of the first of them

    @property
    def order(self) -> int:
        """The highest order so far."""
        return self.least + len(self.tried) - 1

    @property
    def best(self) -> int:
        """The order with the least validation error so far, the lowest of several."""
        return self.least + int(np.argmin(self.growth.validation))

    @property
    def orders(self) -> np.ndarray:
        """(k,) those that were tried."""
        return self.least + np.arange(len(self.tried))
