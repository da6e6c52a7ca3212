"""Models that keep the table, and look for the rows nearest to a point when they are asked."""

from __future__ import annotations

from functools import cached_property, partial
from typing import ClassVar, Protocol

import numpy as np

from engine.base.errors import Refusal
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.maths.algebra.metrics import (
    Combine,
    added,
    between,
    differing,
    largest,
    powered,
    straight,
    whitening,
)
from engine.maths.algebra.nearest_rows import Near, NearestRows
from engine.maths.probability.votes import RANDOM, RULES, Ballot, counted_votes, elected
from engine.models.shapes import Axes, model, part, shaped

EUCLIDEAN, MANHATTAN, MINKOWSKI, CHEBYSHEV, HAMMING, MAHALANOBIS = DISTANCES = (
    "Euclidean", "Manhattan", "Minkowski", "Chebyshev", "Hamming", "Mahalanobis",
)  # fmt: skip
WEIGHTS = ("equal", "1 / distance")
MOST_CLASSES = 100_000
CACHED = 3
"""The answers for the rows that are learnt from, for those that judge, and for places that are asked about twice."""


@part
class Metric:
    """How far two points are apart.

    kind  one of DISTANCES;   order  p of Minkowski
    scales (d,)  what each feature is divided by first;   covariance (d, d) of Mahalanobis, (0, 0) for the others
    """

    CALLED = "distance measure"

    AXES: ClassVar[Axes] = {"scales": ("feature",), "covariance": ("feature", "feature")}

    kind: str
    scales: np.ndarray
    covariance: np.ndarray
    order: float = 2.0

    def __post_init__(self) -> None:
        d = shaped(self, scales="d")["d"]
        if self.kind not in DISTANCES:
            raise Refusal(f"A distance is one of {', '.join(DISTANCES)}, and this is another.")
        if not d or not np.isfinite(self.scales).all() or not (self.scales > 0).all():
            raise Refusal("The scales of a distance must be numbers above 0, one for each feature.")
        if not self.order > 0:
            raise Refusal(f"The order of a distance must be above 0, and it is {figure(self.order)}.")
        if self.covariance.shape != ((d, d) if self.kind == MAHALANOBIS else (0, 0)):
            raise Refusal(f"A {self.kind} distance of {d} features has a covariance of another shape.")
        if self.kind == MAHALANOBIS:
            _ = self.root

    @property
    def n_features(self) -> int:
        return len(self.scales)

    @cached_property
    def root(self) -> np.ndarray:
        """(d, d) L⁻¹ of the covariance L Lᵀ."""
        return whitening(self.covariance)

    def coordinates(self, X: np.ndarray) -> np.ndarray:
        """(n, d) the points in the coordinates whose gaps are combined."""
        table = np.atleast_2d(np.asarray(X, dtype=float))
        if self.kind == MAHALANOBIS:
            return turned(table, self.root)
        return table if (self.scales == 1).all() else table / self.scales

    @property
    def combine(self) -> Combine:
        """What the gaps between coordinates come to."""
        if self.kind == MINKOWSKI:
            return partial(powered, self.order)
        return {
            EUCLIDEAN: straight, MANHATTAN: added,
            CHEBYSHEV: largest, HAMMING: differing, MAHALANOBIS: straight,
        }[self.kind]  # fmt: skip

    @property
    def tree_order(self) -> float | None:
        """The Minkowski order by which a k-d tree finds the same rows; None where it cannot."""
        orders = {EUCLIDEAN: 2.0, MANHATTAN: 1.0, CHEBYSHEV: np.inf, MAHALANOBIS: 2.0}
        if self.kind == MINKOWSKI:
            return self.order if self.order >= 1 else None
        return orders.get(self.kind)

    def between(self, A: np.ndarray, B: np.ndarray) -> np.ndarray:
        """(n, m) the distance from every point of A (n, d) to every point of B (m, d)."""
        return between(self.combine, self.coordinates(A), self.coordinates(B))


def turned(X: np.ndarray, root: np.ndarray) -> np.ndarray:
    """(n, m) X rootᵀ of root (m, d), added up in one order: a row comes to the same whatever rows are with it."""
    total = np.zeros((len(X), len(root)))
    for j in range(X.shape[1]):
        total += X[:, j, None] * root[:, j]
    return total


@snapshot
class KnownRows:
    """Rows X (n, d) that are kept, their metric, and how many neighbours are asked.

    all_tied  whether rows as far as the k-th are asked too; without, the lower rows are
    """

    AXES: ClassVar[Axes] = {"X": ("row", "feature")}

    X: np.ndarray
    metric: Metric
    k: int
    all_tied: bool

    def __post_init__(self) -> None:
        n, d = (shaped(self, X="nd")[letter] for letter in "nd")
        if d != self.metric.n_features:
            raise Refusal(f"The rows have {d} features, and their distance is one of {self.metric.n_features}.")
        if not n or not np.isfinite(self.X).all():
            raise Refusal("Neighbours need at least one row, and numbers in all of its cells.")
        if not 1 <= self.k <= n:
            raise Refusal(f"k = {self.k} is not legal: of {n} rows from 1 to {n} can be neighbours.")

    @property
    def n_features(self) -> int:
        return int(self.X.shape[1])

    @cached_property
    def search(self) -> NearestRows:
        """What finds the nearest rows; made when it is first asked."""
        return NearestRows(self.metric.coordinates(self.X), self.metric.combine, self.metric.tree_order)

    def neighbours(self, X: np.ndarray) -> Near:
        """The neighbours of each row of X (m, d), the nearest first.

        Those of the latest tables are kept: the same rows are asked about at every step, and for classes and shares.
        """
        known: tuple[tuple[np.ndarray, Near], ...] = self.__dict__.get("_cache", ())
        near = next((found for table, found in known if table is X), None)
        if near is None:
            near = self.search.nearest(self.metric.coordinates(X), self.k, self.all_tied)
        if isinstance(X, np.ndarray) and not X.flags.writeable:
            self.__dict__["_cache"] = ((X, near), *[one for one in known if one[0] is not X][: CACHED - 1])
        return near


