"""Small pictures for a gallery: which examples are dots in them."""

from __future__ import annotations

import numpy as np

from engine.core.marks import Points
from engine.data.dataset import Dataset

DOTS = 300
"""A small picture has at most so many dots: every so-manieth row."""


def dotted(n: int) -> np.ndarray:
    """The rows (m,) of n that are dots, evenly spread over the table.

    >>> dotted(4).tolist(), len(dotted(10_000))
    ([0, 1, 2, 3], 300)
    """
    return np.unique(np.linspace(0, n - 1, min(n, DOTS)).astype(np.intp))


def dots(data: Dataset, sizes: np.ndarray | None = None) -> Points:
    """The rows as dots in the colours of their classes; sizes (n,) are relative areas, 1.0 is usual."""
    rows = dotted(data.n)
    groups = data.codes[rows] if data.target == "class" else None
    return Points(data.X[rows], "data", groups, None if sizes is None else sizes[rows], rows=rows)
