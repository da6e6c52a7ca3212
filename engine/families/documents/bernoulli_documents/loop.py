"""Bernoulli document model: every word of the vocabulary is in a text or is not.

P(b | Cₖ) = Πᵥ [bᵥ pᵥₖ + (1 − bᵥ)(1 − pᵥₖ)]        pᵥₖ = (nₖ(wᵥ) + α) / (Nₖ + 2 α)        bᵥ = [xᵥ > 0]

nₖ(wᵥ) (K, V) in how many texts of class k word v is, of Nₖ (K,)   (McCallum and Nigam 1998)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.families.documents.stepping import (
    DocumentParams,
    asked,
    begun,
    class_counts,
    counted_in,
    ended,
    estimated,
    model_of,
    most_steps,
    objection,
    with_priors,
)
from engine.models.documents import BERNOULLI


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    step = begun(data, params, presence=True)
    yield step
    step = yield from counted_in(step, data, params, present=True)
    step = with_priors(step, params)
    yield step
    p = shares(step.counts, step.sizes, params.alpha)
    model = model_of(step, p, data, params, BERNOULLI)
    step = yield from estimated(step, p, model, class_counts(data, params, present=False))
    step = yield from asked(step, data, params)
    return ended(step, data)


def shares(n: np.ndarray, N: np.ndarray, alpha: float) -> np.ndarray:
    """p (K, V): the share of the N (K,) texts of each class that have a word, from how many have it, n (K, V)."""
    return np.asarray((n + alpha) / (N[:, None] + 2 * alpha))


def bound(data: Dataset, params: Params) -> int:
    return most_steps(data, params)


def limits(data: Dataset, params: Params) -> str:
    """The texts must have words."""
    return objection(data, params)


@dataclass(frozen=True)
class Params(DocumentParams):
    """Smoothing, the priors, the words, and the document."""
