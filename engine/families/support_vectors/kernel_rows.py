"""The kernel between one row and all others, worked out when it is asked for: the whole table is never there at once.

Of the rows asked for the newest are kept, at most ROOM bytes. A linear kernel keeps none: two rows are subtracted
before they are multiplied, so that small differences far from the origin keep their digits.
"""

from __future__ import annotations

from collections import OrderedDict

import numpy as np

from engine.models.support_vectors import InnerProduct

ROOM = 64 * 2**20


class KernelRows:
    """K(xₖ, xₙ) for one row k and every n.   squares (n,) K(xₙ, xₙ), of rows moved to their middle if K is linear"""

    def __init__(self, kernel: InnerProduct, X: np.ndarray, room: int = ROOM) -> None:
        self.kernel, self.X = kernel, X
        self.linear = kernel.kind == "linear"
        centred = X - X.mean(axis=0) if self.linear else X  # a distance does not change by it
        self.squares = kernel.squares(centred)
        self.across = np.ascontiguousarray(centred.T) if self.linear else centred.T
        self._middle = X.mean(axis=0)
        self.most = max(room // (8 * max(len(X), 1)), 2)
        self._cache: OrderedDict[int, np.ndarray] = OrderedDict()

    def row(self, k: int) -> np.ndarray:
        """(n,) K(xₖ, xₙ), not to be written to."""
        if self.linear:
            return np.asarray(self.across[:, k] @ self.across)
        found = self._cache.get(k)
        if found is None:
            found = self._cache[k] = self.kernel.between(self.X, self.X[k : k + 1])[:, 0]
            if len(self._cache) > self.most:
                self._cache.popitem(last=False)
        else:
            self._cache.move_to_end(k)
        return found

    def apart(self, k: int) -> np.ndarray:
        """(n,) ‖φ(xₖ) − φ(xₙ)‖² = K(xₖ, xₖ) + K(xₙ, xₙ) − 2 K(xₖ, xₙ), to rounding."""
        found = self.row(k) * -2.0
        found += self.squares
        found += self.squares[k]
        return found

    def eta(self, i: int, j: int) -> float:
        """‖φ(xᵢ) − φ(xⱼ)‖² for one pair; exact where K is linear."""
        if self.linear:
            way = self.X[i] - self.X[j]
            return float(way @ way)
        return max(float(self.squares[i] + self.squares[j] - 2.0 * self.row(i)[j]), 0.0)

    def difference(self, i: int, j: int) -> np.ndarray:
        """(n,) K(xᵢ, xₙ) − K(xⱼ, xₙ)."""
        if self.linear:
            return self._along(self.X[i] - self.X[j])
        return np.asarray(self.row(i) - self.row(j))

    def _along(self, way: np.ndarray) -> np.ndarray:
        """(n,) x · way: of the centred rows, and then what was taken from all of them."""
        found = np.asarray(way @ self.across)
        found += float(way @ self._middle)
        return found
