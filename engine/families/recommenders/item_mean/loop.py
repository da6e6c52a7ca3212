"""Item mean: the mean of all ratings that a film has, the same prediction for every user.

x̂_uf = (1 / |C_f|) Σ M_cf,   C_f the critics who have rated f, without the user
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
from engine.parts.stretches import FEW, pauses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    M = ratings(data, params)
    u, f = user_of(M, params), film_of(M, params)
    critics = critics_of(M, params)
    C_f = critics[~np.isnan(M[critics, f])]  # only those who have rated it: a gap is no 0
    step = Step(part="start", user=u, film=f, asked=len(critics), critics=C_f, given=M[C_f, f], own=own_rating(M, u, f))
    yield step

    for done in pauses(len(C_f), STRETCHES, False):
        total = float(step.given[:done].sum())
        step = replace(step, part="rating", done=done, before=step.done, last=step.total, total=total,
                       mean=mean(total, done))  # fmt: skip
        yield step

    if not len(C_f):
        return Ending.failed("Nobody has rated this film: a cold start of the film, and no prediction.")
    yield replace(step, part="answer")
    return Ending.converged(f"The prediction is {figure(step.mean)}, the mean of {counted(len(C_f), 'rating')}.")


def mean(total: float, count: int) -> float:
    """x̂ = Σ M_cf / |C_f|."""
    return total / count


def bound(data: Dataset, params: Params) -> int:
    return 2 + FEW


STRETCHES = 12
"""Many ratings are added in so many stretches."""


@dataclass(frozen=True)
class Params(FilmParams):
    """Who asks, and about which film."""


@snapshot
class Step:
    """How many ratings are added."""

    part: Literal["start", "rating", "answer"]
    user: int
    film: int
    asked: int  # critics, who have rated the film or not
    critics: np.ndarray  # the rows of those who have rated it
    given: np.ndarray  # their ratings
    own: float | None  # that of the user, if there is one
    done: int = 0  # so many are added
    before: int = 0
    last: float = 0.0  # the sum before
    total: float = 0.0  # and now
    mean: float = 0.0
    model: None = None

    @property
    def critic(self) -> int | None:
        """The critic of this step."""
        return int(self.critics[self.done - 1]) if self.part == "rating" else None

    @property
    def running(self) -> np.ndarray:
        """(done,) the mean of the ratings so far, after each."""
        return np.asarray(self.given[: self.done].cumsum() / np.arange(1, self.done + 1))
