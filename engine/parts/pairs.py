"""The distances of all pairs of rows, measured some rows at a time: of many rows with many columns it takes seconds."""

from __future__ import annotations

from collections.abc import Callable, Generator

import numpy as np

from engine.base.words import counted, figure
from engine.core.pauses import Pauses, most_pauses
from engine.core.story import Number, Story
from engine.data.dataset import Dataset

BLOCK = 32
"""So many rows are measured at a time."""
GAP = 4
"""A gap between two coordinates, kept until all are combined, takes as long as so many differences that are not."""
Between = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""(m, n) the distances from rows (m, d) to rows (n, d)."""


def measured_pairs(X: np.ndarray, between: Between) -> Generator[int, None, np.ndarray]:
    """(n, n) the distances of the rows X (n, d); how many rows are measured so far, at each pause."""
    n, d = X.shape
    found, pauses = np.empty((n, n)), Pauses()
    for first in range(0, n, BLOCK):
        some = slice(first, min(first + BLOCK, n))
        found[some] = between(X[some], X)
        if some.stop < n and pauses.due(GAP * (some.stop - first) * n * max(d, 1)):
            yield some.stop
    return found


def most_measured(data: Dataset) -> int:
    """How many pauses that can have."""
    return most_pauses(GAP * data.n * data.n * max(data.d, 1))


def measuring_told(measured: int, data: Dataset, formula: str) -> Story:
    """What is said at a pause."""
    said = f"The distances between rows are being computed: {figure(measured)} of {counted(data.n, 'row')} are done."
    return Story(said, formula, numbers=(Number("rows measured", measured, f"of {figure(data.n)}"),))
