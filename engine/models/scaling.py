"""Columns on one scale: their means taken off, and divided by their standard deviations."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from engine.base.errors import Refusal
from engine.maths.algebra.covariance import deviation_scale
from engine.models.shapes import Axes, part, shaped


@part
class Scale:
    """z = (x − middle) / spread, column by column.

    middle (d,);   spread (d,) above 0, 1 of a column that never changes
    """

    CALLED = "scaling of columns"

    AXES: ClassVar[Axes] = {"middle": ("feature",), "spread": ("feature",)}

    middle: np.ndarray
    spread: np.ndarray

    def __post_init__(self) -> None:
        shaped(self, middle="d", spread="d")
        if not (np.isfinite(self.middle).all() and np.isfinite(self.spread).all() and (self.spread > 0).all()):
            raise Refusal("A scale needs numbers, and spreads above 0.")

    @classmethod
    def of(cls, X: np.ndarray) -> Scale:
        """The scale on which the columns of X (n, d) have the mean 0 and the variance 1, with the divisor n."""
        middle = X.mean(axis=0)
        return cls(middle, deviation_scale(X - middle, len(X)))

    def applied(self, X: np.ndarray) -> np.ndarray:
        """(n, d) the standardised columns."""
        return np.asarray((X - self.middle) / self.spread)

    def undone(self, Z: np.ndarray) -> np.ndarray:
        """(n, d) the columns that were standardised."""
        return np.asarray(self.middle + self.spread * Z)
