"""The two errors of a sigmoid of a line, each with the weights of its Hessian ∇²E = Φᵀ diag(r) Φ."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.snapshot import snapshot
from engine.data.dataset import Dataset
from engine.data.targets import zero_one
from engine.maths.algebra.weighed import weighed_products
from engine.maths.probability.cross_entropy import losses, uncertainty
from engine.maths.probability.half_squares import bend, half_squares

CROSS_ENTROPY, HALF_SQUARES = "cross-entropy", "squared error"
Rows = Callable[[np.ndarray, np.ndarray], np.ndarray]
ERRORS: dict[str, tuple[Rows, Rows]] = {
    CROSS_ENTROPY: (losses, lambda activation, t: uncertainty(activation)),
    HALF_SQUARES: (half_squares, bend),
}
"""What a row adds to E, and how that bends over the activation."""


@snapshot
class Error:
    """E as a function of the weights w (d + 1,), for a table Φ (n, d + 1) and targets t (n,)."""

    Phi: np.ndarray
    t: np.ndarray
    name: str

    @classmethod
    def of(cls, data: Dataset, name: str) -> Error:
        return cls(data.design, zero_one(data), name)

    def __call__(self, w: np.ndarray) -> float:
        return float(self.terms(self.Phi @ w).sum())

    def terms(self, activation: np.ndarray) -> np.ndarray:
        """What each row adds, at activations (n,) or (m, n)."""
        return ERRORS[self.name][0](activation, self.t)

    def hessian(self, w: np.ndarray) -> np.ndarray:
        """(d + 1, d + 1) Φᵀ diag(r) Φ; an r may be below 0."""
        r = ERRORS[self.name][1](self.Phi @ w, self.t)
        up, down = weighed_products(self.Phi, np.maximum(r, 0.0)), weighed_products(self.Phi, np.maximum(-r, 0.0))
        return np.asarray(up - down)
