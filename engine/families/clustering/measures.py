"""How good groups are: the silhouette, from some of many rows, and the agreement with classes, where there are any."""

from __future__ import annotations

import numpy as np

from engine.core.story import Number
from engine.data.dataset import Dataset
from engine.maths.algebra.distances import squared_distances
from engine.maths.algebra.partitions import adjusted_rand
from engine.maths.algebra.silhouette import by_distances
from engine.parts.panels import DOTS, dotted

QUICK = 5_000
"""Of a table with so many cells or fewer both are told at every step: a drag has the time for it."""


def apart(X: np.ndarray) -> np.ndarray:
    """(m, n) how far the rows, of many some hundred evenly spread ones, are from all: the silhouette is made of it."""
    return np.asarray(np.sqrt(squared_distances(X[dotted(len(X))], X)))


def mean_silhouette(far: np.ndarray, labels: np.ndarray) -> float:
    """The mean over the rows that lie `far` (m, n) apart from all; 0 for one group."""
    return float(by_distances(far, labels, dotted(len(labels))).mean())


def measured(data: Dataset, labels: np.ndarray) -> tuple[Number, ...]:
    """The mean silhouette of groups (n,), and the adjusted Rand index; rows with −1 are in no group."""
    if data.X.size > QUICK:
        return ()
    inside = np.flatnonzero(labels >= 0)
    told = []
    if len(inside) and labels[inside].max() > labels[inside].min():
        some = "" if len(inside) <= DOTS else f"mean of {DOTS} rows"
        told.append(Number("silhouette", mean_silhouette(apart(data.X[inside]), labels[inside]), some))
    if data.target == "class" and (known := data.codes >= 0).any():
        told.append(Number("adjusted Rand index", agreement(labels[known], data.codes[known]), "against the classes"))
    return tuple(told)


def agreement(labels: np.ndarray, codes: np.ndarray) -> float:
    """The adjusted Rand index of groups and classes (n,); those in no group count as one."""
    return adjusted_rand(labels + 1, codes)
