"""Maximum likelihood of a Gaussian: mean, scatter, and what the likelihood makes of any covariance.   (Fisher 1922)

μ̂ = (1/N) Σₙ xₙ        S = (1/N) Σₙ (xₙ − μ̂)(xₙ − μ̂)ᵀ        Σ̂ = S, or N/(N − 1) S without bias

ln L = −(N/2) ln |Σ| − (N/2) tr(Σ⁻¹ S) − (N D/2) ln 2π        of any Σ about μ̂; it is greatest at Σ = S
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.errors import AddPoints, Objection, Refusal, SetParameter
from engine.base.params import choice
from engine.base.snapshot import no_numbers, snapshot
from engine.base.words import figure, vector
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.gaussians.estimating import DIVISORS, LIKELIHOOD, UNBIASED, divided_by
from engine.maths.algebra.covariance import column_means
from engine.models.gaussian_density import GaussianDensity


def run(data: Dataset, params: Params, rng: np.random.Generator, start: GaussianDensity | None = None) -> Steps:
    X, N, D = data.X, data.n, data.d
    step = Step(part="start", model=start, by_hand=start is not None, scatter=np.zeros((D, D)))
    yield step
    mu = column_means(X)
    model = None if start is None else GaussianDensity(mu, start.covariance)
    step = replace(step, part="mean", model=model, mean=mu)
    yield step

    while step.number < N:
        count = stretch(step.number, N)
        added = outer_products(X[step.number : step.number + count] - mu)
        number, scatter = step.number + count, step.scatter + added
        step = replace(step, part="outer", number=number, count=count, row=number - 1, added=added, scatter=scatter)
        yield step
    S = step.scatter / N
    Sigma = step.scatter / divided_by(N, params.divisor)
    fitted = usable(mu, S)
    if model is None and fitted is not None:
        model = GaussianDensity(mu, Sigma)
    step = replace(step, part="covariance", row=None, model=model, S=S, sigma=Sigma)
    yield step
    if model is None:
        yield replace(step, part="unbounded", flat=flat_words(data, S))
        return Ending.failed("The scatter is flat in some direction: the likelihood grows without bound. Add points.")

    best = None if fitted is None else three_terms(fitted, S, N)
    terms = three_terms(model, S, N)
    for known, part in enumerate(TERMS, 1):
        step = replace(step, part=part, terms=terms[:known], best=best)
        yield step
    step = replace(
        step, part="likelihood", total=float(terms.sum()), flat="" if best is not None else flat_words(data, S)
    )
    yield step
    if best is None:
        return Ending.stopped("The scatter is flat in some direction: a thinner ellipse always has a greater ln L.")
    said = f"The mean is {vector(mu)}; the greatest ln L, at Σ = S, is {figure(best.sum())}"
    lost = best.sum() - terms.sum()
    return Ending.converged(f"{said}, here {figure(terms.sum())}." if lost > 1e-9 * abs(best).sum() else f"{said}.")


def outer_products(Z: np.ndarray) -> np.ndarray:
    """(D, D) Σₙ zₙ zₙᵀ of deviations Z (c, D)."""
    return np.asarray(Z.T @ Z)


def three_terms(model: GaussianDensity, S: np.ndarray, N: int) -> np.ndarray:
    """(3,) −(N/2) ln |Σ|, −(N/2) tr(Σ⁻¹ S) and −(N D/2) ln 2π."""
    D = model.n_features
    return np.array([-N * model.log_determinant / 2, -N * model.trace_of(S) / 2, -N * D * math.log(2 * math.pi) / 2])


def usable(mean: np.ndarray, S: np.ndarray) -> GaussianDensity | None:
    """The Gaussian with this covariance; None where it is flat in some direction."""
    try:
        return GaussianDensity(mean, S)
    except Refusal:
        return None


def flat_words(data: Dataset, S: np.ndarray) -> str:
    """Why the scatter S (D, D) is flat."""
    still = np.flatnonzero(np.diagonal(S) == 0)
    if len(still):
        return f"every point has the same {data.columns[int(still[0])].title}"
    if data.n <= data.d:
        return f"{data.n:,} points span at most {data.n - 1:,} of {data.d} directions"
    return "some feature is a sum of others"


def stretch(number: int, N: int) -> int:
    """How many rows come next: one while there are few, then ever more."""
    return 1 if number < SINGLY else min(max(1, number // 2), N - number)


def bound(data: Dataset, params: Params) -> int:
    number, steps = 0, 8
    while number < data.n:
        number, steps = number + stretch(number, data.n), steps + 1
    return steps


def limits(data: Dataset, params: Params) -> str:
    """N − 1 is no divisor where there is one row."""
    if data.n == 1 and params.divisor == UNBIASED:
        words = "There is 1 point, and the divisor N − 1 is then 0: divide by N, or add points."
        return Objection(words, SetParameter("divisor", LIKELIHOOD), AddPoints())
    return ""


SINGLY = 12
"""So many rows are added one by one."""
Part = Literal["start", "mean", "outer", "covariance", "unbounded", "determinant", "trace", "constant", "likelihood"]
TERMS: tuple[Part, ...] = ("determinant", "trace", "constant")


@dataclass(frozen=True)
class Params:
    divisor: str = choice(LIKELIHOOD, DIVISORS, help="N is the most likely; N − 1 has no bias")


@snapshot
class Step:
    """How far the mean, the scatter and the likelihood have been worked out."""

    part: Part
    model: GaussianDensity | None
    by_hand: bool  # whether Σ is pulled or typed by hand
    scatter: np.ndarray  # (D, D) Σ z zᵀ of the rows so far
    mean: np.ndarray | None = None  # (D,) μ̂
    number: int = 0  # so many rows are in the scatter
    count: int = 0  # of them at this step
    row: int | None = None  # the last of them
    added: np.ndarray | None = None  # (D, D) what they added
    S: np.ndarray | None = None  # (D, D) the scatter divided by N
    sigma: np.ndarray | None = None  # (D, D) Σ̂, divided as asked for
    flat: str = ""  # why the likelihood has no bound
    terms: np.ndarray = field(default_factory=no_numbers)  # (k,) of ln L at Σ, as far as they are known
    best: np.ndarray | None = None  # (3,) the terms at Σ = S
    total: float | None = None  # ln L at Σ
