"""The bias of a sigmoid unit with which its squared error is least, while its other weights stay as they are."""

from __future__ import annotations

import numpy as np

from engine.families.networks.one_layer import Problem
from engine.maths.probability.sigmoid import sigmoid

FOLLOWED, TRIED = 2_000, 201
"""Of more rows the best bias is not looked for; so many are tried at a time."""
WIDE, DIGITS = 20.0, 1e-8
"""Beyond this activation a sigmoid is 0 or 1; near its least E is flat to the digits that numbers have."""


def least_bias(w: np.ndarray, problem: Problem) -> float | None:
    """The bias with which E of the first unit is least, its other weights (D,) as they are; None of too many rows.

    It is a root of Σ (y − t) y (1 − y). Where E falls as far as the bias can be followed, there is none.
    """
    s, t = problem.X[:, 1:] @ w[1:], problem.T[:, 0]
    if len(s) > FOLLOWED or not np.isfinite(s).all():
        return None
    low, high = float(-s.max()) - WIDE, float(-s.min()) + WIDE
    first, last = low, high
    while high - low > DIGITS * max(abs(low), abs(high), 1.0):
        places = np.linspace(low, high, TRIED)
        error = np.square(sigmoid(places[:, None] + s) - t).sum(axis=1)
        at = int(np.argmin(error))
        if places[at] in (first, last):
            return None
        low, high = float(places[max(at - 1, 0)]), float(places[min(at + 1, TRIED - 1)])
    return 0.5 * (low + high)
