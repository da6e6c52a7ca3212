"""How many rows there are along the one feature of a table: what stands above its points where a run draws no chart."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from engine.core.marks import Curve, Mark
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset

NAME, BINS = "Histogram", 30
"""The heading; and the most bins that there are."""


def histogram(data: Dataset, beside: Iterable[Surface]) -> list[Mark]:
    """An outline of the counts of each class, or of all rows; none where there are more features, or where one of the
    surfaces that the run draws beside the points is a chart already, or where a numeric target goes up, or of texts.
    """
    charted = any(surface.kind == "chart" and surface.open for surface in beside)
    if data.d != 1 or data.columns[0].is_text or data.target == "real" or charted:
        return []
    x, groups = data.X[:, 0], data.y if data.target == "class" and data.y is not None else np.zeros(data.n)
    there = np.isfinite(x) & np.isfinite(groups)
    if not there.any():
        return []
    edges = bins(x[there])
    surface = Surface("chart", NAME, data.feature_names[0], "rows")
    return [_outline(x[there & (groups == code)], edges, int(code), surface) for code in np.unique(groups[there])]


def bins(x: np.ndarray) -> np.ndarray:
    """The edges of equally wide bins of values (m,), about as many as the root of their number."""
    count = min(max(round(len(x) ** 0.5), 1), BINS)
    return np.asarray(np.histogram_bin_edges(x, count))


def _outline(x: np.ndarray, edges: np.ndarray, code: int, surface: Surface) -> Curve:
    counts = np.histogram(x, edges)[0]
    across, up = np.repeat(edges, 2), np.concatenate([[0], np.repeat(counts, 2), [0]])
    return Curve(np.column_stack([across, up]), group=code, surface=surface)
