"""Multinomial document model: every word of a text is drawn from the bag of words of its class.

P(x | Cₖ) = n! / Πᵥ xᵥ! · Πᵥ θᵥₖ^xᵥ        θᵥₖ = (nᵥₖ + α) / (Σᵥ nᵥₖ + α V)        n = Σᵥ xᵥ

nᵥₖ (K, V) how often word v occurs in the texts of class k;  xᵥ (V,) how often in the document   (McCallum, Nigam 1998)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import flag
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
    wordless,
)
from engine.models.documents import MULTINOMIAL


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    step = begun(data, params)
    yield step
    step = yield from counted_in(step, data, params, present=False)
    step = with_priors(step, params)
    yield step
    theta = shares(step.counts, params.alpha)
    model = model_of(step, theta, data, params, MULTINOMIAL)
    step = yield from estimated(step, theta, model, class_counts(data, params, present=True))
    step = yield from asked(step, data, params, params.coefficient)
    return ended(step, data)


def shares(n: np.ndarray, alpha: float) -> np.ndarray:
    """θ (K, V): the share of each word among all words of a class, from the counts n (K, V)."""
    return np.asarray((n + alpha) / (n.sum(axis=1, keepdims=True) + alpha * n.shape[1]))


def bound(data: Dataset, params: Params) -> int:
    return most_steps(data, params)


def limits(data: Dataset, params: Params) -> str:
    """The texts must have words; without smoothing those of every class."""
    if words := objection(data, params):
        return words
    n = class_counts(data, params)
    return wordless(n, data, params.alpha)


@dataclass(frozen=True)
class Params(DocumentParams):
    """With the coefficient, which is the same in all classes."""

    coefficient: bool = flag(
        True, label="coefficient", rare=True, help="tell n! / Π x!, the orders in which the words can stand"
    )
