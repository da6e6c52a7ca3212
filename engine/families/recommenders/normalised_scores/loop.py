"""Normalised scores: each critic's ratings as standard scores.   (Herlocker et al. 1999)

z_cf = (x_cf − x̄_c) / s_c        s_c² = Σ (x_cf − x̄_c)² / (F_c − 1),   over the F_c films that critic c has rated
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import choice
from engine.base.snapshot import snapshot
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.recommenders.asking import Orientation, ratings
from engine.families.recommenders.weights import level
from engine.families.recommenders.wording import critics, in_terms
from engine.parts.stretches import FEW, pauses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    M = ratings(data, params)
    C = len(M)
    step = Step(part="start", means=np.zeros(C), deviations=np.zeros(C), rated=np.zeros(C, dtype=np.intp))
    yield step
    for done in pauses(C, STRETCHES, False):
        rows = M[step.done : done]
        F_c = (~np.isnan(rows)).sum(axis=1)
        mean, s = mean_and_deviation(rows, F_c, params)
        step = step.with_critics(done, F_c, mean, s)
        yield step
    yield replace(step, part="all")
    out = int((step.deviations == 0).sum())
    if out == C:
        return Ending.failed(in_terms("No critic has two ratings that differ: no score is defined.", params))
    return Ending.converged(f"{critics(C - out, params)} with scores of mean 0 and deviation 1; {out} without.")


def mean_and_deviation(rows: np.ndarray, F_c: np.ndarray, params: Params) -> tuple[np.ndarray, np.ndarray]:
    """x̄ and s (r,) of the ratings that are there; s is 0 where it is undefined: one rating, or all the same."""
    mean, s = level(rows, ~np.isnan(rows))
    return mean, s if params.divisor == SAMPLE else s * np.sqrt((F_c - 1.0).clip(0.0) / np.maximum(F_c, 1))


def scores(x: np.ndarray, mean: float, s: float) -> np.ndarray:
    """z = (x − x̄) / s, NaN for a gap, and for all where s is 0."""
    return np.asarray((x - mean) / s if s else np.full(len(x), np.nan))


def bound(data: Dataset, params: Params) -> int:
    return 2 + FEW


STRETCHES = 12
"""Many critics are gone through in so many stretches."""
SAMPLE, POPULATION = DIVISORS = ("F − 1", "F")


@dataclass(frozen=True)
class Params(Orientation):
    """Of whom the scores are, and the divisor."""

    divisor: str = choice(SAMPLE, DIVISORS, clear=True, help="of the variance")


@snapshot
class Step:
    """How many critics have scores."""

    part: Literal["start", "critic", "all"]
    means: np.ndarray  # (C,) x̄
    deviations: np.ndarray  # (C,) s, 0 where it is undefined
    rated: np.ndarray  # (C,) F_c
    done: int = 0
    before: int = 0
    model: None = None

    def with_critics(self, done: int, F_c: np.ndarray, mean: np.ndarray, s: np.ndarray) -> Step:
        """With some more critics."""
        means, deviations, rated = (np.array(one) for one in (self.means, self.deviations, self.rated))
        means[self.done : done], deviations[self.done : done], rated[self.done : done] = mean, s, F_c
        return replace(self, part="critic", means=means, deviations=deviations, rated=rated, done=done,
                       before=self.done)  # fmt: skip

    @property
    def critic(self) -> int | None:
        """The critic of this step."""
        return self.done - 1 if self.part == "critic" else None
