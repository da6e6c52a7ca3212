"""The multipliers on their way to the best ones, two at a time.   s = α t, from 0 to C for t = +1, from −C to 0 for −1

bₙ = tₙ − Σₘ sₘ K(xₘ, xₙ)       all sₙ that can grow ask for b ≥ bₙ, all that can shrink for b ≤ bₙ
η = ‖φ(xᵢ) − φ(xⱼ)‖²            when Δ goes from sⱼ to sᵢ, bᵢ − bⱼ falls by Δ η and W rises by Δ (bᵢ − bⱼ) − ½ Δ² η
"""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot
from engine.families.support_vectors.kernel_rows import KernelRows
from engine.families.support_vectors.posing import Problem

FLAT = 1e-12
"""Places in φ that are nearer to each other, as a share of their lengths, are one."""


@snapshot
class Pair:
    """Two multipliers moved: Δ went from that of the second row to that of the first."""

    rows: tuple[int, int]
    before: tuple[float, float]  # α of the two
    after: tuple[float, float]
    asked: tuple[float, float]  # bᵢ and bⱼ before
    eta: float
    free: float  # Δ without the box
    shift: float  # Δ as it was taken

    @property
    def clipped(self) -> bool:
        """Whether the box held it back."""
        return self.shift < self.free

    @property
    def rise(self) -> float:
        """By how much W rose."""
        return self.shift * (self.asked[0] - self.asked[1]) - 0.5 * self.eta * self.shift**2


class Dual:
    """s = α t and bₙ of every row, both (n,), kept up to date while pairs move."""

    def __init__(self, problem: Problem, shares: np.ndarray, biases: np.ndarray) -> None:
        self.rows = KernelRows(problem.kernel, problem.X)
        self.flat = FLAT * float(self.rows.squares.max())
        self.shares, self.biases = shares, biases
        self.low, self.high = np.where(problem.t > 0, 0.0, -problem.C), np.where(problem.t > 0, problem.C, 0.0)
        self.at_least = np.where(shares < self.high, biases, -np.inf)  # bₙ of the rows whose s can grow: b ≥ bₙ
        self.at_most = np.where(shares > self.low, biases, np.inf)  # of those whose s can shrink: b ≤ bₙ

    def violating(self) -> tuple[int, int]:
        """The pair that violates the optimality conditions most."""
        return int(self.at_least.argmax()), int(self.at_most.argmin())

    def gap(self, up: int, low: int) -> float:
        """m − M: by how much two rows violate the optimality conditions."""
        return float(self.biases[up] - self.biases[low])

    def partner(self, up: int) -> int:
        """The row with which the pair would raise W most if there were no box: max (bᵢ − bⱼ)² / η."""
        gain = self.biases[up] - self.at_most
        np.maximum(gain, 0.0, out=gain)
        gain *= gain
        if self.flat > 0:  # else all rows are at one place, and η is 0 for every pair
            apart = self.rows.apart(up)
            gain /= np.maximum(apart, self.flat, out=apart)
        return int(gain.argmax())

    def settled(self, i: int, j: int) -> Pair:
        """How much goes from j to i until bᵢ = bⱼ, Δ = (bᵢ − bⱼ) / η, or until an α meets an end of its box."""
        eta = self.rows.eta(i, j)
        room_i, room_j = float(self.high[i] - self.shares[i]), float(self.shares[j] - self.low[j])
        free = self.gap(i, j) / eta if eta > self.flat else np.inf  # two places that are one: the box alone holds them
        shift = min(free, room_i, room_j)
        ends = (
            float(self.high[i]) if shift == room_i else float(self.shares[i] + shift),
            float(self.low[j]) if shift == room_j else float(self.shares[j] - shift),
        )
        before = (abs(float(self.shares[i])), abs(float(self.shares[j])))
        asked = (float(self.biases[i]), float(self.biases[j]))
        return Pair((i, j), before, (abs(ends[0]), abs(ends[1])), asked, eta, free, shift)

    def move(self, pair: Pair) -> None:
        """Take a pair's new multipliers, and bₙ of all rows after it."""
        i, j = pair.rows
        change = self.rows.difference(i, j)
        change *= pair.shift
        for asked in (self.biases, self.at_least, self.at_most):
            asked -= change
        for row, alpha in zip(pair.rows, pair.after, strict=True):
            share = self.shares[row] = alpha if self.high[row] > 0 else -alpha
            self.at_least[row] = self.biases[row] if share < self.high[row] else -np.inf
            self.at_most[row] = self.biases[row] if share > self.low[row] else np.inf
