"""Likelihood of a sample over one parameter: point by point, its maximum, log and not.   (Fisher 1922)

L(θ) = Πₙ p(xₙ | θ)        ln L(θ) = Σₙ ln p(xₙ | θ)        at the best θ, inside its range: d ln L / dθ = 0
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import several
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.distributions.kinds import Kind, log_density
from engine.families.distributions.likelihood.unknowns import (
    COIN,
    RATE,
    SYMBOL,
    UnknownParams,
    best,
    kind_of,
    legal,
    sample_words,
    score,
    tried,
)
from engine.families.distributions.samples import SampleParams, sample_objection


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    x = params.points(data)
    grid = tried(params, x)
    theta = legal(params, params.theta[0], grid) if params.theta else best(params, x)
    kind = kind_of(params, theta)
    step = Step(part="start", kind=kind, theta=theta, x=x, grid=grid, curve=np.zeros(len(grid)))
    yield step
    while step.number < len(x):
        new = x[step.number : step.number + stretch(step.number)]
        terms = log_density(kind, new)  # ln p(xₙ | θ)
        cannot = step.cannot or not np.isfinite(terms).all()
        term = 0.0 if cannot else float(terms.sum())
        curve = step.curve + over_grid(params, grid, new)
        step = replace(
            step, part="point", number=step.number + len(new), count=len(new), term=term,
            total=step.total + term, cannot=cannot, curve=curve,
        )  # fmt: skip
        yield step
    found = best(params, x)
    border = params.unknown in (COIN, RATE) and (found == 0 or (found == 1 and params.unknown == COIN))
    up, down = (0.0, 0.0) if border else score(params, x, found)
    top = float(log_density(kind_of(params, found), x).sum())
    yield replace(step, part="best", best=found, top=top, up=up, down=down, border=border)
    return Ending.converged(f"ln L is greatest at {SYMBOL[params.unknown]} = {figure(found)}: {figure(top)}.")


def over_grid(params: Params, grid: np.ndarray, x: np.ndarray) -> np.ndarray:
    """(m,) what points x add to ln L at each value of the parameter."""
    return np.array([float(log_density(kind_of(params, float(theta)), x).sum()) for theta in grid])


def stretch(number: int) -> int:
    """How many points come next: one while there are few, then ever more."""
    return 1 if number < SINGLY else max(1, number // 2)


def bound(data: Dataset, params: Params) -> int:
    number, steps, N = 0, 2, len(params.points(data))
    while number < N:
        number, steps = number + stretch(number), steps + 1
    return steps


def limits(data: Dataset, params: Params) -> str:
    """The sample has a point, all of it numbers that the distribution can give."""
    return sample_objection(data, params) or sample_words(params, params.points(data))


SINGLY = 40
"""So many points come one by one."""


@dataclass(frozen=True)
class Params(SampleParams, UnknownParams):
    theta: tuple[float, ...] = several(
        most=1, symbol=r"\theta", label="value", auto=lambda step, params: (step.theta,),
        help="of the parameter, typed or dragged; empty: the best",
    )  # fmt: skip


@snapshot
class Step:
    """The likelihood of the points so far."""

    part: Literal["start", "point", "best"]
    kind: Kind  # with the parameter theta
    theta: float
    x: np.ndarray  # (N,) the sample
    grid: np.ndarray  # (m,) values of the parameter
    curve: np.ndarray  # (m,) ln L of the points so far at each
    number: int = 0  # so many points have been taken
    count: int = 0  # of them at this step
    term: float = 0.0  # what this step added to ln L
    total: float = 0.0  # ln L at theta so far, while every point can occur
    cannot: bool = False  # whether one of them cannot: L is 0 and ln L −∞
    best: float | None = None  # where ln L is greatest
    top: float | None = None  # ln L there
    up: float = 0.0  # both parts of its slope there
    down: float = 0.0
    border: bool = False  # whether the best is an end of the range
    model: None = None
