"""Rows that vote for their classes by a kernel of their distance: as a model, and what their votes come to."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure
from engine.data.dataset import Dataset
from engine.families.neighbours.measuring import DistanceParams, metric
from engine.maths.algebra.nearest_rows import NearestRows
from engine.maths.algebra.spread import spread
from engine.models.kernel_votes import KernelVotes
from engine.models.neighbours import Metric

MOST_GAPS, FEWEST = 40_000_000, 50
"""For the usual width so many gaps between coordinates are computed at most, but those of so many rows in any case."""


def rows_that_vote(data: Dataset, params: DistanceParams, kernel: str, h: float, fallback: str) -> KernelVotes:
    """The rows with their classes, as a model, of the usual width if h is 0; kept, as it is the same for any query."""

    def rows() -> KernelVotes:
        measure, K = metric(data, params), len(data.class_names)
        return KernelVotes(data.X, measure, data.codes, K, kernel, h or usual_width(data.X, measure), fallback)

    key = (kernel, h, fallback, params.distance, params.p, params.scale)
    return data.cached(("rows that vote", *key), rows)


def usual_width(X: np.ndarray, measure: Metric) -> float:
    """Three times the median distance of a row to the nearest other; where that is 0, of those that are not.

    In a table so large that all distances take long, it is the median over some rows, evenly spread.
    """
    if len(X) < 2:
        return 1.0
    table = measure.coordinates(X)
    asked = table[spread(len(X), max(MOST_GAPS // table.size, FEWEST))]
    reach = NearestRows(table, measure.combine, measure.tree_order).nearest(asked, 2).distances[:, 1]
    apart = reach if np.median(reach) > 0 else reach[reach > 0]
    return 3.0 * float(np.median(apart)) if len(apart) else 1.0


def shared(known: KernelVotes, z: np.ndarray, totals: np.ndarray) -> np.ndarray:
    """(K,) the share of each class in the weights; without any weight 0/0, or what the fallback says."""
    whole = totals.sum()
    return np.asarray(totals / whole) if whole > 0 else known.fallen_back(known.metric.coordinates(z))[0]


def unanswered(h: float, width: str) -> str:
    """How a run ends where no row has a vote, which is an answer too; h is called `width`."""
    return f"No row is within {figure(h)} of the query, so its class is undefined: bring it nearer, or widen {width}."
