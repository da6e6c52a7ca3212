"""Bernoulli naive Bayes: what is present and what is absent, multiplied.   (McCallum and Nigam 1998)

P(x | Cₖ) = Πⱼ [xⱼ pⱼₖ + (1 − xⱼ)(1 − pⱼₖ)]        pⱼₖ = (nⱼₖ + α) / (Nₖ + 2 α)        xⱼ = 1 above the threshold
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from engine.base.params import real
from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.families.bayes.asking import AskParams, asked, class_priors, most_steps, objection
from engine.families.bayes.chances import empty_objection, presence_chances, presence_counts
from engine.families.bayes.stepping import SmoothingParams, begun, counting, ended, fitted, places


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    step = begun(data)
    yield step
    k, K = places(data), len(step.counts)
    at, sides = params.threshold, [("present", "absent")] * data.d
    step = yield from counting(step, data, lambda rows: presence_counts(data.X[rows], k[rows], K, at), sides)
    step = replace(step, part="prior", priors=class_priors(step.counts, params))
    yield step
    n = step.tallies
    step = yield from fitted(step, data, lambda j, alpha: presence_chances(n[j], at, alpha), params.alpha)
    step = yield from asked(step, data, params)
    return ended(step, data)


def bound(data: Dataset, params: Params) -> int:
    return most_steps(data, params)


def limits(data: Dataset, params: Params) -> str:
    """The point must fit; without smoothing every feature must be known somewhere in every class."""
    return objection(data, params) or empty_objection(data, range(data.d), params.alpha)


@dataclass(frozen=True)
class PresenceParams(SmoothingParams):
    """From which value on a feature counts as present."""

    threshold: float = real(0.0, low=-1e9, high=1e9, label="present above", help="a value above it counts as 1, else 0")


@dataclass(frozen=True)
class Params(AskParams, PresenceParams):
    """Smoothing, the threshold, the priors, and the point."""
