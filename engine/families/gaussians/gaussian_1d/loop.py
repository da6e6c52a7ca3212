"""Gaussians of one feature: bells over a line, and the points where the classes change.   (Duda and Hart 1973)

ln p(x | Cₖ) = −½ (ln 2π + ln σₖ² + (x − μₖ)² / σₖ²)        aₖ(x) = ln p(x | Cₖ) + ln πₖ

a(x) = a₁(x) − a₂(x) = q u² + b u + c,  u = x − m        a(x) = 0 at none, one or two points; m lies between the means
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.params import choice, whole
from engine.base.snapshot import no_indices, snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.gaussians.estimating import (
    DIVISORS,
    LIKELIHOOD,
    OWN,
    SHARED,
    PriorParams,
    class_priors,
    counts_of,
    divisor_objection,
    priors_objection,
    scatter_of,
)
from engine.families.gaussians.estimating import pooled as pooled_variance
from engine.families.gaussians.gaussian_1d.flat import flat_objection
from engine.families.gaussians.scoring import FEW, pairs, three_terms
from engine.maths.algebra.conics import Border, border, roots
from engine.maths.algebra.covariance import column_means
from engine.maths.probability.sigmoid import softmax
from engine.models.gaussians import GaussianClasses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: GaussianClasses | None = None) -> Steps:
    step = Step(part="start", counts=counts_of(data))
    if start is not None:
        step = with_model(step, start)
    yield step
    if start is None:
        step = replace(step, priors=class_priors(step.counts, params))
        means, variances = np.zeros((0, 1)), np.zeros((0, 1, 1))
        for k, code in enumerate(data.classes_present):
            X = data.X[data.codes == code]
            means = np.vstack([means, column_means(X)])
            variances = np.concatenate([variances, scatter_of(X, means[k], params.divisor)[None]])
            step = replace(step, part="class", k=k, means=means, variances=variances)
            yield step
        if params.variance == SHARED:
            shared = pooled_variance(variances, step.counts, params.divisor)
            variances = np.repeat(shared[None], len(means), axis=0)
            step = replace(step, part="pool", k=None, former=step.variances, variances=variances)
            yield step
        assert step.priors is not None
        start = GaussianClasses(step.priors, means, variances, np.array(data.classes_present))
    model = start
    step = with_model(step, model)

    row = params.shown(data)
    terms = np.zeros((0, 3))
    for k in range(len(model.classes)):
        terms = np.vstack([terms, three_terms(data.X[row], model.priors[k], model.means[k], model.covariances[k])])
        step = replace(step, part="evaluate", k=k, row=row, terms=terms)
        yield step
    step = replace(step, part="posterior", k=None, posterior=softmax(terms.sum(axis=1)[None])[0])
    yield step

    for first, second in pairs(len(model.classes)):
        two = [first, second]
        a = border(model.means[two], model.covariances[two], model.priors[two])
        step = replace(step, part="ratio", pair=(first, second), border=a, roots=np.zeros(0))
        yield step
        step = replace(step, part="roots", roots=roots(a))
        yield step

    wrong = np.flatnonzero(model.predict(data.X) != data.codes)
    yield replace(step, part="classified", wrong=wrong)
    errors = counted(len(wrong), "training error")
    return Ending.converged(f"{len(model.classes)} bells: {errors} among {data.n:,} points.")


def with_model(step: Step, model: GaussianClasses) -> Step:
    """The step with all the Gaussians of a model."""
    return replace(step, model=model, priors=model.priors, means=model.means, variances=model.covariances)


def bound(data: Dataset, params: Params) -> int:
    return 4 + 2 * max(len(data.classes_present), 60) + FEW * (FEW - 1)


def limits(data: Dataset, params: Params) -> str:
    """The priors must fit, and every class needs some spread."""
    return (
        priors_objection(data, params)
        or divisor_objection(data, params.divisor)
        or flat_objection(data, params.variance == SHARED)
    )


@dataclass(frozen=True)
class Spread:
    """What stands before the priors."""

    variance: str = choice(OWN, (OWN, SHARED), symbol=r"\sigma^2", help="one for each class, or one for all")
    divisor: str = choice(LIKELIHOOD, DIVISORS, help="of a variance; shared N or N − K")


@dataclass(frozen=True)
class Params(PriorParams, Spread):
    row: int = whole(1, low=1, high=1_000_000, of_rows=True, label="point", help="the row worked out, at most the last")

    @property
    def pools(self) -> bool:
        """Whether one variance serves all classes."""
        return self.variance == SHARED

    def grouped(self, K: int) -> np.ndarray:
        """(K,) the group of each class: the classes of a group share their variance."""
        return np.zeros(K, dtype=int) if self.pools else np.arange(K)

    def shown(self, data: Dataset) -> int:
        """The index of the row that is worked out."""
        return min(self.row, data.n) - 1


@snapshot
class Step:
    """How far the bells are fitted, one point is worked out, and the borders are found."""

    part: Literal["start", "class", "pool", "evaluate", "posterior", "ratio", "roots", "classified"]
    counts: np.ndarray  # (K,) rows of each class
    model: GaussianClasses | None = None
    k: int | None = None  # the place of the class that this step is about
    priors: np.ndarray | None = None  # (K,)
    means: np.ndarray | None = None  # (k, 1)
    variances: np.ndarray | None = None  # (k, 1, 1)
    former: np.ndarray | None = None  # (K, 1, 1) before they are pooled
    row: int | None = None
    terms: np.ndarray | None = None  # (k, 3) of each class: square, width, prior
    posterior: np.ndarray | None = None  # (K,)
    pair: tuple[int, int] | None = None
    border: Border | None = None  # a(x) of that pair
    roots: np.ndarray | None = None  # (r,) where it is 0
    wrong: np.ndarray = field(default_factory=no_indices)

    @property
    def scores(self) -> np.ndarray | None:
        """(k,) aₖ of the point but for −½ ln 2π."""
        return None if self.terms is None else self.terms.sum(axis=1)
