"""The normal distribution function Φ, how it stands in for the sigmoid, and its integral against a Gaussian.

Φ(a) = ½ (1 + erf(a / √2))        σ(a) ≈ Φ(λ a) with equal slopes at 0:  ¼ = λ / √(2π),  so λ² = π/8
∫ Φ(λ a) N(a | μ, s²) da = Φ(μ / √(λ⁻² + s²))        ∫ σ(a) N(a | μ, s²) da ≈ σ(κ μ),  κ = 1 / √(1 + π s² / 8)
"""

from __future__ import annotations

import numpy as np

from engine.maths.probability.sigmoid import sigmoid

LAMBDA = float(np.sqrt(np.pi / 8.0))
"""The stretch with which the probit has the slope of the sigmoid at 0."""
FAR, FINE = 12.0, 1e-3
"""The gap between the two curves is looked for up to so many widths of the probit, at places so far apart."""
COARSE = 100
"""Its lobes are looked for on a grid so many times as wide."""


def normal_cdf(a: np.ndarray | float) -> np.ndarray:
    """Φ(a) = P(X ≤ a) for a standard normal X.

    >>> float(normal_cdf(0.0))
    0.5
    """
    from scipy.special import ndtr

    return np.asarray(ndtr(a))


def normal_quantile(p: np.ndarray | float) -> np.ndarray:
    """Φ⁻¹(p): below it lies the share p; −∞ at 0 and ∞ at 1."""
    from scipy.special import ndtri

    return np.asarray(ndtri(p))


def normal_density(a: np.ndarray, mean: float = 0.0, variance: float = 1.0) -> np.ndarray:
    """N(a | mean, variance), the bell."""
    return np.asarray(np.exp(-0.5 * (a - mean) ** 2 / variance) / np.sqrt(2.0 * np.pi * variance))


def not_greater(mean_x: float, variance_x: float, mean_y: float, variance_y: float) -> float:
    """P(X ≤ Y) for independent normal X and Y: X − Y is normal, its mean the difference, its variance the sum.

    >>> not_greater(0.0, 0.0, 1.0, 0.0), not_greater(2.0, 1.0, 2.0, 3.0)
    (1.0, 0.5)
    """
    variance = variance_x + variance_y
    if variance == 0:
        return 1.0 if mean_x <= mean_y else 0.0
    return float(normal_cdf((mean_y - mean_x) / np.sqrt(variance)))


def probit_integral(mean: float, variance: float, stretch: float = LAMBDA) -> float:
    """∫ Φ(λ a) N(a | mean, variance) da = Φ(mean / √(λ⁻² + variance)).

    It is P(X ≤ Y) with X ∼ N(0, λ⁻²) and Y ∼ N(mean, variance).
    """
    return not_greater(0.0, stretch**-2, mean, variance)


def shrinkage(variance: np.ndarray) -> np.ndarray:
    """κ = 1 / √(1 + π s² / 8), from 1 where the activation is certain towards 0."""
    return np.asarray(1.0 / np.sqrt(1.0 + LAMBDA**2 * np.asarray(variance)))


def moderated(mean: np.ndarray, variance: np.ndarray) -> np.ndarray:
    """σ(κ m): the sigmoid of the shrunk activation, between ½ and σ(m)."""
    return sigmoid(shrinkage(variance) * mean)


def largest_gap(stretch: float = LAMBDA) -> tuple[float, float]:
    """The largest |σ(a) − Φ(λ a)| and the a > 0 where it is, to a thousandth of the narrower curve.

    The gap has a few wide lobes: each is found on a coarse grid, and its top looked for on a fine one.
    """
    fine = min(FINE / stretch, FINE)
    coarse = np.arange(0.0, FAR / stretch, COARSE * fine)
    rough = _gap(coarse, stretch)
    beside = np.pad(rough, 1)
    tops = coarse[(rough >= beside[:-2]) & (rough >= beside[2:])]
    a = np.maximum(tops[:, None] + fine * np.arange(-COARSE, COARSE + 1.0), 0.0).ravel()
    gap = _gap(a, stretch)
    at = int(np.argmax(gap))
    return float(gap[at]), float(a[at])


def _gap(a: np.ndarray, stretch: float) -> np.ndarray:
    return np.asarray(np.abs(sigmoid(a) - normal_cdf(stretch * a)))
