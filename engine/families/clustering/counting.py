"""How many groups the data can have."""

from __future__ import annotations

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.data.dataset import Dataset


def enough_points(data: Dataset, k: int) -> str:
    """Why there cannot be k clusters: they may not be more than the distinct points; else ""."""
    if k <= (distinct := distinct_points(data.X, k)):
        return ""
    need = f"k = {k} clusters need as many distinct points, and there are {distinct}"
    return Objection(f"{need}: choose k from 1 to {distinct}.", SetParameter("k", distinct))


def distinct_points(X: np.ndarray, most: int) -> int:
    """How many distinct points there are among the rows of X (n, d), or `most` if there are more.

    >>> distinct_points(np.array([[1.0, 2.0], [1.0, 3.0], [1.0, 2.0]]), 5)
    2
    """
    if most <= len(set(X[: 4 * most, 0].tolist())):  # the first few nearly always tell; of whole columns, np.unique
        return most
    if most <= len(np.unique(X[:, 0])):
        return most
    return min(len(np.unique(X, axis=0)), most)
