"""Where Principal component analysis can be begun by hand."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import column_means, deviation_scale
from engine.models.projections import Components

FIRST_AXIS = 3
"""The step of the first axis, where a run stops after each stage."""


class Scaling(Protocol):
    """The parameters that say how the features are measured."""

    @property
    def standardise(self) -> bool:
        """Whether every feature is divided by its standard deviation."""

    @property
    def stop_at(self) -> str:
        """After each stage, or after every row of it."""

    def divided_by(self, n: int) -> int:
        """What the sums of squares of n rows are divided by."""


def from_points(positions: np.ndarray, data: Dataset, params: Scaling, base: object = None) -> Components:
    """Directions that lead from the mean of the data to points placed by hand, measured as the run measures them."""
    mean, scale = data.cached((params.standardise, params.divided_by(data.n)), lambda: measured(data, params))
    away = (positions - mean) / scale
    lengths = np.linalg.norm(away, axis=1)
    return Components(mean, away / np.where(lengths > 0, lengths, 1.0)[:, None], lengths**2, scale)


def measured(data: Dataset, params: Scaling) -> tuple[np.ndarray, np.ndarray]:
    """(d,) the mean, and what the run divides each centred feature by; a drag asks for them at every move."""
    mean = column_means(data.X)
    divisor = params.divided_by(data.n)
    return mean, deviation_scale(data.X - mean, divisor) if params.standardise else np.ones(data.d)


def tips(model: Components, data: Dataset) -> np.ndarray:
    """(m, d) the ends of the axes as they are drawn: one standard deviation from the mean."""
    return np.asarray(model.mean + np.sqrt(model.variances)[:, None] * model.components * model.scale)


def first_axis(data: Dataset, params: Scaling) -> int:
    """The step of the first axis: data, mean and covariance come before, and with every row of it n more."""
    return FIRST_AXIS + (data.n if params.stop_at == "rows" else 0)


def shown_at(held: int, index: int, data: Dataset, params: Scaling) -> int:
    """The step that takes a given direction as an axis, or a later one."""
    return max(index, first_axis(data, params) + held)
