"""Distribution: mass or density, distribution function, quantile, mean and variance.   (Bishop 2006, appendix B)

p(x) = first factor × second factor        P(X ≤ x) = Σ p or ∫ p up to x        quantile: the least x with P(X ≤ x) ≥ q

μ = ∫ x p(x) dx        σ² = ∫ (x − μ)² p(x) dx = E[x²] − μ²        sums where p is a mass
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import real, several
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.distributions.chosen import FamilyParams, narrow_words
from engine.families.distributions.distribution.slices import BARS, cuts, over_slice
from engine.families.distributions.kinds import Kind, log_density
from engine.maths.algebra.agreement import cleared


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    kind = params.kind
    x = params.x[0] if params.x else usual(kind)
    step = Step(part="shape", kind=kind, x=x, values=places(kind), heights=np.exp(log_density(kind, places(kind))))
    yield step
    ln_p = float(log_density(kind, np.array([x]))[0])
    if ln_p > -math.inf:
        first, second = (float(one[0]) for one in kind.factors(np.array([x])))
        step = replace(step, part="first", first=first)
        yield step
        step = replace(step, part="second", second=second)
        yield step
    step = replace(step, part="density", ln_p=ln_p)
    yield step
    step = replace(step, part="below", below=float(kind.below(np.array([x]))[0]))
    yield step
    step = replace(step, part="quantile", quantile=float(kind.quantiles(np.array([params.q]))[0]))
    yield step

    if math.isnan(kind.mean):
        yield replace(step, part="none")
        return Ending.converged("It has no mean and no variance: the tails are too heavy.")
    edges = cuts(kind)
    for i in range(len(edges) - 1):
        low, high = float(edges[i]), float(edges[i + 1])
        here, part = over_slice(kind, low, high, np.ones_like), over_slice(kind, low, high, lambda x: x)
        mass, mu = step.mass + here, summed(step.mu, part)
        step = replace(step, part="mean", slice=i, ends=(low, high), here=here, added=part, mass=mass, mu=mu)
        yield step
    if math.isinf(kind.variance):
        yield replace(step, part="none")
        return Ending.converged(f"Its mean is {figure(kind.mean)}; its variance is infinite.")
    for i in range(len(edges) - 1):
        low, high = float(edges[i]), float(edges[i + 1])
        part = over_slice(kind, low, high, lambda x: (x - kind.mean) ** 2)
        square = step.square + over_slice(kind, low, high, lambda x: x**2)
        sigma2 = step.sigma2 + part
        step = replace(step, part="variance", slice=i, ends=(low, high), added=part, sigma2=sigma2, square=square)
        yield step
    yield replace(step, part="moments")
    return Ending.converged(f"Its mean is {figure(kind.mean)} and its variance {figure(kind.variance)}.")


def summed(one: float, other: float) -> float:
    """A sum, and 0 where both cancel but for the rounding of many nodes."""
    return float(cleared(one + other, abs(one) + abs(other), ROUNDED))


def usual(kind: Kind) -> float:
    """Where the density is worked out if no place is given: a standard deviation above the mean, or 1."""
    above = kind.mean + math.sqrt(kind.variance) if kind.variance < math.inf else 1.0
    return min(float(math.floor(above)), kind.support[1]) if kind.discrete else min(above, kind.seen[1])


def places(kind: Kind) -> np.ndarray:
    """(m,) where it is drawn: at the whole numbers, or along a curve that leaves endless ends out."""
    first, last = kind.seen
    if kind.discrete:
        return np.arange(first, last + 1)
    x = np.linspace(first, last, CURVE)
    inside = [not (x[0] == kind.support[0] and kind.rough[0] < 1), not (x[-1] == kind.support[1] and kind.rough[1] < 1)]
    return x[0 if inside[0] else 1 : len(x) if inside[1] else -1]


def bound(data: Dataset, params: Params) -> int:
    return 7 + 2 * (BARS + 1)


def limits(data: Dataset, params: Params) -> str:
    """A Gaussian is not so narrow beside its mean that its width is rounding."""
    return narrow_words(params)


CURVE = 401
"""A density is drawn through so many places."""
ROUNDED = 1e-12
"""So much of what cancels may rounding leave."""


@dataclass(frozen=True)
class Params(FamilyParams):
    x: tuple[float, ...] = several(
        most=1,
        label="place",
        symbol="x",
        auto=lambda step, params: (step.x,),
        help="empty: a standard deviation above the mean",
    )  # fmt: skip
    q: float = real(0.95, low=0.0, high=1.0, share=True, label="probability", symbol="q", help="of the quantile")


@snapshot
class Step:
    """How far the numbers of a distribution have been worked out."""

    part: Literal["shape", "first", "second", "density", "below", "quantile", "none", "mean", "variance", "moments"]
    kind: Kind
    x: float  # where the mass or density is worked out
    values: np.ndarray  # (m,) where it is drawn
    heights: np.ndarray  # (m,) the mass or density there
    first: float | None = None  # ln of the first factor at x
    second: float | None = None
    ln_p: float | None = None  # ln p(x)
    below: float | None = None  # P(X ≤ x)
    quantile: float | None = None  # of q
    slice: int | None = None  # of the sum at this step
    ends: tuple[float, float] | None = None  # of the slice
    here: float = 0.0  # the probability of the slice
    added: float = 0.0  # what it adds to the mean, or to the variance
    mass: float = 0.0  # the probability of the slices so far
    mu: float = 0.0  # the mean by the slices so far
    sigma2: float = 0.0  # the variance by the slices so far
    square: float = 0.0  # E[x²] by the slices so far
    model: None = None
