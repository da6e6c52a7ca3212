"""Multinomial naive Bayes: counts, each raising the chance of its word to a power.   (McCallum and Nigam 1998)

P(x | Cₖ) ∝ Πⱼ θⱼₖ^xⱼ        θⱼₖ = (nⱼₖ + α) / (Σⱼ nⱼₖ + α D)        nⱼₖ = Σₙ xₙⱼ over class k

The multinomial coefficient is the same for all classes, and cancels in the posterior.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.families.bayes.asking import AskParams, asked, class_priors, most_steps, objection
from engine.families.bayes.chances import count_chances, count_objection, word_counts
from engine.families.bayes.stepping import SmoothingParams, begun, counting, ended, fitted, places


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    step = begun(data)
    yield step
    k, K = places(data), len(step.counts)
    step = yield from counting(step, data, lambda rows: (word_counts(data.X[rows], k[rows], K),), [data.feature_names])
    step = replace(step, part="prior", priors=class_priors(step.counts, params))
    yield step
    (n,) = step.tallies
    step = yield from fitted(step, data, lambda j, alpha: count_chances(n, j, alpha), params.alpha)
    step = yield from asked(step, data, params)
    return ended(step, data)


def bound(data: Dataset, params: Params) -> int:
    return most_steps(data, params)


def limits(data: Dataset, params: Params) -> str:
    """The point must fit, and without smoothing every class must have counted something."""
    return objection(data, params) or count_objection(data, params.alpha)


@dataclass(frozen=True)
class Params(AskParams, SmoothingParams):
    """Smoothing, the priors, and the point."""
