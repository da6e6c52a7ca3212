"""Codings of a class target as numbers."""

from __future__ import annotations

import numpy as np

from engine.data.dataset import Dataset


def two_classes(data: Dataset) -> tuple[int, int]:
    """The two class codes that occur, the lower first: it is coded −1 (or 0), the higher +1 (or 1)."""
    low, high = data.classes_present
    return low, high


def signs(data: Dataset) -> np.ndarray:
    """(n,) the target coded −1 and +1."""
    return np.where(data.codes == two_classes(data)[1], 1.0, -1.0)


def zero_one(data: Dataset) -> np.ndarray:
    """(n,) the target coded 0 and 1."""
    return np.where(data.codes == two_classes(data)[1], 1.0, 0.0)


def one_of_k(data: Dataset) -> np.ndarray:
    """(n, K) for each class that occurs a column, with 1 for its own rows and 0 for the others.

    >>> import engine
    >>> one_of_k(engine.load("gate_and"))[-2:]
    array([[1., 0.],
           [0., 1.]])
    """
    return np.asarray(data.codes[:, None] == np.array(data.classes_present), dtype=float)
