"""How the points are drawn where not every label is known: in the colours of what a run knows."""

from __future__ import annotations

import numpy as np

from engine.core.marks import Points
from engine.data.dataset import Dataset


def known_points(labels: np.ndarray, data: Dataset) -> Points:
    """All rows in place of the usual points: in the colours of their labels (n,), quiet without one."""
    return Points(data.X, "data", labels, rows=np.arange(data.n))


def missed(labels: np.ndarray, data: Dataset) -> np.ndarray:
    """The rows with a label that is not the class which the table has for them."""
    return np.flatnonzero((labels >= 0) & (data.codes >= 0) & (labels != data.codes))
