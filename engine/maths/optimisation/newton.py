"""Newton's step, also where the curvature matrix is singular."""

from __future__ import annotations

import math

import numpy as np

EPSILON = float(np.finfo(float).eps)


def newton_step(gradient: np.ndarray, hessian: np.ndarray) -> tuple[np.ndarray, int, float]:
    """The step s (M,) with H s = −g, the rank of H (M, M), and how much of g no step can meet (0 at full rank).

    When there are many such steps it is the shortest; when there is none, it meets as much of g as H can.

    H is first scaled to a unit diagonal, so that neither the answer nor the rank depends on the units of the features.
    A matrix that is no number gives a step of 0 and rank 0.

    >>> newton_step(np.array([-2.0, 4.0]), np.diag([2.0, 4.0]))
    (array([ 1., -1.]), 2, 0.0)
    """
    from scipy.linalg.lapack import dpocon, dpotrf, dpotrs

    if not (np.isfinite(hessian).all() and np.isfinite(gradient).all()):
        return np.zeros(len(gradient)), 0, math.inf
    diagonal = np.diag(hessian)
    scale = 1.0 / np.sqrt(np.where(diagonal > 0, diagonal, 1.0))
    unit = hessian * scale[:, None] * scale[None, :]
    small = 10 * len(unit) * EPSILON
    factor, failed = dpotrf(unit)
    condition = 0.0 if failed else dpocon(factor, np.abs(unit).sum(axis=0).max())[0]
    if condition <= small:
        return _shortest(gradient, unit, scale, small)
    return -scale * dpotrs(factor, scale * gradient)[0], len(unit), 0.0


def _shortest(gradient: np.ndarray, unit: np.ndarray, scale: np.ndarray, small: float) -> tuple[np.ndarray, int, float]:
    """One solution from the directions with curvature, less its part along those without, if these are flat indeed."""
    from scipy.linalg import eigh

    curvatures, directions = eigh(unit)
    curved = curvatures > small
    along, slope = directions[:, curved], directions.T @ (scale * gradient)
    step = -scale * (along @ (slope[curved] / curvatures[curved]))
    unmet = float(np.abs(slope[~curved]).max(initial=0.0))
    flat = scale[:, None] * directions[:, ~curved]
    if flat.shape[1] and np.isfinite(flat).all():
        flat = flat / np.abs(flat).max(axis=0)
        shorter = step - flat @ np.linalg.lstsq(flat, step, rcond=None)[0]
        step = shorter if gradient @ shorter <= 0.5 * (gradient @ step) else step
    return step, int(curved.sum()), unmet
