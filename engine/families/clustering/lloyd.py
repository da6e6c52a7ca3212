"""K-means from given centres to its end, for methods in which a whole run of it is one step.   (Lloyd 1957)"""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot
from engine.families.clustering.empty import empty, reseeded
from engine.families.clustering.kmeans.loop import assigned, mean_square, moved
from engine.maths.algebra.partitions import numbered
from engine.models.groups import Centres

ROUNDS = 300


@snapshot
class Found:
    """Where a run came to rest. Its clusters are numbered by their first rows, so that the same ones look the same."""

    start: Centres
    centres: Centres
    labels: np.ndarray  # (n,) the cluster of each row
    error: float  # E, the mean squared distance to the own centre
    rounds: int  # of assign and move


def lloyd(X: np.ndarray, start: Centres, most: int = ROUNDS) -> Found:
    """Assign and move by turns until no row changes its cluster; a centre without rows goes to the worst row."""
    centres, labels, rounds, resting = start, np.full(len(X), -1), 0, False
    while not resting and rounds < most:
        before, old, rounds = centres, labels, rounds + 1
        labels = assigned(X, centres)[0]
        for k in empty(labels, len(centres.centres)):
            centres, labels = reseeded(X, centres, labels, k)
        resting = centres is before and np.array_equal(old, labels)
        centres = centres if resting else moved(X, labels, centres)
    return in_order(X, start, centres, labels, rounds)


def in_order(X: np.ndarray, start: Centres, centres: Centres, labels: np.ndarray, rounds: int) -> Found:
    """The clusters by their first rows, those without rows last; each start goes with its centre."""
    used, first = np.unique(labels, return_index=True)
    order = np.append(used[np.argsort(first)], np.setdiff1d(np.arange(len(centres.centres)), used))
    places, labels = Centres(centres.centres[order]), numbered(labels)
    return Found(Centres(start.centres[order]), places, labels, mean_square(X, labels, places), rounds)
