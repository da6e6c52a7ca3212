"""Small pictures for a gallery: which examples are dots in them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.core.marks import Points
from engine.data.dataset import Dataset
from engine.maths.algebra.spread import spread

DOTS = 300
"""A small picture has at most so many dots: every so-manieth row."""


def dotted(n: int, most: int = DOTS) -> np.ndarray:
    """The rows (m,) of n that are dots, at most so many, evenly spread over the table.

    >>> dotted(4).tolist(), len(dotted(10_000))
    ([0, 1, 2, 3], 300)
    """
    return spread(n, most)


def dots(data: Dataset) -> Points:
    """The rows as dots in the colours of their classes, the same for all panels, so that they are placed once."""
    rows = dotted(data.n)
    return Points(data.X[rows], "data", data.codes[rows] if data.target == "class" else None, rows=rows)


def sized(shared: Points, sizes: np.ndarray) -> Points:
    """The same dots with relative areas, of which sizes (n,) has one for each row of the data."""
    return replace(shared, sizes=sizes[shared.rows])
