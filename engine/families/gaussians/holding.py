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


NEAR = 1e-12
"""A place that is so near to where it was has not been moved, beside the largest coordinate."""
LEAST = 1e-12
"""Beside the longest, an axis has at least this share of the variance."""


class Pooling(Protocol):
    """The parameters that say which classes share a covariance."""

    def grouped(self, K: int) -> np.ndarray: ...
    @property
    def divisor(self) -> str: ...


def with_means(
    positions: np.ndarray, data: Dataset, params: Pooling, base: GaussianClasses | None = None
) -> GaussianClasses:
    """Gaussians with these means (m, d); new ones have the pooled covariance of the rows, and equal priors."""
    m = len(positions)
    if base is not None and len(base.means) == m:
        return replace(base, means=positions)
    spreads = np.repeat(_usual(data, params)[None], m, axis=0)
    return GaussianClasses(np.full(m, 1 / m), positions, spreads, first_codes(m, data))


def first_codes(m: int, data: Dataset) -> np.ndarray:
    """(m,) the codes of the first classes that have rows, and of new ones after them."""
    present = np.array(data.classes_present)
    return np.append(present, np.arange(m) + present.max(initial=-1) + 1)[:m]


def _usual(data: Dataset, params: Pooling) -> np.ndarray:
    """(d, d) the pooled covariance with variance in every direction."""
    S = estimates(data, params.divisor).pooled
    size = float(np.trace(S)) / data.d or 1.0
    values, axes = np.linalg.eigh(S)
    return np.asarray((axes * np.maximum(values, 1e-3 * size)) @ axes.T)


def ends(model: GaussianClasses) -> np.ndarray:
    """(m, d) where the longest axes of the ellipses end, then the shortest, on either side; of one feature the one."""
    sides = []
    for axis in axes_of(model.n_features):
        found = [principal_axes(S) for S in model.covariances]
        sides.append(np.array([SCALE * np.sqrt(values[axis]) * U[axis] for U, values in found]))
    return np.vstack([model.means + side for side in sides] + [model.means - side for side in sides])


def axes_of(d: int) -> tuple[int, ...]:
    """Which of the principal axes end in a handle: the longest and the shortest."""
    return (0, -1) if d > 1 else (0,)


def pulled(
    positions: np.ndarray, data: Dataset, params: Pooling, base: GaussianClasses | None = None
) -> GaussianClasses:
    """The Gaussians whose axes end at these places, in the order of `ends`; the other axes turn with the one
    pulled, and the ellipses of classes that share the covariance with it.
    """
    axes = axes_of(data.d)
    if base is None:
        K = -(-len(positions) // (2 * len(axes)))
        base = with_means(np.resize(estimates(data, params.divisor).means, (K, data.d)), data, params)
    before, spreads, K = ends(base), np.array(base.covariances), len(base.means)
    groups = params.grouped(K)
    size = np.abs(before).max(initial=1e-300)
    moved = np.flatnonzero((np.abs(positions - before[: len(positions)]) > NEAR * size).any(axis=1))
    for k in np.unique(moved % K):
        pulls = [(axes[place // K % len(axes)], place // K // len(axes)) for place in moved if place % K == k]
        ways = [positions[place] - base.means[k] for place in moved if place % K == k]
        sided = [(axis, -way if below else way) for (axis, below), way in zip(pulls, ways, strict=True)]
        spreads[groups == groups[k]] = stretched(base.covariances[k], sided)
    return replace(base, covariances=spreads)


def stretched(S: np.ndarray, pulls: list[tuple[int, np.ndarray]]) -> np.ndarray:
    """(d, d) the covariance whose axes, by their numbers, have turned to these ways (d,), and end there.

    >>> stretched(np.diag([4.0, 1.0]), [(0, np.array([0.0, 6.0]))]).round(9).tolist()
    [[1.0, 0.0], [0.0, 9.0]]
    """
    U, values = principal_axes(S)
    values, largest = np.array(values), float(values.max())
    for axis, way in pulls:
        length = float(np.linalg.norm(way))
        if length > 0:
            U = U @ _rotation(U[axis], way / length)
            values[axis] = (length / SCALE) ** 2
    found = (U.T * np.maximum(values, LEAST * largest)) @ U
    return np.asarray((found + found.T) / 2)


def _rotation(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """(d, d) R with u R = other for u = one, both of length 1: it turns in their plane, and leaves all else."""
    cosine = float(one @ other)
    if cosine < -1 + 1e-12:
        return -np.eye(len(one))
    cross = np.outer(one, other) - np.outer(other, one)
    return np.asarray(np.eye(len(one)) + cross + cross @ cross / (1 + cosine))
