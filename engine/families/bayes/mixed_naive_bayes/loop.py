"""Naive Bayes of numbers and categories: densities and chances, multiplied.   (John and Langley 1995)

p(x | Cₖ) = Π N(xⱼ | μⱼₖ, σⱼₖ²) over the numbers · Π P(xⱼ | Cₖ) over the categories

Densities and chances may be multiplied: the same x is compared across the classes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from engine.base.params import choice, flag, real
from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.families.bayes.bells import DIVISORS, LIKELIHOOD, bell, flat_objection
from engine.families.bayes.chances import empty_objection, level_chances
from engine.families.bayes.stepping import (
    AskParams,
    SmoothingParams,
    asked,
    begun,
    class_priors,
    ended,
    fitted,
    most_steps,
    objection,
    places,
)
from engine.models.naive_bayes import Factor


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    step = begun(data)
    yield step
    step = replace(step, part="prior", priors=class_priors(step.counts, params))
    yield step
    k, K = places(data), len(step.counts)
    step = yield from fitted(step, data, lambda j: factor(data, j, k, K, params))
    step = yield from asked(step, data, params)
    return ended(step, data)


def factor(data: Dataset, j: int, k: np.ndarray, K: int, params: Params) -> Factor:
    """The factor that suits the column: a table of a category, else a Gaussian."""
    levels = data.columns[j].levels
    if levels:
        return level_chances(data.X[:, j], k, K, len(levels), params.alpha)
    return bell(data.X[:, j], k, K, params, data)


def bound(data: Dataset, params: Params) -> int:
    return most_steps(data, params)


def limits(data: Dataset, params: Params) -> str:
    """The point must fit, numbers need variance in every class, and categories a known value."""
    return (
        objection(data, params)
        or flat_objection(data, [j for j, column in enumerate(data.columns) if not column.levels], params)
        or empty_objection(data, [j for j, column in enumerate(data.columns) if column.levels], params.alpha)
    )


@dataclass(frozen=True)
class MixedParams(SmoothingParams):
    """How the Gaussians of the numbers are estimated."""

    shared: bool = flag(False, label="shared variances", rare=True, help="one variance of each number for all classes")
    divisor: str = choice(LIKELIHOOD, DIVISORS, rare=True, help="of a variance")
    floor: float = real(
        0.0, low=0.0, high=1.0, label="variance floor", rare=True, help="added, as a share of the largest variance"
    )


@dataclass(frozen=True)
class Params(AskParams, MixedParams):
    """Smoothing, the Gaussians, the priors, and the point."""
