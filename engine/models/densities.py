"""Clusters of rows in dense places, and noise between them."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.maths.algebra.metrics import straight
from engine.maths.algebra.nearest_rows import NearestRows
from engine.models.shapes import Axes, model, shaped

NOISE = -1


@model
class Dense:
    """Rows in dense places: a point within the radius of one belongs to the group of the nearest; any other is noise.

    cores (m, d)  those rows;   labels (m,)  their groups, from 0;   radius  how near is near
    """

    CALLED = "groups of dense rows"

    AXES: ClassVar[Axes] = {"cores": ("core", "feature"), "labels": ("core",)}

    cores: np.ndarray
    labels: np.ndarray
    radius: float

    def __post_init__(self) -> None:
        shaped(self, cores="md", labels="m")
        if not 0 < self.radius < np.inf:
            raise Refusal("The radius of dense places must be a number above 0.")
        if not self.cores.shape[1] or not np.isfinite(self.cores).all():
            raise Refusal("Rows in dense places need at least one feature, and numbers in all of their cells.")
        if self.labels.dtype.kind != "i" or (self.labels < 0).any():
            raise Refusal("The groups of rows in dense places must be whole numbers from 0 on.")

    @property
    def n_features(self) -> int:
        return int(self.cores.shape[1])

    @cached_property
    def _search(self) -> NearestRows:
        return NearestRows(self.cores, straight, 2.0)

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the group of the nearest of them, the lower on a tie; −1 beyond the radius."""
        table = np.asarray(X, dtype=float)
        if not len(self.cores):
            return np.full(len(table), NOISE)
        near = self._search.nearest(table, 1)
        return np.where(near.distances[:, 0] <= self.radius, self.labels[near.rows[:, 0]], NOISE)
