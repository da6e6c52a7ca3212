"""Complement naive Bayes: a class is as good as its words are rare in all the other classes.

sₖ(x) = Σᵥ xᵥ wᵥₖ        wᵥₖ = −ln θᵥₖ        θᵥₖ = (Σ_{l≠k} nᵥₗ + α) / (Σᵥ Σ_{l≠k} nᵥₗ + α V)

nᵥₗ (K, V) how often word v occurs in the texts of class l; scaled, wₖ is divided by Σᵥ |wᵥₖ|   (Rennie and others 2003)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import flag
from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.families.documents.multinomial_documents.loop import shares
from engine.families.documents.stepping import (
    PriorParams,
    QueryParams,
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
from engine.models.documents import COMPLEMENT


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    step = begun(data, params)
    yield step
    step = yield from counted_in(step, data, params, present=False)
    step = with_priors(step, PriorParams())  # they have no say in the scores
    theta = shares(complement(step.counts), params.alpha)
    model = model_of(step, theta, data, params, COMPLEMENT, params.scaled)
    step = yield from estimated(step, theta, model, class_counts(data, params, present=True))
    step = yield from asked(step, data, params)
    return ended(step, data)


def complement(n: np.ndarray) -> np.ndarray:
    """(K, V) how often each word occurs in the texts of all the other classes, from the counts n (K, V)."""
    return np.asarray(n.sum(axis=0) - n)


def bound(data: Dataset, params: Params) -> int:
    return most_steps(data, params)


def limits(data: Dataset, params: Params) -> str:
    """The texts must have words; without smoothing all the classes but one."""
    if words := objection(data, params):
        return words
    n = complement(class_counts(data, params))
    return wordless(n, data, params.alpha)


@dataclass(frozen=True)
class Params(QueryParams):
    """Smoothing, the words and the document."""

    scaled: bool = flag(
        False, label="normalise the weights", rare=True, help="divide those of a class by the sum of their sizes"
    )
