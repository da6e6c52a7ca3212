"""Newton's step where the weights of all classes can be shifted together without changing a probability.

A weight without a penalty enters the softmax only by its differences between the classes. Adding the same number to it
in every class changes nothing, so the Hessian (K·M, K·M) is singular in that direction, one for each such weight.
"""

from __future__ import annotations

import numpy as np

from engine.maths.optimisation.newton import newton_step

GAUGES = ("minimum norm", "pin the last class")


def gauged_step(
    gradient: np.ndarray, hessian: np.ndarray, free: np.ndarray, classes: int, gauge: str
) -> tuple[np.ndarray, int, float]:
    """The step (K·M,), the rank of the Hessian, and how much of the gradient no step can meet.

    free (M,) which of a class's weights carry no penalty;   gauge  one of GAUGES: of the many steps take the shortest,
    or the one that leaves those weights of the last class as they are
    """
    if gauge == "pin the last class":
        kept = np.ones((classes, len(free)), dtype=bool)
        kept[-1] = ~free
        chosen = np.flatnonzero(kept.ravel())
        part, rank, unmet = newton_step(gradient[chosen], hessian[np.ix_(chosen, chosen)])
        step = np.zeros(len(gradient))
        step[chosen] = part
        return step, rank, unmet
    step, rank, unmet = newton_step(gradient, hessian + _stiffness(hessian, free, classes))
    return step, max(rank - int(free.sum()), 0), unmet


def _stiffness(hessian: np.ndarray, free: np.ndarray, classes: int) -> np.ndarray:
    """(K·M, K·M) the curvature 1 1ᵀ ⊗ diag(c) along the shared shifts alone, as large as the Hessian's own.

    The gradient has no part along them, so the solution has none either: it is that of the pseudo-inverse.
    """
    M, size = len(free), hessian.diagonal().reshape(classes, -1).mean(axis=0)
    stiff, each = np.zeros((classes, M, classes, M)), np.arange(M)
    stiff[:, each, :, each] = np.where(free, np.where(size > 0, size, 1.0), 0.0)[:, None, None]
    return stiff.reshape(classes * M, classes * M)
