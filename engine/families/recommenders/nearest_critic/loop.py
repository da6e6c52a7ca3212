"""Nearest critic: find who rates most like the user, and recommend what that critic liked best.   (Segaran 2007)

sim(u, i) = 1 / (1 + √Σ (M_uf − M_if)²), over the films f that both have rated
c* = argmax sim(u, c)        f* = argmax M_c*f, over the films that u has not rated
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import choice, flag, whole
from engine.base.snapshot import snapshot
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.recommenders.asking import AskParams, Orientation, critics_of, ratings, user_of
from engine.families.recommenders.similarity import DISTANCES, EUCLIDEAN, common, distances, similarity
from engine.families.recommenders.wording import critic, film, in_terms
from engine.parts.stretches import FEW, pauses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    M = ratings(data, params)
    u, critics = user_of(M, params), critics_of(M, params)
    seen = ~np.isnan(M[u])
    step = Step(part="start", user=u, critics=critics, seen=seen, shared=np.zeros(len(critics), dtype=np.intp),
                apart=np.zeros(len(critics)), alike=np.zeros(len(critics)))  # fmt: skip
    yield step
    if not seen.any():
        words = "The user has no rating: nothing can be compared, and no critic is nearest."
        return Ending.failed(in_terms(words, params))

    for done in pauses(len(critics), STRETCHES, False):
        rows = critics[step.done : done]
        n = common(M, u, rows).sum(axis=1)
        d = distances(M, u, rows, params.distance, params.scaled_up)
        sim = np.where(n >= params.overlap, similarity(d), 0.0)  # too few films in common: excluded
        step = step.compared(done, n, d, sim)
        yield step

    order = nearest_first(step.alike, step.shared, params)
    if not len(order):
        return Ending.failed(in_terms(f"No critic has {params.overlap} or more films in common with the user.", params))
    place = next((at for at, one in enumerate(order) if unseen_of(M, u, critics[one]).any()), None)
    if place is None:
        return Ending.stopped(in_terms("No comparable critic has a rating that the user has not.", params))
    c = int(critics[order[place]])
    step = replace(step, part="choice", order=order, passed=place, critic=c)
    yield step

    candidates = np.flatnonzero(unseen_of(M, u, c))
    scores = M[c, candidates]
    for done in pauses(len(candidates), STRETCHES, False):
        at = int(scores[:done].argmax())  # the first of several
        f, rating = int(candidates[at]), float(scores[at])
        step = replace(step, part="film", candidates=candidates, scanned=done, film=f, rating=rating)
        yield step
    yield replace(step, part="answer", tied=candidates[scores == scores.max()])
    return Ending.converged(f"Recommended: {film(data, params, f)}, by {critic(data, params, c)}.")


def nearest_first(sim: np.ndarray, shared: np.ndarray, params: Params) -> np.ndarray:
    """The places of the critics that count, the most similar first; of equal ones by the tie rule."""
    second = -shared if params.ties == MORE_FILMS else np.arange(len(sim))
    order = np.lexsort((np.arange(len(sim)), second, -sim))
    return np.asarray(order[sim[order] > 0])


def unseen_of(M: np.ndarray, u: int, c: int) -> np.ndarray:
    """(F,) which films critic c has rated and u has not."""
    return np.asarray(~np.isnan(M[c]) & np.isnan(M[u]))


def bound(data: Dataset, params: Params) -> int:
    return 3 + 2 * FEW


STRETCHES = 12
"""Many critics are compared in so many stretches."""
FIRST, MORE_FILMS = TIES = ("the first", "more films in common")


@dataclass(frozen=True)
class Comparing:
    """How a critic is compared."""

    distance: str = choice(EUCLIDEAN, DISTANCES, clear=True, help="over the films that both have rated")
    overlap: int = whole(
        1, low=1, high=1000, log=True, label="minimum overlap", clear=True, help="so many films in common, or excluded"
    )
    scaled_up: bool = flag(
        False, rare=True, label="overlap correction", help="as if all F films were in common: × F / films in common"
    )
    ties: str = choice(FIRST, TIES, rare=True, clear=True, help="of critics that are equally near")


@dataclass(frozen=True)
class Params(Comparing, Orientation, AskParams):
    """How a critic is compared, and who asks."""


@snapshot
class Step:
    """How far the critics have been compared, and the films of the nearest looked through."""

    part: Literal["start", "critic", "choice", "film", "answer"]
    user: int
    critics: np.ndarray  # (C,) the rows that answer
    seen: np.ndarray  # (F,) which films the user has rated
    shared: np.ndarray  # (C,) films in common with each
    apart: np.ndarray  # (C,) distance from the user
    alike: np.ndarray  # (C,) similarity, 0 of one who is excluded
    done: int = 0  # so many critics are compared
    before: int = 0
    critic: int | None = None  # the one this step is about
    order: np.ndarray | None = None  # places among the critics, the nearest first
    passed: int = 0  # nearer critics who have rated nothing new
    candidates: np.ndarray | None = None  # the films that this critic has rated and the user has not
    scanned: int = 0
    film: int | None = None  # the best of them so far
    rating: float = 0.0
    tied: np.ndarray | None = None  # all films with the best rating
    model: None = None

    def compared(self, done: int, n: np.ndarray, d: np.ndarray, sim: np.ndarray) -> Step:
        """With some more critics."""
        shared, distance, all_sim = (np.array(one) for one in (self.shared, self.apart, self.alike))
        shared[self.done : done], distance[self.done : done], all_sim[self.done : done] = n, d, sim
        return replace(self, part="critic", shared=shared, apart=distance, alike=all_sim, done=done, before=self.done,
                       critic=int(self.critics[done - 1]))  # fmt: skip

    @property
    def place(self) -> int | None:
        """Where the critic of this step stands among the critics."""
        return None if self.critic is None else int(np.flatnonzero(self.critics == self.critic)[0])

    @property
    def counted(self) -> int:
        """How many critics can be compared so far."""
        return int((self.alike > 0).sum())
