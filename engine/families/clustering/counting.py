"""How many groups the data can have."""

from __future__ import annotations

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.data.dataset import Dataset


def enough_points(data: Dataset, k: int) -> str:
    """Why there cannot be k clusters: they may not be more than the distinct points; else ""."""
    for rows in (4 * k, data.n):  # of a million rows the first few nearly always tell
        if k <= len(set(data.X[:rows, 0].tolist())):
            return ""
    if k <= (distinct := len(np.unique(data.X, axis=0))):
        return ""
    need = f"k = {k} clusters need as many distinct points, and there are {distinct}"
    return Objection(f"{need}: choose k from 1 to {distinct}.", SetParameter("k", distinct))
