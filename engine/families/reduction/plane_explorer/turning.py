"""A plane through the mean of the first three features: its frame (u, v, n), turned, and leaned by hand.

The cloud is seen along a fixed direction. RIGHT, UP and TOWARDS are unit vectors of that view, in the three features.
"""

from __future__ import annotations

import numpy as np

from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.maths.algebra.covariance import column_means, covariance, orthonormal
from engine.models.projections import Components

AZIMUTH, ELEVATION = np.radians(-55.0), np.radians(22.0)
TOWARDS = np.array([np.cos(ELEVATION) * np.cos(AZIMUTH), np.cos(ELEVATION) * np.sin(AZIMUTH), np.sin(ELEVATION)])
RIGHT = np.array([-np.sin(AZIMUTH), np.cos(AZIMUTH), 0.0])
UP = np.cross(TOWARDS, RIGHT)
DUST = 1e-15
"""An entry of a unit vector that is less is rounding."""
CLOUD = Surface("chart", "Cloud and plane", square=True, view=(-1.3, 1.3, -1.3, 1.3), axes=False)


def measured(data: Dataset, divisor: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Z (n, 3) the first three features from their mean, S (3, 3) and the mean (d,); of two features the third is 0."""
    return data.cached(("three features", divisor), lambda: _measured(data.X, divisor))


def _measured(X: np.ndarray, divisor: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    mean = column_means(X)
    Z = (X - mean)[:, :3]
    Z = np.column_stack([Z, np.zeros((len(Z), 3 - Z.shape[1]))])
    return Z, covariance(Z, divisor), mean


def seen(Z: np.ndarray) -> np.ndarray:
    """(n, 2) where places Z (n, 3) are seen on the chart."""
    return np.asarray(Z @ np.array([RIGHT, UP]).T)


def framed(u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """(3, 3) the frame with the rows u, v and n, from two directions (3,); what they leave open, the axes decide."""
    pair = orthonormal(np.vstack([u, v, np.eye(3)]))[0][:2]
    rows = np.vstack([pair, np.cross(*pair)])
    return np.where(np.abs(rows) < DUST, 0.0, rows)


def turned(frame: np.ndarray, axis: np.ndarray, degrees: float) -> np.ndarray:
    """(3, 3) the frame turned about a unit axis (3,).   (Rodrigues 1840)

    >>> turned(np.eye(3), np.array([0.0, 0.0, 1.0]), 90.0)[0].round(12).tolist()
    [0.0, 1.0, 0.0]
    """
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    beside = np.cross(axis, frame)
    rows = c * frame + s * beside + (1.0 - c) * np.outer(frame @ axis, axis)
    return framed(rows[0], rows[1])


def modelled(frame: np.ndarray, data: Dataset, S: np.ndarray, mean: np.ndarray) -> Components:
    """The plane as a model: its directions u and v over the features, with the variances along them."""
    axes = np.zeros((2, data.d))
    axes[:, : min(data.d, 3)] = frame[:2, : min(data.d, 3)]
    return Components(mean, axes, np.maximum(np.einsum("ki,ij,kj->k", frame[:2], S, frame[:2]), 0.0))


def frame_of(model: Components) -> np.ndarray:
    """(3, 3) the frame of a model of one direction or more, as far as the first three features go."""
    rows = np.zeros((2, 3))
    known = model.components[:2, :3]
    rows[: len(known), : known.shape[1]] = known
    return framed(rows[0], rows[1])


def tip(model: Components, data: Dataset) -> np.ndarray:
    """(1, 2) where the end of what is held is seen."""
    return seen(held(frame_of(model), data)[None])


def held(frame: np.ndarray, data: Dataset) -> np.ndarray:
    """(3,) the normal, of its two ends the one on the near side; u where two features leave one plane to turn in."""
    return np.asarray(frame[0] if data.d == 2 else nearer(frame[2]))


def nearer(n: np.ndarray) -> np.ndarray:
    """The normal n (3,) or −n, whichever points towards the eye."""
    return n if n @ TOWARDS >= 0 else -n


def leaned(positions: np.ndarray, data: Dataset, params: object, base: Components | None = None) -> Components:
    """The plane whose normal is seen to end at a place (1, 2) of the chart; u stays as near to the base's as it can.

    With two features there is one plane: u turns in it towards the place.
    """
    _, S, mean = measured(data, data.n - 1)
    if data.d == 2:
        u = np.append(np.linalg.solve(seen(np.eye(3)[:2]).T, positions[0]), 0.0)
        return modelled(framed(u, np.array([-u[1], u[0], 0.0])), data, S, mean)
    across, up = positions[0] / max(1.0, float(np.linalg.norm(positions[0])))
    n = across * RIGHT + up * UP + np.sqrt(max(1.0 - across**2 - up**2, 0.0)) * TOWARDS
    near = RIGHT if base is None else frame_of(base)[0]
    u = orthonormal(np.vstack([n, near, np.eye(3)]))[0][1]
    return modelled(framed(u, np.cross(n, u)), data, S, mean)
