"""Whether several chains have become one: the variance of all together beside that within each.   (Gelman 1992)"""

from __future__ import annotations

import numpy as np


def r_hat(series: np.ndarray) -> float:
    """√((W (s − 1)/s + B) / W) of chains (C, s): 1 where all agree, more while each is still somewhere else.

    W  the mean variance within a half of a chain;   B  the variance of the means of the halves
    Each chain is halved, so that one that still drifts does not agree with itself. A chain that never moves: 1.

    >>> round(r_hat(np.array([[0.0, 1.0, 0.0, 1.0], [0.0, 1.0, 0.0, 1.0]])), 3), r_hat(np.ones((2, 4)))
    (0.707, 1.0)
    """
    half = series.shape[1] // 2
    halves = np.concatenate([series[:, :half], series[:, -half:]])
    within = float(halves.var(axis=1, ddof=1).mean()) if half > 1 else 0.0
    between = float(halves.mean(axis=1).var(ddof=1))
    if not within > 1e-28 * float(np.abs(series).max()) ** 2:
        return 1.0 if not between > 0 else float("inf")
    return float(np.sqrt((half - 1) / half + between / within))
