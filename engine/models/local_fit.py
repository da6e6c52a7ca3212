"""A model that keeps the table, and fits a constant or a line to the rows near a point when it is asked."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import figure
from engine.maths.algebra.inner_product_kernels import squared_distances
from engine.maths.algebra.local_line import line_shares
from engine.maths.algebra.nearest_rows import pieces
from engine.maths.probability.kernels import EPANECHNIKOV, GAUSSIAN, TRIANGULAR, UNIFORM, weighed
from engine.models.neighbours import PutQuery
from engine.models.shapes import Axes, model, shaped

SHAPES = (GAUSSIAN, UNIFORM, TRIANGULAR, EPANECHNIKOV)
"""The kernels that have a width."""


@model
class LocalFit:
    """f(z) of the weights wₙ = K(‖xₙ − z‖ / h): their mean Σ wₙ tₙ / Σ wₙ, or the height at z of their weighted line.

    X (n, d), t (n,)  the rows and their targets;   kernel  one of SHAPES, h its width;   line  whether a line is fitted
    """

    CALLED = "local regression"

    AXES: ClassVar[Axes] = {"X": ("row", "feature"), "t": ("row",)}

    X: np.ndarray
    t: np.ndarray
    kernel: str
    h: float
    line: bool

    def __post_init__(self) -> None:
        n = shaped(self, X="nd", t="n")["n"]
        if not n or not (np.isfinite(self.X).all() and np.isfinite(self.t).all()):
            raise Refusal("Local regression needs at least one row, and numbers in all of its cells.")
        if self.kernel not in SHAPES:
            raise Refusal(f"The kernel of a local regression is one of {', '.join(SHAPES)}, and this is another.")
        if not 0 < self.h < np.inf:
            raise Refusal(f"The width of a kernel must be a number above 0, and it is {figure(self.h)}.")

    @property
    def n_features(self) -> int:
        return int(self.X.shape[1])

    @cached_property
    def size(self) -> float:
        """How large the targets are: sums are worked out of shares of this."""
        return float(np.abs(self.t).max()) or 1.0

    def weights(self, Z: np.ndarray) -> np.ndarray:
        """(m, n) the weights of the rows at points Z (m, d); far from all they are divided by the largest.

        Where no row has any, the nearest has 1.
        """
        far = np.sqrt(squared_distances(Z, self.X))
        w, _ = weighed(self.kernel, far, self.h)
        empty = np.flatnonzero(w.sum(axis=1) == 0)
        w[empty, np.argmin(far[empty], axis=1)] = 1.0
        return w

    def shares(self, Z: np.ndarray) -> np.ndarray:
        """(m, n) the l with f(z) = Σ lₙ tₙ: the weights as shares, and for a line what is added by its slope."""
        w = self.weights(Z)
        w /= w.sum(axis=1, keepdims=True)
        if not self.line:
            return w
        middle, spread = self.units
        return line_shares(w, (self.X - middle) / spread, (Z - middle) / spread)

    @cached_property
    def units(self) -> tuple[np.ndarray, np.ndarray]:
        """(d,) the middle of the rows, and how far they reach from it, 1 where that is nothing."""
        middle = 0.5 * (self.X.max(axis=0) + self.X.min(axis=0))
        spread = np.abs(self.X - middle).max(axis=0)
        return middle, np.where(spread > 0, spread, 1.0)

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) f at the rows of X (n, d)."""
        Z = np.asarray(X, dtype=float)
        found = np.empty(len(Z))
        for rows in pieces(len(Z), len(self.X)):
            found[rows] = self.shares(Z[rows]) @ (self.t / self.size) * self.size
        return found


@model
class AskedFit(PutQuery):
    """A point at which a local regression is asked; any other can be asked as well."""

    CALLED = "query to a local regression"

    known: LocalFit

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the answers of the local fits."""
        return self.known.predict(X)
