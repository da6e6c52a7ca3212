"""How good groups are: the silhouette, from some of many rows, and the agreement with classes, where there are any."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from engine.core.story import Number
from engine.data.dataset import Dataset
from engine.maths.algebra.cophenetic import Meeting, cophenetic_correlation, meeting_heights
from engine.maths.algebra.distances import squared_distances
from engine.maths.algebra.partitions import adjusted_rand
from engine.maths.algebra.silhouette import by_distances, silhouettes
from engine.parts.panels import DOTS, dotted

QUICK = 5_000
"""Of a table with so many cells or fewer both are told at every step: a drag has the time for it."""
HELD = 1 << 24
"""So many distances at most are kept from one grouping to the next, 128 MB; more are computed anew for each."""
MEASURED = 1000
"""Of so many rows or fewer all pairs are compared with a tree."""


def apart(X: np.ndarray) -> np.ndarray | None:
    """(m, n) how far the rows, of many some hundred evenly spread ones, are from all: the silhouette is made of it.

    None where that is more than is kept from one grouping to the next.
    """
    rows = dotted(len(X))
    return np.sqrt(squared_distances(X[rows], X)) if len(rows) * len(X) <= HELD else None


def mean_silhouette(X: np.ndarray, far: np.ndarray | None, labels: np.ndarray) -> float:
    """The mean over the rows that lie `far` (m, n) apart from all, if that is kept; 0 for one group."""
    rows = dotted(len(labels))
    found = silhouettes(X, labels, rows) if far is None else by_distances(far, labels, rows)
    return float(found.mean())


def measured(data: Dataset, labels: np.ndarray) -> tuple[Number, ...]:
    """The mean silhouette of groups (n,), and the adjusted Rand index; rows with −1 are noise, in no group."""
    if data.X.size > QUICK:
        return ()
    inside = np.flatnonzero(labels >= 0)
    told = []
    if len(inside) and labels[inside].max() > labels[inside].min():
        some = "" if len(inside) <= DOTS else f"mean of {DOTS} rows"
        some = ", ".join([*([some] if some else []), *(["without the noise"] if len(inside) < data.n else [])])
        told.append(Number("silhouette", mean_silhouette(data.X[inside], None, labels[inside]), some))
    if data.target == "class" and (known := data.codes >= 0).any():
        beside = "against the classes" + (", the noise as one group" if (labels[known] < 0).any() else "")
        told.append(Number("adjusted Rand index", agreement(labels[known], data.codes[known]), beside))
    return tuple(told)


def truth(X: np.ndarray, meetings: Iterable[Meeting], of: str) -> tuple[Number, ...]:
    """The cophenetic correlation of a tree with the distances of the rows X (n, d); `of` says what its heights are."""
    if len(X) > MEASURED:
        return ()
    found = cophenetic_correlation(X, meeting_heights(len(X), meetings))
    return () if found is None else (Number("cophenetic correlation", found, f"of the distances with {of}"),)


def agreement(labels: np.ndarray, codes: np.ndarray) -> float:
    """The adjusted Rand index of groups and classes (n,); those in no group count as one."""
    return adjusted_rand(labels + 1, codes)
