"""Scatter within and between classes, and the directions that separate them best.   (Fisher 1936)

    S_W = Σₖ Σ_{n ∈ k} (xₙ − mₖ)(xₙ − mₖ)ᵀ        J(w) = wᵀ S_B w / wᵀ S_W w
    two classes      S_B = (m₂ − m₁)(m₂ − m₁)ᵀ              w ∝ S_W⁻¹ (m₂ − m₁)
    K classes        S_B = Σₖ Nₖ (mₖ − m)(mₖ − m)ᵀ          S_B w = J S_W w

Scatters are sums, nothing is divided by the number of points.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.base.snapshot import snapshot
from engine.maths.algebra.covariance import EQUAL, column_means, upright

RIDGE = 1e-8
"""What is added to the diagonal of a singular S_W, once every feature is measured in units of its total scatter."""
EPSILON = float(np.finfo(float).eps)


@snapshot
class Scatter:
    """mean (d,) of all rows, means (K, d) and counts (K,) of the classes, within (d, d) S_W, spread (d, r) with
    S_B = spread · spreadᵀ: one column m₂ − m₁ for two classes, √Nₖ (mₖ − m) for more.
    """

    mean: np.ndarray
    means: np.ndarray
    counts: np.ndarray
    within: np.ndarray
    spread: np.ndarray

    @property
    def between(self) -> np.ndarray:
        """(d, d) S_B."""
        return np.asarray(self.spread @ self.spread.T)

    @property
    def two(self) -> bool:
        """Whether there are two classes, so that one direction tells all there is."""
        return len(self.means) == 2

    @property
    def apart(self) -> bool:
        """Whether the class means differ by more than rounding."""
        between, within = (self.spread**2).sum(axis=1), np.diag(self.within)
        return bool((between > EQUAL**2 * within).any())


def scatter(X: np.ndarray, codes: np.ndarray, classes: Sequence[int]) -> Scatter:
    """The scatter of the rows X (n, d) in the classes that occur, each of which has a row."""
    places = np.searchsorted(classes, codes)
    means = np.stack([column_means(X[places == k]) for k in range(len(classes))])
    counts, mean = np.bincount(places, minlength=len(classes)), column_means(X)
    left = X - means[places]
    spread = np.sqrt(counts) * (means - mean).T if len(classes) > 2 else (means[1] - means[0])[:, None]
    return Scatter(mean, means, counts, left.T @ left, spread)


def criterion(w: np.ndarray, parts: Scatter) -> float:
    """J(w); ∞ where the classes have no scatter along w but different means, 0 where they have neither.

    >>> parts = scatter(np.array([[0.0], [2.0], [4.0], [6.0]]), np.array([0, 0, 1, 1]), (0, 1))
    >>> criterion(np.array([3.0]), parts)
    4.0
    """
    between, within = float(((parts.spread.T @ w) ** 2).sum()), float(w @ parts.within @ w)
    if within > 0:
        return between / within
    return math.inf if between > 0 else 0.0


def criteria(W: np.ndarray, parts: Scatter) -> np.ndarray:
    """(m,) J of many directions W (m, d) at once.

    >>> parts = scatter(np.array([[0.0], [2.0], [4.0], [6.0]]), np.array([0, 0, 1, 1]), (0, 1))
    >>> criteria(np.array([[3.0], [-1.0]]), parts)
    array([4., 4.])
    """
    between, within = ((W @ parts.spread) ** 2).sum(axis=1), ((W @ parts.within) * W).sum(axis=1)
    flat = np.where(between > 0, np.inf, 0.0)
    return np.where(within > 0, between / np.where(within > 0, within, 1.0), flat)


def held(parts: Scatter, penalty: float, ridge: float) -> Scatter:
    """The scatter whose criterion `best_directions` makes greatest: S_W + λ I in place of S_W, and where that is
    singular + ρ D⁻² on top, see `Whitening`.

    >>> parts = scatter(np.array([[0.0], [2.0], [4.0], [6.0]]), np.array([0, 0, 1, 1]), (0, 1))
    >>> criterion(np.array([1.0]), held(parts, penalty=12.0, ridge=0.0))
    1.0
    """
    total = np.diag(parts.within) + (parts.spread**2).sum(axis=1)
    more = np.where(total > 0, penalty + ridge * (total + penalty), 0.0)
    return replace(parts, within=parts.within + np.diag(more))


@snapshot
class Whitening:
    """S_W + λ I = D⁻¹ L Lᵀ D⁻¹ with D = diag(scale) and L lower triangular; `ridge` is what had to be added to
    the unit diagonal because S_W is singular, 0 when it is not.
    """

    scale: np.ndarray
    lower: np.ndarray
    ridge: float

    def map_back(self, whitened: np.ndarray) -> np.ndarray:
        """(d, k) the directions D L⁻ᵀ u of those u (d, k) in the whitened space."""
        from scipy.linalg import solve_triangular

        return np.asarray(self.scale[:, None] * solve_triangular(self.lower, whitened, lower=True, trans="T"))

    def map_there(self, directions: np.ndarray) -> np.ndarray:
        """(d, k) L⁻¹ D v."""
        from scipy.linalg import solve_triangular

        return np.asarray(solve_triangular(self.lower, self.scale[:, None] * directions, lower=True))


def whitening(parts: Scatter, penalty: float = 0.0) -> Whitening:
    """The Cholesky factor of S_W + λ I, in units in which neither the answer nor its rank depends on the features'.

    A feature that never changes gets the scale 0, and so no weight.
    """
    total = np.diag(parts.within) + (parts.spread**2).sum(axis=1)
    changes = total > 0
    scale = np.where(changes, 1.0 / np.sqrt(np.where(changes, total + penalty, 1.0)), 0.0)
    unit = scale[:, None] * parts.within * scale + np.diag(np.where(changes, penalty * scale**2, 1.0))
    lower = _lower(unit)
    if lower is not None:
        return Whitening(scale, lower, 0.0)
    lower = _lower(unit + RIDGE * np.eye(len(unit)))
    assert lower is not None
    return Whitening(scale, lower, RIDGE)


def _lower(unit: np.ndarray) -> np.ndarray | None:
    """The Cholesky factor (d, d), or None when the matrix is singular as far as its digits tell."""
    from scipy.linalg import LinAlgError, cholesky
    from scipy.linalg.lapack import dpocon

    try:
        lower = cholesky(unit, lower=True)
    except LinAlgError:
        return None
    condition, _ = dpocon(lower, np.abs(unit).sum(axis=0).max(), uplo="L")
    return lower if condition > 10 * len(unit) * EPSILON else None


@snapshot
class Found:
    """The best directions (k, d) in order, each with wᵀ (S_W + λI) w = 1, and separations (k,), their J (λ included).

    ridge  see Whitening
    """

    directions: np.ndarray
    separations: np.ndarray
    ridge: float


def best_directions(parts: Scatter, penalty: float = 0.0, white: Whitening | None = None) -> Found:
    """All min(K − 1, d) directions: whiten S_W + λ I, find the axes of S_B there, and map them back.

    For two classes w = (S_W + λ I)⁻¹ (m₂ − m₁) up to its length, and leads from class 1 to class 2. For more, the entry
    of largest size is positive. `white` is the whitening with that penalty, where it is known already.
    """
    white = whitening(parts, penalty) if white is None else white
    axes, values, _ = np.linalg.svd(white.map_there(parts.spread), full_matrices=False)
    count = min(max(len(parts.means) - 1, 1), len(parts.mean))
    rows = white.map_back(axes[:, :count]).T
    real = rows.any(axis=1)  # what leads along a feature that never changes is none
    rows, values = rows[real], values[:count][real]
    rows = np.where(rows @ parts.spread < 0, -1.0, 1.0) * rows if parts.two else upright(rows)
    return Found(rows, values**2, white.ridge)
