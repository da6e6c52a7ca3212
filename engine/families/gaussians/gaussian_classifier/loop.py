"""Gaussian classifier: fit a Gaussian to each class, and give a point to the class that explains it best.

    aₖ(x) = −½ (x − μₖ)ᵀ Σₖ⁻¹ (x − μₖ) − ½ ln |Σₖ| + ln πₖ          P(Cₖ | x) = exp aₖ / Σⱼ exp aⱼ

With one Σ for all classes the squares in x cancel, and the borders are straight: linear discriminant analysis.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

import numpy as np

from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.gaussians.estimating import (
    class_priors,
    counts_of,
    objection,
    pooled,
    pooled_in,
    scatter_of,
    shaped,
)
from engine.families.gaussians.gaussian_classifier.examples import FROM_ROWS, example_objection, set_out
from engine.families.gaussians.gaussian_classifier.stepping import Params, Step
from engine.families.gaussians.scoring import FEW, by_feature, collected, expanded, likelihood, pairs, three_terms
from engine.maths.algebra.conics import border
from engine.maths.algebra.covariance import column_means
from engine.maths.probability.sigmoid import softmax
from engine.models.gaussians import GaussianClasses
from engine.parts.repairing import NONE, repaired


def run(data: Dataset, params: Params, rng: np.random.Generator, start: GaussianClasses | None = None) -> Steps:
    step = Step(part="start", counts=counts_of(data))
    model = set_out(data, params.example) if start is None else start
    if model is not None:
        step = with_model(step, model)
    yield step
    if model is None:
        step, model = yield from fitted(data, params, step)
    step = with_model(step, model)

    kinds: tuple[str, ...] = ()
    for first, second in pairs(len(model.classes)):
        two = [first, second]
        found = border(model.means[two], model.covariances[two], model.priors[two], params.tolerance)
        kinds = (*kinds, found.kind)
        step = replace(step, part="border", k=None, pair=(first, second), border=found, kinds=kinds)
        yield step
    if len(kinds) > 1:
        step = replace(step, part="borders")
        yield step

    row = params.shown(data)
    step = yield from scored(row, data.X[row], model, step)
    if model.linear_scores() is not None:
        step = yield from linear(data.X[row], model, step)
    assert step.terms is not None
    step = replace(step, part="posterior", posterior=softmax(step.terms.sum(axis=1)[None])[0])
    yield step

    if params.missing:
        known = np.array(data.X[row])
        known[params.left_out(data)] = np.nan
        step = replace(step, part="missing", marginal=model.predict_proba(known[None])[0])
        yield step

    joint = model.log_joint(data.X)
    wrong = np.flatnonzero(model.classes[joint.argmax(axis=0)] != data.codes)
    step = replace(step, part="classified", wrong=wrong, log_likelihood=likelihood(joint, model.classes, data.codes))
    yield step

    errors = counted(len(wrong), "training error")
    return Ending.converged(f"{len(model.classes)} classes, a Gaussian each: {errors} among {data.n:,} points.")


def fitted(data: Dataset, params: Params, step: Step) -> Generator[Step, None, tuple[Step, GaussianClasses]]:
    """The Gaussians of all classes at once, or of the last one after those of the others."""
    if not params.later:
        step = yield from estimated(data, params, step)
        step = yield from finished(params, step)
        return step, gaussians(data, step)
    others = data.subset(data.codes != data.classes_present[-1])
    step = yield from estimated(others, params, replace(step, counts=counts_of(others)))
    step = yield from finished(params, step)
    step = replace(step, part="fitted", k=None, model=gaussians(others, step))
    yield step

    assert step.means is not None and step.scatters is not None and step.covariances is not None
    counts, X = counts_of(data), data.X[data.codes == data.classes_present[-1]]
    mean = column_means(X)
    S = scatter_of(X, mean, params.divisor)
    step = replace(
        step, part="new", k=len(counts) - 1, model=None, counts=counts, priors=class_priors(counts, params),
        means=np.vstack([step.means, mean]), scatters=np.concatenate([step.scatters, S[None]]),
        covariances=np.concatenate([step.covariances, shaped(S, params.covariance)[None]]),
    )  # fmt: skip
    yield step
    step = yield from finished(params, step)
    return step, gaussians(data, step)


def estimated(data: Dataset, params: Params, step: Step) -> Generator[Step, None, Step]:
    """The maximum-likelihood fit of each class: its prior, its mean, its scatter."""
    d = data.d
    step = replace(step, part="prior", priors=class_priors(step.counts, params))
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
    return step


def finished(params: Params, step: Step) -> Generator[Step, None, Step]:
    """What the parameters make of the scatters: pooled within groups, of one shape, and repaired."""
    assert step.scatters is not None
    scatters, counts = step.scatters, step.counts
    shared, groups = pooled(scatters, counts, params.divisor), params.grouped(len(counts))
    each = pooled_in(groups, scatters, counts, params.divisor)
    if len(np.unique(groups)) < len(groups):
        step = replace(step, part="pool", k=None, pooled=shared, covariances=each)
        yield step
    kept = np.array([shaped(S, params.covariance) for S in each])
    if (kept != each).any():
        step = replace(step, part="shape", k=None, covariances=kept)
        yield step
    if params.repair != NONE:
        former, kept = kept, np.array([repaired(S, params, lambda: shared) for S in kept])
        step = replace(step, part="repair", k=None, former=former, covariances=kept)
        yield step
    return step


def gaussians(data: Dataset, step: Step) -> GaussianClasses:
    """The model of a step whose Gaussians are all estimated."""
    assert step.priors is not None and step.means is not None and step.covariances is not None
    return GaussianClasses(step.priors, step.means, step.covariances, np.array(data.classes_present))


def scored(row: int, x: np.ndarray, model: GaussianClasses, step: Step) -> Generator[Step, None, Step]:
    """The score of each class at a point; without covariances first feature by feature."""
    step = replace(step, k=None, row=row)
    for j, part in enumerate(by_feature(x, model)):
        parts = part[:, None] if j == 0 else np.column_stack([step.parts, part])
        step = replace(step, part="feature", parts=parts)
        yield step
    terms = np.zeros((0, 3))
    for k in range(len(model.classes)):
        terms = np.vstack([terms, three_terms(x, model.priors[k], model.means[k], model.covariances[k])])
        step = replace(step, part="score", k=k, terms=terms)
        yield step
    return step


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
    return 18 + 3 * K + FEW * (FEW - 1) // 2 + data.d


def limits(data: Dataset, params: Params) -> str:
    """Every class needs a covariance with an inverse, and the priors must fit."""
    return objection(data, params) if params.example == FROM_ROWS else example_objection(data, params.example)


MOST = 60
"""So many Gaussians can be placed by hand."""
