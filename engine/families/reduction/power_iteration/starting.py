"""The vector that power iteration begins with: placed by hand, along the first feature, or a random one."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import EQUAL, column_means
from engine.models.projections import Components


def placed(positions: np.ndarray, data: Dataset, params: Any, base: object = None) -> Components:
    """The vector from the mean to a place; towards the mean itself, along the first feature."""
    mean = data.cached("mean", lambda: column_means(data.X))
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


def first_vector(left: np.ndarray, S: np.ndarray, start: Components | None) -> np.ndarray | None:
    """As placed, else the first feature, or where that has nothing left of it the one with most; None if none has."""
    part = left / np.abs(S).max()
    sizes = np.diag(part)
    if not sizes.max() > NOTHING:
        return None
    v = np.eye(len(left))[0] if start is None else np.asarray(start.components[0])
    return v if np.linalg.norm(part @ v) > NOTHING else np.eye(len(left))[int(np.argmax(sizes))]


DUST = 1e-13
"""A share of a length or of a λ that is rounding alone."""
STILL, NOTHING = 1e-15, 1e-12
"""A vector that moves by no more stands still; less than this share of S is rounding."""


def missed(left: np.ndarray, v: np.ndarray) -> bool:
    """Whether v (d,) rests on an eigenvector of S, but not on that of the greatest λ: it was at a right angle to it.

    No λ is greater than vᵀ S v if and only if (vᵀ S v) I − S has a Cholesky factor.
    """
    part = left / np.abs(left).max()
    value = float(v @ part @ v)
    if np.linalg.norm(part @ v - value * v) > EQUAL:
        return False
    try:
        np.linalg.cholesky((value + EQUAL) * np.eye(len(left)) - part)
    except np.linalg.LinAlgError:
        return True
    return False


def random_vector(rng: np.random.Generator, d: int) -> np.ndarray:
    """(d,) of length 1: no axis is at a right angle to it."""
    v = rng.normal(size=d)
    return np.asarray(v / np.linalg.norm(v))
