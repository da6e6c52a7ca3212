"""The kernel between one row and all others, worked out when it is asked for: the whole table is never there at once.

Of rows that are asked for again the newest are kept, at most ROOM bytes of them. A linear kernel keeps none: two rows are
subtracted first, so that nothing is lost of small differences far from the origin.
"""

from __future__ import annotations

from collections import OrderedDict

import numpy as np

from engine.maths.algebra.inner_product_kernels import squared_distances
from engine.models.support_vectors import InnerProduct

ROOM = 64 * 2**20


class KernelRows:
    """K(xₖ, xₙ) for one row k and every n; `squares` (n,) are K(xₙ, xₙ)."""

    def __init__(self, kernel: InnerProduct, X: np.ndarray, room: int = ROOM) -> None:
        self.kernel, self.X = kernel, X
        self.squares = kernel.squares(X)
        self.most = max(room // (8 * max(len(X), 1)), 2)
        self._kept: OrderedDict[int, np.ndarray] = OrderedDict()

    def row(self, k: int) -> np.ndarray:
        """(n,) K(xₖ, xₙ)."""
        found = self._kept.get(k)
        if found is None:
            found = self._kept[k] = self.kernel.between(self.X, self.X[k : k + 1])[:, 0]
            if len(self._kept) > self.most:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(k)
        return found

    def apart(self, k: int) -> np.ndarray:
        """(n,) ‖φ(xₖ) − φ(xₙ)‖² = K(xₖ, xₖ) + K(xₙ, xₙ) − 2 K(xₖ, xₙ)."""
        if self.kernel.kind == "linear":
            return squared_distances(self.X, self.X[k : k + 1])[:, 0]
        if self.kernel.kind == "rbf":
            return np.asarray(2.0 - 2.0 * self.row(k))
        return np.asarray(self.squares + self.squares[k] - 2.0 * self.row(k))

    def difference(self, i: int, j: int) -> np.ndarray:
        """(n,) K(xᵢ, xₙ) − K(xⱼ, xₙ)."""
        if self.kernel.kind == "linear":
            return np.asarray(self.X @ (self.X[i] - self.X[j]))
        return np.asarray(self.row(i) - self.row(j))
