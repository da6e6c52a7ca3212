"""A model of how densely points lie: a bump around every row, added up."""

from __future__ import annotations

import math
from functools import cached_property
from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import figure
from engine.maths.algebra.metrics import straight
from engine.maths.algebra.nearest_rows import pieces
from engine.maths.probability.kernels import EPANECHNIKOV, GAUSSIAN, TRIANGULAR, UNIFORM, kernel, log_gaussian
from engine.maths.probability.sigmoid import log_sum_exp
from engine.models.neighbours import PutQuery
from engine.models.shapes import Axes, model, shaped

BUMPS = (GAUSSIAN, UNIFORM, TRIANGULAR, EPANECHNIKOV)
"""The kernels whose bump has a volume: that of the inverse kernel is infinite."""


def log_volume(kind: str, d: int) -> float:
    """The logarithm of the volume of a kernel of width 1 in d dimensions; V is that of the ball of radius 1.

    Gaussian (2π)^(d/2)      uniform V      triangular V / (d + 1)      Epanechnikov 2 V / (d + 2)

    >>> round(math.exp(log_volume("Epanechnikov", 1)), 9)
    1.333333333
    """
    if kind == GAUSSIAN:
        return 0.5 * d * math.log(2 * math.pi)
    ball = 0.5 * d * math.log(math.pi) - math.lgamma(0.5 * d + 1)
    return ball + {UNIFORM: 0.0, TRIANGULAR: -math.log(d + 1), EPANECHNIKOV: math.log(2 / (d + 2))}[kind]


@model
class KernelDensity:
    """p(x) = 1 / (N h^d) Σ K(‖x − xₙ‖ / h), with K of volume 1.

    X (n, d)  the rows;   kernel  one of BUMPS;   h  its width
    """

    CALLED = "kernel density"

    AXES: ClassVar[Axes] = {"X": ("row", "feature")}

    X: np.ndarray
    kernel: str
    h: float

    def __post_init__(self) -> None:
        sizes = shaped(self, X="nd")
        if 0 in sizes.values() or not np.isfinite(self.X).all():
            raise Refusal("A density needs at least one row, and numbers in all of its cells.")
        if self.kernel not in BUMPS:
            raise Refusal(f"The kernel of a density is one of {', '.join(BUMPS)}, and this is another.")
        if not 0 < self.h < np.inf:
            raise Refusal(f"The width of a kernel must be a number above 0, and it is {figure(self.h)}.")

    @property
    def n_features(self) -> int:
        return int(self.X.shape[1])

    @cached_property
    def log_height(self) -> float:
        """The logarithm of the top of each bump."""
        return -log_volume(self.kernel, self.n_features) - self.n_features * math.log(self.h) - math.log(len(self.X))

    def log_bumps(self, X: np.ndarray, taken: int | None = None) -> np.ndarray:
        """(m, n) the logarithms of the bumps of the first rows, or of all, at points X (m, d); −∞ outside of a bump."""
        Z = np.atleast_2d(np.asarray(X, dtype=float))
        far = straight([np.abs(Z[:, j, None] - self.X[:taken, j]) for j in range(self.n_features)])
        if self.kernel == GAUSSIAN:
            return log_gaussian(far, self.h) + self.log_height
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(kernel(self.kernel, far, self.h)) + self.log_height)

    def decision_function(self, X: np.ndarray, taken: int | None = None) -> np.ndarray:
        """(m,) log p, added up where the largest is 1 (log-sum-exp); −∞ where there is no bump."""
        Z = np.atleast_2d(np.asarray(X, dtype=float))
        found = np.full(len(Z), -np.inf)
        for part in pieces(len(Z), len(self.X)):
            found[part] = log_sum_exp(self.log_bumps(Z[part], taken))
        return found


@model
class AskedDensity(PutQuery):
    """A place at which a density is asked; any other can be asked as well."""

    CALLED = "query to a density"

    known: KernelDensity

    def decision_function(self, X: np.ndarray) -> np.ndarray:
        """(m,) log p."""
        return self.known.decision_function(X)
