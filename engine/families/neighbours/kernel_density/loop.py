"""Kernel density estimate: a bump around every row, and their sum.   (Rosenblatt 1956; Parzen 1962)

p(x) = 1 / (N h^D) Σ K(‖x − xₙ‖ / h),   where K has the volume 1
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import choice, flag, real
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.neighbours.measuring import chosen_width
from engine.maths.probability.kernels import GAUSSIAN
from engine.maths.probability.sigmoid import log_sum_exp
from engine.models.kernel_density import BUMPS, AskedDensity, KernelDensity
from engine.models.neighbours import Query
from engine.parts.querying import QueryParams, asked, length_objection
from engine.parts.stretches import pauses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Query | None = None) -> Steps:
    known = KernelDensity(data.X, params.kernel, params.h or usual_width(data.X))
    z = asked(data, params, start)
    step = Step(part="start", model=AskedDensity(z, known))
    yield step

    logs = known.log_bumps(z[None])
    for stop in pauses(data.n, 20, params.every_row):
        log_p = float(log_sum_exp(logs[:, :stop])[0])
        step = replace(step, part="add", before=step.taken, taken=stop, log_p=log_p)
        yield step
    yield replace(step, part="answer", before=data.n)
    return Ending.converged(f"At the query ln p = {figure(step.log_p)}.")


def usual_width(X: np.ndarray) -> float:
    """Silverman's rule for Gaussian clouds: h = σ (4 / ((D + 2) N))^(1 / (D + 4)), σ² the mean of the variances."""
    n, d = X.shape
    scale = float(np.abs(X - X[0]).max())
    sigma = scale * float(np.sqrt((X / scale).var(axis=0, ddof=1).mean())) if scale > 0 and n > 1 else 1.0
    return float(sigma * (4.0 / ((d + 2) * n)) ** (1.0 / (d + 4)))


def bound(data: Dataset, params: Params) -> int:
    return 3 + data.n


def limits(data: Dataset, params: Params) -> str:
    return length_objection(data, params)


@dataclass(frozen=True)
class Bumps:
    """The shape of the bumps."""

    kernel: str = choice(GAUSSIAN, BUMPS, clear=True, help="the shape of a bump")
    h: float = real(
        0.0, low=0.0, high=1e6, log=True, symbol="h", label="bandwidth", auto=chosen_width,
        help="of a bump; auto: by Silverman's rule",
    )  # fmt: skip
    every_row: bool = flag(False, label="stop at every row", rare=True, help="also where there are many")


@dataclass(frozen=True)
class Params(QueryParams, Bumps):
    """The bumps, and where the density is asked."""


@snapshot
class Step:
    """So many bumps have been added."""

    part: Literal["start", "add", "answer"]
    model: AskedDensity
    before: int = 0  # how many there were at the step before
    taken: int = 0
    log_p: float = -np.inf  # ln of the sum of the bumps so far at the query
