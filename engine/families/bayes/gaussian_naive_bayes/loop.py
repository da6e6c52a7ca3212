"""Gaussian naive Bayes: a Gaussian for each feature in each class, multiplied.   (Duda and Hart 1973)

p(x | Cₖ) = Πⱼ N(xⱼ | μⱼₖ, σⱼₖ²)        μⱼₖ = Σₙ xₙⱼ / Nₖ        σⱼₖ² = Σₙ (xₙⱼ − μⱼₖ)² / Nₖ        sums over class k

With variances that all classes share it is linear in x.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from engine.base.params import choice, flag, real
from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.families.bayes.asking import AskParams, asked, class_priors, most_steps, objection
from engine.families.bayes.bells import DIVISORS, LIKELIHOOD, bell, flat_objection
from engine.families.bayes.stepping import begun, counting, ended, fitted, places


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    step = begun(data)
    yield step
    k, K = places(data), len(step.counts)
    step = yield from counting(step, data)
    step = replace(step, part="prior", priors=class_priors(step.counts, params))
    yield step
    step = yield from fitted(step, data, lambda j, _: bell(data.X[:, j], k, K, params, data))
    step = yield from asked(step, data, params)
    return ended(step, data)


def bound(data: Dataset, params: Params) -> int:
    return most_steps(data, params)


def limits(data: Dataset, params: Params) -> str:
    """Every feature needs variance in every class, and the point must fit."""
    return objection(data, params) or flat_objection(data, range(data.d), params)


@dataclass(frozen=True)
class BellParams:
    """How the Gaussians are estimated."""

    shared: bool = flag(False, label="shared variances", help="one variance of each feature for all classes: linear")
    divisor: str = choice(LIKELIHOOD, DIVISORS, rare=True, help="of a variance")
    floor: float = real(
        0.0, low=0.0, high=1.0, label="variance floor", rare=True, help="added, as a share of the largest variance"
    )


@dataclass(frozen=True)
class Params(AskParams, BellParams):
    """The Gaussians, the priors, and the point."""
