"""Gaussian naive Bayes: a Gaussian for each feature in each class, multiplied.   (Duda and Hart 1973)

p(x | Cₖ) = Πⱼ N(xⱼ | μⱼₖ, σⱼₖ²)        μⱼₖ = Σₙ xₙⱼ / Nₖ        σⱼₖ² = Σₙ (xₙⱼ − μⱼₖ)² / Nₖ        sums over class k

With variances that all classes share it is linear in x; else the border of two classes is a conic.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from engine.base.params import choice, flag, real
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.bayes.asking import AskParams, asked, class_priors, most_steps, objection
from engine.families.bayes.bells import DIVISORS, LIKELIHOOD, bell, flat_objection
from engine.families.bayes.gaussian_naive_bayes.holding import bells_of, means_of, variances_of
from engine.families.bayes.stepping import begun, counting, ended, fitted, placed
from engine.maths.algebra.conics import Border, border
from engine.models.naive_bayes import NaiveBayes


def run(data: Dataset, params: Params, rng: np.random.Generator, start: NaiveBayes | None = None) -> Steps:
    step = begun(data)
    if start is not None and not suits(start, data):
        yield step
        return Ending.failed("The Gaussians that are placed are of other classes than the rows: begin afresh.")
    if start is not None:
        step = placed(step, data, start)
    yield step
    if start is None:
        step = yield from counting(step, data)
        step = replace(step, part="prior", priors=class_priors(step.counts, params))
        yield step
        step = yield from fitted(step, data, lambda j, _: bell(data, j, params))
    for pair in pairs(len(step.counts)) if data.d <= 2 else ():
        step = replace(step, part="border", j=None, k=None, pair=pair, border=between(step.model, pair))
        yield step
    step = yield from asked(step, data, params)
    return ended(step, data)


def between(model: NaiveBayes | None, pair: tuple[int, int]) -> Border:
    """a(x) = ln p(x, C₁) − ln p(x, C₂) = Σⱼ (qⱼ uⱼ² + bⱼ uⱼ) + c of two classes, and the kind of a = 0."""
    assert model is not None
    two = list(pair)
    return border(
        means_of(model)[two], np.array([np.diag(each) for each in variances_of(model)[two]]), model.priors[two]
    )


def pairs(K: int) -> list[tuple[int, int]]:
    """All pairs of a few classes; of more than three only the first."""
    return [(0, 1), (0, 2), (1, 2)] if K == 3 else [(0, 1)]


def suits(model: NaiveBayes, data: Dataset) -> bool:
    """Whether it is of Gaussians alone, and of the classes that occur."""
    return len(bells_of(model)) == data.d and model.classes.tolist() == list(data.classes_present)


def bound(data: Dataset, params: Params) -> int:
    return 3 + most_steps(data, params)


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
