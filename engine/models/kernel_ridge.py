"""A function that is a sum of kernels around the rows."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.maths.algebra.nearest_rows import pieces
from engine.models.gaussian_process import Covariance
from engine.models.shapes import Axes, model, shaped


@model
class KernelSum:
    """f(x) = mean + Σ aₙ k(xₙ, x).   X (n, d)  the rows;   dual (n,)  a"""

    CALLED = "kernel ridge regression"

    AXES: ClassVar[Axes] = {"X": ("row", "feature"), "dual": ("row",)}

    X: np.ndarray
    dual: np.ndarray
    covariance: Covariance
    mean: float = 0.0

    def __post_init__(self) -> None:
        shaped(self, X="nd", dual="n")
        if not np.isfinite(self.X).all():
            raise Refusal("A sum of kernels needs numbers in all cells of its rows.")

    @property
    def n_features(self) -> int:
        return int(self.X.shape[1])

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) f at the rows of X (n, d)."""
        Z = np.asarray(X, dtype=float)
        found, there = np.full(len(Z), self.mean), np.flatnonzero(self.dual)
        for rows in pieces(len(Z), max(len(there), 1)):
            found[rows] += self.covariance.between(Z[rows], self.X[there]) @ self.dual[there]
        return found
