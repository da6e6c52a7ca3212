"""K-medoids: rows stand for others, and one is swapped for another while it helps.   (Kaufman and Rousseeuw 1987)

T = Σ min ‖xₙ − m‖        build: the row with the least T next to those there        swap: the exchange with the least T
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.params import whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.core.pauses import on_the_way
from engine.data.dataset import Dataset
from engine.families.clustering.counting import enough_points
from engine.maths.algebra.agreement import cleared
from engine.maths.algebra.distances import pair_distances
from engine.maths.algebra.medoids import near, swap_changes
from engine.models.groups import Centres
from engine.parts.pairs import measured_pairs, most_measured


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    X, medoids = data.X, np.zeros(0, dtype=np.intp)
    D = yield from on_the_way(measured_pairs(X, pair_distances), pause)
    yield Step(kind="start", model=None, medoids=medoids, before=medoids)
    total: float | None = None
    while len(medoids) < params.k:
        before, was = medoids, total
        medoids = np.append(before, next_medoid(D, before))
        to = near(D, medoids)
        total = float(to.first.sum())
        yield Step(
            kind="build", model=Centres(X[medoids]), medoids=medoids, before=before, labels=to.labels,
            distances=to.first, total=total, was=was,
        )  # fmt: skip

    for _ in range(params.swaps):
        changes = swap_changes(D, medoids, to)
        k, row = np.unravel_index(int(changes.argmin()), changes.shape)
        if not changes[k, row] < -LEAST * to.first.sum():
            yield Step(
                kind="rest", model=Centres(X[medoids]), medoids=medoids, before=medoids, labels=to.labels,
                distances=to.first, total=total, was=total, swaps=best_swaps(changes, total),
            )  # fmt: skip
            return Ending.converged(f"No swap of a medoid with another row makes T less: T = {figure(to.first.sum())}.")
        before, was = medoids, total
        medoids = swapped(before, int(k), int(row))
        to = near(D, medoids)
        total = float(to.first.sum())
        yield Step(
            kind="swap", model=Centres(X[medoids]), medoids=medoids, before=before, labels=to.labels,
            distances=to.first, total=total, was=was, swaps=best_swaps(changes, total),
        )  # fmt: skip
    return Ending.stopped(f"After {counted(params.swaps, 'swap')} another may still make T less: allow more.")


def pause(measured: int) -> Step:
    """Before the start: of so many rows the distances are known."""
    none = np.zeros(0, dtype=np.intp)
    return Step(kind="measure", model=None, medoids=none, before=none, measured=measured)


LEAST = 1e-12
"""A change by less than this share of T is rounding."""


def next_medoid(D: np.ndarray, medoids: np.ndarray) -> int:
    """The row that leaves the least T as one more medoid, the lowest on a tie."""
    first = D[:, medoids].min(axis=1, initial=np.inf)
    totals = np.minimum(first[:, None], D).sum(axis=0)
    totals[medoids] = np.inf
    return int(totals.argmin())


def swapped(medoids: np.ndarray, k: int, row: int) -> np.ndarray:
    """The medoids with another row in place k."""
    changed = np.array(medoids)
    changed[k] = row
    return changed


def best_swaps(changes: np.ndarray, total: float | None) -> np.ndarray:
    """(K, 2) for each medoid the row that would serve best in its place, and by how much T, `total`, would change."""
    rows = changes.argmin(axis=1)
    return np.column_stack([rows, cleared(changes[np.arange(len(rows)), rows], total or 0.0, LEAST)])


def bound(data: Dataset, params: Params) -> int:
    """The pauses before the start, the start, every medoid, every swap, the rest."""
    return 2 + params.k + params.swaps + most_measured(data)


def limits(data: Dataset, params: Params) -> str:
    """K may not exceed the number of distinct points."""
    return enough_points(data, params.k)


@dataclass(frozen=True)
class Params:
    k: int = whole(3, low=1, high=100, symbol="K", log=True, label="clusters", clear=True, help="and so many medoids")
    swaps: int = whole(
        300, low=1, high=10_000, log=True, label="maximum iterations", clear=True, rare=True, help="then it stops"
    )


@snapshot
class Step:
    """A medoid more, a swap, or that no swap helps. At the start, and at a pause before it, there is no medoid."""

    kind: Literal["measure", "start", "build", "swap", "rest"]
    model: Centres | None
    medoids: np.ndarray  # (K,) the rows that are medoids
    before: np.ndarray  # those before this step
    labels: np.ndarray | None = None  # (n,) of each row the number of its medoid
    distances: np.ndarray | None = None  # (n,) how far that is
    total: float | None = None  # T
    was: float | None = None  # T before this step
    swaps: np.ndarray | None = None  # (K, 2) the best swap for each medoid, as it was weighed
    measured: int = 0  # at a pause: of so many rows the distances are known
