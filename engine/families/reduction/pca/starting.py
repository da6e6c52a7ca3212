"""Where Principal component analysis can be begun by hand."""

from __future__ import annotations

import numpy as np

from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import column_means
from engine.models.projections import Components


def from_points(positions: np.ndarray, data: Dataset, params: object) -> Components:
    """Directions that lead from the mean of the data to points placed by hand."""
    mean = column_means(data.X)
    away = positions - mean
    lengths = np.linalg.norm(away, axis=1)
    return Components(mean, away / np.where(lengths > 0, lengths, 1.0)[:, None], lengths**2)
