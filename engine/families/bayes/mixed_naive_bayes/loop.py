"""Naive Bayes of numbers and categories: densities and chances, multiplied.   (John and Langley 1995)

p(x | Cₖ) = Π N(xⱼ | μⱼₖ, σⱼₖ²) over the numbers · Π P(xⱼ | Cₖ) over the categories

Densities and chances may be multiplied: the same x is compared across the classes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from engine.base.params import choice, flag, real
from engine.core.algorithm import Steps
from engine.data.dataset import Column, Dataset
from engine.families.bayes.asking import AskParams, asked, class_priors, most_steps, objection
from engine.families.bayes.bells import DIVISORS, LIKELIHOOD, bell, flat_objection
from engine.families.bayes.chances import LevelParams, empty_objection, level_chances, level_counts
from engine.families.bayes.stepping import begun, counting, ended, fitted, places
from engine.models.naive_bayes import Factor


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    step = begun(data)
    yield step
    levels = [column.levels if params.tabled(column) else () for column in data.columns]
    step = yield from counting(
        step, data, lambda rows: tuple(tallied(data, rows, j, params) for j in range(data.d)), levels
    )
    step = replace(step, part="prior", priors=class_priors(step.counts, params))
    yield step
    n = step.tallies
    step = yield from fitted(step, data, lambda j, alpha: factor(data, j, n[j], alpha, params), params.alpha)
    step = yield from asked(step, data, params)
    return ended(step, data)


def tallied(data: Dataset, rows: slice, j: int, params: Params) -> np.ndarray:
    """(K, V) how often each value of a category occurs in these rows; (K, 0) of a number."""
    K, column = len(data.classes_present), data.columns[j]
    if not params.tabled(column):
        return np.zeros((K, 0), dtype=np.int64)
    return level_counts(data.X[rows, j], places(data)[rows], K, len(column.levels))


def factor(data: Dataset, j: int, n: np.ndarray, alpha: float, params: Params) -> Factor:
    """The factor that suits the column: a table of a category, from its counts n (K, V), else a Gaussian."""
    if params.tabled(data.columns[j]):
        return level_chances(n, alpha, params.values)
    return bell(data, j, params)


def bound(data: Dataset, params: Params) -> int:
    return most_steps(data, params)


def limits(data: Dataset, params: Params) -> str:
    """The point must fit, numbers need variance in every class, and categories a known value."""
    return (
        objection(data, params)
        or flat_objection(data, [j for j, column in enumerate(data.columns) if not params.tabled(column)], params)
        or empty_objection(data, [j for j, column in enumerate(data.columns) if params.tabled(column)], params.alpha)
    )


AS_CATEGORY, AS_NUMBER = ORDINAL = ("categories", "numbers")


@dataclass(frozen=True)
class MixedParams(LevelParams):
    """How the Gaussians of the numbers are estimated."""

    shared: bool = flag(False, label="shared variances", rare=True, help="one variance of each number for all classes")
    divisor: str = choice(LIKELIHOOD, DIVISORS, rare=True, help="of a variance")
    floor: float = real(
        0.0, low=0.0, high=1.0, label="variance floor", rare=True, help="added, as a share of the largest variance"
    )
    ordinal: str = choice(
        AS_CATEGORY, ORDINAL, label="ordinal features", rare=True, help="levels with an order: a table, or their ranks"
    )

    def tabled(self, column: Column) -> bool:
        """Whether a column has a table of its values, and no Gaussian."""
        return bool(column.levels) and (column.kind != "ordinal" or self.ordinal == AS_CATEGORY)


@dataclass(frozen=True)
class Params(AskParams, MixedParams):
    """Smoothing, the Gaussians, the priors, and the point."""
