"""What becomes of a centre without points: it is put elsewhere, stays where it is, or goes."""

from __future__ import annotations

import numpy as np

from engine.maths.algebra.distances import own_squares
from engine.models.groups import Centres

POLICIES = ("re-seed", "keep", "drop")
HEAD = 64
"""Among so many rows for each cluster there mostly is one of every cluster, and the others need not be counted."""


def empty(labels: np.ndarray, K: int) -> list[int]:
    """The clusters without points, the highest first, so that dropping one does not rename the next."""
    if np.bincount(labels[: HEAD * K], minlength=K).all():
        return []
    sizes = np.bincount(labels, minlength=K)
    return [int(k) for k in np.flatnonzero(sizes == 0)[::-1]]


def refilled(X: np.ndarray, centres: Centres, labels: np.ndarray, k: int, policy: str) -> tuple[Centres, np.ndarray]:
    """The centres and labels (n,) once the empty cluster k is re-seeded, kept, or dropped."""
    if policy == "keep":
        return centres, labels
    if policy == "drop":
        return Centres(np.delete(centres.centres, k, axis=0)), np.where(labels > k, labels - 1, labels)
    return reseeded(X, centres, labels, k)


def reseeded(X: np.ndarray, centres: Centres, labels: np.ndarray, k: int) -> tuple[Centres, np.ndarray]:
    """Centre k is put on the point with the largest error; where every point is a centre already, it stays."""
    squares = own_squares(X, centres.centres, labels)
    alone = np.bincount(labels)[labels] == 1
    squares[alone] = 0.0  # never empty another cluster
    farthest = int(np.argmax(squares))
    if squares[farthest] == 0:  # one more centre could only come back empty
        return centres, labels
    places, labels = np.array(centres.centres), np.array(labels)
    places[k], labels[farthest] = X[farthest], k
    return Centres(places), labels
