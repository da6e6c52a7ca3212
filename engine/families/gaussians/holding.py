"""Gaussians taken hold of: their means are dragged, and their ellipses pulled and turned by the ends of two axes."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

import numpy as np

from engine.data.dataset import Dataset
from engine.families.gaussians.estimating import estimates
from engine.maths.algebra.covariance import principal_axes
from engine.models.gaussians import GaussianClasses

SCALE = 2.0
"""The ends that are pulled lie on the ellipse at two standard deviations."""


APART = 1.0001
"""The variances along two axes of an ellipse differ by at least this factor, so that each keeps its place."""
LEAST = 1e-12
"""Beside the longest, an axis has at least this share of the variance."""


class Pooling(Protocol):
    """The parameters that say whether one covariance serves all classes."""

    @property
    def pools(self) -> bool: ...
    @property
    def divisor(self) -> str: ...


def with_means(
    positions: np.ndarray, data: Dataset, params: Pooling, base: GaussianClasses | None = None
) -> GaussianClasses:
    """Gaussians with these means (m, d); new ones have the pooled covariance of the rows, and equal priors."""
    m = len(positions)
    if base is not None and len(base.means) == m:
        return replace(base, means=positions)
    present = np.array(data.classes_present)
    codes = np.append(present, np.arange(m) + present.max(initial=-1) + 1)[:m]
    return GaussianClasses(np.full(m, 1 / m), positions, np.repeat(_usual(data, params)[None], m, axis=0), codes)


def _usual(data: Dataset, params: Pooling) -> np.ndarray:
    """(d, d) the pooled covariance with variance in every direction."""
    S = estimates(data, params.divisor).pooled
    size = float(np.trace(S)) / data.d or 1.0
    values, axes = np.linalg.eigh(S)
    return np.asarray((axes * np.maximum(values, 1e-3 * size)) @ axes.T)


def ends(model: GaussianClasses, axis: int) -> np.ndarray:
    """(K, d) where the longest axis of each ellipse ends, or with axis = 1 the shortest, on the side of its minus."""
    found = []
    for mean, S in zip(model.means, model.covariances, strict=True):
        U, values = principal_axes(S)
        found.append(mean + (1 - 2 * axis) * SCALE * np.sqrt(values[-axis]) * U[-axis])
    return np.array(found)


def pulled(
    positions: np.ndarray, data: Dataset, params: Pooling, base: GaussianClasses | None = None, axis: int = 0
) -> GaussianClasses:
    """The Gaussians whose longest, or shortest, axes end at these places (K, d); the other axes turn with them."""
    if base is None or len(base.means) != len(positions):
        base = with_means(np.resize(estimates(data, params.divisor).means, positions.shape), data, params)
    before, spreads = ends(base, axis), np.array(base.covariances)
    moved = np.flatnonzero((np.abs(positions - before) > 1e-12 * np.abs(before).max(initial=1e-300)).any(axis=1))
    for k in moved:
        spreads[k] = stretched(base.covariances[k], (1 - 2 * axis) * (positions[k] - base.means[k]), axis)
    if params.pools and len(moved):
        spreads[:] = spreads[moved[-1]]
    return replace(base, covariances=spreads)


def stretched(S: np.ndarray, way: np.ndarray, axis: int) -> np.ndarray:
    """(d, d) the covariance whose longest, or shortest, axis has turned to `way` (d,), and ends there.

    The longest stays the longest, and the shortest the shortest: it goes no farther than the next.

    >>> stretched(np.diag([4.0, 1.0]), np.array([0.0, 6.0]), 0).round(9).tolist()
    [[1.0, 0.0], [0.0, 9.0]]
    """
    length = float(np.linalg.norm(way))
    U, values = principal_axes(S)
    j = -axis
    if not length > 0:
        return S
    values, others = np.array(values), np.delete(values, j)
    wanted = max((length / SCALE) ** 2, LEAST * float(values.max()))
    if len(others):
        wanted = max(wanted, others.max() * APART) if axis == 0 else min(wanted, others.min() / APART)
    values[j] = wanted
    turned = U @ _rotation(U[j], way / length)
    found = (turned.T * values) @ turned
    return np.asarray((found + found.T) / 2)


def _rotation(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """(d, d) R with u R = other for u = one, both of length 1: it turns in their plane, and leaves all else."""
    cosine = float(one @ other)
    if cosine < -1 + 1e-12:
        return -np.eye(len(one))
    cross = np.outer(one, other) - np.outer(other, one)
    return np.asarray(np.eye(len(one)) + cross + cross @ cross / (1 + cosine))
