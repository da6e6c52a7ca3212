"""A joint density p(x, t) of which every conditional is known: one Gaussian, or two side by side.

Units: u = (x − mₓ) / sₓ and v = (t − mₜ) / sₜ, so that numbers of any size are small ones.
p(u, v) = Σₖ πₖ N((u, v) | μₖ, Σₖ)      p(k | u) ∝ πₖ N(u | μₖ₁, Σₖ₁₁)
E[v | u] = Σₖ p(k | u) eₖ(u)             eₖ(u) = μₖ₂ + Σₖ₁₂ (u − μₖ₁) / Σₖ₁₁
Var[v | u] = Σₖ p(k | u) (sₖ + eₖ(u)²) − E[v | u]²     sₖ = Σₖ₂₂ − Σₖ₁₂² / Σₖ₁₁
"""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot
from engine.maths.algebra.covariance import column_means
from engine.maths.probability.sigmoid import softmax

POINTS, BRANCHES = JOINTS = ("Gaussian of the points", "two branches")
APART = 1.2
"""So many standard deviations of t the two branches lie above and below the mean."""
NARROW = 0.15
"""A branch has this share of the variance of t."""
GRID = 801
"""So many places the integrals are added up over, eight standard deviations to either side."""


@snapshot
class Joint:
    """centre and scale (2,) of x and t; priors (K,), means (K, 2) and covariances (K, 2, 2) in units of the scale."""

    centre: np.ndarray
    scale: np.ndarray
    priors: np.ndarray
    means: np.ndarray
    covariances: np.ndarray

    def _parts(self, u: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """p(k | u) and eₖ(u), (K, n) each, and sₖ (K,)."""
        S, ways = self.covariances, u - self.means[:, :1]
        logs = np.log(self.priors)[:, None] - 0.5 * ways**2 / S[:, :1, 0] - 0.5 * np.log(S[:, :1, 0])
        shares = softmax(logs.T).T
        slopes = S[:, 0, 1] / S[:, 0, 0]
        return shares, self.means[:, 1:] + slopes[:, None] * ways, S[:, 1, 1] - slopes * S[:, 0, 1]

    def mean(self, x: np.ndarray) -> np.ndarray:
        """(n,) E[t | x]."""
        shares, means, _ = self._parts((x - self.centre[0]) / self.scale[0])
        return np.asarray(self.centre[1] + self.scale[1] * (shares * means).sum(axis=0))

    def variance(self, x: np.ndarray) -> np.ndarray:
        """(n,) Var[t | x]."""
        shares, means, spreads = self._parts((x - self.centre[0]) / self.scale[0])
        middle = (shares * means).sum(axis=0)
        found = (shares * (spreads[:, None] + (means - middle) ** 2)).sum(axis=0)
        return np.asarray(self.scale[1] ** 2 * found)

    def given(self, t: np.ndarray, x: float) -> np.ndarray:
        """(n,) p(t | x) at targets t (n,)."""
        shares, means, spreads = self._parts(np.array([(x - self.centre[0]) / self.scale[0]]))
        z = ((t - self.centre[1]) / self.scale[1] - means) ** 2 / spreads[:, None]
        heights = shares / np.sqrt(2 * np.pi * spreads)[:, None] * np.exp(-0.5 * z)
        return np.asarray(heights.sum(axis=0) / self.scale[1])

    def of_x(self, x: np.ndarray) -> np.ndarray:
        """(n,) p(x)."""
        u, S = (x - self.centre[0]) / self.scale[0], self.covariances[:, 0, 0]
        z = (u - self.means[:, :1]) ** 2 / S[:, None]
        heights = (self.priors / np.sqrt(2 * np.pi * S))[:, None] * np.exp(-0.5 * z)
        return np.asarray(heights.sum(axis=0) / self.scale[0])

    def density(self, places: np.ndarray) -> np.ndarray:
        """(n,) p(x, t) at places (n, 2), in units of the scale: its greatest value is about 1."""
        w = (places - self.centre) / self.scale
        found = np.zeros(len(w))
        for prior, mean, S in zip(self.priors, self.means, self.covariances, strict=True):
            ways = w - mean
            slope = S[0, 1] / S[0, 0]
            left = S[1, 1] - slope * S[0, 1]
            z = ways[:, 0] ** 2 / S[0, 0] + (ways[:, 1] - slope * ways[:, 0]) ** 2 / left
            found += prior * np.exp(-0.5 * z) / np.sqrt(S[0, 0] * left)
        return found

    @property
    def key(self) -> tuple[float, ...]:
        """All its numbers: of two densities with one key the pictures are the same."""
        parts = (self.centre, self.scale, self.priors, self.means, self.covariances)
        return tuple(np.concatenate([part.ravel() for part in parts]).tolist())

    @property
    def grid(self) -> np.ndarray:
        """(GRID,) places over x, for integrals."""
        return np.asarray(self.centre[0] + self.scale[0] * np.linspace(-8.0, 8.0, GRID))


def joint_of(X: np.ndarray, t: np.ndarray, kind: str) -> Joint:
    """The Gaussian of points with the feature X (n, 1) and the target t (n,), or two branches as wide as they are."""
    table = np.column_stack([X[:, 0], t])
    centre = column_means(table)
    ways = table - centre
    sizes = np.abs(ways).max(axis=0)
    scale = sizes * np.sqrt(((ways / sizes) ** 2).mean(axis=0))
    if kind == BRANCHES:
        spread = np.diag([1.0, NARROW])
        means = np.array([[0.0, -APART], [0.0, APART]])
        return Joint(centre, scale, np.array([0.5, 0.5]), means, np.array([spread, spread]))
    z = ways / scale
    return Joint(centre, scale, np.ones(1), np.zeros((1, 2)), (z.T @ z / len(z))[None])


def integral(values: np.ndarray, x: np.ndarray) -> float:
    """∫ f(x) dx by trapezoids over places x (n,)."""
    return float(np.trapezoid(values, x))
