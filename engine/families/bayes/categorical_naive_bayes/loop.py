"""Categorical naive Bayes: tables of chances, multiplied.   (Duda and Hart 1973)

P(xⱼ = v | Cₖ) = (nⱼᵥₖ + α) / (Nₖ + α Vⱼ)        nⱼᵥₖ rows of class k with level v, of Nₖ where feature j is known
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.families.bayes.asking import AskParams, asked, class_priors, most_steps, objection
from engine.families.bayes.chances import LevelParams, empty_objection, level_chances, level_counts
from engine.families.bayes.stepping import begun, counting, ended, fitted, places


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    step = begun(data)
    yield step
    k, K = places(data), len(step.counts)
    levels = [column.levels for column in data.columns]
    step = yield from counting(
        step, data,
        lambda rows: tuple(level_counts(data.X[rows, j], k[rows], K, len(levels[j])) for j in range(data.d)), levels,
    )  # fmt: skip
    step = replace(step, part="prior", priors=class_priors(step.counts, params))
    yield step
    n = step.tallies
    step = yield from fitted(step, data, lambda j, alpha: level_chances(n[j], alpha, params.values), params.alpha)
    step = yield from asked(step, data, params)
    return ended(step, data)


def bound(data: Dataset, params: Params) -> int:
    return most_steps(data, params)


def limits(data: Dataset, params: Params) -> str:
    """The point must fit; without smoothing every feature must be known somewhere in every class."""
    return objection(data, params) or empty_objection(data, range(data.d), params.alpha)


@dataclass(frozen=True)
class Params(AskParams, LevelParams):
    """Smoothing, the priors, and the point."""
