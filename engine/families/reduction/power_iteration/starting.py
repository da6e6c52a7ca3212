"""The vector that power iteration begins with: placed by hand, or along the first feature."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import column_means
from engine.models.projections import Components


def placed(positions: np.ndarray, data: Dataset, params: Any, base: object = None) -> Components:
    """The vector from the mean to a place; towards the mean itself, along the first feature."""
    mean = data.kept("mean", lambda: column_means(data.X))
    away = positions[:1] - mean
    length = float(np.linalg.norm(away))
    return Components(mean, away / length if length > 0 else np.eye(1, data.d), np.array([length**2]))


def tip(model: Components, data: Dataset) -> np.ndarray:
    """(1, d) the end of the last arrow, as it is drawn: a standard deviation from the mean."""
    return np.asarray(model.mean + np.sqrt(model.variances[-1:])[:, None] * model.components[-1:])


def centre(model: Components, data: Dataset) -> np.ndarray:
    """(d,) where the arrows begin."""
    return model.mean


def shown_at(held: int, index: int, data: Dataset, params: object) -> int:
    """The step that has the first vector, or a later one: the matrix comes first."""
    return max(index, 1)
