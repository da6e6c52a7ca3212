"""K-means: give every point to its nearest centre, move every centre to the mean of its points.   (Lloyd 1957)

assign  zₙ = argmin ‖xₙ − mₖ‖²        move  mₖ = mean of the points with zₙ = k        E = (1/N) Σ ‖xₙ − m_zₙ‖²
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.params import choice, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.clustering.kmeans.seeding import SEEDING
from engine.maths.algebra.distances import squared_distances
from engine.models.groups import Centres


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Centres | None = None) -> Steps:
    X = data.X
    centres = yield from _started(data, params, rng, start)
    labels: np.ndarray | None = None
    error: float | None = None
    for round in range(1, params.iterations + 1):
        before, old, previous = centres, labels, error
        labels, squares = assigned(X, centres)
        error = mean_square(X, labels, centres)
        changed = data.n if old is None else int((labels != old).sum())
        yield Step(Centres(centres), "assign", Centres(before), labels, error, previous, round, changed, _tied(squares))

        for k in _empty(labels, len(centres)):
            lonely, previous = centres, error
            centres, labels = refilled(X, centres, labels, k, params.empty)
            error = mean_square(X, labels, centres)
            yield Step(Centres(centres), "empty", Centres(lonely), labels, error, previous, round, cluster=k)

        if changed == 0 and len(centres) == len(before) and np.array_equal(centres, before):
            return Ending.converged(f"No point changed its cluster in round {round}: E = {figure(error)}.")

        before, previous = centres, error
        centres = moved(X, labels, centres)
        error = mean_square(X, labels, centres)
        yield Step(Centres(centres), "move", Centres(before), labels, error, previous, round)
        if params.tolerance and _farthest_move(before, centres) <= params.tolerance:
            still = f"No centre moved farther than {figure(params.tolerance)} in round {round}"
            return Ending.converged(f"{still}: E = {figure(error)}.")
    rounds = counted(params.iterations, "round")
    return Ending.stopped(f"After {rounds} points may still change their cluster: allow more rounds.")


def _started(data: Dataset, params: Params, rng: np.random.Generator, start: Centres | None) -> Starting:
    """The starting centres, one by one; given ones all at once."""
    if start is not None:
        yield Step(Centres(start.centres), "start", Centres(start.centres), None, None, None, 0)
        return np.array(start.centres)
    centres = np.zeros((0, data.d))
    for k in range(params.k):
        before, centres = centres, np.vstack([centres, SEEDING[params.seeding](data.X, centres, rng)])
        yield Step(Centres(centres), "start", Centres(before), None, None, None, 0, cluster=k)
    return centres


def assigned(X: np.ndarray, centres: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The assign half: labels (n,) of the nearest centres, the lowest index on a tie, and all squared distances."""
    squares = squared_distances(X, centres)
    return np.argmin(squares, axis=1), squares


def mean_square(X: np.ndarray, labels: np.ndarray, centres: np.ndarray) -> float:
    """E = (1/N) Σ ‖xₙ − m_zₙ‖²."""
    return float(((X - centres[labels]) ** 2).sum() / len(X))


def _tied(squares: np.ndarray) -> int:
    if squares.shape[1] < 2:
        return 0
    least = squares.min(axis=1, keepdims=True)
    return int(((squares == least).sum(axis=1) > 1).sum())


def _empty(labels: np.ndarray, K: int) -> list[int]:
    """The clusters without points, the highest index first so that dropping one does not rename the next."""
    return list(np.flatnonzero(np.bincount(labels, minlength=K) == 0)[::-1])


def refilled(
    X: np.ndarray, centres: np.ndarray, labels: np.ndarray, k: int, policy: str
) -> tuple[np.ndarray, np.ndarray]:
    """What becomes of the empty cluster k: re-seeded at the point with the largest error, kept, or dropped."""
    if policy == "keep":
        return centres, labels
    if policy == "drop":
        return np.delete(centres, k, axis=0), np.where(labels > k, labels - 1, labels)
    squares = ((X - centres[labels]) ** 2).sum(axis=1)
    squares[np.bincount(labels, minlength=len(centres))[labels] == 1] = 0.0  # never empty another cluster
    farthest = int(np.argmax(squares))
    if squares[farthest] == 0:  # every point is a centre already: one more could only come back empty
        return centres, labels
    centres, labels = np.array(centres), np.array(labels)
    centres[k], labels[farthest] = X[farthest], k
    return centres, labels


def moved(X: np.ndarray, labels: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """The move half: each centre goes to the mean of its points; one without points stays."""
    means = np.array(centres)
    for k in range(len(centres)):
        if (own := labels == k).any():
            means[k] = X[own].mean(axis=0)
    return means


def _farthest_move(before: np.ndarray, after: np.ndarray) -> float:
    return float(np.sqrt(((after - before) ** 2).sum(axis=1).max()))


def bound(data: Dataset, params: Params) -> int:
    return params.k + params.iterations * (2 + max(params.k, 1))


def limits(data: Dataset, params: Params) -> str:
    """K may not exceed the number of distinct points."""
    if params.k <= len(set(data.X[:, 0].tolist())) or params.k <= (distinct := len(np.unique(data.X, axis=0))):
        return ""
    need = f"k = {params.k} clusters need as many distinct points, and there are {distinct}"
    return f"{need}: choose k from 1 to {distinct}."


Starting = Generator["Step", None, np.ndarray]
"""The steps that choose the centres; what it returns is the centres (K, d)."""


@dataclass(frozen=True)
class Params:
    k: int = whole(3, low=1, high=1000, symbol="K", log=True, help="number of clusters, unless centres are given")
    seeding: str = choice(
        "random rows",
        ("random rows", "k-means++", "farthest first", "random in the box"),
        help="how the starting centres are chosen, unless they are placed by hand",
    )
    empty: str = choice("re-seed", ("re-seed", "keep", "drop"), help="what happens to a centre without points")
    iterations: int = whole(300, low=1, high=10_000, log=True, help="assign and move at most this often")
    tolerance: float = real(0.0, low=0.0, high=1e6, help="also stop when no centre moves farther than this")


@snapshot
class Step:
    """One half-step. `labels` and `error` are None until points have been assigned."""

    model: Centres
    half: Literal["start", "assign", "move", "empty"]
    before: Centres
    labels: np.ndarray | None
    error: float | None  # E, the mean squared distance to the own centre
    error_before: float | None
    round: int
    changed: int = 0  # points that changed cluster
    ties: int = 0  # points with two nearest centres
    cluster: int | None = None  # the centre just chosen, or found empty

    @property
    def focus(self) -> int | None:
        """The centre this step is about, unless it was dropped."""
        dropped = self.half == "empty" and len(self.model.centres) < len(self.before.centres)
        return None if dropped else self.cluster
