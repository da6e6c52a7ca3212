"""Pearson recommender: critics count by the correlation of their ratings with the user's.   (Resnick et al. 1994)

r_uc = Σ z_uf z_cf / (n − 1),   over the n films in common        w_c = 1 + r_uc
x̂_uf = x̄_u + s_u Σ w_c z_cf / Σ w_c        plain form: Σ w_c M_cf / Σ w_c
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.params import choice, flag, whole
from engine.base.snapshot import no_numbers, snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.recommenders.asking import FilmParams, Orientation, critics_of, film_of, flipped, ratings, user_of
from engine.families.recommenders.pearson_recommender.pairs import Pair, matrix_of, paired, places_shown
from engine.families.recommenders.weights import (
    ALL_RATED,
    IN_COMMON,
    LEVELS,
    MapParams,
    by_correlation,
    correlations,
    scores_of,
    user_level,
    weighted_mean,
)  # fmt: skip
from engine.families.recommenders.wording import in_terms
from engine.parts.stretches import FEW, pauses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    M = ratings(data, params)
    u, f, critics = user_of(M, params), film_of(M, params), critics_of(M, params)
    step = Step(part="start", user=u, film=f, asked=len(critics))
    yield step

    c = params.critic - 1 if params.critic else first_correlated(M, u, critics, params)
    if c is not None:
        pair = paired(M, u, min(c, len(M) - 1), params.over)
        for done in pauses(len(pair.films), STRETCHES, False):
            step = replace(step, part="product", pair=pair, added=done)
            yield step
        step = replace(step, part="pair", pair=pair)
        yield step
        rows = places_shown(len(M), u, pair.critic)
        yield replace(step, part="matrix", rows=rows, R=matrix_of(M, rows, params.over))

    C_f = critics[~np.isnan(M[critics, f])]
    none = np.zeros(len(C_f))
    step = replace(step, critics=C_f, given=M[C_f, f], shared=none.astype(np.intp), r=none, weights=none, z=none)
    for done in pauses(len(C_f), STRETCHES, False):
        some = C_f[step.done : done]
        n, r, w = by_correlation(M, u, some, params, params.over)
        z, deviations = scores_of(M, u, some, f, params.level)
        step = step.weighed(done, n, r, np.where(deviations > 0, w, 0.0), z)
        yield step

    if not step.weights.any():
        return Ending.failed(no_prediction(step, params))
    step = replace(step, part="plain", plain=weighted_mean(step.weights, step.given))
    yield step
    mean, s = user_level(M, u)
    if not params.normalise or not s:
        why = "" if not params.normalise else " The user's ratings have no deviation, so there is no scale to map to."
        return Ending.converged(f"The prediction is {figure(step.plain)}, in the plain form.{why}")
    score = weighted_mean(step.weights, step.z)
    x = mean + s * score
    low, high = float(np.nanmin(M)), float(np.nanmax(M))
    clipped = min(max(x, low), high)
    yield replace(step, part="back", mean=mean, s=s, score=score, raw=x, low=low, high=high, clipped=clipped)
    return Ending.converged(in_terms(f"The prediction is {figure(x)} on the user's own scale.", params))


def no_prediction(step: Step, params: Params) -> str:
    """Why no critic counts, and the remedy."""
    person, thing, things = ("film", "person", "people") if flipped(params) else ("user", "film", "films")
    who = "film that this person has rated" if flipped(params) else "critic who has rated this film"
    if step.shared.max(initial=0) < NEEDED:
        few = f"No {who} has two {things} in common with the {person}, which a correlation needs: no prediction."
        return f"{few} Take another {person}, or type more ratings."
    return f"No {who} has a weight above 0: no prediction. Take another {person} or {thing}."


def first_correlated(M: np.ndarray, u: int, critics: np.ndarray, params: Params) -> int | None:
    """The first critic with a correlation, of three films or more if there is such a one."""
    _, defined, n = correlations(M, u, critics[:LOOKED], params.over)
    for least in (3, 2):
        found = np.flatnonzero(defined & (n >= least))
        if len(found):
            return int(critics[found[0]])
    return None


def bound(data: Dataset, params: Params) -> int:
    return 5 + 2 * FEW


STRETCHES = 12
NEEDED = 2
"""A correlation needs so many films in common."""
LOOKED = 2000
"""Among so many critics the pair is looked for."""


@dataclass(frozen=True)
class Scoring(MapParams):
    """What the correlations and the scores are over."""

    over: str = choice(IN_COMMON, LEVELS, label="r over", clear=True, rare=True, help="means and deviations in r")
    level: str = choice(
        ALL_RATED, LEVELS, label="scores over", clear=True, rare=True, help="mean and deviation of a critic's z-score"
    )
    normalise: bool = flag(True, clear=True, help="predict by z-scores, mapped back to the user's mean and deviation")
    critic: int = whole(
        0,
        low=0,
        high=1_000_000,
        of_rows=True,
        label="critic in detail",
        clear=True,
        help="a row; 0: the first that can",
    )


@dataclass(frozen=True)
class Params(Scoring, Orientation, FilmParams):
    """Who asks, about which film, and how the critics are weighed."""


@snapshot
class Step:
    """How far the correlations, the weights and the prediction are worked out."""

    part: Literal["start", "product", "pair", "matrix", "critic", "plain", "back"]
    user: int
    film: int
    asked: int
    pair: Pair | None = None  # the user and one critic in detail
    added: int = 0  # so many products are
    rows: np.ndarray | None = None  # of R
    R: np.ndarray | None = None  # correlations of all pairs, NaN where undefined
    critics: np.ndarray = field(default_factory=no_numbers)  # (m,) who has rated the film
    given: np.ndarray = field(default_factory=no_numbers)  # (m,) these ratings
    shared: np.ndarray = field(default_factory=no_numbers)  # (m,) films in common
    r: np.ndarray = field(default_factory=no_numbers)  # (m,)
    weights: np.ndarray = field(default_factory=no_numbers)  # (m,) 0 of one who is excluded
    z: np.ndarray = field(default_factory=no_numbers)  # (m,) the score of the film in the critic's ratings
    done: int = 0
    before: int = 0
    last: tuple[float, float] = (0.0, 0.0)  # Σ w z and Σ w before
    sums: tuple[float, float] = (0.0, 0.0)  # and now
    plain: float = 0.0
    mean: float = 0.0  # x̄_u
    s: float = 0.0  # s_u
    score: float = 0.0  # Σ w z / Σ w
    raw: float = 0.0
    low: float = 0.0  # the least and the greatest rating of the table
    high: float = 0.0
    clipped: float = 0.0
    model: None = None

    def weighed(self, done: int, n: np.ndarray, r: np.ndarray, w: np.ndarray, z: np.ndarray) -> Step:
        """With some more critics."""
        shared, all_r, weights, scores = (np.array(one) for one in (self.shared, self.r, self.weights, self.z))
        for into, new in ((shared, n), (all_r, r), (weights, w), (scores, z)):
            into[self.done : done] = new
        sums = float(weights @ scores), float(weights.sum())
        return replace(self, part="critic", shared=shared, r=all_r, weights=weights, z=scores, done=done,
                       before=self.done, last=self.sums, sums=sums)  # fmt: skip

    @property
    def critic(self) -> int | None:
        """The critic of this step."""
        if self.part in ("product", "pair", "matrix") and self.pair is not None:
            return self.pair.critic
        return int(self.critics[self.done - 1]) if self.part == "critic" else None
