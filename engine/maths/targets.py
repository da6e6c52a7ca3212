"""Codings of a two-class target."""

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
