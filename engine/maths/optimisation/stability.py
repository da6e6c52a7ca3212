"""How large a rate may be, by the greatest curvature where a way downhill begins.

A step of plain descent multiplies what is left along an eigenvector of the Hessian by 1 − η λ: stable below 2 / λmax,
with momentum μ below 2 (1 + μ) / λmax, with Nesterov's below 2 (1 + μ) / (1 + 2 μ) / λmax. Ways that divide by the
size of the slopes have no such bound.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

Slope = Callable[[np.ndarray], np.ndarray]
BOUNDS: dict[str, Callable[[float], float]] = {
    "gradient descent": lambda mu: 2.0,
    "momentum": lambda mu: 2.0 * (1.0 + mu),
    "Nesterov": lambda mu: 2.0 * (1.0 + mu) / (1.0 + 2.0 * mu),
}
"""The largest η λ that is stable, by the way downhill and its μ."""
ROUNDS, CLOSE = 300, 1e-6
"""So many multiplications, or until the curvature changes by no more than this share."""
NEAR = 1e-5
"""Slopes are compared so far apart, beside the size of the weights."""


def safe_rate(slope: Slope, w: np.ndarray, way: str, mu: float) -> float | None:
    """Below which rate steps from w (P,) are stable; None where the way has no bound or nothing curves upwards."""
    if way not in BOUNDS:
        return None
    steepest = greatest_curvature(slope, w)
    return BOUNDS[way](mu) / steepest if steepest > 0 else None


def best_rate(smallest: float, largest: float) -> float:
    """2 / (λmin + λmax): the rate with which the slowest way of a bowl is as fast as it can be."""
    return 2.0 / (smallest + largest)


def slowest(smallest: float, largest: float) -> float:
    """(λmax − λmin) / (λmax + λmin): what a step at the best rate leaves of the slowest way.

    >>> slowest(1.0, 3.0), abs(1.0 - best_rate(1.0, 3.0) * 1.0)
    (0.5, 0.5)
    """
    return (largest - smallest) / (largest + smallest)


def greatest_curvature(slope: Slope, w: np.ndarray) -> float:
    """λmax of the Hessian at w (P,), by power iteration on differences of the slope; nan where they are no numbers."""
    size = _largest(slope, w, 0.0)
    return size if not size < 0 else size + _largest(slope, w, size)


@np.errstate(over="ignore", invalid="ignore")
def _largest(slope: Slope, w: np.ndarray, less: float) -> float:
    """The eigenvalue of the greatest size of the Hessian less so many times the identity."""
    step = NEAR * max(1.0, float(np.abs(w).max()))
    v, value = np.random.default_rng(0).normal(size=len(w)), 0.0
    for _ in range(ROUNDS):
        v = v / (np.linalg.norm(v) or 1.0)
        image = (slope(w + step * v) - slope(w - step * v)) / (2.0 * step) - less * v
        before, value, v = value, float(v @ image), image
        if not abs(value - before) > CLOSE * abs(value):
            break
    return value
