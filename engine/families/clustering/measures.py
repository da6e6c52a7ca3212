"""How good groups are: the silhouette, from some of many rows, and the agreement with classes, where there are any."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from engine.core.story import Number
from engine.data.dataset import Dataset
from engine.maths.algebra.cophenetic import Meeting, cophenetic_correlation, meeting_heights
from engine.maths.algebra.partitions import adjusted_rand
from engine.maths.algebra.silhouette import silhouettes
from engine.parts.panels import DOTS, dotted

QUICK = 5_000
"""Of a table with so many cells or fewer both are told at every step: a drag has the time for it."""


MEASURED = 1000
"""Of so many rows or fewer all pairs are compared with a tree."""


def mean_silhouette(X: np.ndarray, labels: np.ndarray) -> float:
    """The mean over the rows, of many over some hundred evenly spread ones; 0 for one group."""
    return float(silhouettes(X, labels, dotted(len(X))).mean())


def measured(data: Dataset, labels: np.ndarray) -> tuple[Number, ...]:
    """The mean silhouette of groups (n,), and the adjusted Rand index; rows with −1 are in no group."""
    if data.X.size > QUICK:
        return ()
    inside = np.flatnonzero(labels >= 0)
    told = []
    if len(inside) and labels[inside].max() > labels[inside].min():
        some = "" if len(inside) <= DOTS else f"mean of {DOTS} rows"
        told.append(Number("silhouette", mean_silhouette(data.X[inside], labels[inside]), some))
    if data.target == "class" and (known := data.codes >= 0).any():
        told.append(Number("adjusted Rand index", agreement(labels[known], data.codes[known]), "against the classes"))
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
