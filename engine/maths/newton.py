"""Newton's step, also where the curvature matrix is singular."""

from __future__ import annotations

import numpy as np

EPSILON = float(np.finfo(float).eps)


def newton_step(gradient: np.ndarray, hessian: np.ndarray) -> tuple[np.ndarray, int]:
    """The step s (M,) with H s = −g, and the rank of H (M, M); the shortest such step when there are many.

    H is first scaled to a unit diagonal, so that neither the answer nor the rank depends on the units of the features.
    A matrix that is no number gives a step of 0 and rank 0.

    >>> newton_step(np.array([-2.0, 4.0]), np.diag([2.0, 4.0]))
    (array([ 1., -1.]), 2)
    """
    from scipy.linalg import LinAlgError, cho_factor, cho_solve

    if not (np.isfinite(hessian).all() and np.isfinite(gradient).all()):
        return np.zeros(len(gradient)), 0
    diagonal = np.diag(hessian)
    scale = 1.0 / np.sqrt(np.where(diagonal > 0, diagonal, 1.0))
    unit = hessian * scale[:, None] * scale[None, :]
    small = 10 * len(unit) * EPSILON
    try:
        factor = cho_factor(unit)
    except LinAlgError:
        return _shortest(gradient, unit, scale, small)
    if (np.diag(factor[0]) ** 2).min() <= small:
        return _shortest(gradient, unit, scale, small)
    return -scale * cho_solve(factor, scale * gradient), len(unit)


def _shortest(gradient: np.ndarray, unit: np.ndarray, scale: np.ndarray, small: float) -> tuple[np.ndarray, int]:
    """One solution from the directions with curvature, less its part along those without."""
    from scipy.linalg import eigh

    curvatures, directions = eigh(unit)
    curved = curvatures > small
    along = directions[:, curved]
    step = -scale * (along @ ((along.T @ (scale * gradient)) / curvatures[curved]))
    flat = scale[:, None] * directions[:, ~curved]
    if flat.shape[1] and np.isfinite(flat).all():
        flat = flat / np.abs(flat).max(axis=0)
        step = step - flat @ np.linalg.lstsq(flat, step, rcond=None)[0]
    return step, int(curved.sum())
