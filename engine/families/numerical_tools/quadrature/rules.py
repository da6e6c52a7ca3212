"""The two rules: Simpson's on intervals that are halved, and the nodes of Gauss and Hermite."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.snapshot import snapshot
from engine.maths.probability.quadrature import hermite, simpson

Function = Callable[[np.ndarray], np.ndarray]
"""(m,) -> (m,)."""


@snapshot
class Work:
    """The intervals from left to right, a column of the table (5, m) for each: from where to where, Simpson's rule on
    its halves, their error ε, and the error that is allowed. One array, for there is a step for every halving.
    """

    table: np.ndarray

    @classmethod
    def begun(cls, f: Function, left: np.ndarray, right: np.ndarray, tolerance: float) -> Work:
        """These intervals (m,), measured; together they may be off by the tolerance."""
        allowed = tolerance * (right - left) / (right[-1] - left[0])
        return cls(np.array([left, right, *simpson(f, left, right), allowed]))

    @property
    def left(self) -> np.ndarray:
        """(m,) where each begins."""
        return np.asarray(self.table[0])

    @property
    def right(self) -> np.ndarray:
        """(m,) where each ends."""
        return np.asarray(self.table[1])

    @property
    def sums(self) -> np.ndarray:
        """(m,) Simpson's rule on the halves of each."""
        return np.asarray(self.table[2])

    @property
    def errors(self) -> np.ndarray:
        """(m,) ε of each."""
        return np.asarray(self.table[3])

    @property
    def allowed(self) -> np.ndarray:
        """(m,) the error that each may have, by its width."""
        return np.asarray(self.table[4])

    @property
    def rough(self) -> np.ndarray:
        """Which intervals have an error that is not allowed: the work that is left."""
        return np.asarray(np.abs(self.errors) > self.allowed)

    @property
    def roughest(self) -> int:
        """The place of the greatest |ε| of those that are not allowed, or of all where every one is."""
        sizes = np.abs(self.errors)
        return int(np.where(self.rough | ~self.rough.any(), sizes, -1.0).argmax())

    def halved(self, f: Function, worst: int) -> Work:
        """With two intervals in the place of one, each measured anew."""
        begin, end, _, _, allowed = self.table[:, worst]
        ends = np.array([begin, 0.5 * (begin + end), end])
        new = np.array([ends[:-1], ends[1:], *simpson(f, ends[:-1], ends[1:]), (allowed / 2, allowed / 2)])
        return Work(np.concatenate([self.table[:, :worst], new, self.table[:, worst + 1 :]], axis=1))

    @property
    def value(self) -> float:
        """What the integral comes to."""
        return float((self.sums + self.errors).sum())

    @property
    def error(self) -> float:
        """The estimate of how far off it is."""
        return float(np.abs(self.errors).sum())


@snapshot
class Nodes:
    """Nodes z (m,), their weights (m,), which add up to 1, and g there, times √(2π)."""

    z: np.ndarray
    weights: np.ndarray
    g: np.ndarray

    @property
    def value(self) -> float:
        """√(2π) Σ wᵢ g(zᵢ)."""
        return float(self.weights @ self.g)

    def off(self, g: Function) -> float:
        """How far half as many nodes are from that: an estimate of the error."""
        z, weights = hermite(len(self.z) // 2)
        return abs(self.value - float(weights @ g(z)))
