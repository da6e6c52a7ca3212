"""The loss of every row: what it adds to E, as a bar, or as a dot where there are too many rows for bars."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Mark, Points, Text
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset

CHART = Surface("chart", "Loss of each point", "point", "−ln P(own class)", open=False)
BARS = 60
"""With more rows than this a bar would be too narrow to be told from the next."""


def drawn(losses: np.ndarray, table: Dataset) -> list[Mark]:
    """−ln P(own class) of every row (n,), in the colour of its class, the largest chosen; they add up to E."""
    if not np.isfinite(losses).all():
        return []
    worst = int(np.argmax(losses))
    words = f"They add up to E = {figure(float(losses.sum()))}; with P = ½ each would be ln 2 = 0.6931."
    top = max(float(losses[worst]), 1e-9) * 1.12
    chart = replace(CHART, view=(-0.6, table.n - 0.4, 0.0, 1.08 * top))
    said = Text(np.array([-0.6, 1.08 * top]), words, anchor=(0.0, 0.0), surface=chart)
    if table.n <= BARS:
        names = tuple(str(table.row_name(row)) for row in range(table.n))
        return [Bars(losses, names, groups=table.codes, chosen=worst, surface=chart), said]
    rows = np.arange(table.n)
    places = np.column_stack([rows, losses])
    small = np.full(table.n, 0.4)
    return [
        Points(places, groups=table.codes, sizes=small, rows=rows, names=table.class_titles, surface=chart),
        Points(places[[worst]], "focus", rows=np.array([worst]), surface=chart),
        said,
    ]
