"""Item neighbours: a film is predicted by the ratings that the same user gave to films like it.   (Sarwar et al. 2001)

s_fg = Σ (x_cf − x̄_c)(x_cg − x̄_c) / √(Σ (x_cf − x̄_c)² Σ (x_cg − x̄_c)²),   over the critics who rated both
x̂_uf = Σ s_fg x_ug / Σ s_fg,   over the k most similar films g that u has rated, with s_fg > 0
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import choice, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.recommenders.asking import FilmParams, critics_of, film_of, own_rating, user_of
from engine.families.recommenders.weights import by_correlation, by_distance, level, weighted_mean
from engine.parts.stretches import FEW, pauses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    M = data.X
    u, f, critics = user_of(M, params), film_of(M, params), critics_of(M, params)
    films = np.flatnonzero(~np.isnan(M[u]))
    films = films[films != f]
    none = np.zeros(len(films))
    step = Step(part="start", user=u, film=f, critics=len(critics), films=films, given=M[u, films],
                own=own_rating(M, u, f), shared=none.astype(np.intp), similarity=none)  # fmt: skip
    yield step
    if not len(films):
        return Ending.failed("The user has rated no other film: there is nothing to predict from.")

    others = M[critics]
    for done in pauses(len(films), STRETCHES, False):
        n, s = compared(others, f, films[step.done : done], params)
        step = step.with_films(done, n, s)
        yield step

    order = nearest(step.similarity, params.k)
    if not len(order):
        return Ending.failed("No film that the user has rated is similar to this one: no prediction.")
    for done in range(1, len(order) + 1):
        chosen = order[:done]
        x = weighted_mean(step.similarity[chosen], step.given[chosen])
        step = replace(step, part="add", order=order, added=done, last=step.sums, sums=sums_of(step, chosen), x=x)
        yield step
    yield replace(step, part="answer")
    return Ending.converged(f"The prediction is {figure(step.x)}, from {counted(len(order), 'similar film')}.")


def compared(M: np.ndarray, f: int, films: np.ndarray, params: Params) -> tuple[np.ndarray, np.ndarray]:
    """How many critics (m,) have rated both, and how similar (m,) the films are; 0 where that is undefined."""
    if params.measure == COSINE:
        return adjusted_cosine(M, f, films, params.overlap)
    weigh = by_correlation if params.measure == CORRELATION else by_distance
    weighed = weigh(M.T, f, films, Plain(params.overlap))
    return weighed.shared, weighed.weights


def adjusted_cosine(M: np.ndarray, f: int, films: np.ndarray, overlap: int) -> tuple[np.ndarray, np.ndarray]:
    """The cosine of two columns whose ratings are taken from each critic's mean, over those who have rated both."""
    mean, _ = level(M, ~np.isnan(M))
    away = M - mean[:, None]
    both = ~np.isnan(away[:, films]) & ~np.isnan(away[:, [f]])
    one, other = np.where(both, away[:, [f]], 0.0), np.where(both, away[:, films], 0.0)
    sizes = np.sqrt((one * one).sum(axis=0)) * np.sqrt((other * other).sum(axis=0))
    n = both.sum(axis=0)
    defined = (sizes > 0) & (n >= overlap)
    return n, np.divide((one * other).sum(axis=0), sizes, out=np.zeros(len(films)), where=defined)


def nearest(similarity: np.ndarray, k: int) -> np.ndarray:
    """The places of the k most similar films, those alone that are similar at all; of equal ones the first."""
    order = np.argsort(-similarity, kind="stable")[:k]
    return np.asarray(order[similarity[order] > 0])


def sums_of(step: Step, chosen: np.ndarray) -> tuple[float, float]:
    """Σ s x and Σ s."""
    return float(step.similarity[chosen] @ step.given[chosen]), float(step.similarity[chosen].sum())


def bound(data: Dataset, params: Params) -> int:
    return 2 + FEW + params.k


STRETCHES = 12
COSINE, CORRELATION, DISTANCE = MEASURES = ("adjusted cosine", "correlation", "distance")


@dataclass(frozen=True)
class Plain:
    """Weights max(r, 0), of pairs that enough have rated."""

    overlap: int
    weight_map: str = "max(r, 0)"


@dataclass(frozen=True)
class Neighbours:
    """Which films are neighbours."""

    measure: str = choice(COSINE, MEASURES, label="similarity", clear=True, help="of two films, over who rated both")
    k: int = whole(5, low=1, high=100, log=True, symbol="k", label="neighbours", clear=True, help="the most similar")
    overlap: int = whole(
        2, low=1, high=1000, log=True, rare=True, label="minimum overlap", clear=True, help="who have rated both"
    )


@dataclass(frozen=True)
class Params(Neighbours, FilmParams):
    """Which films are neighbours, and what is asked."""


@snapshot
class Step:
    """How far the films have been compared, and how many neighbours are added."""

    part: Literal["start", "film", "add", "answer"]
    user: int
    film: int
    critics: int
    films: np.ndarray  # (m,) the other films that the user has rated
    given: np.ndarray  # (m,) these ratings
    own: float | None
    shared: np.ndarray  # (m,) how many have rated both
    similarity: np.ndarray  # (m,)
    done: int = 0
    before: int = 0
    order: np.ndarray | None = None  # places of the neighbours, the most similar first
    added: int = 0
    last: tuple[float, float] = (0.0, 0.0)
    sums: tuple[float, float] = (0.0, 0.0)
    x: float = 0.0
    model: None = None

    def with_films(self, done: int, n: np.ndarray, s: np.ndarray) -> Step:
        """With some more films compared."""
        shared, similarity = np.array(self.shared), np.array(self.similarity)
        shared[self.done : done], similarity[self.done : done] = n, s
        return replace(self, part="film", shared=shared, similarity=similarity, done=done, before=self.done)

    @property
    def place(self) -> int | None:
        """The place of the film of this step among the films of the user."""
        if self.part == "film":
            return self.done - 1
        return int(self.order[self.added - 1]) if self.part == "add" and self.order is not None else None

    @property
    def other(self) -> int | None:
        """The film of this step."""
        return None if self.place is None else int(self.films[self.place])
