"""One bizarre rating: how far a single odd rating moves three predictions.

mean: x̂ moves by δ / |C_f|        weighted: by δ s_c / Σ s        by scores: z_cf, x̄_c and s_c of the critic all move
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import ceil
from typing import Literal

import numpy as np

from engine.base.params import real, whole
from engine.base.snapshot import no_numbers, snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.recommenders.asking import FilmParams, critics_of, film_of, ratings, user_of
from engine.families.recommenders.predicting import METHODS, predicted


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    M = np.array(ratings(data, params))
    u, f, critics = user_of(M, params), film_of(M, params), critics_of(M, params)
    M[u, f] = np.nan  # what is to be predicted is not known
    c = chosen_critic(M, f, critics, params)
    if c is None:
        yield Step(part="start", user=u, film=f)
        return Ending.failed("Nobody has rated this film: there is no rating to change, and no prediction.")

    x, shares, counts = three(M, u, f, c, critics)
    low, high = float(np.nanmin(M)), float(np.nanmax(M))
    step = Step(part="start", user=u, film=f, critic=c, original=float(M[c, f]), rating=float(M[c, f]), low=low,
                high=high, before=told(x), now=told(x), known=~np.isnan(x), shares=shares, counts=counts,
                path=np.append(M[c, f], told(x))[None])  # fmt: skip
    yield step

    times = min(ceil(abs(params.change)), MOST)
    for k in range(1, times + 1):
        M[c, f] = step.original + params.change * k / times
        x, shares, counts = three(M, u, f, c, critics)
        path = np.vstack([step.path, np.append(M[c, f], told(x))])
        known, last = ~np.isnan(x), step.now
        step = replace(step, part="changed", rating=float(M[c, f]), last=last, now=told(x), known=known, shares=shares)
        step = replace(step, path=path)
        yield step
    moved = ", ".join(f"{METHODS[at]} {figure(step.moved[at])}" for at in np.flatnonzero(step.known))
    return Ending.converged(f"The rating moved by {figure(step.rating - step.original)}, the predictions: {moved}.")


def three(M: np.ndarray, u: int, f: int, c: int, critics: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(3,) each: what the mean and the two weighted means predict, the share of critic c, and how many count."""
    found = [predicted(M, u, critics, method) for method in METHODS]
    at = int(np.flatnonzero(critics == c)[0])
    x = np.array([one.values[f] for one in found])
    weights = [one.weights[:, f] for one in found]
    shares = np.array([w[at] / w.sum() if w.sum() > 0 else 0.0 for w in weights])
    return x, shares, np.array([one.counts[f] for one in found])


def told(x: np.ndarray) -> np.ndarray:
    """Predictions as they are kept: 0 where nothing is known."""
    return np.where(np.isnan(x), 0.0, x)


def chosen_critic(M: np.ndarray, f: int, critics: np.ndarray, params: Params) -> int | None:
    """The critic whose rating changes: the named one if they have rated the film, else the first who has."""
    rated = critics[~np.isnan(M[critics, f])]
    if params.critic and (rated == params.critic - 1).any():
        return params.critic - 1
    return int(rated[0]) if len(rated) else None


def bound(data: Dataset, params: Params) -> int:
    return 1 + MOST


MOST = 20
"""The rating changes in so many steps at most, by one each while that is enough."""


@dataclass(frozen=True)
class Changing:
    """Whose rating changes, and by how much."""

    critic: int = whole(
        0, low=0, high=1_000_000, of_rows=True, label="critic", clear=True, help="0: the first who rated it"
    )
    change: float = real(4.0, low=-1e6, high=1e6, label="change", clear=True, help="by so much in the end; or drag it")


@dataclass(frozen=True)
class Params(Changing, FilmParams):
    """Whose rating changes, and whose prediction is looked at."""


@snapshot
class Step:
    """The rating so far, and the three predictions."""

    part: Literal["start", "changed"]
    user: int
    film: int
    critic: int | None = None
    original: float = 0.0
    rating: float = 0.0
    low: float = 0.0  # the least and the greatest rating of the table
    high: float = 0.0
    before: np.ndarray = field(default_factory=no_numbers)  # (3,) the predictions at first
    last: np.ndarray = field(default_factory=no_numbers)  # (3,) at the step before
    now: np.ndarray = field(default_factory=no_numbers)  # (3,) and now
    known: np.ndarray = field(default_factory=no_numbers)  # (3,) which of them there are
    shares: np.ndarray = field(default_factory=no_numbers)  # (3,) what part of all weight the critic has
    counts: np.ndarray = field(default_factory=no_numbers)  # (3,) how many critics count
    path: np.ndarray = field(default_factory=no_numbers)  # (k, 4) the rating so far, with the predictions
    model: None = None

    @property
    def moved(self) -> np.ndarray:
        """(3,) how far each prediction has moved from where it was."""
        return np.asarray(self.now - self.before)
