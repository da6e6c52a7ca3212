"""Sampling: draws from a distribution, and how the spread of their mean narrows.   (Box and Muller 1958)

inverse:     x = F⁻¹(u), u uniform from 0 to 1
Box–Muller:  x = μ + σ z, z = √(−2 ln u) cos(2πv)
Cholesky:    x = μ + L z, Σ = L Lᵀ, z of Box–Muller          standard error of the mean: s / √N
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from engine.base.params import choice, real, whole
from engine.base.snapshot import no_numbers, snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.distributions.chosen import GAUSSIAN, FamilyParams, narrow_words
from engine.families.distributions.kinds import Kind, log_density
from engine.families.distributions.sampling.drawing_numbers import Tally, bins, box_muller, correlated


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    kind, ends = params.kind, bins(params.kind)
    tally = Tally(ends, np.zeros(len(ends) - 1))
    step = Step(kind=kind, tally=tally, expected=shares(kind, ends), way=params.drawn_by)
    yield step
    while tally.number < params.draws:
        count = stretch(tally.number, params)
        u = rng.random((count, 2))
        z = box_muller(u[:, 0], u[:, 1])
        pairs = correlated(z, params.centre, params.covariance) if params.drawn_by == CHOLESKY else np.zeros((0, 2))
        if params.drawn_by == INVERSE:
            x = kind.quantiles(u[:, 0])
        elif params.drawn_by == BOX_MULLER:
            x = params.mean + params.deviation * z[:, 0]
        else:
            x = pairs[:, 0]
        tally = tally.with_draws(x)
        step = after(step, tally, u[-1], z[-1], float(x[-1]), count, pairs)
        yield step
    return Ending.converged(said(tally))


def stretch(number: int, params: Params) -> int:
    """How many draws come next: one while there are few, then ever more."""
    if number < params.singly:
        return 1
    return int(min(max(1, round(number * GROWTH)), LARGEST, params.draws - number))


def after(step: Step, tally: Tally, u: np.ndarray, z: np.ndarray, x: float, count: int, pairs: np.ndarray) -> Step:
    """The step after this one, whose last draw is x."""
    return replace(
        step, tally=tally, u=u, z=z, x=x, count=count, pairs=np.vstack([step.pairs, pairs])[:SHOWN],
        sizes=np.append(step.sizes, tally.number), means=np.append(step.means, tally.mean),
        errors=np.append(step.errors, tally.error) if tally.number > 1 else step.errors,
    )  # fmt: skip


def shares(kind: Kind, ends: np.ndarray) -> np.ndarray:
    """(b,) the probability of each bin."""
    if kind.discrete and ends[1] - ends[0] == 1:
        return np.asarray(np.exp(log_density(kind, 0.5 * (ends[:-1] + ends[1:]))))
    return np.asarray(np.diff(kind.below(ends)))


def said(tally: Tally) -> str:
    """The mean of the draws with its standard error."""
    if tally.number < 2:
        return f"One draw: {figure(tally.mean)}."
    return f"{counted(tally.number, 'draw')}: their mean is {figure(tally.mean)} ± {figure(tally.error)}."


def bound(data: Dataset, params: Params) -> int:
    number, steps = 0, 1
    while number < params.draws:
        number += stretch(number, params)
        steps += 1
    return steps


def limits(data: Dataset, params: Params) -> str:
    """A Gaussian is not so narrow beside its mean that its width is rounding."""
    return narrow_words(params)


GROWTH = 0.25
"""A stretch is this share of the draws before it."""
LARGEST = 100_000
"""So many draws come at a time at most."""
SHOWN = 1000
"""So many pairs are drawn as dots."""
INVERSE, BOX_MULLER, CHOLESKY = WAYS = ("inverse distribution function", "Box–Muller", "Cholesky, pairs")


@dataclass(frozen=True)
class Params(FamilyParams):
    way: str = choice(INVERSE, WAYS, when=("family", (GAUSSIAN,)), help="how uniform random numbers become draws")
    correlation: float = real(
        0.7, low=-0.99, high=0.99, symbol=r"\rho", when=("way", (CHOLESKY,)), help="of the two numbers of a pair"
    )
    draws: int = whole(1000, low=1, high=1_000_000, log=True, symbol="N", help="how many in all")
    singly: int = whole(30, low=1, high=200, rare=True, label="draws one by one", help="then in growing stretches")

    @property
    def drawn_by(self) -> str:
        """The way for this distribution: of all but the Gaussian there is one."""
        return self.way if self.family == GAUSSIAN else INVERSE

    @property
    def centre(self) -> np.ndarray:
        """(2,) the mean of a pair."""
        return np.full(2, self.mean)

    @property
    def covariance(self) -> np.ndarray:
        """(2, 2) of a pair: the same variance twice."""
        return self.deviation**2 * np.array([[1.0, self.correlation], [self.correlation, 1.0]])


@snapshot
class Step:
    """The draws so far, and the last one."""

    kind: Kind
    tally: Tally
    expected: np.ndarray  # (b,) the probability of each bin
    way: str
    u: np.ndarray | None = None  # (2,) the uniform random numbers of the last draw
    z: np.ndarray | None = None  # (2,) the standard normal numbers that Box and Muller make of them
    x: float | None = None  # the last draw
    count: int = 0  # so many were drawn at this step
    pairs: np.ndarray = field(default_factory=lambda: np.zeros((0, 2)))  # (p, 2) the first pairs
    sizes: np.ndarray = field(default_factory=no_numbers)  # (k,) how many draws there were at each step
    means: np.ndarray = field(default_factory=no_numbers)  # (k,) their mean
    errors: np.ndarray = field(default_factory=no_numbers)  # its standard error at each with two draws or more
    model: None = None
