"""Spectral clustering: K-means where the eigenvectors of a graph put the rows.   (Ng, Jordan and Weiss 2001)

W = exp(−‖xᵢ − xⱼ‖² / 2σ²)        L = I − D^(−½) W D^(−½)        L u = λ u, the K smallest λ: row n goes to uₙ / ‖uₙ‖
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.clustering.counting import enough_points
from engine.families.clustering.empty import empty, reseeded
from engine.families.clustering.kmeans.loop import assigned, moved
from engine.families.clustering.seeding import chosen
from engine.maths.algebra.laplacian import affinities, normalised_laplacian, on_the_sphere, smallest
from engine.maths.algebra.shifting import usual_bandwidth
from engine.maths.probability.votes import NEAREST
from engine.models.neighbours import EUCLIDEAN, Metric, Neighbours
from engine.parts.panels import dotted


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    width = params.width or usual_bandwidth(data.X, dotted(data.n), max(NEAR, min(LEAST / data.n, 1.0)))
    W = affinities(data.X, width)
    step = Step(kind="likeness", model=None, width=width, likeness=W)
    yield step
    L = normalised_laplacian(W)
    step = replace(step, kind="laplacian", laplacian=L)
    yield step
    values, vectors = smallest(L, params.k + MORE)
    step = replace(step, kind="vectors", values=values, vectors=vectors)
    yield step

    U = on_the_sphere(vectors[:, : params.k])
    *_, begun = chosen(U, data.row_keys, params.k, "k-means++", rng)
    centres, labels = begun.centres, np.full(data.n, -1)
    step = replace(step, kind="embedding", places=U, centres=centres.centres)
    yield step
    for round in range(1, ROUNDS + 1):
        before, old = centres, labels
        labels, _, _ = assigned(U, centres)
        for k in empty(labels, params.k):
            centres, labels = reseeded(U, centres, labels, k)
        changed = int((labels != old).sum())
        model = with_groups(data.X, labels, params.k)
        step = replace(step, kind="assign", model=model, labels=labels, round=round, changed=changed)
        yield step
        if not changed and centres == before:
            return Ending.converged(f"No row changed its cluster in iteration {round}: {counted(params.k, 'cluster')}.")
        centres = moved(U, labels, centres)
        step = replace(step, kind="move", centres=centres.centres)
        yield step
    return Ending.stopped(f"After {ROUNDS} iterations rows may still change their cluster.")


NEAR, LEAST = 0.02, 4
"""Without a width, it reaches so large a share of the rows, on average, and at least so many, itself counted."""
MORE = 4
"""So many eigenvalues beyond the K are found: the gap behind the K-th is to be seen."""
ROUNDS = 300


def with_groups(X: np.ndarray, labels: np.ndarray, K: int) -> Neighbours:
    """A point elsewhere belongs to the cluster of the nearest row."""
    metric = Metric(EUCLIDEAN, np.ones(X.shape[1]), np.zeros((0, 0)))
    return Neighbours(X, metric, 1, False, labels, K, NEAREST, np.zeros(0))


def bound(data: Dataset, params: Params) -> int:
    """The likenesses, the Laplacian, its vectors, the embedding, and two halves a round."""
    return 4 + 2 * ROUNDS


def limits(data: Dataset, params: Params) -> str:
    """K may not exceed the number of distinct points."""
    return enough_points(data, params.k)


@dataclass(frozen=True)
class Params:
    k: int = whole(2, low=1, high=30, symbol="K", log=True, label="clusters", clear=True, help="and so many vectors")
    width: float = real(
        0.0, low=0.0, high=1e12, log=True, auto=lambda step, params: float(step.width), symbol=r"\sigma",
        help="width of the similarity; auto: as far as the nearest 2 % of the rows",
    )  # fmt: skip


@snapshot
class Step:
    """One stage, or one half of a round of K-means among the embedded rows."""

    kind: Literal["likeness", "laplacian", "vectors", "embedding", "assign", "move"]
    model: Neighbours | None
    width: float
    likeness: np.ndarray  # (n, n) W
    laplacian: np.ndarray | None = None  # (n, n) L
    values: np.ndarray | None = None  # (m,) the smallest eigenvalues
    vectors: np.ndarray | None = None  # (n, m)
    places: np.ndarray | None = None  # (n, K) where the rows are put
    centres: np.ndarray | None = None  # (K, K) those of K-means there
    labels: np.ndarray | None = None  # (n,)
    round: int = 0
    changed: int = 0
