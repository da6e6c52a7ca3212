"""Why the bowl of a Newton step is flat: what of the table the Hessian cannot tell apart, in words."""

from __future__ import annotations

import numpy as np

from engine.data.dataset import Dataset


def far_column(data: Dataset) -> str:
    """A feature whose spread is lost in the digits of its mean, or ''."""
    spread, size = np.ptp(data.X, axis=0), np.abs(data.X).max(axis=0)
    far = np.flatnonzero((spread > 0) & (spread < 1e-6 * size))
    return data.feature_names[far[0]] if len(far) else ""


def why_flat(rank: int, size: int, table: Dataset, classes: int = 1) -> str:
    """Why a Hessian of this size has no higher rank, in words; `classes` have weights of their own."""
    M, constant = table.d + 1, np.flatnonzero(table.X.min(axis=0) == table.X.max(axis=0))
    if table.n < M:
        each = " in each class" if classes > 1 else ""
        return f"There are {M} weights{each} for {table.n:,} points: the Hessian has rank {rank}, and the bowl is flat."
    if len(constant):
        return f"{table.feature_names[constant[0]]} never changes, as the bias, so the bowl is flat along the two."
    if name := far_column(table):
        return f"{name} lies so far from 0 that it is numerically the same as the bias."
    return f"The Hessian has rank {rank} of {size}: a column is a sum of others, or nearly, and the bowl is flat."
