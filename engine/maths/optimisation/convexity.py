"""Is a function convex between two places? Then it lies nowhere above the chord."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def chord_gap(function: Callable[[np.ndarray], float], a: np.ndarray, b: np.ndarray, share: float = 0.5) -> float:
    """How far the chord from b to a lies above the function, at α a + (1 − α) b with α = `share`.

    Nowhere negative for a convex function: f(α a + (1 − α) b) ≤ α f(a) + (1 − α) f(b).

    >>> chord_gap(lambda w: float(w[0] ** 2), np.array([-1.0]), np.array([1.0]))
    1.0
    """
    chord = share * function(a) + (1.0 - share) * function(b)
    return chord - function(share * np.asarray(a) + (1.0 - share) * np.asarray(b))