@model
class Neighbours(KnownRows):
    """The k nearest rows vote for their classes.

    y (n,) class codes below K, the number of classes;   rule  what decides between classes with as many votes
    random_keys (n,) random numbers of the rows for the rule "random", (0,) for the others
    """

    CALLED = "nearest neighbours"

    AXES: ClassVar[Axes] = {"y": ("row",), "random_keys": ("row",)}

    y: np.ndarray
    K: int
    rule: str
    random_keys: np.ndarray

    def __post_init__(self) -> None:
        super().__post_init__()
        shaped(self, X="nd", y="n")
        if self.y.dtype.kind != "i" or not 1 <= self.K <= MOST_CLASSES:
            raise Refusal("The classes of nearest neighbours must be whole numbers, and at least one.")
        if self.y.min() < 0 or self.y.max() >= self.K:
            raise Refusal(f"The classes of nearest neighbours must be from 0 to {self.K - 1}.")
        if self.rule not in RULES:
            raise Refusal(f"A tie is decided by one of {', '.join(RULES)}, and this is another rule.")
        if (
            self.random_keys.shape != ((len(self.X),) if self.rule == RANDOM else (0,))
            or not np.isfinite(self.random_keys).all()
        ):
            raise Refusal("Neighbours whose ties are decided at random need a number for each row, and others none.")

    @cached_property
    def sizes(self) -> np.ndarray:
        """(K,) how many rows each class has."""
        return np.bincount(self.y, minlength=self.K)

    def ballot(self, near: Near) -> Ballot:
        """The votes of neighbours, for the rules."""
        there = near.rows >= 0
        random_keys = self.random_keys[near.rows] if len(self.random_keys) else np.zeros(near.rows.shape)
        return Ballot(np.where(there, self.y[near.rows], -1), near.distances, random_keys, self.sizes)

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the class with the most votes; where several have, what the rule decides."""
        ballot = self.ballot(self.neighbours(X))
        return elected(counted_votes(ballot.codes, self.K), ballot, self.rule)

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        """(n, K) the share of the votes for each class, k_c / k."""
        votes = counted_votes(self.ballot(self.neighbours(X)).codes, self.K)
        return np.asarray(votes / votes.sum(axis=1, keepdims=True))


@model
class NeighbourMean(KnownRows):
    """The mean of the targets of the k nearest rows.

    t (n,) the targets;   weights  "equal", or "1 / distance", where rows at distance 0 alone count if there are any
    """

    CALLED = "mean of the nearest neighbours"

    AXES: ClassVar[Axes] = {"t": ("row",)}

    t: np.ndarray
    weights: str

    def __post_init__(self) -> None:
        super().__post_init__()
        shaped(self, X="nd", t="n")
        if not np.isfinite(self.t).all():
            raise Refusal("The targets of neighbours must be numbers.")
        if self.weights not in WEIGHTS:
            raise Refusal(f"The weights of neighbours are one of {', '.join(WEIGHTS)}, and these are others.")

    def shares(self, near: Near) -> np.ndarray:
        """(m, w) the weight of each neighbour; those of a point add up to 1."""
        w = (near.rows >= 0).astype(float)
        if self.weights != "equal":
            here = near.distances == 0
            nearest = np.where(near.distances[:, :1] > 0, near.distances[:, :1], 1.0)
            w = np.where(here.any(axis=1, keepdims=True), here, nearest / np.where(here, 1.0, near.distances))
        return np.asarray(w / w.sum(axis=1, keepdims=True))

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the weighted means."""
        near = self.neighbours(X)
        return np.asarray((self.shares(near) * self.t[near.rows]).sum(axis=1))


@model
class Query:
    """A point (d,) that is asked about."""

    CALLED = "query"

    AXES: ClassVar[Axes] = {"point": ("feature",)}

    point: np.ndarray

    def __post_init__(self) -> None:
        if not shaped(self, point="d")["d"] or not np.isfinite(self.point).all():
            raise Refusal("A query needs a number for each feature.")

    @property
    def n_features(self) -> int:
        return len(self.point)

    def put_to(self, n_features: int) -> None:
        """Refuse rows that have another number of features."""
        if n_features != self.n_features:
            raise Refusal(f"A query of {self.n_features} features cannot be put to rows of {n_features}.")


class Featured(Protocol):
    """What says how many features its rows have."""

    @property
    def n_features(self) -> int: ...


class PutQuery(Query):
    """What is common to queries that hold what they are put to, `known`: rows of as many features."""

    known: Featured

    def __post_init__(self) -> None:
        super().__post_init__()
        self.put_to(self.known.n_features)


@model
class Asked(PutQuery):
    """A query to neighbours that vote; any other point can be asked as well."""

    CALLED = "query to nearest neighbours"

    known: Neighbours

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the answers of the neighbours."""
        return self.known.predict(X)

    def predict_proba(self, X: np.ndarray) -> np.ndarray:
        """(n, K) their votes, as shares."""
        return self.known.predict_proba(X)


@model
class AskedMean(PutQuery):
    """A query to neighbours whose targets are averaged; any other point can be asked as well."""

    CALLED = "query to the mean of the nearest neighbours"

    known: NeighbourMean

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the answers of the neighbours."""
        return self.known.predict(X)
