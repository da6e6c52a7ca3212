"""Groups around centres: how they are drawn, and what is said of a point among them."""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import sealed
from engine.core.algorithm import Inquiry
from engine.core.marks import Mark, Matrix, Points
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.parts.nearest import Kind, asked

PICTURES = Surface("table", "Centres as pictures")
PICTURED, ACROSS = 36, 2
"""So many centres have a picture, and so many stand in a line."""
CELLS = Kind(
    nearest="This point lies in the cell of centre {0}.",
    next="Centre {0} is next.",
    called="centre {0}",
    lower="number",
)


def names(K: int) -> tuple[str, ...]:
    """What K groups are called in the legend."""
    return tuple(f"cluster {k + 1}" for k in range(K))


def grouped(data: Dataset, labels: np.ndarray, K: int) -> Points:
    """The rows in the colours of their groups (n,)."""
    return Points(data.X, "data", groups=labels, rows=sealed(np.arange(data.n)), names=names(K))


def numbered_centres(centres: np.ndarray) -> Points:
    """The centres (K, d) in the colours of their groups, with their numbers."""
    K = len(centres)
    return Points(centres, "centre", groups=np.arange(K), labels=tuple(str(k + 1) for k in range(K)))


def cell_of(x: np.ndarray, centres: np.ndarray) -> Inquiry:
    """In which cell of the centres (K, d) a point x (d,) lies, its distances to them, and the runner-up."""
    K = len(centres)
    return asked(x, centres, [str(k + 1) for k in range(K)], CELLS, np.arange(K))


def pictured(data: Dataset, centres: np.ndarray) -> list[Mark]:
    """Where rows are pictures, the first centres (K, d) as pictures too."""
    if data.image is None:
        return []
    return [
        Matrix(
            centre.reshape(data.image),
            style="image",
            title=f"centre {k + 1}",
            place=divmod(k, ACROSS),
            surface=PICTURES,
        )
        for k, centre in enumerate(centres[:PICTURED])
    ]
