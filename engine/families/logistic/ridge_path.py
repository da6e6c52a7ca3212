"""The weights of a penalised logistic regression for one penalty after the other, from the strongest down."""

from __future__ import annotations

import numpy as np

from engine.maths.algebra.weighed import weighed_products
from engine.maths.optimisation.newton import newton_step
from engine.maths.probability.cross_entropy import local

STEPS = 30
"""Newton steps for one penalty at most; begun from the weights of the one before, a few do."""


ENOUGH = 1e-7
"""A Newton step that gained no more than this share leaves about the square of it: its digits double."""


def ridge_path(Phi: np.ndarray, t: np.ndarray, held: np.ndarray, penalties: np.ndarray) -> np.ndarray:
    """(L, M) the weights that make E + ½ λ Σ wⱼ² over the held j least, for each λ of `penalties` (L,), falling.

    Φ (n, M) and targets t (n,) 0 and 1; held (M,) is 1 where a weight has a penalty, and 0 for a free bias.
    """
    w, path = np.zeros(Phi.shape[1]), []
    for penalty in penalties:
        w = _least(w, Phi, t, penalty * held)
        path.append(w)
    return np.array(path)


def _least(w: np.ndarray, Phi: np.ndarray, t: np.ndarray, ridge: np.ndarray) -> np.ndarray:
    here = local(w, Phi, t, ridge)
    for _ in range(STEPS):
        move = _jump(here.gradient, weighed_products(Phi, here.weights()) + np.diag(ridge))
        there = local(w + move, Phi, t, ridge)
        while there.objective > here.objective * (1 + 1e-14) and np.abs(move).max() > 1e-12:
            move = move / 2
            there = local(w + move, Phi, t, ridge)
        w, gained, here = w + move, here.objective - there.objective, there
        if gained <= ENOUGH * here.objective:
            break
    return w


def _jump(gradient: np.ndarray, hessian: np.ndarray) -> np.ndarray:
    """Newton's step; the shortest one where a free bias has lost its curvature."""
    try:
        return np.asarray(-np.linalg.solve(hessian, gradient))
    except np.linalg.LinAlgError:
        return newton_step(gradient, hessian)[0]
