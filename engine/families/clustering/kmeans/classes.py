"""The classes as groups of their own, where there are as many as clusters: what E would be with their means."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine.data.dataset import Dataset
from engine.families.clustering.kmeans.loop import Step, mean
from engine.maths.algebra.distances import group_sums, own_squares


class TrueGroups(NamedTuple):
    """The means (K, d) of the classes, how wide (K,) each is about its own, and E of all rows with these."""

    means: np.ndarray
    widths: np.ndarray
    error: float


def true_groups(step: Step, data: Dataset) -> TrueGroups | None:
    """Those of the classes, at rest; None where there are none, or not as many as clusters."""
    K = len(step.model.centres)
    if step.half != "assign" or step.changed or data.target != "class" or (data.codes < 0).any():
        return None
    codes = np.unique(data.codes, return_inverse=True)[1]
    if K < 2 or codes.max() + 1 != K:
        return None
    sums, sizes = group_sums(data.X, codes, K)
    means = sums / sizes[:, None]
    squares = own_squares(data.X, means, codes)
    return TrueGroups(means, np.sqrt(np.bincount(codes, squares) / sizes), mean(squares))
