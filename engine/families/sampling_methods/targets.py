"""The densities of two numbers that are sampled: ln p up to a constant, its slope, and their means and deviations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from engine.maths.algebra.agreement import cleared

ROUNDED = 1e-12
"""So much beside the deviation may rounding leave of a mean of 0."""
GRID = 301
"""A conditional is worked out at so many places, and moments at so many each way."""


@dataclass(frozen=True)
class Target:
    """p(x₁, x₂).   log_p (m, 2) -> (m,);   slope (m, 2) -> (m, 2) ∇ ln p;   ends  as good as nothing lies beyond

    view  (x₁ from, to, x₂ from, to): what is drawn
    """

    name: str
    log_p: Callable[[np.ndarray], np.ndarray]
    slope: Callable[[np.ndarray], np.ndarray]
    ends: tuple[tuple[float, float], tuple[float, float]]
    view: tuple[float, float, float, float]

    @cached_property
    def axes(self) -> tuple[np.ndarray, np.ndarray]:
        """(GRID,) places along x₁ and along x₂."""
        first, second = (np.linspace(low, high, GRID) for low, high in self.ends)
        return first, second

    @cached_property
    def _heights(self) -> np.ndarray:
        """(GRID, GRID) p beside its greatest, x₁ down and x₂ across."""
        places = np.stack(np.meshgrid(*self.axes, indexing="ij"), axis=-1).reshape(-1, 2)
        ln_p = self.log_p(places).reshape(GRID, GRID)
        return np.asarray(np.exp(ln_p - ln_p.max()))

    @cached_property
    def top(self) -> float:
        """The greatest ln p on the grid."""
        places = np.stack(np.meshgrid(*self.axes, indexing="ij"), axis=-1).reshape(-1, 2)
        return float(self.log_p(places).max())

    @cached_property
    def marginal(self) -> np.ndarray:
        """(GRID,) the density of x₁ alone along its axis; its area is 1."""
        sums, axis = self._heights.sum(axis=1), self.axes[0]
        return np.asarray(sums / (sums.sum() * (axis[1] - axis[0])))

    @cached_property
    def moments(self) -> tuple[np.ndarray, np.ndarray]:
        """(2,) the means and (2,) the deviations, by quadrature."""
        weights = self._heights / self._heights.sum()
        shares = weights.sum(axis=1), weights.sum(axis=0)
        means = np.array([share @ axis for share, axis in zip(shares, self.axes, strict=True)])
        squares = np.array([share @ axis**2 for share, axis in zip(shares, self.axes, strict=True)])
        deviations = np.sqrt(squares - means**2)
        return cleared(means, deviations, ROUNDED), deviations

    def along(self, j: int, z: np.ndarray) -> np.ndarray:
        """(C, GRID) the conditional density of x_j, given the other number of each place z (C, 2); its area is 1."""
        axis = self.axes[j]
        places = np.repeat(z[:, None], GRID, axis=1)
        places[:, :, j] = axis
        ln_p = self.log_p(places.reshape(-1, 2)).reshape(len(z), GRID)
        heights = np.exp(ln_p - ln_p.max(axis=1, keepdims=True))
        return np.asarray(heights / (heights.sum(axis=1, keepdims=True) * (axis[1] - axis[0])))


def inverted(axis: np.ndarray, heights: np.ndarray, u: np.ndarray) -> np.ndarray:
    """(C,) where the distribution function of each density (C, GRID) over an axis reaches u (C,).

    >>> inverted(np.array([0.0, 1.0, 2.0]), np.array([[1.0, 1.0, 1.0]]), np.array([0.25])).tolist()
    [0.5]
    """
    parts = 0.5 * (heights[:, 1:] + heights[:, :-1])
    below = np.concatenate([np.zeros((len(u), 1)), np.cumsum(parts, axis=1)], axis=1)
    return np.array([np.interp(one * sums[-1], sums, axis) for one, sums in zip(u, below, strict=True)])


CORRELATED, BANANA, TWO = NAMES = ("correlated Gaussian", "banana", "two bells")
BEND, THIN = 0.6, 0.5
"""The banana: x₂ lies about 0.6 (x₁² − 1), with a deviation of 0.5."""


@lru_cache(maxsize=16)
def target_of(name: str, rho: float) -> Target:
    """The density of a name; rho is the correlation of the Gaussian."""
    if name == BANANA:
        return Target(name, _banana, _banana_slope, ((-5.0, 5.0), (-3.5, 16.0)), (-3.2, 3.2, -2.5, 5.5))
    if name == TWO:
        return Target(name, _two, _two_slope, ((-6.5, 6.5), (-6.5, 6.5)), (-4.2, 4.2, -4.2, 4.2))
    rest = 1 - rho**2

    def log_p(Z: np.ndarray) -> np.ndarray:
        x, y = Z.T
        return np.asarray(-(x**2 - 2 * rho * x * y + y**2) / (2 * rest))

    def slope(Z: np.ndarray) -> np.ndarray:
        return np.asarray((rho * Z[:, ::-1] - Z) / rest)

    return Target(name, log_p, slope, ((-6.5, 6.5), (-6.5, 6.5)), (-3.6, 3.6, -3.6, 3.6))


def _banana(Z: np.ndarray) -> np.ndarray:
    x, y = Z.T
    return np.asarray(-0.5 * x**2 - 0.5 * ((y - BEND * (x**2 - 1)) / THIN) ** 2)


def _banana_slope(Z: np.ndarray) -> np.ndarray:
    x, y = Z.T
    off = (y - BEND * (x**2 - 1)) / THIN**2
    return np.column_stack([-x + 2 * BEND * x * off, -off])


CENTRES = np.array([[-1.8, -1.8], [1.8, 1.8]])


def _two(Z: np.ndarray) -> np.ndarray:
    squares = ((Z[:, None] - CENTRES) ** 2).sum(axis=2)
    return np.asarray(np.logaddexp(-0.5 * squares[:, 0], -0.5 * squares[:, 1]))


def _two_slope(Z: np.ndarray) -> np.ndarray:
    ways = CENTRES - Z[:, None]
    halves = -0.5 * (ways**2).sum(axis=2)
    shares = np.exp(halves - np.logaddexp(halves[:, 0], halves[:, 1])[:, None])
    return np.asarray((shares[:, :, None] * ways).sum(axis=1))
