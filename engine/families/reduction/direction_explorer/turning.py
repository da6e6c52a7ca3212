"""A direction that is turned by hand: it lies over two features, the others have no part in it."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from engine.data.dataset import Dataset
from engine.maths.algebra.agreement import cleared
from engine.maths.algebra.covariance import column_means, covariance
from engine.models.projections import Components


class Looking(Protocol):
    """The parameters that say which two features are looked at, and what the variance is divided by."""

    def axes(self, data: Dataset) -> tuple[int, int]: ...
    def divided_by(self, n: int) -> int: ...


def measured(data: Dataset, params: Looking) -> tuple[np.ndarray, np.ndarray]:
    """(d,) the mean and (2, 2) the covariance of the two features; kept, because a drag asks for them at every move."""
    axes = list(params.axes(data))
    key = ("two features", *axes, params.divided_by(data.n))
    return data.cached(key, lambda: _measured(data.X, axes, params.divided_by(data.n)))


def _measured(X: np.ndarray, axes: list[int], divisor: int) -> tuple[np.ndarray, np.ndarray]:
    mean = column_means(X)
    return mean, covariance(X[:, axes] - mean[axes], divisor)


def unit(angle: float) -> np.ndarray:
    """(2,) cos θ and sin θ, of degrees.

    >>> unit(90.0).tolist()
    [0.0, 1.0]
    """
    theta = np.radians(angle)
    return cleared([np.cos(theta), np.sin(theta)], 1.0)


def along(u: np.ndarray, data: Dataset, params: Looking) -> Components:
    """The direction u (2,) of the two features as a model: its variance is uᵀ S u."""
    mean, S = measured(data, params)
    axis = np.zeros((1, data.d))
    axis[0, list(params.axes(data))] = u
    return Components(mean, axis, np.array([max(float(u @ S @ u), 0.0)]))


def turned(positions: np.ndarray, data: Dataset, params: Looking, base: object = None) -> Components:
    """The direction from the mean to a place, over the two features; towards the mean itself it is the first of them.

    The model keeps how far the place is, so that the handle stays there: as its variance.
    """
    mean, _ = measured(data, params)
    axes = list(params.axes(data))
    away = (positions[0] - mean)[axes]
    length = float(np.linalg.norm(away))
    axis = np.zeros((1, data.d))
    axis[0, axes] = away / length if length > 0 else [1.0, 0.0]
    return Components(mean, axis, np.array([length**2]))


def tip(model: Components, data: Dataset) -> np.ndarray:
    """(1, d) the end of the arrow as it is drawn: a standard deviation from the mean."""
    return np.asarray(model.mean + np.sqrt(model.variances[:1])[:, None] * model.components[:1])


def centre(model: Components, data: Dataset) -> np.ndarray:
    """(d,) where the arrow begins."""
    return model.mean


def angle_of(model: Components, axes: tuple[int, int]) -> float | None:
    """The degrees of a direction over the two features, from 0 to below 360; None if it has no part in them."""
    pair = model.components[0][list(axes)]
    return float(np.degrees(np.arctan2(pair[1], pair[0]))) % 360.0 if pair.any() else None
