"""Whether a chart shows nothing but counts along an axis, so that numbers between them would mean nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from engine.core.marks import Bars, Contours, Curve, Ellipse, Points, Region, Segments
from engine.core.mesh import Mesh
from gui.painters import Drawn

FEW = 20
"""Over a wider range an axis has whole numbers anyway."""


def counts(marks: Sequence[Drawn], axis: int) -> bool:
    """Whether every place of every mark is whole along an axis (0 or 1), and within a few; lines may cut anywhere."""
    low, high = np.inf, -np.inf
    for mark in marks:
        if isinstance(mark, Region | Contours | Ellipse | Mesh):
            return False
        if not isinstance(mark, Bars | Curve | Points | Segments):
            continue
        for places in _places(mark, axis):
            there = places[np.isfinite(places)]
            if not len(there):
                continue
            low, high = min(low, float(there.min())), max(high, float(there.max()))
            if high - low > FEW or bool((there != np.round(there)).any()):
                return False
    return bool(high >= low)


def _places(mark: Bars | Curve | Points | Segments, axis: int) -> Iterator[np.ndarray]:
    """Where a mark is along an axis; a bar begins and ends at heights, which its line crosses."""
    if isinstance(mark, Bars):
        heights = (mark.values, mark.tops, mark.line) if axis else (np.arange(len(mark.values)),)
        yield from (np.asarray(height, dtype=float) for height in heights if height is not None)
        return
    positions = (mark.starts, mark.ends) if isinstance(mark, Segments) else (mark.positions,)
    yield from (np.asarray(places, dtype=float).reshape(-1, 2)[:, axis] for places in positions)
