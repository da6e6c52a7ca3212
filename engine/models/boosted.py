"""A number added up from many small trees."""

from __future__ import annotations

import numpy as np

from engine.base.errors import Refusal
from engine.models.shapes import model
from engine.models.tree import RegressionTree


@model
class Boosted:
    """What a number begins with, and trees that each add a share of what was left over.

    y(x) = base + rate · Σ h(x)
    """

    CALLED = "boosted trees"

    base: float
    trees: tuple[RegressionTree, ...]
    rate: float
    n_features: int

    def __post_init__(self) -> None:
        if not all(isinstance(tree, RegressionTree) for tree in self.trees):
            raise Refusal("A model of boosted trees adds up trees that answer with numbers.")
        if not np.isfinite([self.base, self.rate]).all() or not isinstance(self.n_features, int):
            raise Refusal(
                "A model of boosted trees begins with a number, has a rate, and says how many features it is for."
            )
        if any(tree.n_features not in (None, self.n_features) for tree in self.trees):
            raise Refusal("All boosted trees must know the same features.")

    def predict(self, X: np.ndarray) -> np.ndarray:
        """(n,) the numbers."""
        found = np.full(len(np.atleast_2d(X)), float(self.base))
        for tree in self.trees:
            found = found + self.rate * tree.predict(X)
        return found
