"""The scale of residuals in Huber's regression: a standard deviation on which far residuals have a bounded effect."""

from __future__ import annotations

import numpy as np

ROUNDING = 1e-12
"""A residual that lies no farther beyond the bound lies on it."""


def huber_scale(residuals: np.ndarray, epsilon: float) -> float:
    """The σ that makes N σ + Σ σ H(rₙ / σ) least, with H(z) = z² up to |z| = ε, and 2 ε |z| − ε² beyond.

    σ² = Σ r² / (N − m ε²) over the residuals within ε σ, of which m lie beyond; 0 where so many are 0 that none is.

    >>> round(huber_scale(np.array([1.0, -1.0, 1.0, -1.0]), 1.35), 12)
    1.0
    """
    sizes = np.sort(np.abs(residuals))
    unit = float(sizes[-1]) if len(sizes) else 0.0
    if not 0 < unit < np.inf:
        return 0.0
    sizes = sizes / unit
    n = len(sizes)
    within = np.arange(n, 0, -1)  # the first candidate has all within
    left = n - (n - within) * epsilon**2
    squares = np.cumsum(sizes**2)[within - 1]
    with np.errstate(divide="ignore", invalid="ignore"):
        scales = np.where(left > 0, np.sqrt(squares / np.where(left > 0, left, 1.0)), np.nan)
    nearest = np.append(sizes[1:], np.inf)[within - 1]  # the nearest residual beyond
    fits = (sizes[within - 1] <= epsilon * scales * (1 + ROUNDING)) & (nearest > epsilon * scales)
    found = np.flatnonzero(fits)
    return unit * float(scales[found[0]]) if len(found) else 0.0
