"""Generators of a number that follows two features: a tilted plane, and hills beside hollows, with noise."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import real
from engine.data.dataset import Dataset
from engine.data.toy_fields import noise_level, point_count

HILLS = np.array([[-2.0, 1.25], [0.0, -1.25], [2.0, 1.25]])
HOLLOWS = np.array([[-2.0, -1.25], [0.0, 1.25], [2.0, -1.25]])
"""Their middles (3, 2): side by side and one above the other hills and hollows take turns."""


@dataclass(frozen=True)
class Tilted:
    n: int = point_count()
    slope: float = real(0.3, low=0.0, high=5.0, clear=True, help="how much it rises uphill, for 1 of way")
    angle: float = real(45.0, low=0.0, high=180.0, label="tilt", help="the way uphill, in degrees")
    noise: float = noise_level(0.1, "standard deviation of the target around the plane")


def slopes_of(params: Tilted) -> np.ndarray:
    """(2,) how much the plane rises with each feature."""
    turn = np.deg2rad(params.angle)
    return params.slope * np.array([np.cos(turn), np.sin(turn)])


def tilted(params: Tilted, rng: np.random.Generator) -> Dataset:
    X = rng.uniform(-3.0, 3.0, (params.n, 2))
    return _with_heights(X, X @ slopes_of(params), params.noise, rng)


@dataclass(frozen=True)
class Hills:
    n: int = point_count()
    width: float = real(
        0.7, low=0.1, high=3.0, symbol="s", label="width", clear=True, help="standard deviation of a hill"
    )
    noise: float = noise_level(0.05, "standard deviation of the target around the hills")


def height(params: Hills, X: np.ndarray) -> np.ndarray:
    """(n,) the true height at places X (n, 2): Σ exp(−‖x − c‖² / 2 s²) of the hills, less that of the hollows."""
    up, down = (np.exp(-((X[:, None] - at) ** 2).sum(axis=2) / (2 * params.width**2)) for at in (HILLS, HOLLOWS))
    return np.asarray(up.sum(axis=1) - down.sum(axis=1))


def hills(params: Hills, rng: np.random.Generator) -> Dataset:
    X = rng.uniform(-3.0, 3.0, (params.n, 2))
    return _with_heights(X, height(params, X), params.noise, rng)


def _with_heights(X: np.ndarray, heights: np.ndarray, noise: float, rng: np.random.Generator) -> Dataset:
    return Dataset(X, heights + noise * rng.standard_normal(len(X)), target_name="y")
