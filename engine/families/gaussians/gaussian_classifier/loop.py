"""Gaussian classifier: fit a Gaussian to each class, and give a point to the class that explains it best.

    aₖ(x) = −½ (x − μₖ)ᵀ Σₖ⁻¹ (x − μₖ) − ½ ln |Σₖ| + ln πₖ          P(Cₖ | x) = exp aₖ / Σⱼ exp aⱼ

With one Σ for all classes the squares in x cancel, and the borders are straight: linear discriminant analysis.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.params import whole
from engine.base.snapshot import no_indices, snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.gaussians.estimating import (
    EstimateParams,
    class_priors,
    counts_of,
    objection,
    pooled,
    scatter_of,
    shaped,
)
from engine.families.gaussians.scoring import FEW, collected, expanded, likelihood, pairs, three_terms
from engine.maths.algebra.conics import Border, border
from engine.maths.algebra.covariance import column_means
from engine.maths.probability.sigmoid import softmax
from engine.models.gaussians import GaussianClasses
from engine.parts.repairing import NONE, repaired


def run(data: Dataset, params: Params, rng: np.random.Generator, start: GaussianClasses | None = None) -> Steps:
    step = Step(part="start", counts=counts_of(data))
    if start is not None:
        step = with_model(step, start)
    yield step
    model = start
    if model is None:
        step, model = yield from estimated(data, params, step)
    step = with_model(step, model)

    for first, second in pairs(len(model.classes)):
        two = [first, second]
        found = border(model.means[two], model.covariances[two], model.priors[two])
        step = replace(step, part="border", pair=(first, second), border=found)
        yield step

    row = params.shown(data)
    x = data.X[row]
    terms = np.zeros((0, 3))
    for k in range(len(model.classes)):
        terms = np.vstack([terms, three_terms(x, model.priors[k], model.means[k], model.covariances[k])])
        step = replace(step, part="score", k=k, row=row, terms=terms)
        yield step

    if model.linear_scores() is not None:
        step = yield from linear(x, model, step)

    step = replace(step, part="posterior", posterior=softmax(terms.sum(axis=1)[None])[0])
    yield step

    if params.missing:
        known = np.array(x)
        known[params.left_out(data)] = np.nan
        step = replace(step, part="missing", marginal=model.predict_proba(known[None])[0])
        yield step

    joint = model.log_joint(data.X)
    wrong = np.flatnonzero(model.classes[joint.argmax(axis=0)] != data.codes)
    step = replace(step, part="classified", wrong=wrong, log_likelihood=likelihood(joint, model.classes, data.codes))
    yield step

    errors = counted(len(wrong), "training error")
    return Ending.converged(f"{len(model.classes)} classes, a Gaussian each: {errors} among {data.n:,} points.")


def estimated(data: Dataset, params: Params, step: Step) -> Generator[Step, None, tuple[Step, GaussianClasses]]:
    """The maximum-likelihood fit: priors, means, the scatter of each class, and what the parameters make of it."""
    counts, d = step.counts, data.d
    priors = class_priors(counts, params)
    step = replace(step, part="prior", priors=priors)
    yield step
    means, scatters = np.zeros((0, d)), np.zeros((0, d, d))
    for k, code in enumerate(data.classes_present):
        means = np.vstack([means, column_means(data.X[data.codes == code])])
        step = replace(step, part="mean", k=k, means=means)
        yield step
    for k, code in enumerate(data.classes_present):
        S = scatter_of(data.X[data.codes == code], means[k], params.divisor)
        scatters = np.concatenate([scatters, S[None]])
        step = replace(step, part="scatter", k=k, scatters=scatters, covariances=scatters)
        yield step
    shared = pooled(scatters, counts, params.divisor)
    if params.pools:
        step = replace(step, part="pool", k=None, pooled=shared, covariances=np.repeat(shared[None], len(counts), 0))
        yield step
    each = np.repeat(shared[None], len(counts), 0) if params.pools else scatters
    kept = np.array([shaped(S, params.covariance) for S in each])
    if (kept != each).any():
        step = replace(step, part="shape", k=None, covariances=kept)
        yield step
    if params.repair != NONE:
        former, kept = kept, np.array([repaired(S, params, lambda: shared) for S in kept])
        step = replace(step, part="repair", k=None, former=former, covariances=kept)
        yield step
    return step, GaussianClasses(priors, means, kept, np.array(data.classes_present))


def linear(x: np.ndarray, model: GaussianClasses, step: Step) -> Generator[Step, None, Step]:
    """With one covariance: the square is multiplied out, what all classes share cancels, the rest is linear in x."""
    opened = expanded(x, model.priors, model.means, model.covariances[0])
    step = replace(step, part="expand", k=None, expansion=opened)
    yield step
    step = replace(step, part="cancel")
    yield step
    weights, biases = collected(model.priors, model.means, model.covariances[0])
    step = replace(step, part="collect", weights=weights, biases=biases)
    yield step
    return step


def with_model(step: Step, model: GaussianClasses) -> Step:
    """The step with all the Gaussians of a model."""
    return replace(step, model=model, priors=model.priors, means=model.means, covariances=model.covariances)


def bound(data: Dataset, params: Params) -> int:
    K = max(len(data.classes_present), MOST)
    return 11 + 3 * K + FEW * (FEW - 1) // 2


def limits(data: Dataset, params: Params) -> str:
    """Every class needs a covariance with an inverse, and the priors must fit."""
    return objection(data, params)


MOST = 60
"""So many Gaussians can be placed by hand."""


@dataclass(frozen=True)
class Params(EstimateParams):
    row: int = whole(1, low=1, high=1_000_000, of_rows=True, label="point", help="the row worked out, at most the last")
    missing: int = whole(
        0, low=0, high=1000, label="missing feature", rare=True, help="its number, at most the last; 0: none is missing"
    )

    def shown(self, data: Dataset) -> int:
        """The index of the row that is worked out."""
        return min(self.row, data.n) - 1

    def left_out(self, data: Dataset) -> int:
        """The index of the feature that is missing, of one that is."""
        return min(self.missing, data.d) - 1


Part = Literal[
    "start", "prior", "mean", "scatter", "pool", "shape", "repair",
    "border", "score", "expand", "cancel", "collect", "posterior", "missing", "classified",
]  # fmt: skip


@snapshot
class Step:
    """How far the Gaussians are estimated, their borders found, and one point is worked out."""

    part: Part
    counts: np.ndarray  # (K,) rows of each class
    model: GaussianClasses | None = None
    k: int | None = None  # the place of the class that this step is about
    priors: np.ndarray | None = None  # (K,)
    means: np.ndarray | None = None  # (k, d) as far as they are known
    scatters: np.ndarray | None = None  # (k, d, d) of each class by itself
    covariances: np.ndarray | None = None  # (k, d, d) in use
    pooled: np.ndarray | None = None  # (d, d)
    former: np.ndarray | None = None  # (K, d, d) before the repair
    pair: tuple[int, int] | None = None
    border: Border | None = None  # of that pair
    row: int | None = None
    terms: np.ndarray | None = None  # (k, 3) of each class: square, determinant, prior
    expansion: np.ndarray | None = None  # (K, 4) of one covariance: the square in x, linear in x, constant, prior
    weights: np.ndarray | None = None  # (K, d) wₖ
    biases: np.ndarray | None = None  # (K,) wₖ₀
    posterior: np.ndarray | None = None  # (K,)
    marginal: np.ndarray | None = None  # (K,) without the missing feature
    wrong: np.ndarray = field(default_factory=no_indices)
    log_likelihood: float | None = None  # ln L at the end

    @property
    def scores(self) -> np.ndarray | None:
        """(k,) aₖ, the sums of the terms."""
        return None if self.terms is None else self.terms.sum(axis=1)
