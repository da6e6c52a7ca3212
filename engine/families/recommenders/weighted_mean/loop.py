"""Weighted mean: the ratings of a film, each weighed by how much its critic is like the user.   (Segaran 2007)

x̂_uf = Σ s_c M_cf / Σ s_c,   over the critics C_f who have rated f
s_c = 1 / (1 + distance),   or from the correlation: 1 + r
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.recommenders.asking import FilmParams, critics_of, film_of, own_rating, ratings, user_of
from engine.families.recommenders.weights import DISTANCE, WeightParams, by_correlation, by_distance, weighted_mean
from engine.parts.stretches import FEW, pauses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    M = ratings(data, params)
    u, f, critics = user_of(M, params), film_of(M, params), critics_of(M, params)
    C_f = critics[~np.isnan(M[critics, f])]
    none = np.zeros(len(C_f))
    step = Step(part="start", user=u, film=f, asked=len(critics), critics=C_f, given=M[C_f, f], own=own_rating(M, u, f),
                shared=none.astype(np.intp), measure=none, weights=none)  # fmt: skip
    yield step
    if not len(C_f):
        return Ending.failed("Nobody has rated this film: a cold start of the film, and no prediction.")

    weigh = by_distance if params.similarity == DISTANCE else by_correlation
    for done in pauses(len(C_f), STRETCHES, False):
        n, measure, s = weigh(M, u, C_f[step.done : done], params)
        step = step.weighed(done, n, measure, s)
        yield step

    fallback = not step.weights.any()
    x = float(step.given.mean()) if fallback else weighted_mean(step.weights, step.given)
    yield replace(step, part="answer", fallback=fallback, prediction=x)
    if fallback:
        return Ending.stopped(f"All weights are 0: the prediction is the item mean, {figure(x)}.")
    return Ending.converged(f"The prediction is {figure(x)}, from {counted(step.counted, 'critic')}.")


def bound(data: Dataset, params: Params) -> int:
    return 2 + FEW


STRETCHES = 12
"""Many critics are weighed in so many stretches."""


@dataclass(frozen=True)
class Params(WeightParams, FilmParams):
    """Who asks, about which film, and by what the critics are weighed."""


@snapshot
class Step:
    """How many critics are weighed."""

    part: Literal["start", "critic", "answer"]
    user: int
    film: int
    asked: int  # critics, who have rated the film or not
    critics: np.ndarray  # (m,) the rows of those who have
    given: np.ndarray  # (m,) their ratings of it
    own: float | None  # that of the user, if there is one
    shared: np.ndarray  # (m,) films in common with the user
    measure: np.ndarray  # (m,) distance or correlation
    weights: np.ndarray  # (m,) s, 0 of one who is excluded
    done: int = 0
    before: int = 0
    last: tuple[float, float] = (0.0, 0.0)  # Σ s M and Σ s before
    sums: tuple[float, float] = (0.0, 0.0)  # and now
    fallback: bool = False  # whether all weights are 0
    prediction: float | None = None
    model: None = None

    def weighed(self, done: int, n: np.ndarray, measure: np.ndarray, s: np.ndarray) -> Step:
        """With some more critics."""
        shared, measures, weights = (np.array(one) for one in (self.shared, self.measure, self.weights))
        shared[self.done : done], measures[self.done : done], weights[self.done : done] = n, measure, s
        numerator, denominator = float(weights[:done] @ self.given[:done]), float(weights[:done].sum())
        balance = weighted_mean(weights[:done], self.given[:done]) if denominator > 0 else None
        return replace(self, part="critic", shared=shared, measure=measures, weights=weights, done=done,
                       before=self.done, last=self.sums, sums=(numerator, denominator), prediction=balance)  # fmt: skip

    @property
    def critic(self) -> int | None:
        """The critic of this step."""
        return int(self.critics[self.done - 1]) if self.part == "critic" else None

    @property
    def counted(self) -> int:
        """How many critics count so far."""
        return int((self.weights > 0).sum())

    @property
    def shares(self) -> np.ndarray:
        """(m,) what part of all weight each has."""
        return np.asarray(self.weights / max(self.sums[1], 1e-300))
