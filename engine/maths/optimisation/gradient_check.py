"""Is a gradient right? Compare it with what the function does when each weight is nudged both ways."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

NUDGE = 1e-5
EPSILON = float(np.finfo(float).eps)

Objective = Callable[[np.ndarray], float]


def central_differences(
    function: Objective, w: np.ndarray, nudges: np.ndarray, chosen: Sequence[int] | None = None
) -> np.ndarray:
    """(m,) (f(w + h eᵢ) − f(w − h eᵢ)) / 2h for the chosen components i of w, all when left out; nudges h (M,).

    >>> central_differences(lambda w: w[0] ** 2, np.array([3.0]), np.array([1e-5])).round(6)
    array([6.])
    """
    slopes = []
    for i in range(len(w)) if chosen is None else chosen:
        up, down = np.array(w, dtype=float), np.array(w, dtype=float)
        up[i] += nudges[i]
        down[i] -= nudges[i]
        slopes.append((function(up) - function(down)) / (up[i] - down[i]))
    return np.array(slopes)


def gradient_gap(
    function: Objective, gradient: np.ndarray, w: np.ndarray, sizes: np.ndarray, most: int = 8
) -> tuple[float, float]:
    """The largest difference between a gradient (M,) and central differences, as a share of the largest slope.

    sizes (M,)  how large the input of each weight is: a weight is nudged by 1e-5 of 1/size, and slopes are compared
                per nudge, so that the units of the features do not matter
    most        compare at most so many components, evenly spread
    The second number is how large a share the rounding of the function alone can explain.
    """
    chosen = np.unique(np.linspace(0, len(w) - 1, min(most, len(w))).round().astype(np.intp))
    nudges = NUDGE * np.maximum(1.0 / np.where(sizes > 0, sizes, 1.0), EPSILON**0.5 * np.abs(w) / NUDGE)
    numeric = central_differences(function, w, nudges, chosen.tolist()) * nudges[chosen]
    exact = gradient[chosen] * nudges[chosen]
    largest = float(max(np.abs(exact).max(), np.abs(numeric).max(), np.finfo(float).tiny))
    rounding = 100 * EPSILON * max(abs(function(w)), 1.0) / largest
    return float(np.abs(numeric - exact).max()) / largest, rounding
