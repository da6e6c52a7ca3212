"""Newton's step, also where the curvature matrix is singular."""

from __future__ import annotations

import math

import numpy as np

EPSILON = float(np.finfo(float).eps)
DEPENDENT = 1e-8
"""A weight with a smaller share of its curvature left beside those before it may be one with them: look closely."""


def newton_step(gradient: np.ndarray, hessian: np.ndarray) -> tuple[np.ndarray, int, float]:
    """The step s (M,) with H s = −g, the rank of H (M, M), and how much of g no step can meet (0 at full rank).

    When there are many such steps it is the shortest; when there is none, it meets as much of g as H can.

    H is first scaled to a unit diagonal, so that neither the answer nor the rank depends on the units of the features.
    A matrix that is no number gives a step of 0 and rank 0.

    >>> newton_step(np.array([-2.0, 4.0]), np.diag([2.0, 4.0]))
    (array([ 1., -1.]), 2, 0.0)
    """
    from scipy.linalg.lapack import dpotrf, dpotrs  # what else checks its arguments takes longer than it computes

    if not (np.isfinite(hessian).all() and np.isfinite(gradient).all()):
        return np.zeros(len(gradient)), 0, math.inf
    diagonal = hessian.diagonal()
    scale = 1.0 / np.sqrt(np.where(diagonal > 0, diagonal, 1.0))
    unit = hessian * scale[:, None] * scale[None, :]
    factor, fault = dpotrf(unit, clean=False)
    if fault or factor.diagonal().min() ** 2 <= DEPENDENT:
        return _shortest(gradient, unit, scale)
    return -scale * dpotrs(factor, scale * gradient)[0], len(unit), 0.0


def _shortest(gradient: np.ndarray, unit: np.ndarray, scale: np.ndarray) -> tuple[np.ndarray, int, float]:
    """The shortest step that meets the gradient in every direction with curvature, if that leads downhill as well."""
    curvatures, directions = np.linalg.eigh(unit)  # SciPy's would hold the interpreter all the while
    curved = curvatures > 10 * len(unit) * EPSILON
    along, slope = directions[:, curved], directions.T @ (scale * gradient)
    wanted = -slope[curved] / curvatures[curved]
    step, rank = scale * (along @ wanted), int(curved.sum())
    if 0 < rank < len(unit):
        shortest = np.linalg.lstsq(along.T / scale, wanted, rcond=None)[0]
        step = shortest if gradient @ shortest <= 0.5 * (gradient @ step) else step
    return step, rank, float(np.abs(slope[~curved]).max(initial=0.0))
