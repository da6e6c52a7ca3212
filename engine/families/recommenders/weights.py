"""How much each critic counts: by the distance of the ratings, or by their correlation, over the films in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from engine.base.params import choice, whole
from engine.families.recommenders.similarity import EUCLIDEAN, common, distances, similarity

DISTANCE, CORRELATION = SIMILARITIES = ("distance", "correlation")
ONE_PLUS, HALF, POSITIVE, SIZE = MAPS = ("1 + r", "(1 + r) / 2", "max(r, 0)", "|r|")
IN_COMMON, ALL_RATED = LEVELS = ("films in common", "all rated films")


class Mapping(Protocol):
    """How a correlation becomes a weight."""

    @property
    def weight_map(self) -> str: ...

    @property
    def overlap(self) -> int: ...


@dataclass(frozen=True)
class MapParams:
    """How a correlation becomes a weight, and who is excluded."""

    weight_map: str = choice(
        ONE_PLUS, MAPS, label="weight of r", clear=True, rare=True, help="how a correlation becomes a weight"
    )
    overlap: int = whole(
        1, low=1, high=1000, log=True, rare=True, label="minimum overlap", clear=True,
        help="so many films in common, or excluded",
    )  # fmt: skip


@dataclass(frozen=True)
class WeightParams(MapParams):
    """By what critics are weighed."""

    similarity: str = choice(DISTANCE, SIMILARITIES, label="weights by", clear=True, help="how alike two people rate")


class Weighed(NamedTuple):
    """What some critics (m,) count: films in common, distance or correlation, and weight, 0 of one who is excluded."""

    shared: np.ndarray
    measure: np.ndarray
    weights: np.ndarray


def by_distance(M: np.ndarray, u: int, rows: np.ndarray, params: Mapping) -> Weighed:
    """Weights 1 / (1 + distance)."""
    shared = common(M, u, rows).sum(axis=1)
    apart = distances(M, u, rows, EUCLIDEAN)
    return Weighed(shared, apart, np.where(shared >= params.overlap, similarity(apart), 0.0))


def by_correlation(M: np.ndarray, u: int, rows: np.ndarray, params: Mapping, over: str = IN_COMMON) -> Weighed:
    """Weights from r; where r is undefined it is told as 0, and the critic is excluded."""
    r, defined, shared = correlations(M, u, rows, over)
    counts = defined & (shared >= params.overlap)
    return Weighed(shared, r, np.where(counts, mapped(r, params.weight_map), 0.0))


def mapped(r: np.ndarray, how: str) -> np.ndarray:
    """1 + r, (1 + r) / 2, max(r, 0) or |r|."""
    if how == ONE_PLUS:
        return np.asarray(1.0 + r)
    return np.asarray((1.0 + r) / 2.0 if how == HALF else np.maximum(r, 0.0) if how == POSITIVE else np.abs(r))


def correlations(M: np.ndarray, u: int, rows: np.ndarray, over: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """r (m,) = Σ z_uf z_cf / (n − 1) over the n films in common, where it is defined, and n.

    over  the means and deviations of the z are those over the films in common, or over all that each has rated
    """
    both = common(M, u, rows)
    n = both.sum(axis=1)
    of_own, of_critics = (both, both) if over == IN_COMMON else (~np.isnan(M[[u]]), ~np.isnan(M[rows]))
    own, s_own = standardised(np.broadcast_to(M[u], both.shape), np.broadcast_to(of_own, both.shape))
    theirs, s_theirs = standardised(M[rows], of_critics)
    defined = (n >= 2) & (s_own > 0) & (s_theirs > 0)
    sums = np.where(both, own * theirs, 0.0).sum(axis=1)
    r = np.divide(sums, n - 1.0, out=np.zeros(len(rows)), where=defined)
    return np.clip(r, -1.0, 1.0), defined, n


def standardised(rows: np.ndarray, known: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """z (m, F) = (x − x̄) / s of each row over what is known of it, divisor n − 1, and s (m,); both 0 where s is."""
    mean, s = level(rows, known)
    return np.divide(rows - mean[:, None], s[:, None], out=np.zeros(rows.shape), where=(s > 0)[:, None]), s


def level(rows: np.ndarray, known: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """x̄ and s (m,) of each row over what is known of it; s is 0 where all are the same, and of a single one."""
    n = known.sum(axis=1)
    mean = np.where(known, rows, 0.0).sum(axis=1) / np.maximum(n, 1)
    away = np.where(known, rows - mean[:, None], 0.0)
    s = np.sqrt((away * away).sum(axis=1) / np.maximum(n - 1, 1))
    low = np.where(known, rows, np.inf).min(axis=1, initial=np.inf)
    high = np.where(known, rows, -np.inf).max(axis=1, initial=-np.inf)
    return mean, np.where(high > low, s, 0.0)


def weighted_mean(weights: np.ndarray, values: np.ndarray) -> float:
    """Σ w x / Σ w, of weights of which one at least is above 0; within the values, which rounding may leave."""
    counts = weights > 0
    found = float(weights @ values) / float(weights.sum())
    return min(max(found, float(values[counts].min())), float(values[counts].max()))


def user_level(M: np.ndarray, u: int) -> tuple[float, float]:
    """x̄_u and s_u over all that the user has rated."""
    mean, s = level(M[[u]], ~np.isnan(M[[u]]))
    return float(mean[0]), float(s[0])


def scores_of(M: np.ndarray, u: int, rows: np.ndarray, f: int, over: str) -> tuple[np.ndarray, np.ndarray]:
    """z_cf (m,) of the film, by each critic's mean and deviation s (m,) over all that he rated, or what is in common.

    Where s is 0 the score is undefined, and told as 0.
    """
    known = ~np.isnan(M[rows]) if over == ALL_RATED else common(M, u, rows)
    mean, s = level(M[rows], known)
    return np.divide(M[rows, f] - mean, s, out=np.zeros(len(rows)), where=s > 0), s
